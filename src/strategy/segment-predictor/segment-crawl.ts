/**
 * Crawling by website segments (Suebchua 2014, section 4): what best-segment and segment-predictor share. A segment is all
 * pages of one directory. The best one by score is chosen and crawled whole; then the next.
 *
 *   place of a segment   its bias: the mean over its sources x (segments that link to it) of
 *                        mean page score of x · prediction from x                            (equation 8; `max` by option)
 *   within a segment     its level: more names in the URL first, then the better parent
 *   S                    after S irrelevant pages in a row the segment is stopped: its group is parked. A relevant page
 *                        elsewhere that shows a new URL in it re-admits it, and then one more miss stops it again; so does
 *                        a relevant page of its own that was already under way.
 *   D                    a segment waits (parked) while it was found only by chains of D irrelevant segments. Links from a
 *                        relevant segment, or a seed's, count 0; from an irrelevant one, one more than it has itself. When a
 *                        source turns relevant what it links to is let in.
 *
 * A segment that was begun stays ahead of all others until it is stopped or has no page left that anybody has seen. Sources
 * change while they are crawled: the pairs of a source are scored anew when its relevance degree moves to another tenth or
 * its mean score by 1/32, when it ends for the first time, and a pair itself whenever a page adds a link to it.
 */
import type {
  GroupId,
  Links,
  PageId,
  Persistent,
  PlaceControl,
  Strategy,
  StrategyNeed,
  Visit,
} from '../../contracts.js'
import { tellList } from '../../state-collections.js'
import { growAll, tellAll } from '../../growing-arrays.js'
import { BINS, binOf } from './segment-link-features.js'
import type { SegmentCounts } from './segment-counts.js'
import type { SegmentPairs } from './segment-pairs.js'
import { FIRST_SEED, levelOf, LEVELS, scoreBias, UNDER_WAY } from './segment-places.js'

export interface SegmentRule {
  readonly s: number
  readonly d: number
  readonly score: 'mean' | 'max'
  /** Both factors of the score are at least this. */
  readonly floor: number
  /** Segments none of whose links promises this much wait. */
  readonly admit: number
  readonly wants: readonly StrategyNeed[]
}

/** Who predicts, and learns from segments that were crawled to their end. Null: every prediction is 1. */
export interface SegmentOracle extends Persistent {
  reserve(segments: number): void
  /** Called first of all in each visit. */
  see(links: Links): void
  notePage(segment: GroupId, isFind: boolean): void
  predict(pair: number): number
  /** True when so much was learned that all predictions should be made anew. */
  learnFrom(segment: GroupId): boolean
}

// what became of a segment
const OPEN = 1
const BEGUN = 2
const STOPPED = 3
const WAITING = 4 // parked by D or `admit`
const NEVER = 0xff

