/**
 * From crawls and archives to a library (docs/portal-build.md):
 *
 *   sources ─ read ─▶ captures ─ derive ─▶ which pages are new, changed, gone ─ extract (threads) ─▶ pages, texts, outlines
 *     ─ link ─▶ links, authority ─ fold ─▶ duplicates ─ index ─▶ words ─ topics, sites, facts ─▶ index.db
 *
 * Every step is a function of what the steps before left in the database, not of how it came there. So a build after a build, or after
 * a kill, gives what one build in one go would have given.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { lockDirectory } from '../../disk/lock.js'
import { writeAtomically } from '../../disk/write-atomically.js'
import { LongtailError } from '../../errors.js'
import { diskError, isDiskError } from '../../disk/disk-error.js'
import { makeDirectory } from '../../disk/make-directory.js'
import { tidy } from '../../one-line.js'
import type { HoldingsOptions } from '../../collection/holdings.js'
import { portalDirectory, type PortalDirectory } from '../../collection/portal-directory.js'
import { countOf } from '../../disk/sqlite-rows.js'
import { openDatabase, removeDatabase, type Database } from '../../disk/sqlite.js'
import { openBuilding, publish } from './building.js'
import type { BuildContext, BuildProgress } from './context.js'
import { placeArchives, tidyArchives } from './copy-archives.js'
import { derivePages, type Differences } from './derive.js'
import { deriveDocuments, dropUnlinked } from './documents.js'
import { foldDuplicates } from './duplicates.js'
import { chooseImages } from './images.js'
import { indexPages, namePages } from './index-pages.js'
import { linkPages } from './link-graph.js'
import { learnedIn } from '../../collection/crawl-languages.js'
import { narrowCaptures } from '../../collection/narrow-captures.js'
import { periodsOf } from '../../collection/periods.js'
import { readSources, warnOfMissing } from '../../collection/read-sources.js'
import { readPages } from './read-pages.js'
import { resolveRevisits } from '../../collection/resolve-revisits.js'
import { getFact, writeFacts, writeSites, writeTopics } from './shelves.js'
import { ARCHIVE_NAME, listSources } from '../../collection/source-list.js'
import { syncSources, type Source } from '../../collection/source-state.js'

export interface BuildOptions extends Pick<HoldingsOptions, 'all' | 'since' | 'round' | 'signal' | 'onWarning'> {
  /**
   * With `since`, `round` or a source `DIR@3` the library has a period only, and can never be built again: what it leaves out counts as
   * read. For whoever throws it away.
   */
  readonly isOfPeriod?: boolean
  /** Crawl directories, directories of a syllabus, archive files, directories of such files. */
  readonly sources: readonly string[]
  /** Directory of the portal; made if it is not there. */
  readonly out: string
  readonly title?: string
  readonly copy?: boolean
  /** False: without an index of words, for whoever reads the library and does not search it. */
  readonly search?: boolean
  readonly onProgress?: (progress: BuildProgress) => void
}

export interface BuildSummary extends Differences {
  readonly directory: string
  readonly title: string
  readonly pages: number
  readonly captures: number
  readonly sites: number
  readonly topics: number
  /** Pages whose record could not be read. */
  readonly failed: number
  readonly sources: number
  readonly seconds: number
}

export async function buildPortal(options: BuildOptions): Promise<BuildSummary> {
  const startedAt = Date.now()
  const directory = portalDirectory(options.out)
  checkDirectory(directory)
  const specs = listSources(options.sources)
  const periods = await periodsOf(specs, options)
  if (periods !== null && options.isOfPeriod !== true)
    throw new LongtailError('E_USAGE', 'a portal contains all rounds of a crawl: give the directory without @')
  const unlock = lock(directory)
  try {
    const { database, isResumed } = openBuilding(directory)
    try {
      const context: BuildContext = {
        database,
        home: directory.path,
        archives: directory.archives,
        all: options.all === true,
        signal: options.signal,
        progress: options.onProgress ?? (() => undefined),
        warn: options.onWarning ?? (() => undefined),
      }
      const before = sourcesOf(context)
      const sources = syncSources(database, specs)
      const isOther = sourcesOf(context) !== before
      const isNew = await readSources(context, sources)
      const isMoved = placeArchives(context, options.copy === true)
      if (isNew || isOther || isResumed) warnOfMissing(context, resolveRevisits(database))
      if (periods !== null) narrowCaptures(database, sources, periods)
      if (countOf(database, 'SELECT count(*) AS count FROM captures') === 0)
        throw new LongtailError(
          'E_PORTAL',
          `no page is archived in ${options.sources.join(', ')}: check that these are the right sources`,
        )
      const title = titleOf(options, getFact(database, 'title'), sources)
      const differences = derivePages(database, context.all)
      const isSame = !isNew && !isOther && !isResumed && !isMoved && title === getFact(database, 'title')
      const isAlike = differences.added + differences.changed + differences.removed === 0
      const isDone = isSame && isAlike && getFact(database, 'all') === (context.all ? '1' : '0')
      const failed = isDone ? 0 : await readPages(context, learnedIn(specs))
      const all = isDone
        ? nothingNew(database)
        : addUp(
            differences,
            await finish(context, sources, title, { isSearched: options.search !== false, isResumed }),
            failed,
          )
      const summary = summarise(context, directory, title, all, failed, sources.length, startedAt)
      if (isDone) {
        database.close()
        removeDatabase(directory.building)
      } else install(context, directory, title)
      return summary
    } finally {
      if (database.isOpen) database.close()
    }
  } catch (error) {
    throw isDiskError(error) ? diskError(directory.path, error) : error
  } finally {
    unlock()
  }
}

