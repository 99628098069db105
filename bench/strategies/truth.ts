/**
 * What a crawl is measured by, apart from what its judge says: which pages are wanted, and how many of these can be reached. The
 * graph of a test web holds the judge's verdicts, because that is what strategies see; the truth is laid beside it.
 */
import type { JudgeErrors } from '../../src/contracts.js'
import { CRAWLED, RELEVANT, sharedWords, type WebGraph } from '../../src/graph/index.js'
import { errorsOf } from '../../src/judge/judge-errors.js'
import { NearDuplicates } from '../../src/page/index.js'

export interface Truth {
  /** By page: 0 when it is not wanted, else the number of what it shows. Of pages with the same number, copies, one counts. */
  readonly wanted: Uint32Array
  /** By page: 0 for those that the judge was trained with, which are crawled and not counted; null: all count. */
  readonly counted: Uint8Array | null
  /** What counts and can be reached from the seeds by links: pages, and different wanted ones among them. */
  readonly pagesInReach: number
  readonly wantedInReach: number
}

export interface TestWeb {
  readonly graph: WebGraph
  readonly truth: Truth
  /** How often the judge errs, as it says of itself: strategies are told, as in a live crawl. */
  readonly judgeErrors?: JudgeErrors
}

/** The judge never errs: its verdicts are the truth. Where these are languages, it says of itself what it says in a live crawl. */
export function judgedRightly(graph: WebGraph): TestWeb {
  const judgeErrors = graph.target.length === 0 ? null : errorsOf({ kind: 'language', languages: graph.target })
  return { graph, truth: truthOf(graph, labelsOf(graph), null), judgeErrors: judgeErrors ?? undefined }
}

/**
 * By page, as Truth.wanted has it, for pages that are labelled, by default those that the graph says are relevant. Of pages that say
 * nearly the same one counts, where the graph knows texts: they have the number of the first.
 */
export function labelsOf(
  { flags, pages, simhash }: WebGraph,
  isLabelled = (page: number): boolean => flags[page] === (CRAWLED | RELEVANT),
): Uint32Array {
  const texts = simhash === undefined ? null : new NearDuplicates(1 << 16)
  const wanted = sharedWords(pages)
  for (let page = 0; page < pages; page++) {
    if (!isLabelled(page)) continue
    const near = texts?.findOrAdd(simhash?.[2 * page] ?? 0, simhash?.[2 * page + 1] ?? 0, page) ?? -1
    wanted[page] = (near === -1 ? page : near) + 1
  }
  return wanted
}

/** `wanted` has numbers from 1 to the number of pages. */
export function truthOf(graph: WebGraph, wanted: Uint32Array, counted: Uint8Array | null): Truth {
  const seen = new Uint8Array(graph.pages + 1)
  let pagesInReach = 0
  let wantedInReach = 0
  for (const page of pagesInReachOf(graph, graph.seeds)) {
    if (counted !== null && counted[page] === 0) continue
    pagesInReach++
    const shown = wanted[page]
    if (shown === 0 || seen[shown] === 1) continue
    seen[shown] = 1
    wantedInReach++
  }
  return { wanted, counted, pagesInReach, wantedInReach }
}

/** All pages that any crawl from these can fetch. */
export function pagesInReachOf({ pages, flags, offsets, to }: WebGraph, seeds: Iterable<number>): Uint32Array {
  const seen = new Uint8Array(pages)
  const queue = new Uint32Array(pages)
  let length = 0
  const add = (page: number): void => {
    if (seen[page] === 1 || (flags[page] & CRAWLED) === 0) return
    seen[page] = 1
    queue[length++] = page
  }
  for (const seed of seeds) add(seed)
  for (let next = 0; next < length; next++) {
    const page = queue[next]
    for (let i = offsets[page], end = offsets[page + 1]; i < end; i++) add(to[i])
  }
  return queue.subarray(0, length)
}