export function createSegmentCrawl(
  rule: SegmentRule,
  counts: SegmentCounts,
  pairs: SegmentPairs,
  oracle: SegmentOracle | null,
): Omit<Strategy, 'name'> {
  const { s, d, floor, admit } = rule
  const isMean = rule.score === 'mean'
  const pages = {
    level: new Uint16Array(0), // best given, 0: none yet
    fetched: new Uint8Array(0),
  }
  const of = {
    state: new Uint8Array(0),
    isSeed: new Uint8Array(0),
    misses: new Uint8Array(0), // in a row
    distance: new Uint8Array(0), // + 1; 0: nobody links there
    reach: new Uint8Array(0), // + 1: the best distance that it gave to others; 0: none yet
    waiting: new Uint32Array(0), // pages seen and not fetched
    sum: new Float64Array(0), // of the worth of its pairs
    given: new Float64Array(0), // score that a hop brought along
    key: new Uint16Array(0), // of a source when its pairs were last scored
    hasEnded: new Uint8Array(0),
  }
  const seeds: PageId[] = []
  const hops: PageId[] = [] // from, to, from, to …
  const lost: PageId[] = []
  const touched: number[] = [] // pairs of the visit
  const moved: GroupId[] = []

  function scoreOf(segment: GroupId): number {
    let score = of.given[segment]
    if (isMean) score = Math.max(score, of.sum[segment] / Math.max(1, pairs.sourcesOf(segment)))
    else for (let p = pairs.firstTo(segment); p !== 0; p = pairs.nextTo(p)) score = Math.max(score, pairs.of.worth[p])
    return score
  }

  function mayBeFetched(segment: GroupId): boolean {
    if (of.isSeed[segment] === 1) return true
    if (of.distance[segment] === 0 || of.distance[segment] > d) return false
    if (admit === 0 || oracle === null) return true
    let best = 0
    for (let p = pairs.firstTo(segment); p !== 0; p = pairs.nextTo(p)) best = Math.max(best, pairs.of.prediction[p])
    return best >= admit || pairs.firstTo(segment) === 0
  }

  /** Gives a segment that is neither under way nor stopped the place that it deserves. */
  function place(segment: GroupId, places: PlaceControl): void {
    if (of.state[segment] === BEGUN || of.state[segment] === STOPPED) return
    if (!mayBeFetched(segment)) {
      if (of.state[segment] !== WAITING) places.park(segment)
      of.state[segment] = WAITING
      return
    }
    if (of.state[segment] === WAITING) places.readmit(segment)
    of.state[segment] = OPEN
    const isFirst = of.isSeed[segment] === 1 && counts.of.pages[segment] === 0
    places.bias(segment, isFirst ? FIRST_SEED : scoreBias(scoreOf(segment)))
  }

  function scorePair(pair: number): void {
    const prediction = oracle === null ? 1 : oracle.predict(pair)
    const worth = Math.max(floor, counts.meanScore(pairs.source[pair])) * Math.max(floor, prediction)
    of.sum[pairs.target[pair]] += worth - pairs.of.worth[pair]
    pairs.of.worth[pair] = worth
    pairs.of.prediction[pair] = prediction
  }

  function scoreAllFrom(source: GroupId, places: PlaceControl): void {
    for (let p = pairs.firstFrom(source); p !== 0; p = pairs.nextFrom(p)) {
      scorePair(p)
      place(pairs.target[p], places)
    }
  }

  /** A segment was found at a distance (+ 1); what that opens further on. */
  function lower(segment: GroupId, to: number, places: PlaceControl): void {
    moved.push(segment)
    of.distance[segment] = to
    for (let next = moved.pop(); next !== undefined; next = moved.pop()) {
      place(next, places)
      if (counts.of.pages[next] === 0 || !reachesFarther(next)) continue
      for (let p = pairs.firstFrom(next); p !== 0; p = pairs.nextFrom(p)) {
        const target = pairs.target[p]
        if (of.distance[target] !== 0 && of.distance[target] <= of.reach[next]) continue
        of.distance[target] = of.reach[next]
        moved.push(target)
      }
    }
  }

  /** What a segment's links are worth now; true when that is better than it was. */
  function reachesFarther(segment: GroupId): boolean {
    const isNear = of.isSeed[segment] === 1 || counts.isRelevant(segment)
    const now = isNear ? 1 : Math.min(NEVER, (of.distance[segment] || 1) + 1)
    if (of.reach[segment] !== 0 && of.reach[segment] <= now) return false
    of.reach[segment] = now
    return true
  }

  /**
   * The segment was crawled as far as was known: it teaches, and what it links to is scored. Once only: one whose pages are
   * found one at a time ends with each of them, and may link to very many others.
   */
  function end(segment: GroupId, places: PlaceControl): void {
    if (of.hasEnded[segment] === 1) return
    of.hasEnded[segment] = 1
    if (oracle?.learnFrom(segment) === true) {
      for (let p = 1; p <= pairs.size; p++) if (counts.of.pages[pairs.target[p]] === 0) scorePair(p)
      for (let p = 1; p <= pairs.size; p++) if (counts.of.pages[pairs.target[p]] === 0) place(pairs.target[p], places)
    }
    scoreAllFrom(segment, places)
  }

  /** No page of it is left that anybody has seen. */
  function exhaust(segment: GroupId, places: PlaceControl): void {
    of.state[segment] = OPEN
    end(segment, places)
    place(segment, places)
  }

  /** Seeds, hops and lost pages, whose segments could not be known when they were named. */
  function settleNamed(group: Uint32Array, places: PlaceControl): void {
    for (const page of seeds) {
      of.isSeed[group[page]] = 1
      if (pages.fetched[page] === 0) of.waiting[group[page]]++
      place(group[page], places)
    }
    seeds.length = 0
    for (let i = 0; i < hops.length; i += 2) {
      const from = group[hops[i]]
      const to = group[hops[i + 1]]
      if (pages.fetched[hops[i]] === 0) drop(hops[i], from)
      if (pages.fetched[hops[i + 1]] === 0) of.waiting[to]++ // twice where it was seen before: it ends a little later then
      if (from === to) continue
      if (of.isSeed[from] === 1 && counts.of.pages[from] === 0) of.isSeed[to] = 1
      of.given[to] = Math.max(of.given[to], scoreOf(from))
      if (of.distance[to] === 0 || of.distance[to] > of.distance[from]) lower(to, of.distance[from] || 1, places)
      else place(to, places)
    }
    hops.length = 0
    for (const page of lost) {
      const segment = group[page]
      if (pages.fetched[page] === 0 && pages.level[page] !== 0) drop(page, segment)
      if (of.state[segment] === BEGUN && of.waiting[segment] === 0) exhaust(segment, places)
    }
    lost.length = 0
  }

  function drop(page: PageId, segment: GroupId): void {
    pages.fetched[page] = 1
    if (of.waiting[segment] > 0) of.waiting[segment]--
  }

  function count(visit: Visit, source: GroupId, places: PlaceControl): void {
    drop(visit.page, source)
    counts.add(source, visit)
    oracle?.notePage(source, visit.relevant)
    of.misses[source] = visit.relevant ? 0 : Math.min(NEVER, of.misses[source] + 1)
    const isOver = of.misses[source] >= s
    if (of.state[source] === STOPPED && !isOver) places.readmit(source)
    if (of.state[source] === WAITING) places.readmit(source) // it was under way
    if (isOver) {
      if (of.state[source] !== STOPPED) places.park(source)
      of.state[source] = STOPPED
    } else if (of.state[source] !== BEGUN) {
      of.state[source] = BEGUN
      places.bias(source, UNDER_WAY + scoreBias(scoreOf(source)))
    }
    if (reachesFarther(source)) {
      for (let p = pairs.firstFrom(source); p !== 0; p = pairs.nextFrom(p)) found(pairs.target[p], source, places)
    }
  }

  function found(target: GroupId, source: GroupId, places: PlaceControl): void {
    if (of.distance[target] === 0 || of.distance[target] > of.reach[source]) lower(target, of.reach[source], places)
  }

  function follow(visit: Visit, links: Links, i: number, source: GroupId, places: PlaceControl): number {
    const page = links.to[i]
    const target = links.group[page]
    const k = i - links.start
    const { names, words } = links.features
    if (target !== source) {
      const pair = pairs.meet(source, target)
      if (pair !== 0 && pairs.read(pair, k, names, words) && pair !== touched[touched.length - 1]) touched.push(pair)
      found(target, source, places)
    }
    if (pages.fetched[page] === 1) return 0
    const before = pages.level[page]
    if (before === 0) {
      of.waiting[target]++
      if (visit.relevant && target !== source && of.state[target] === STOPPED) {
        of.state[target] = OPEN
        of.misses[target] = s - 1
        places.readmit(target)
        place(target, places)
      }
    }
    const now = levelOf(names === null ? 0 : names.urlNames[k], visit.score)
    return (pages.level[page] = before !== 0 && before < now ? before : now)
  }

  return {
    levels: LEVELS,
    groupBy: 'segment',
    needs: [],
    wants: rule.wants,
    reorders: 'often',
    reserve(pageCount, segments) {
      growAll(pages, pageCount)
      growAll(of, segments)
      counts.reserve(segments)
      pairs.reserve(segments)
      oracle?.reserve(segments)
    },
    seed(page) {
      seeds.push(page)
      pages.level[page] = 1
      return 1
    },
    score(visit, links, out, places) {
      oracle?.see(links)
      if (seeds.length + hops.length + lost.length > 0) settleNamed(links.group, places)
      const source = links.group[visit.page]
      count(visit, source, places)
      touched.length = 0
      for (let i = links.start; i < links.end; i++) out[i - links.start] = follow(visit, links, i, source, places)
      const now = 1 + 33 * binOf(counts.degree(source), BINS) + Math.round(32 * counts.meanScore(source))
      const hadEnded = of.hasEnded[source] === 1
      if (of.state[source] === STOPPED) end(source, places)
      else if (of.waiting[source] === 0) exhaust(source, places)
      const wereAllScored = !hadEnded && of.hasEnded[source] === 1
      if (!wereAllScored && now !== of.key[source]) scoreAllFrom(source, places)
      else if (!wereAllScored) {
        for (const pair of touched) {
          scorePair(pair)
          place(pairs.target[pair], places)
        }
      }
      of.key[source] = now
    },
    persist(fields) {
      fields.part('counts', counts)
      fields.part('pairs', pairs)
      if (oracle !== null) fields.part('oracle', oracle)
      tellAll(fields, pages)
      tellAll(fields, of)
      tellList(fields, 'seeds', seeds)
      tellList(fields, 'hops', hops)
      tellList(fields, 'lost', lost)
    },
    hop(from, to) {
      hops.push(from, to)
      if (pages.level[from] !== 0 && (pages.level[to] === 0 || pages.level[from] < pages.level[to]))
        pages.level[to] = pages.level[from]
    },
    lost(page) {
      lost.push(page)
    },
  }
}