/** What needs all pages at once. */
async function finish(
  context: BuildContext,
  sources: readonly Source[],
  title: string,
  { isSearched, isResumed }: { readonly isSearched: boolean; readonly isResumed: boolean },
): Promise<Differences> {
  const { database, signal } = context
  const lost = deriveDocuments(database)
  const isLinkedAnew = await linkPages(context)
  const documents = dropUnlinked(database, lost)
  signal?.throwIfAborted()
  foldDuplicates(database)
  await chooseImages(context)
  writeTopics(database, sources)
  writeSites(database)
  // what a build before this one has read is in none of our lists
  const isAnew = isLinkedAnew || isResumed
  await (isSearched ? indexPages(context, isAnew) : namePages(context))
  const crawls = sources.filter(({ spec }) => spec.kind === 'crawl').map(({ spec }) => spec.path)
  writeFacts(database, { title, all: context.all, crawls, builtAt: Date.now() })
  return documents
}

function install(context: BuildContext, directory: PortalDirectory, title: string): void {
  const identity = { format: FORMAT, version: VERSION, title, built: new Date().toISOString() }
  publish(context.database, directory)
  writeAtomically(directory.identity, `${JSON.stringify(identity, null, 2)}\n`)
  const database = openDatabase(directory.index, { readOnly: true })
  try {
    tidyArchives(database, directory.archives)
  } finally {
    database.close()
  }
}

const FORMAT = 'longtail-portal'
const VERSION = 1
/** What a kill at the first moment leaves, and what people made. */
const OURS = /^(?:portal\.json|index\.db|local\.db|archives$|states$|trusted-keys$|lock$)/

function checkDirectory({ path, identity }: PortalDirectory): void {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory())
    throw new LongtailError('E_PORTAL', `${path} is not a directory: choose another one with --out`)
  if (existsSync(identity)) {
    const text = readFileSync(identity, 'utf8')
    if (text.includes(FORMAT)) return
    throw new LongtailError('E_PORTAL', `${identity} does not describe a portal: choose another directory with --out`)
  }
  if (readdirSync(path).some(name => !OURS.test(name)))
    throw new LongtailError('E_PORTAL', `${path} is neither empty nor a portal: choose another directory with --out`)
}

function lock({ path }: PortalDirectory): () => void {
  try {
    makeDirectory(path)
    return lockDirectory({ path }, { doing: 'built', code: 'E_PORTAL' })
  } catch (error) {
    throw diskError(path, error)
  }
}

function sourcesOf({ database }: BuildContext): string {
  const topic = "CASE WHEN json_valid(state) THEN json_extract(state, '$.topic') END"
  return JSON.stringify(database.prepare(`SELECT path, ${topic} AS topic FROM sources ORDER BY path`).all())
}

const MAX_TITLE = 200

/** The one that was given, the one it has, or the name of what it is made of. */
function titleOf({ title, sources: given }: BuildOptions, known: string, sources: readonly Source[]): string {
  const wanted = tidy(title ?? '', MAX_TITLE)
  if (wanted !== '' || known !== '') return wanted || known
  if (given.length > 1) return 'Library'
  const name = sources.length === 1 ? sources[0].spec.name : basename(resolve(given[0]))
  return name.replace(ARCHIVE_NAME, '')
}

function addUp(a: Differences, b: Differences, failed: number): Differences {
  return {
    added: Math.max(0, a.added + b.added - failed),
    changed: a.changed + b.changed,
    removed: a.removed + b.removed,
    unchanged: a.unchanged + b.unchanged,
  }
}

function summarise(
  { database }: BuildContext,
  { path }: PortalDirectory,
  title: string,
  { added, changed, removed, unchanged }: Differences,
  failed: number,
  sources: number,
  startedAt: number,
): BuildSummary {
  return {
    directory: path,
    title,
    pages: countOf(database, 'SELECT count(*) AS count FROM pages'),
    captures: countOf(database, 'SELECT count(DISTINCT url) AS count FROM captures'),
    sites: countOf(database, 'SELECT count(*) AS count FROM sites'),
    topics: countOf(database, 'SELECT count(*) AS count FROM topics'),
    added,
    changed,
    removed,
    unchanged,
    failed,
    sources,
    seconds: (Date.now() - startedAt) / 1000,
  }
}

function nothingNew(database: Database): Differences {
  return { added: 0, changed: 0, removed: 0, unchanged: countOf(database, 'SELECT count(*) AS count FROM pages') }
}
