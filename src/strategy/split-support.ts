import type { Strategy } from '../contracts.js'

/** What the partitions of a crawl share beyond links and prices: what each of them learns, or nothing. */
export type SplitSupport = 'learns together' | 'links and prices alone'

export function splitSupport({ example, absorb }: Pick<Strategy, 'example' | 'absorb'>): SplitSupport {
  return example === undefined || absorb === undefined ? 'links and prices alone' : 'learns together'
}
