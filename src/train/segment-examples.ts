/** From the visits of a crawl to what a predictor of segments learns from: one example for each pair of segments with a link. */
import type { GroupId, Links, Visit } from '../contracts.js'
import { Predictor, type Example, type PredictorOptions } from '../strategy/segment-predictor/predictor.js'
import { SegmentCounts } from '../strategy/segment-predictor/segment-counts.js'
import { SegmentPairs } from '../strategy/segment-predictor/segment-pairs.js'

/** Every fetched page of a crawl or graph with its links, in the shape in which strategies see them, groups being segments. */
export interface VisitSource {
  /** Ids are below these. */
  readonly pages: number
  readonly segments: number
  /** Pages where the crawl began. */
  readonly seeds: readonly number[]
  visits(see: (visit: Visit, links: Links) => void): void
}

/** Segments, and who links to whom. */
export interface SegmentWeb {
  readonly counts: SegmentCounts
  readonly pairs: SegmentPairs
  readonly predictor: Predictor
  readonly seeds: readonly GroupId[]
}

export interface Labelled {
  readonly example: Example
  readonly relevant: boolean
  readonly pair: number
}

export function readSegments(source: VisitSource, degree: number, options: PredictorOptions): SegmentWeb {
  const counts = new SegmentCounts(degree)
  const pairs = new SegmentPairs(true)
  const predictor = new Predictor(counts, pairs, options)
  counts.reserve(source.segments)
  pairs.reserve(source.segments)
  predictor.reserve(source.segments)
  const seeds = new Set<GroupId>()
  source.visits((visit, links) => {
    const { to, start, end, group, features } = links
    predictor.features.see(features)
    predictor.neighbourhood.host = features.host
    predictor.neighbourhood.parent = features.parent
    if (seeds.size === 0) for (const page of source.seeds) seeds.add(group[page])
    const from = group[visit.page]
    counts.add(from, visit)
    predictor.notePage(from, visit.relevant)
    for (let i = start; i < end; i++) {
      const target = group[to[i]]
      const pair = target === from ? 0 : pairs.meet(from, target)
      if (pair !== 0) pairs.read(pair, i - start, features.names, features.words)
    }
  })
  return { counts, pairs, predictor, seeds: [...seeds] }
}

/** Pairs both of whose segments were fetched from; what segments of one host repeat is kept once. */
export function examplesOf({ counts, pairs, predictor }: SegmentWeb) {
  const known = [new Set<number>(), new Set<number>()]
  const labelled: Labelled[] = []
  let duplicates = 0
  for (let pair = 1; pair <= pairs.size; pair++) {
    const target = pairs.target[pair]
    if (counts.of.pages[target] === 0 || counts.of.pages[pairs.source[pair]] === 0) continue
    const relevant = counts.isRelevant(target)
    const seen = known[relevant ? 1 : 0]
    const key = predictor.keyOfInside(pair)
    if (seen.has(key)) {
      duplicates++
      continue
    }
    if (key !== -1) seen.add(key)
    labelled.push({ example: predictor.exampleOf(pair), relevant, pair })
  }
  return {
    labelled,
    /** Left out because another link inside the same host says the same. */
    duplicates,
  }
}
