/**
 * One strategy on one graph, measured exactly: the page count at which each half per mille of the relevant pages had been
 * found, and what the strategy expected still to find at some of these moments. The strategy under test is wrapped: that
 * is where a judge that errs is put, and where pages are counted after the strategy has learned from them.
 */
import { readFileSync } from 'node:fs'
import { LANGUAGE, type Strategy, type Visit } from '../../src/contracts.js'
import { CRAWLED, RELEVANT, type WebGraph } from '../../src/graph/index.js'
import { perfectPaths, simulate } from '../../src/simulate/index.js'
import { createStrategy, runsOnGraphsOnly } from '../../src/strategy/index.js'

/** `pagesAt[i]` is for a coverage of i / STEPS. */
export const STEPS = 2000
export const MILESTONES = [0.5, 0.8, 0.9, 0.95, 0.98, 0.99] as const
export const ESTIMATED_AT = [0.5, 0.8, 0.95] as const

export interface EstimateAt {
  readonly coverage: number
  /** found / (found + remaining), with the most likely number and with the ends of the range. */
  readonly estimated: number
  readonly low: number
  readonly high: number
}

export interface Measured {
  readonly spec: string
  readonly pages: number
  readonly relevant: number
  readonly relevantInGraph: number
  readonly servers: number
  /** Pages fetched when a coverage of i / STEPS was first reached; shorter than STEPS + 1 when the end never was. */
  readonly pagesAt: readonly number[]
  readonly estimates: readonly EstimateAt[]
  readonly cpuSeconds: number
  /** Says which graph it was: a result of another one is not taken for this one's. */
  readonly graph: string
}

export function measure(graph: WebGraph, spec: string, judgeErrors: number, sum = checksum(graph)): Measured {
  const knowledge = runsOnGraphsOnly(spec) ? { leadsToRelevant: perfectPaths(graph, graph.seeds) } : undefined
  const strategy = createStrategy(spec, knowledge)
  const { flags } = graph
  const total = countRelevant(graph)
  const pagesAt = [0]
  const estimates: EstimateAt[] = []
  let pages = 0
  let found = 0
  let judgedRelevant = 0
  const judge = judgeErrors === 0 ? null : errs(judgeErrors)
  const observed: Strategy = {
    ...strategy,
    score(visit, links, out, control) {
      const seen = judge === null ? visit : judge(visit)
      strategy.score(seen, links, out, control)
      pages++
      if (seen.relevant) judgedRelevant++
      if ((flags[visit.page] & RELEVANT) === 0) return
      found++
      while (pagesAt.length <= STEPS && found >= (pagesAt.length / STEPS) * total) {
        const coverage = pagesAt.length / STEPS
        pagesAt.push(pages)
        if (ESTIMATED_AT.some(moment => moment === coverage)) note(coverage)
      }
    },
  }
  const note = (coverage: number): void => {
    const estimate = strategy.estimate?.()
    if (estimate === undefined) return
    const share = (remaining: number): number => judgedRelevant / (judgedRelevant + remaining)
    estimates.push({
      coverage,
      estimated: share(estimate.remaining),
      low: share(estimate.high),
      high: share(estimate.low),
    })
  }
  const before = threadSeconds()
  const result = simulate(graph, observed, { spec, seeds: graph.seeds })
  return {
    spec,
    pages: result.pages,
    relevant: result.relevant,
    relevantInGraph: total,
    servers: result.servers,
    pagesAt,
    estimates,
    cpuSeconds: threadSeconds() - before,
    graph: sum,
  }
}

/** A judge that is wrong about the same pages every time it is asked, whoever asks. */
function errs(share: number): (visit: Visit) => Visit {
  const limit = share * 2 ** 32
  return visit => {
    if (mixed(visit.page) >= limit) return visit
    const relevant = !visit.relevant
    return {
      ...visit,
      relevant,
      score: 1 - visit.score,
      language: relevant ? LANGUAGE.target : LANGUAGE.other,
    }
  }
}

/** A 32-bit mixer (Murmur3's last step) of a page id; the constant keeps it apart from draws of the generator. */
function mixed(page: number): number {
  let hash = page ^ 0x5eed1e55
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

export function countRelevant({ flags }: WebGraph): number {
  const both = CRAWLED | RELEVANT
  let count = 0
  for (const flag of flags) if ((flag & both) === both) count++
  return count
}

/** Over all that a strategy or a count can see, so that no result of an older generator is taken for one of today's. */
export function checksum(graph: WebGraph): string {
  const { pages, links, offsets, to, server, directory, flags, language, serverTld, serverDomain, charset, anchors } =
    graph
  let hash = 0
  for (const column of [offsets, to, server, directory, flags, language, serverTld, serverDomain, charset, anchors]) {
    if (column === null) continue
    for (let i = 0; i < column.length; i++) hash = (Math.imul(hash, 31) + column[i]) | 0
  }
  return `${pages}/${links}/${countRelevant(graph)}/${graph.seeds.join('+')}/${(hash >>> 0).toString(16)}`
}

/** CPU time of this thread, where the system tells it (Linux); else the time that passed. */
function threadSeconds(): number {
  try {
    const text = readFileSync('/proc/thread-self/stat', 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100 // user and system time in ticks, of which all Linux has 100 a second
  } catch {
    return performance.now() / 1000
  }
}
