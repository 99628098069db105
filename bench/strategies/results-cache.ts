/** Results on disk, one file each, so that a strategy that changed is the only one to be run again. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '../../src/version.js'
import { graphOptions, type Variant } from './cases.js'
import type { Measured } from './measure.js'
import { isOurs } from './specs.js'

/** Raised when what is measured changes. */
const FORMAT = 2

export interface ResultsCache {
  find(variant: Variant, seed: number, spec: string): Measured | null
  save(variant: Variant, seed: number, result: Measured): void
}

/**
 * `label` is a name for the present state of our own strategy; results of the published ones do not depend on it.
 * Without a directory nothing is found and nothing kept.
 */
export function openResultsCache(directory: string | null, label: string): ResultsCache {
  const pathOf = (variant: Variant, seed: number, spec: string): { path: string; key: string } => {
    const version = isOurs(spec) ? label : VERSION
    const parts = [FORMAT, graphOptions(variant, seed), variant.judgeErrors, spec, version]
    const key = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
    const name = `${variant.name}-${variant.scale}-${seed}-${spec}`.replace(/[^a-z0-9=.-]+/gi, '_')
    return { path: join(directory ?? '', `${name.slice(0, 120)}-${key.slice(0, 12)}.json`), key }
  }
  return {
    find(variant, seed, spec) {
      if (directory === null) return null
      const { path, key } = pathOf(variant, seed, spec)
      if (!existsSync(path)) return null
      try {
        const saved: { key: string; result: Measured } = JSON.parse(readFileSync(path, 'utf8'))
        return saved.key === key ? saved.result : null
      } catch {
        return null // cut short by a kill: it is run again
      }
    },
    save(variant, seed, result) {
      if (directory === null) return
      const { path, key } = pathOf(variant, seed, result.spec)
      mkdirSync(directory, { recursive: true })
      writeFileSync(`${path}.partial`, JSON.stringify({ key, result }))
      renameSync(`${path}.partial`, path)
    },
  }
}
