/** The network of a simulated crawl as numbers, and how people write it: `interval=90,connections=30,bandwidth=1MB`. */
import { LongtailError, quoted } from '../errors.js'

/**
 * Interval and connections are the etiquette of the crawl of Tamura et al. 2007 ("intervals of 1 to 2 minutes", "up to 30
 * different servers"), the last five those of our own live crawl. The papers say nothing about the rest: those defaults
 * are plain assumptions.
 */
export const DEFAULT_NETWORK = Object.freeze({
  interval: 90,
  connections: 30,
  latency: 0.5,
  jitter: 0.5,
  bandwidth: 1e6,
  speed: 1e5,
  size: 2e4,
  spread: 1,
  failures: 0,
  timeout: 60,
  retries: 3,
  backoff: 1,
  detours: 0.05,
  seed: 1,
})

/** Seconds, bytes, bytes per second; NETWORK_RULES has the meanings. */
export type NetworkModel = { readonly [K in keyof typeof DEFAULT_NETWORK]: number }

type NetworkKey = keyof NetworkModel

export interface NetworkRule {
  readonly min: number
  readonly max: number
  readonly unit: 'seconds' | 'bytes' | 'count' | 'number'
  readonly meaning: string
}

/** In the order in which help and docs list them. */
export const NETWORK_RULES: Readonly<Record<NetworkKey, NetworkRule>> = {
  interval: rule('seconds', 0, 1e6, 'between the end of an answer and the next request to the same server'),
  connections: rule('count', 1, 100_000, 'downloads at the same time, one per server'),
  latency: rule('seconds', 0, 1e4, 'from the request to the first byte, for the median server'),
  jitter: rule('number', 0, 5, 'how much servers differ in latency: standard deviation of its logarithm'),
  bandwidth: rule('bytes', 0, 1e15, 'per second, shared by all downloads; 0: no limit'),
  speed: rule('bytes', 0, 1e15, 'per second of one download; 0: no limit'),
  size: rule('bytes', 0, 1e12, 'of a page, on average'),
  spread: rule('number', 0, 5, 'how much pages differ in size: standard deviation of its logarithm'),
  failures: rule('number', 0, 1, 'probability that a request gets no response'),
  timeout: rule('seconds', 0, 1e6, 'for which a request without an answer keeps its connection'),
  retries: rule('count', 0, 20, 'further requests for a page before it is given up'),
  backoff: rule(
    'seconds',
    0,
    1e6,
    'that a server is left alone after a first failure; four times as long after each more',
  ),
  detours: rule('number', 0, 1, 'share of downloads that may go to worse links while the servers of better ones wait'),
  seed: rule('count', 0, 0xffff_ffff, 'random seed of sizes, latencies and failures'),
}

function rule(unit: NetworkRule['unit'], min: number, max: number, meaning: string): NetworkRule {
  return { unit, min, max, meaning }
}

const KEYS = Object.keys(NETWORK_RULES).filter(isKey)

function isKey(text: string): text is NetworkKey {
  return Object.hasOwn(NETWORK_RULES, text)
}

/** `interval=90,connections=30,bandwidth=1MB` → the network; what is not named has its default, '' names nothing. */
export function parseNetwork(text: string): NetworkModel {
  const given: Partial<Record<NetworkKey, number>> = {}
  for (const part of text.trim() === '' ? [] : text.split(',')) {
    const equals = part.indexOf('=')
    const key = part.slice(0, Math.max(equals, 0)).trim()
    if (!isKey(key)) {
      throw usage(
        key === '' ? `expected key=value but found ${quoted(part)}` : `there is no ${quoted(key)}`,
        `; the keys are ${KEYS.join(', ')}`,
      )
    }
    if (given[key] !== undefined) throw usage(`${key} is set twice`)
    given[key] = parseValue(key, part.slice(equals + 1).trim())
  }
  return completeNetwork(given)
}

/** Defaults for what is not given; E_USAGE for what is out of range. */
export function completeNetwork(given: Partial<NetworkModel>): NetworkModel {
  const model: { -readonly [K in NetworkKey]: number } = { ...DEFAULT_NETWORK }
  for (const key of KEYS) {
    const value = given[key]
    if (value === undefined) continue
    const { min, max, unit } = NETWORK_RULES[key]
    if (!(value >= min && value <= max) || (unit === 'count' && !Number.isInteger(value))) throw impossible(key, value)
    model[key] = value
  }
  return model
}

const UNITS: Record<NetworkRule['unit'], Readonly<Record<string, number>>> = {
  seconds: { '': 1, ms: 0.001, s: 1, min: 60, h: 3600 },
  bytes: { '': 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30 },
  count: { '': 1 },
  number: { '': 1 },
}

function parseValue(key: NetworkKey, text: string): number {
  const { unit: kind } = NETWORK_RULES[key]
  const units = UNITS[kind]
  const written = kind === 'bytes' ? text.replace(/\/s$/, '') : text
  const match = /^(\d+(?:\.\d+)?(?:e\d{1,2})?)\s*([a-z]*)$/i.exec(written)
  const unit = match === null ? '' : match[2].toLowerCase()
  if (match === null || !Object.hasOwn(units, unit)) throw impossible(key, text)
  return Number(match[1]) * units[unit]
}

function impossible(key: NetworkKey, value: string | number): LongtailError {
  const { min, max, unit, meaning } = NETWORK_RULES[key]
  const number = unit === 'count' ? 'a whole number' : 'a number'
  return usage(
    `${key}=${typeof value === 'number' ? value : quoted(value)}: expected ${number} from ${min} to ${max}`,
    ` (${unit === 'seconds' || unit === 'bytes' ? `${unit} ${meaning}` : meaning})`,
  )
}

function usage(what: string, next = ''): LongtailError {
  return new LongtailError('E_USAGE', `--network: ${what}${next}`)
}

/** The parameters as text for `--help`. */
export function networkHelp(): string {
  return KEYS.map(key => {
    const { unit, meaning } = NETWORK_RULES[key]
    return `      ${key}=${DEFAULT_NETWORK[key]}  ${unit === 'seconds' || unit === 'bytes' ? `${unit} ` : ''}${meaning}`
  }).join('\n')
}
