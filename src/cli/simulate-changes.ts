/** `simulate --changes`: recrawl policies over simulated months. */
import { LongtailError, quoted } from '../errors.js'
import { readGraph, relabelled } from '../graph/index.js'
import { RECRAWL_POLICIES } from '../recrawl/index.js'
import { changesTable } from '../report/index.js'
import { comparePolicies, DEFAULT_CHANGES, ORACLE, type RoundsResult } from '../simulate/changes/index.js'
import { graphFacts } from './graph-seeds.js'
import type { SimulateFlags } from './simulate.js'
import { INTERRUPTED, showWork } from './work-display.js'

const DEFAULT_BUDGETS = '1%,5%,20%'
const MOST_DAYS = 36_500
/** Flags that say how strategies run: with --changes there is none. */
const OF_STRATEGIES = [
  'strategy',
  'maxPages',
  'out',
  'seedFile',
  'inheritUnknown',
  'network',
  'partitions',
  'delay',
  'warmStart',
] as const
/** And those that say how policies do. */
const OF_POLICIES = ['policies', 'days', 'budget', 'every'] as const

/** Refuses flags that would do nothing without --changes. */
export function refusePolicyFlags(flags: SimulateFlags): void {
  const given = OF_POLICIES.find(name => flags[name] !== undefined)
  if (given !== undefined) throw usage(`--${given} needs --changes: it is a setting of recrawl policies`)
}

/** Runs the policies and prints a table or JSON. */
export async function simulateChanges(path: string, flags: SimulateFlags): Promise<void> {
  const foreign = OF_STRATEGIES.find(name => flags[name] !== undefined)
  if (foreign !== undefined) {
    const name = foreign.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
    throw usage(`--${name} and --changes cannot be combined: --changes compares recrawl policies, not strategies`)
  }
  const policies = listedPolicies(flags.policies)
  const budgets = listedBudgets(flags.budget ?? DEFAULT_BUDGETS)
  const { days = 365, every = 1 } = flags
  if (days > MOST_DAYS) throw usage(`--days ${days}: ${MOST_DAYS} is the maximum`)
  if (every >= days)
    throw usage(`--every ${every}: give fewer days than --days ${days}, so that there is at least one round`)
  const changes = typeof flags.changes === 'string' ? flags.changes : DEFAULT_CHANGES
  const seed = drawOf(flags.seed)
  const loaded = readGraph(path)
  const graph = flags.target === undefined ? loaded : relabelled(loaded, flags.target)
  const facts = graphFacts(graph)
  if (facts.crawled === 0) throw usage(`${path} has no crawled page that could change`)

  const display = showWork(process.stderr, 'stopping; finished results are shown')
  if (facts.relevant === 0) display.note('no page of this graph is relevant: all pages count as relevant')
  const runs = await comparePolicies(graph, {
    policies,
    budgets,
    changes,
    days,
    every,
    seed,
    workers: flags.workers,
    signal: display.signal,
    onProgress: (policy, budget, day) => display.update(`${policy} at ${inPercent(budget)}: day ${day} of ${days}`),
    onRun: ({ policy, budget, downloads, planSeconds }) =>
      display.note(
        `${policy} at ${inPercent(budget)}: ${downloads} downloads, ${planSeconds.toFixed(1)} s of planning`,
      ),
  })
  display.end()
  const expected = policies.length * budgets.length
  const stopped: RoundsResult['stopped'] = runs.length < expected ? 'interrupted' : 'finished'
  if (stopped === 'interrupted') process.exitCode = INTERRUPTED
  const result = { graph: facts, changes: { model: changes, days, every, seed }, runs, stopped }
  console.log(flags.json === true ? JSON.stringify(result) : changesTable(runs))
}

/** `a,b:x=1,y=2,c` → a, b:x=1,y=2, c: a part that is a parameter belongs to the policy before it. */
export function listedPolicies(text: string | undefined): string[] {
  if (text === undefined) return [...RECRAWL_POLICIES.map(({ name }) => name), ORACLE]
  const specs: string[] = []
  for (const part of text.split(',')) {
    if (/^[^:]*=/.test(part) && specs.length > 0) specs.push(`${specs.pop() ?? ''},${part}`)
    else specs.push(part.trim())
  }
  return [...new Set(specs)]
}

/** `1%,5%` → 0.01, 0.05. */
export function listedBudgets(text: string): number[] {
  const shares = text.split(',').map(part => {
    const match = /^(\d+(?:\.\d+)?)\s*%$/.exec(part.trim())
    const share = match === null ? NaN : Number(match[1]) / 100
    if (!(share > 0 && share <= 10))
      throw usage(
        `--budget: ${quoted(part)} is not a budget; give percent of the pages per day, from 0.001% to 1000%, such as 1%,5%`,
      )
    return share
  })
  return [...new Set(shares)]
}

function drawOf(seeds: readonly string[] | undefined): number {
  const [seed = '1', ...more] = seeds ?? []
  if (!/^\d{1,9}$/.test(seed) || more.length > 0)
    throw usage(`--seed: with --changes this is the random seed, one whole number, not ${quoted(seed)}`)
  return Number(seed)
}

function inPercent(share: number): string {
  return `${Number((share * 100).toPrecision(6))} %`
}

function usage(text: string): LongtailError {
  return new LongtailError('E_USAGE', text)
}
