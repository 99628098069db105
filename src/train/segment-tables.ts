/**
 * What links between segments say, as tables 5 to 7 of the thesis show it, and which relevance degree makes a segment worth
 * fetching (table 3).
 */
import type { GroupId } from '../contracts.js'
import type { SegmentWeb } from './segment-examples.js'

/** Links between segments whose destination was fetched from: how many, and how many lead to a relevant one. */
export interface LinkShare {
  readonly links: number
  readonly toRelevant: number
}

export interface LinkTables {
  /** Table 5. */
  readonly fromRelevant: LinkShare
  readonly fromIrrelevant: LinkShare
  /** Table 6: a name in anchors or surroundings, or none. */
  readonly nameInAnchor: LinkShare
  readonly noNameInAnchor: LinkShare
  /** Table 7: a name in a URL of the destination, or none. */
  readonly nameInUrl: LinkShare
  readonly noNameInUrl: LinkShare
}

export function linkTables({ counts, pairs }: SegmentWeb): LinkTables {
  const shares = Array.from({ length: 6 }, () => ({ links: 0, toRelevant: 0 }))
  for (let pair = 1; pair <= pairs.size; pair++) {
    const target = pairs.target[pair]
    if (counts.of.pages[target] === 0) continue
    const kinds = [
      counts.isRelevant(pairs.source[pair]) ? 0 : 1,
      pairs.namesInAnchors(pair) > 0 ? 2 : 3,
      pairs.namesInUrls(pair) > 0 ? 4 : 5,
    ]
    for (const kind of kinds) {
      shares[kind].links++
      if (counts.isRelevant(target)) shares[kind].toRelevant++
    }
  }
  const [fromRelevant, fromIrrelevant, nameInAnchor, noNameInAnchor, nameInUrl, noNameInUrl] = shares
  return { fromRelevant, fromIrrelevant, nameInAnchor, noNameInAnchor, nameInUrl, noNameInUrl }
}

export interface SweepRow {
  readonly degree: number
  readonly harvest: number
  readonly coverage: number
  readonly f: number
}

/** The row "1" of the thesis was run as more than 0.99. */
export const SWEEP = [0.25, 0.5, 0.75, 0.99] as const

/**
 * A crawl that knows which segments are relevant, for several meanings of relevant. Hop 0, the segments of the seeds, is
 * fetched whole; of hop 1, relevant segments and, for each relevant segment of hop 2, its best source; of hop 2, relevant ones.
 */
export function degreeSweep(web: SegmentWeb, degrees: readonly number[] = SWEEP): SweepRow[] {
  const { counts, pairs } = web
  const hop = new Map<GroupId, number>(web.seeds.map(seed => [seed, 0]))
  for (const [segment, distance] of hop) {
    if (distance === 2) continue
    for (let p = pairs.firstFrom(segment); p !== 0; p = pairs.nextFrom(p)) {
      const target = pairs.target[p]
      if (counts.of.pages[target] > 0 && !hop.has(target)) hop.set(target, distance + 1)
    }
  }
  let wanted = 0
  for (const segment of hop.keys()) wanted += counts.of.finds[segment]
  return degrees.map(degree => {
    const taken = new Set<GroupId>()
    for (const [segment, distance] of hop) {
      if (distance > 0 && counts.degree(segment) <= degree) continue
      taken.add(segment)
      if (distance < 2) continue
      const best = bestSource(web, segment, hop)
      if (best !== -1) taken.add(best)
    }
    let pages = 0
    let found = 0
    for (const segment of taken) {
      pages += counts.of.pages[segment]
      found += counts.of.finds[segment]
    }
    const harvest = found / Math.max(1, pages)
    const coverage = found / Math.max(1, wanted)
    return { degree, harvest, coverage, f: found === 0 ? 0 : (2 * harvest * coverage) / (harvest + coverage) }
  })
}

/** Of the segments of hop 1 that link to it, the one with the highest relevance degree. */
function bestSource({ counts, pairs }: SegmentWeb, segment: GroupId, hop: ReadonlyMap<GroupId, number>): GroupId {
  let best = -1
  for (let p = pairs.firstTo(segment); p !== 0; p = pairs.nextTo(p)) {
    const source = pairs.source[p]
    if (hop.get(source) === 1 && (best === -1 || counts.degree(source) > counts.degree(best))) best = source
  }
  return best
}
