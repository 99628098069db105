/**
 * How much the links of the collection speak for a page: PageRank, in which a link inside a site carries a quarter of what a link
 * between sites carries, because a menu is no recommendation. What a link does not carry, and what leads out of the collection, goes
 * to all pages alike, so a site gains nothing by linking to itself more often.
 */

export interface Edges {
  /** Indexes of pages, by link. */
  readonly from: Uint32Array
  readonly to: Uint32Array
  /** By page: all its links, also those that lead out of the collection, so that the few that stay do not carry everything. */
  readonly out: Uint32Array
}

const DAMPING = 0.85
const INSIDE_A_SITE = 0.25
/** Changes of a rank by less than a thousandth do not show on a scale of logarithms. */
const ROUNDS = 30

/** 0…1 by page, on a scale of logarithms: 0 for those that nothing speaks for, 1 for the first of all. */
export function authorities(edges: Edges, siteOf: Uint32Array): Float64Array {
  const { from, to, out } = edges
  const count = siteOf.length
  let rank = new Float64Array(count).fill(1)
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(count)
    let carried = 0
    for (let i = 0; i < from.length; i++) {
      const source = from[i]
      const target = to[i]
      const weight = siteOf[source] === siteOf[target] ? INSIDE_A_SITE : 1
      const flow = (DAMPING * rank[source] * weight) / out[source]
      next[target] += flow
      carried += flow
    }
    const base = count === 0 ? 0 : (count - carried) / count
    for (let i = 0; i < count; i++) next[i] += base
    rank = next
  }
  return onScale(rank)
}

/** Four digits: sums depend on the order of links in the last ones, and lists must not. */
function onScale(rank: Float64Array): Float64Array {
  let least = Infinity
  let most = 0
  for (const value of rank) {
    if (value < least) least = value
    if (value > most) most = value
  }
  const span = Math.log(most) - Math.log(least)
  return rank.map(value => (span < 1e-9 ? 0 : Math.round(((Math.log(value) - Math.log(least)) / span) * 1e4) / 1e4))
}
