/** The results in sentences. Only what the numbers say: no judgement, and the oracle is never called the best. */
import type { RunResult, SimulationResult } from '../../simulate/result.js'
import { clipMiddle } from '../charts/label.js'
import { markup, type Markup } from '../../markup.js'
import { count, counted, measured, percent, wholePercent } from '../numbers.js'
import { milestone } from './milestones.js'
import { hasHalted, isOracle, runNames } from './run-names.js'
import { list, SHORT_NAME } from './wording.js'

interface Named {
  readonly name: string
  readonly run: RunResult
}

export function summary(result: SimulationResult): readonly Markup[] {
  const { graph, runs } = result
  const names = runNames(runs).map(name => clipMiddle(name, SHORT_NAME))
  const named = runs.map((run, index): Named => ({ name: names[index], run }))
  const rivals = named.filter(({ run }) => !isOracle(run) && run.pages > 0)
  const sentences = [setting(result)]
  if (runs.length === 0) sentences.push(markup`No strategy was run.`)
  if (graph.relevant === 0)
    sentences.push(markup`The graph has no relevant page, so coverage and harvest are 0 throughout.`)
  else if (rivals.length > 0)
    sentences.push(mostCovered(rivals), ...fastest(rivals, graph.relevant), ...cheapest(rivals))
  const cut = named.filter(({ run }) => run.stopped !== 'finished')
  if (cut.length > 0) sentences.push(cutOff(cut))
  sentences.push(...sameCourse(named))
  const oracles = named.filter(({ run }) => isOracle(run))
  if (oracles.length > 0 && graph.relevant > 0) {
    sentences.push(
      markup`${names[runs.indexOf(oracles[0].run)]} knows the graph beforehand, so these comparisons leave it out. It shows the best possible result of following only links on paths to relevant pages.`,
    )
  }
  return sentences
}

function setting({ graph, runs }: SimulationResult): Markup {
  const { pages, crawled, servers, relevant, reachable, seeds } = graph
  const share = crawled > 0 ? ` (${percent(relevant / crawled)})` : ''
  const found =
    relevant > 0
      ? `; ${reachable === relevant ? 'all' : percent(reachable / relevant)} of them can be reached from `
      : '; the crawl begins at '
  return markup`${counted(runs.length, 'strategy', 'strategies')} on a graph of ${counted(crawled, 'crawled page')} (${count(pages)} known, on ${counted(servers, 'server')}). ${counted(relevant, 'page is', 'pages are')} relevant${share}${found}${counted(seeds.length, 'seed')}.`
}

function mostCovered(rivals: readonly Named[]): Markup {
  const most = Math.max(...rivals.map(({ run }) => run.relevant))
  const first = rivals.filter(({ run }) => run.relevant === most)
  const cheapest = Math.min(...first.map(({ run }) => run.pages))
  const [best] = first.filter(({ run }) => run.pages === cheapest)
  const others = first.filter(one => one !== best).map(({ name, run }) => `${name} after ${measured(run.pages)}`)
  const also = others.length > 0 ? `; so did ${list(others)}` : ''
  return markup`Highest coverage: ${best.name} found ${percent(best.run.coverage)} of the relevant pages in ${measured(best.run.pages)} pages${also}.`
}

/** At the highest coverage that at least two runs reached, and at one that nearly all reach. */
function fastest(rivals: readonly Named[], relevant: number): readonly Markup[] {
  const sentences: Markup[] = []
  for (const coverage of [0.5, 0.9, 0.99]) {
    const reached = rivals
      .flatMap(one => {
        const at = milestone(one.run, relevant, coverage)
        return at === null ? [] : [{ ...one, at }]
      })
      .sort((a, b) => a.at.pages - b.at.pages)
    if (reached.length === 0) continue
    const [best, second] = reached
    const next =
      second === undefined
        ? ''
        : `; next ${second.name} with ${measured(second.at.pages)} (${percent(second.at.harvest)})`
    const without = rivals.filter(({ run }) => !reached.some(one => one.run === run)).map(({ name }) => name)
    const never =
      without.length === 0
        ? ''
        : without.length > 6
          ? `; ${without.length} did not reach it`
          : `; not reached by ${list(without)}`
    sentences.push(
      markup`${wholePercent(coverage)} coverage: ${best.name} needed the fewest pages, ${measured(best.at.pages)} (harvest ${percent(best.at.harvest)})${next}${never}.`,
    )
  }
  return sentences
}

function cheapest(rivals: readonly Named[]): readonly Markup[] {
  if (rivals.length < 2) return []
  const byQueue = rivals.toSorted((a, b) => b.run.maxQueue - a.run.maxQueue)
  const byServers = rivals.toSorted((a, b) => b.run.servers - a.run.servers)
  const last = rivals.length - 1
  return [
    markup`The longest queues had from ${measured(byQueue[last].run.maxQueue)} (${byQueue[last].name}) to ${measured(byQueue[0].run.maxQueue)} URLs (${byQueue[0].name}). From ${measured(byServers[last].run.servers)} (${byServers[last].name}) to ${measured(byServers[0].run.servers)} servers (${byServers[0].name}) were accessed.`,
  ]
}

function cutOff(cut: readonly Named[]): Markup {
  const limited = cut.filter(({ run }) => run.stopped === 'pages')
  const texts = [...new Set(limited.map(({ run }) => run.pages))].map(pages => {
    const names = limited.filter(({ run }) => run.pages === pages).map(({ name }) => name)
    return `${list(names)} by the limit of ${counted(pages, 'page')}`
  })
  const stopped = cut.filter(({ run }) => run.stopped === 'interrupted')
  texts.push(...stopped.map(({ name, run }) => `${name} by hand after ${counted(run.pages, 'page')}`))
  return markup`Stopped before the end: ${texts.join('; ')}. How they would have continued is unknown.`
}

/** Strategies that differ in name only, on this graph: their lines hide each other. */
function sameCourse(named: readonly Named[]): readonly Markup[] {
  const byCourse = new Map<string, string[]>()
  for (const { name, run } of named) {
    if (run.pages === 0) continue
    const course = JSON.stringify(
      run.curve.map(({ pages, relevant, queue, servers }) => [pages, relevant, queue, servers]),
    )
    byCourse.set(course, [...(byCourse.get(course) ?? []), name])
  }
  const same = [...byCourse.values()].filter(names => names.length > 1)
  return same.map(names => markup`${list(names)} took the same course, so their lines coincide.`)
}

/** How a run ended, in a word for tables. */
export function ending(run: RunResult): string {
  if (hasHalted(run)) return 'halted'
  return run.stopped === 'finished' ? 'nothing to do' : run.stopped === 'pages' ? 'page limit' : 'interrupted'
}
