/** One number for all examples that say the same: for leaving out what a site repeats. */
import type { HostId } from '../../contracts.js'
import type { Example } from './predictor.js'

/** Words count as a set. */
export function exampleKey({ links, fromRelevant }: Example, words: Uint32Array, count: number, host: HostId): number {
  let hash = Math.imul(host ^ 0x811c9dc5, 0x01000193)
  let other = fromRelevant ? 1 : 0
  for (const value of links) {
    hash = Math.imul(hash ^ (value & 0xffff), 0x01000193)
    other = Math.imul(other ^ (value + 2), 0x85ebca6b)
  }
  let sum = 0
  for (let i = 0; i < count; i++) sum = (sum + Math.imul(words[i], 0x9e3779b1)) | 0
  hash = Math.imul(hash ^ sum, 0x01000193)
  // 53 bits: among a million examples a chance of 1 in 20,000 that any two are mistaken for each other
  return (hash >>> 0) * 2 ** 21 + ((other ^ (other >>> 15)) & (2 ** 21 - 1))
}
