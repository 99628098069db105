/** Where redirects lead in the end. */
import type { Words } from './builder-columns.js'
import { DROPPED } from './builder-links.js'

/** As many as browsers follow. */
const MAX_HOPS = 20

/**
 * By id: itself for a page, the last page of the chain for a redirect, DROPPED where that is a circle or too long. Null
 * when there are no redirects. Of two redirects of one id the first counts.
 *
 * @param pairs From, to, from, to…
 */
export function resolveRedirects(size: number, pairs: Words, isCrawled: (id: number) => boolean): Uint32Array | null {
  if (pairs.length === 0) return null
  const next = new Uint32Array(size)
  for (let id = 0; id < size; id++) next[id] = id
  for (let i = 0; i < pairs.length; i += 2) {
    const from = pairs.values[i]
    if (next[from] === from && !isCrawled(from)) next[from] = pairs.values[i + 1]
  }
  const leads = new Uint32Array(size)
  for (let id = 0; id < size; id++) {
    let at = id
    let hops = 0
    while (next[at] !== at && hops <= MAX_HOPS) {
      at = next[at]
      hops++
    }
    leads[id] = hops > MAX_HOPS ? DROPPED : at
  }
  return leads
}
