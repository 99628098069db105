/**
 * Which models a crawl that learns on has come to: `models/learned.json`, the names of the newest by the names of the copies that they
 * stand for. The log says the same; this is for those who read the crawl without reading its log.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { writeAtomically } from '../disk/write-atomically.js'
import { parseJson } from '../json.js'
import type { CrawlDirectory } from './crawl-directory.js'

const NAME = 'learned.json'
const MAX_BYTES = 100_000

/** Nothing is written for a crawl that has learned nothing. */
export function writeLearnedNames({ models }: CrawlDirectory, names: Readonly<Record<string, string>>): void {
  if (Object.keys(names).length > 0) writeAtomically(join(models, NAME), `${JSON.stringify(names, null, 2)}\n`)
}

/** The newest model that stands for a copy; the copy itself where there is none. */
export function newestModel({ models }: Pick<CrawlDirectory, 'models'>, copy: string): string {
  const path = join(models, NAME)
  if (!existsSync(path) || statSync(path).size > MAX_BYTES) return copy
  const names = parseJson(readFileSync(path, 'utf8'))
  const name: unknown = typeof names === 'object' && names !== null ? Reflect.get(names, basename(copy)) : undefined
  const newest = typeof name === 'string' ? join(models, basename(name)) : copy
  return existsSync(newest) ? newest : copy
}
