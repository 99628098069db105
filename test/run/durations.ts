/** How long the test files took when they last ran here, so that the longest can start first. Only a hint: it may be missing. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packageRoot } from '../package-root.js'

const PLACE = join(packageRoot, 'node_modules', '.cache', 'longtail', 'test-durations.json')

/** Milliseconds by file. */
export function readDurations(): Map<string, number> {
  try {
    const value: unknown = JSON.parse(readFileSync(PLACE, 'utf8'))
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
  } catch {
    return new Map()
  }
}

export function writeDurations(durations: ReadonlyMap<string, number>): void {
  mkdirSync(dirname(PLACE), { recursive: true })
  writeFileSync(PLACE, JSON.stringify(Object.fromEntries(durations), null, 1))
}

/** The longest first. Files that have never run come before all others, since nothing is known of them. */
export function longestFirst(files: readonly string[], durations: ReadonlyMap<string, number>): string[] {
  const of = (file: string): number => durations.get(file) ?? Infinity
  return [...files].sort((a, b) => (of(a) === of(b) ? 0 : of(b) - of(a)))
}
