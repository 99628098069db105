/**
 * Rates of many pages, each seen for a short time: events per day as gamma distributions (empirical Bayes).
 *
 * What is expected of a page is the mean of its kind, times how much livelier its server is than others, times how much livelier its
 * directory is than its server. Each factor is drawn toward 1 as long as there is little to learn it from. The page's own events then
 * move it away from there: with `events` seen in `days`, a gamma with (shape, shape / expected) becomes one with
 * (shape + events, shape / expected + days).
 */
import type { KnownPages, PageKind } from './contracts.js'

const KINDS: readonly PageKind[] = ['home', 'list', 'article', 'other']

/** Events that a kind, a server or a directory must have shown to count as much as what is expected of it. */
const GROUP_EVENTS = 3

/** Gamma distributions by page: the mean rate is shape / days. */
export interface RateBeliefs {
  readonly shape: Float64Array
  readonly days: Float64Array
}

/** `events` in `days`, by page; `shape` says how alike pages of one place are: with a small one, their own events soon count more. */
export function shrunkRates(
  pages: KnownPages,
  events: Float64Array,
  days: Float64Array,
  shape: number,
  fallback: number,
): RateBeliefs {
  const { count, server, directory } = pages
  const expected = meansByKind(pages, events, days, shape, fallback)
  scaleByGroup(server, count, events, days, shape, expected)
  scaleByGroup(directory, count, events, days, shape, expected)
  const shapes = new Float64Array(count)
  // reused: nobody needs the expected rate any more
  const exposure = expected
  for (let page = 0; page < count; page++) {
    shapes[page] = shape + events[page]
    exposure[page] = shape / expected[page] + days[page]
  }
  return { shape: shapes, days: exposure }
}

/** By page: the mean rate of its kind, which begins at that of all pages, which begins at `fallback`. */
function meansByKind(
  { count, kind }: KnownPages,
  events: Float64Array,
  days: Float64Array,
  shape: number,
  fallback: number,
): Float64Array {
  const eventSum = new Float64Array(KINDS.length)
  const daySum = new Float64Array(KINDS.length)
  let allEvents = 0
  let allDays = 0
  const code = new Uint8Array(count)
  for (let page = 0; page < count; page++) {
    const own = KINDS.indexOf(kind[page])
    code[page] = own
    const weight = weightOf(fallback * days[page], shape)
    eventSum[own] += weight * events[page]
    daySum[own] += weight * days[page]
    allEvents += weight * events[page]
    allDays += weight * days[page]
  }
  const overall = (GROUP_EVENTS + allEvents) / (GROUP_EVENTS / fallback + allDays)
  const mean = KINDS.map((_, own) => (GROUP_EVENTS + eventSum[own]) / (GROUP_EVENTS / overall + daySum[own]))
  const expected = new Float64Array(count)
  for (let page = 0; page < count; page++) expected[page] = mean[code[page]]
  return expected
}

/** Multiplies what is expected of pages by how much more than expected their group has shown. Numbers of groups are dense: memory grows with the largest. */
function scaleByGroup(
  group: ArrayLike<number>,
  count: number,
  events: Float64Array,
  days: Float64Array,
  shape: number,
  expected: Float64Array,
): void {
  let groups = 0
  for (let page = 0; page < count; page++) if (group[page] >= groups) groups = group[page] + 1
  const seen = new Float64Array(groups).fill(GROUP_EVENTS)
  const awaited = new Float64Array(groups).fill(GROUP_EVENTS)
  for (let page = 0; page < count; page++) {
    const usual = expected[page] * days[page]
    const weight = weightOf(usual, shape)
    seen[group[page]] += weight * events[page]
    awaited[group[page]] += weight * usual
  }
  for (let page = 0; page < count; page++) expected[page] *= seen[group[page]] / awaited[group[page]]
}

/**
 * How much the events of a page say about others of its group, of which `usual` would be expected: pages differ, so a page that was
 * watched twice as long is not twice as good a witness (the inverse of the variance of its rate under the gamma distribution).
 */
function weightOf(usual: number, shape: number): number {
  return shape / (shape + usual)
}
