import { CRAWLED, RELEVANT, type WebGraph } from '../graph/index.js'
import type { MissedAt } from './result.js'

const UNREACHABLE = 255

/** Cumulative over distance, as the papers draw it. */
export function missedByDistance(
  graph: WebGraph,
  distances: Uint8Array,
  wasTaken: (page: number) => boolean,
): MissedAt[] {
  const { flags, pages } = graph
  const both = CRAWLED | RELEVANT
  const found = new Uint32Array(UNREACHABLE)
  const missing = new Uint32Array(UNREACHABLE)
  let farthest = 0
  for (let page = 0; page < pages; page++) {
    const distance = distances[page]
    if (distance === UNREACHABLE || (flags[page] & both) !== both) continue
    if (distance > farthest) farthest = distance
    if (wasTaken(page)) found[distance]++
    else missing[distance]++
  }
  const rows: MissedAt[] = []
  let relevant = 0
  let missed = 0
  for (let distance = 0; distance <= farthest; distance++) {
    missed += missing[distance]
    relevant += found[distance] + missing[distance]
    rows.push({ distance, relevant, missed, ratio: relevant === 0 ? 0 : missed / relevant })
  }
  return rows
}
