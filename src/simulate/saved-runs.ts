/**
 * Finished runs on disk, so that a study that was stopped goes on where it stopped, and a strategy more costs only itself.
 * A run is found again by all that its result depends on.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { diskError } from '../disk/disk-error.js'
import { makeDirectory } from '../disk/make-directory.js'
import { writeAtomically } from '../disk/write-atomically.js'
import { canonicalSpec, parseSpec } from '../strategy/index.js'
import { VERSION } from '../version.js'
import type { RunResult } from './result.js'

const FORMAT = 1

export interface SavedRuns {
  find(spec: string): RunResult | null
  save(result: RunResult): void
}

/** `conditions` is everything but the strategy that shapes a result: seeds, limits, target, network. */
export function openSavedRuns(directory: string, graphFile: string, conditions: unknown): SavedRuns {
  const { size, mtimeMs } = statSync(graphFile)
  const code = codeDigest()
  const keyOf = (spec: string): string =>
    createHash('sha256')
      .update(JSON.stringify([FORMAT, VERSION, code, size, mtimeMs, conditions, versionOf(spec)]))
      .digest('hex')
  const pathOf = (spec: string): string =>
    join(directory, `${spec.replace(/[^a-z0-9=.-]+/gi, '_').slice(0, 80)}-${keyOf(spec).slice(0, 12)}.json`)
  return {
    find(spec) {
      const path = pathOf(spec)
      if (!existsSync(path)) return null
      try {
        const saved: unknown = JSON.parse(readFileSync(path, 'utf8'))
        return isSaved(saved) && saved.key === keyOf(spec) ? saved.result : null
      } catch {
        return null // cut short by a kill: it is run again
      }
    },
    save(result) {
      const path = pathOf(result.strategy)
      try {
        makeDirectory(directory)
        writeAtomically(path, JSON.stringify({ key: keyOf(result.strategy), result }), { isShared: true })
      } catch (error) {
        throw diskError(path, error)
      }
    },
  }
}

/** A strategy of the user's own is its text. */
function versionOf(spec: string): string {
  return parseSpec(spec).isFile ? `${spec} ${canonicalSpec(spec)}` : spec
}

/** Of all code that a result depends on: who changes a strategy wants to see what that changes. */
function codeDigest(): string {
  const hash = createHash('sha256')
  for (const folder of ['strategy', 'simulate', 'partitions', 'learn', 'frontier', 'traps']) {
    const path = fileURLToPath(new URL(`../${folder}`, import.meta.url))
    const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.js'))
    for (const file of files.sort()) hash.update(file).update(readFileSync(join(path, file)))
  }
  return hash.digest('hex')
}

/** Written by this module under a key that only it makes; a file of somebody else has another one. */
function isSaved(value: unknown): value is { key: string; result: RunResult } {
  if (typeof value !== 'object' || value === null || !('key' in value) || !('result' in value)) return false
  const { key, result } = value
  if (typeof key !== 'string' || typeof result !== 'object' || result === null) return false
  return 'strategy' in result && 'pages' in result && 'curve' in result && Array.isArray(result.curve)
}
