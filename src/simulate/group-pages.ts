/** Which crawled pages belong to a group: built once by counting, when a strategy first lifts or re-admits one. */
import { CRAWLED } from '../graph/index.js'

export interface GroupPages {
  /** Pages of group g: `pages[starts[g]] … pages[starts[g + 1] - 1]`. */
  readonly starts: Uint32Array
  readonly pages: Uint32Array
}

export function pagesByGroup(group: Uint32Array, flags: Uint8Array, groups: number): GroupPages {
  const starts = new Uint32Array(groups + 1)
  for (let page = 0; page < group.length; page++) if ((flags[page] & CRAWLED) !== 0) starts[group[page] + 1]++
  for (let g = 0; g < groups; g++) starts[g + 1] += starts[g]
  const next = starts.slice(0, groups)
  const pages = new Uint32Array(starts[groups])
  for (let page = 0; page < group.length; page++) if ((flags[page] & CRAWLED) !== 0) pages[next[group[page]]++] = page
  return { starts, pages }
}
