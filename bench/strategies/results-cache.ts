/** Results on disk, one file each, so that a strategy that changed is the only one to be run again. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '../../src/version.js'
import type { Measured } from './measure.js'
import { isOurs } from './specs.js'

/** Raised when what is measured changes. */
const FORMAT = 4

export interface ResultsCache {
  /** `sum`: the checksum of the web. */
  find(sum: string, spec: string): Measured | null
  /** `name`: the web's, for people who look into the directory. */
  save(name: string, result: Measured): void
}

/**
 * `label` is a name for the present state of our own strategy; results of the published ones do not depend on it.
 * Without a directory nothing is found and nothing kept.
 */
export function openResultsCache(directory: string | null, label: string): ResultsCache {
  const folder = directory ?? ''
  const keyOf = (sum: string, spec: string): string =>
    createHash('sha256')
      .update(JSON.stringify([FORMAT, sum, spec, isOurs(spec) ? label : VERSION]))
      .digest('hex')
      .slice(0, 24)
  return {
    find(sum, spec) {
      const path = join(folder, `${keyOf(sum, spec)}.json`)
      if (directory === null || !existsSync(path)) return null
      try {
        const { result }: { result: Measured } = JSON.parse(readFileSync(path, 'utf8'))
        return result
      } catch {
        return null // cut short by a kill: it is run again
      }
    },
    save(name, result) {
      if (directory === null) return
      mkdirSync(directory, { recursive: true })
      const path = join(folder, `${keyOf(result.graph, result.spec)}.json`)
      writeFileSync(`${path}.partial`, JSON.stringify({ name, label, result }))
      renameSync(`${path}.partial`, path)
    },
  }
}
