/** What was given to a build: crawl directories, directories of a syllabus, archive files, directories of such files. */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { isArchive } from '../archive/stored-pages.js'
import { partPaths } from './crawl-directory.js'
import { atRound, sourceAtRound } from './source-at-round.js'
import { crawlDirectory, readIdentity } from './index.js'
import { LongtailError } from '../errors.js'
import { readSyllabus } from './syllabus-file.js'
import { tidy } from '../one-line.js'

export interface SourceTopic {
  readonly slug: string
  readonly name: string
  /** Name of the topic that it belongs to; '' for none. */
  readonly subject: string
  readonly position: number
}

export interface SourceSpec {
  /** Absolute, links followed. */
  readonly path: string
  readonly kind: 'crawl' | 'archive'
  readonly name: string
  readonly topic: SourceTopic | null
  /** Only what was captured up to the end of this round (`DIR@3`); null for all. */
  readonly lastRound: number | null
}

export const ARCHIVE_NAME = /\.(?:w?arc(?:\.gz)?|wacz)$/i
/** Collections of other tools keep their archives one or two directories down. */
const MAX_DEPTH = 3
const MAX_NAME = 200

type FoundSource = Omit<SourceSpec, 'lastRound'>

/** Each source once, in the order in which they were given. */
export function listSources(given: readonly string[]): SourceSpec[] {
  const sources = new Map<string, SourceSpec>()
  for (const written of given) {
    const { path, lastRound } = sourceAtRound(written)
    const found = sourcesAt(path)
    if (found.length === 0) {
      throw new LongtailError(
        'E_SOURCE',
        `${path} contains neither a crawl nor archives: give the directory of a crawl or a syllabus, a WARC, ARC or WACZ file, or a directory of such files`,
      )
    }
    for (const source of found) {
      const known = sources.get(source.path)
      if (known !== undefined && known.lastRound !== lastRound)
        throw new LongtailError(
          'E_USAGE',
          `${atRound(path, known.lastRound)} and ${written} are the same crawl: give only one of them`,
        )
      sources.set(source.path, known ?? { ...source, lastRound })
    }
  }
  return [...sources.values()]
}

function sourcesAt(given: string): FoundSource[] {
  const path = resolve(given)
  if (!existsSync(path))
    throw new LongtailError('E_SOURCE', `${given} does not exist: give a crawl, a portal or an archive`)
  if (statSync(path).isDirectory()) return inDirectory(realpathSync(path), 0)
  if (!statSync(path).isFile() || !isArchive(path))
    throw new LongtailError('E_SOURCE', `${given} is not an archive: give a WARC, ARC or WACZ file, or a directory`)
  return [archiveSource(path)]
}

function inDirectory(path: string, depth: number): FoundSource[] {
  if (existsSync(join(path, 'syllabus.json'))) return ofSyllabus(path)
  if (existsSync(join(path, 'crawl.json'))) return crawlSources(path, null)
  const found: FoundSource[] = []
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) {
      if (depth < MAX_DEPTH && !isUnfinishedExport(child)) found.push(...inDirectory(child, depth + 1))
    } else if (ARCHIVE_NAME.test(entry.name) && isFile(child) && isArchive(child)) found.push(archiveSource(child))
  }
  return found
}

/** Of an export into the directory that it reads (disk/output.ts): copies of what is here anyway. */
function isUnfinishedExport(path: string): boolean {
  return path.endsWith('.partial') && ['lock', 'portal'].some(name => existsSync(join(path, name)))
}

/** Links followed. Not what is gone by now, has a name that is no text, or is a pipe. */
function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function archiveSource(path: string): FoundSource {
  const real = realpathSync(path)
  return { path: real, kind: 'archive', name: basename(path), topic: null }
}

function ofSyllabus(path: string): FoundSource[] {
  const collection = readSyllabus(path)
  if (collection === null) return []
  const { subject, topics } = collection
  return topics.flatMap(({ slug, name, subject: own }, position) => {
    const directory = join(path, slug)
    const topic: SourceTopic = {
      slug,
      name: tidy(name, MAX_NAME) || slug,
      subject: tidy(own ?? subject, MAX_NAME),
      position,
    }
    return existsSync(join(directory, 'crawl.json')) ? crawlSources(directory, topic) : []
  })
}

/** One, or one for each partition. A crawl for one topic is a topic of the library, too; one for a language or a nation is not. */
function crawlSources(path: string, topic: SourceTopic | null): FoundSource[] {
  const directory = crawlDirectory(path)
  const identity = readIdentity(directory)
  const name = tidy(identity?.name ?? '', MAX_NAME) || basename(path)
  const own = topic ?? (isTopical(path) ? { slug: slugOf(name), name, subject: '', position: 0 } : null)
  const parts = partPaths(directory)
  const source = { kind: 'crawl', name: topic?.name ?? name, topic: own } as const
  return (parts.length === 0 ? [path] : parts).map(one => ({ path: one, ...source }))
}

function isTopical(path: string): boolean {
  try {
    const value: unknown = JSON.parse(readFileSync(crawlDirectory(path).identity, 'utf8'))
    return typeof value === 'object' && value !== null && 'target' in value && hasTopic(value.target)
  } catch {
    return false
  }
}

function hasTopic(target: unknown): boolean {
  return typeof target === 'object' && target !== null && 'topic' in target && target.topic !== undefined
}

/** Letters, marks and digits of any script; never empty. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
  return slug === '' ? 'topic' : slug
}
