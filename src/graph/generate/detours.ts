/**
 * Relevant pages that only a chain of irrelevant ones leads to: they make the tail of the distances between nearest relevant
 * pages. The chains lie at the end of a server, one after the other.
 */
import { sharedBytes } from '../web-graph.js'
import type { Parameters } from './parameters.js'
import type { Stream } from './random.js'
import { KIND, type Servers } from './servers.js'

/** Servers below this size have no detours: a chain would be most of the server. */
const DETOUR_SERVER = 30

/** Lengths of detours (pages, the relevant one at the end included) by quantile. */
export function detourLengths(parameters: Parameters): Uint8Array {
  const longest = Math.floor(parameters['detour-longest'])
  const decay = parameters['detour-decay']
  const table = sharedBytes(65536)
  let mass = 0
  for (let length = 2; length <= longest; length++) mass += decay ** (length - 2)
  let at = 0
  let sum = 0
  for (let length = 2; length <= longest; length++) {
    sum += decay ** (length - 2)
    const until = length === longest ? 65536 : Math.round((65536 * sum) / mass)
    table.fill(length, at, until)
    at = Math.max(at, until)
  }
  return table
}

/** The golden ratio's multiples fill the unit interval evenly: even a small graph has its one detour of full length. */
export function detourLength(table: Uint8Array, detour: number): number {
  return table[Math.imul(detour, 0x9e3779b1) >>> 16]
}

export function planDetours(
  parameters: Parameters,
  servers: Servers,
  table: Uint8Array,
  share: Float32Array,
  detourPages: Uint32Array,
  firstDetour: Uint32Array,
  random: Stream,
): void {
  const { kind, size, fetched } = servers
  const takes = (s: number): boolean => kind[s] === KIND.site && size[s] >= DETOUR_SERVER && share[s] > 0.3
  let pages = 0
  for (let s = 0; s < fetched; s++) if (takes(s)) pages += size[s]
  const rate = pages === 0 ? 0 : (parameters.detours * servers.relevantTarget) / pages
  let detour = 0
  for (let s = 0; s < fetched; s++) {
    firstDetour[s] = detour
    if (!takes(s)) continue
    random.start(s + 0x40000000)
    const wanted = Math.floor(size[s] * rate + random.unit())
    const room = Math.floor(size[s] / 2)
    for (let i = 0; i < wanted; i++) {
      const length = detourLength(table, detour)
      if (detourPages[s] + length > room) break
      detourPages[s] += length
      detour++
    }
  }
  firstDetour[fetched] = detour
}
