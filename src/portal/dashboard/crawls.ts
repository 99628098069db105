/** Which crawls there are to look at, and the names under which the portal shows them. */
import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { crawlDirectory, wholeCrawl, type CrawlDirectory } from '../../collection/index.js'
import { readSyllabus } from '../../collection/syllabus-file.js'

export interface KnownCrawl {
  /** In addresses and metrics: letters, digits, `-`, `_` and `.`; no other crawl has it. */
  readonly name: string
  /** What a syllabus calls it; '' where the crawl's own name counts. */
  readonly topic: string
  readonly directory: CrawlDirectory
  /** The directory of the syllabus that it belongs to; '' when it stands alone. */
  readonly syllabus: string
  /** Whoever started the server named it; others are only known from a library. */
  readonly isNamed: boolean
  /** Its campaign file, where the server was told; '' where the last run says it. */
  readonly campaign: string
}

/** Nobody looks at more, and every one of them has files to be read. */
const MOST_CRAWLS = 500
const LONGEST_NAME = 100

/**
 * `built`: directories that the library was made from; those that are gone, or never were crawls of ours, are left out.
 * `watched`: directories that somebody named; they are listed even if nothing is in them yet.
 */
export function findCrawls(
  built: readonly string[],
  watched: readonly string[],
  campaigns: ReadonlyMap<string, string> = new Map(),
): KnownCrawl[] {
  const found: KnownCrawl[] = []
  const paths = new Set<string>()
  const names = new Set<string>()
  const add = (path: string, wanted: string, more: Omit<KnownCrawl, 'name' | 'directory'>): void => {
    if (paths.has(path) || found.length === MOST_CRAWLS) return
    paths.add(path)
    found.push({ name: freshName(wanted, names), directory: crawlDirectory(path), ...more })
  }
  const addAll = (directory: string, isNamed: boolean): void => {
    const path = resolve(directory)
    const topics = topicsIn(path)
    const known = { isNamed, campaign: campaigns.get(path) ?? '' }
    for (const { slug, name } of topics ?? [])
      add(join(path, slug), `${basename(path)}-${slug}`, { topic: name, syllabus: path, ...known })
    if (topics === null && (isNamed || existsSync(crawlDirectory(path).identity)))
      add(path, basename(path), { topic: '', syllabus: '', ...known })
  }
  for (const directory of watched) addAll(directory, true)
  for (const directory of built) addAll(wholeCrawl(directory), false)
  return found
}

/** Null when it is not the directory of a syllabus, or of one that cannot be read. */
function topicsIn(path: string): readonly { readonly slug: string; readonly name: string }[] | null {
  try {
    return readSyllabus(path)?.topics ?? null
  } catch {
    return null
  }
}

function freshName(wanted: string, names: Set<string>): string {
  const clean = wanted
    .replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-')
    .slice(0, LONGEST_NAME)
    .toWellFormed()
  // a path of dots means another place
  const base = /^[.-]*$/.test(clean) ? 'crawl' : clean
  let name = base
  for (let n = 2; names.has(name); n++) name = `${base}-${n}`
  names.add(name)
  return name
}
