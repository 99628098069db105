/**
 * Strategies that users bring along: a module whose default export is what `defineStrategy` returns, or a function that is handed
 * `defineStrategy` and the kinds of parameters. Both may `import … from 'longtail'` where Longtail is not installed. A module is code: whoever
 * names one runs it.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { register } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Strategy } from '../contracts.js'
import { LongtailError, messageOf, systemReason } from '../errors.js'
import { choice, decimal, flag, inOneQueue, integer, type StrategyEntry } from './definition.js'
import { defineStrategy } from './own-definition.js'
import { parseSpec } from '../strategy-spec.js'

/** What a function as default export is given. */
export const STRATEGY_KIT = { defineStrategy, integer, decimal, flag, choice, inOneQueue } as const
export type StrategyKit = typeof STRATEGY_KIT

interface LoadedFile {
  readonly entry: StrategyEntry
  /** Of its text: a strategy that was changed is another one. */
  readonly digest: string
}

/** Levels are written into 16 bits. */
const MOST_LEVELS = 65_535

const loaded = new Map<string, LoadedFile>()
let isResolving = false

/** To be called in every thread before strategies are made of these specs; those without a file are left alone. */
export async function loadStrategies(specs: readonly string[]): Promise<void> {
  for (const spec of specs) {
    const { name, isFile } = parseSpec(spec)
    if (!isFile || loaded.has(resolve(name))) continue
    loaded.set(resolve(name), await load(resolve(name)))
  }
}

/** Throws for one that was not loaded. */
export function loadedStrategy(path: string): LoadedFile {
  const found = loaded.get(resolve(path))
  if (found !== undefined) return found
  throw new LongtailError('E_STRATEGY', `strategy ${path} was not loaded; call loadStrategies first`)
}

async function load(path: string): Promise<LoadedFile> {
  let digest: string
  let found: unknown
  try {
    digest = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12)
  } catch (error) {
    throw new LongtailError('E_STRATEGY', `the strategy ${path} cannot be read: ${systemReason(error)}`, 'abort', {
      cause: error,
    })
  }
  if (!isResolving) register('./resolve-longtail.js', import.meta.url)
  isResolving = true
  try {
    const module: unknown = await import(pathToFileURL(path).href)
    found = defaultOf(module)
    if (isMaker(found)) found = await found(STRATEGY_KIT)
  } catch (error) {
    throw new LongtailError('E_STRATEGY', `the strategy ${path} cannot be loaded: ${messageOf(error)}`, 'abort', {
      cause: error,
    })
  }
  if (isEntry(found)) return { entry: checked(found, path), digest }
  throw new LongtailError(
    'E_STRATEGY',
    `${path} is not a strategy: its default export must be defineStrategy({…}), or a function that returns that (docs/own-strategies.md)`,
  )
}

/** Types say what a strategy must have; a file of JavaScript was checked by nobody. */
function checked(entry: StrategyEntry, path: string): StrategyEntry {
  return {
    ...entry,
    create(given, knowledge) {
      const strategy = entry.create(given, knowledge)
      const fault = faultOf(strategy)
      if (fault === null) return watched(strategy, path)
      throw new LongtailError('E_STRATEGY', `${path}: what "create" returns ${fault} (docs/own-strategies.md)`)
    },
  }
}

/** Says of whom an error is, and lets no level pass that there is no queue for. */
function watched(strategy: Strategy, path: string): Strategy {
  const { levels } = strategy
  return {
    ...strategy,
    seed(page) {
      const level = strategy.seed(page)
      if (Number.isInteger(level) && level >= 0 && level <= levels) return level
      throw new LongtailError('E_STRATEGY', `${path}: "seed" gave level ${level}; it has levels: ${levels}`)
    },
    score(visit, links, out, places) {
      try {
        strategy.score(visit, links, out, places)
      } catch (error) {
        if (error instanceof LongtailError) throw error
        throw new LongtailError('E_STRATEGY', `${path}: "score" failed: ${messageOf(error)}`, 'abort', { cause: error })
      }
      for (let i = 0; i < links.end - links.start; i++)
        if (out[i] > levels)
          throw new LongtailError('E_STRATEGY', `${path}: "score" gave level ${out[i]}; it has levels: ${levels}`)
    },
  }
}

function faultOf(strategy: Strategy): string | null {
  const { levels, groupBy, reorders, needs } = strategy
  if (!Number.isInteger(levels) || levels < 1 || levels > MOST_LEVELS)
    return `has levels: ${levels}; expected a whole number from 1 to ${MOST_LEVELS}`
  if (!['none', 'server', 'directory', 'segment'].includes(groupBy))
    return `has groupBy: ${groupBy}; expected "none", "server", "directory" or "segment"`
  if (!['never', 'seldom', 'often'].includes(reorders))
    return `has reorders: ${reorders}; expected "never", "seldom" or "often"`
  if (!Array.isArray(needs)) return 'has no list "needs"; [] needs nothing'
  for (const name of ['reserve', 'seed', 'score'] as const)
    if (typeof strategy[name] !== 'function') return `has no function "${name}"`
  return null
}

function defaultOf(module: unknown): unknown {
  return typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined
}

function isMaker(value: unknown): value is (kit: StrategyKit) => unknown {
  return typeof value === 'function'
}

function isEntry(value: unknown): value is StrategyEntry {
  if (typeof value !== 'object' || value === null) return false
  const { name, create, canonical, parameters } = {
    name: null,
    create: null,
    canonical: null,
    parameters: null,
    ...value,
  }
  return (
    typeof name === 'string' &&
    typeof create === 'function' &&
    typeof canonical === 'function' &&
    Array.isArray(parameters)
  )
}
