/**
 * What the network model says about one server, one page, one request. Everything that looks like chance is a hash of the
 * seed and an id: the same page always has the same size, however it was reached.
 */
import type { NetworkModel } from './network-model.js'

// Different draws about the same id must not resemble each other.
const LATENCY = 1
const SIZE = 2
const FAILURE = 3

export function createDraws({ latency, jitter, size, spread, failures, seed }: NetworkModel) {
  const medianMs = latency * 1000
  // the mean of a log-normal is exp(σ²/2) times its median
  const medianBytes = size * Math.exp((-spread * spread) / 2)
  return {
    /** Until the first byte. */
    latencyMs: (server: number): number =>
      jitter === 0 ? medianMs : medianMs * Math.exp(jitter * normal(seed, LATENCY, server)),
    bytes: (page: number): number => (spread === 0 ? size : medianBytes * Math.exp(spread * normal(seed, SIZE, page))),
    /** Whether the request gets no answer; `attempt` counts from 0. */
    fails: (page: number, attempt: number): boolean =>
      failures > 0 && uniform(seed, FAILURE + attempt, page) < failures,
  }
}

/** 0 ≤ x < 1 */
function uniform(seed: number, salt: number, id: number): number {
  return mixed(mixed(mixed(seed) ^ salt) ^ id) / 0x1_0000_0000
}

/** Box-Muller, from two hashes of the id. */
function normal(seed: number, salt: number, id: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - uniform(seed, salt, id)))
  return radius * Math.cos(2 * Math.PI * uniform(seed, salt ^ 0x5bd1_e995, id))
}

function mixed(value: number): number {
  let word = (value + 0x9e37_79b9) | 0
  word = Math.imul(word ^ (word >>> 16), 0x21f0_aaad)
  word = Math.imul(word ^ (word >>> 15), 0x735a_2d97)
  return (word ^ (word >>> 15)) >>> 0
}
