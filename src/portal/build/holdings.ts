/**
 * What crawls and archives hold, without building a portal: the captures of all sources in a scratch database, and of each URL the one
 * that stands for it. The first steps of a build (build.ts), for whoever writes pages out in another form.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LongtailError } from '../../errors.js'
import { makeDirectory } from '../../disk/make-directory.js'
import { createUrlFilter, parseBlacklist } from '../../page/index.js'
import { patternsOf } from '../people/blacklist.js'
import { readPeople } from '../people/people.js'
import { portalDirectory } from '../store/layout.js'
import { createTables } from '../store/schema.js'
import { openDatabase } from '../store/sqlite.js'
import { readSources } from './build.js'
import { removeDatabase } from './building.js'
import type { BuildContext, BuildProgress } from './context.js'
import { derivePages, type WantedPage } from './derive.js'
import type { PlacedPage } from './extract-pool.js'
import { filePlaces, numbers } from './read-pages.js'
import { resolveRevisits } from './revisits.js'
import { listSources, type SourceSpec } from './source-list.js'
import { syncSources } from './source-state.js'

/** A page, and what a crawl of ours said about it; archives of other tools say nothing. */
export interface Holding extends PlacedPage {
  /** When it was captured, milliseconds since the epoch. */
  readonly at: number
  readonly mime: string
  /** SHA-1 of the payload in base32, without prefix; '' where no record says it. */
  readonly digest: string
  /** Null: nobody judged it. `language`: ISO 639-3, 'und' when unknown; `share`: of the text in it. */
  readonly verdict: {
    readonly relevant: boolean
    readonly score: number
    readonly language: string
    readonly share: number
  } | null
  /** The crawl or archive file that it is from: index into `Holdings.sources`. */
  readonly source: number
}

/** An archive file, or the WARC inside a WACZ (`member`). */
export interface HeldFile {
  readonly file: string
  readonly member: string
}

export interface HoldingsOptions {
  /** As `BuildOptions.sources`; directories of portals, too: they stand for what they were built from, without what is hidden there. */
  readonly sources: readonly string[]
  /** Directory for the database; made if it is not there. */
  readonly scratch: string
  /** Pages that a crawl found irrelevant, too. */
  readonly all?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: BuildProgress) => void
  readonly onWarning?: (message: string) => void
}

export interface Holdings {
  readonly sources: readonly SourceSpec[]
  /** How many pages. */
  readonly pages: number
  /** Every archive file that anything was found in, where it can be read now. */
  files(): readonly HeldFile[]
  /** What a file was called before it had to be unpacked; the same file where it had not. */
  originOf(file: HeldFile): HeldFile
  /** In the order in which they lie in the archives, so that disks read ahead. One iteration at a time. */
  list(): Generator<Holding>
  /** By the blacklist of a portal that was given: it is not in the list, but may be in an archive. Null: nothing is hidden. */
  readonly isHidden: ((url: string) => boolean) | null
  /** Which files have revisits of what lies in other files. */
  borrowings(): readonly { readonly file: HeldFile; readonly from: HeldFile }[]
  close(): void
}

export async function openHoldings(options: HoldingsOptions): Promise<Holdings> {
  const { sources: specs, isHidden } = listAll(options.sources)
  makeDirectory(options.scratch)
  const path = join(options.scratch, 'holdings.db')
  removeDatabase(path)
  const database = openDatabase(path)
  try {
    createTables(database)
    const origins = new Map<string, HeldFile>()
    const context: BuildContext = {
      database,
      portal: resolve(options.scratch),
      archives: join(options.scratch, 'archives'),
      all: options.all === true,
      signal: options.signal,
      progress: options.onProgress ?? (() => undefined),
      onUnpacked: (place, file, member) => origins.set(place, { file, member }),
      warn: options.onWarning ?? (() => undefined),
    }
    const sources = syncSources(database, specs)
    await readSources(context, sources)
    // archives stay where they are
    database.exec('UPDATE files SET path = origin')
    resolveRevisits(database)
    derivePages(database, context.all)
    const bySource = new Map(sources.map(({ id }, index) => [id, index]))
    const order = Uint32Array.from(numbers(database, 'SELECT id AS number FROM jobs ORDER BY file, offset'))
    const find = database.prepare('SELECT capture FROM jobs WHERE id = ?')
    const kept = isHidden === null ? order : order.filter(id => !isHidden(wantedIn(find.get(id)).capture.url))
    const placeOf = filePlaces(database, context.portal)
    const holdingOf = (id: number): Holding => {
      const { capture, relevant, score, language, share } = wantedIn(find.get(id))
      const { url, at, mime, digest, payload_file: file, payload_offset: offset, payload_length: length } = capture
      return {
        url,
        at,
        mime,
        digest,
        place: placeOf(capture.file, capture.offset, capture.length),
        payload: file === null ? null : placeOf(file, offset ?? 0, length ?? 0),
        verdict:
          capture.relevant === null ? null : { relevant: relevant === 1, score, language: language || 'und', share },
        source: bySource.get(capture.source) ?? 0,
      }
    }
    return {
      sources: specs,
      pages: kept.length,
      files() {
        const rows: Iterable<{ id: number }> = database.prepare('SELECT id FROM files ORDER BY id').iterate()
        return Array.from(rows, ({ id }) => {
          const { file, member } = placeOf(id, 0, 0)
          return { file, member }
        })
      },
      originOf: ({ file, member }) => origins.get(file) ?? { file, member },
      *list() {
        for (const id of kept) yield holdingOf(id)
      },
      isHidden,
      borrowings() {
        const rows: { file: number; payload_file: number }[] = database
          .prepare('SELECT DISTINCT file, payload_file FROM captures WHERE revisit = 1 AND payload_file <> file')
          .all()
        return rows.map(({ file, payload_file: from }) => ({ file: placeOf(file, 0, 0), from: placeOf(from, 0, 0) }))
      },
      close() {
        database.close()
        removeDatabase(path)
      },
    }
  } catch (error) {
    database.close()
    throw error
  }
}

function wantedIn(row: { capture: string }): WantedPage {
  return JSON.parse(row.capture)
}

interface AllSources {
  readonly sources: readonly SourceSpec[]
  readonly isHidden: Holdings['isHidden']
}

function listAll(given: readonly string[]): AllSources {
  const patterns: string[] = []
  const paths = given.flatMap(path => {
    const portal = portalDirectory(path)
    if (!existsSync(portal.identity)) return [path]
    patterns.push(...hiddenIn(portal.local))
    return builtFrom(portal.index, path)
  })
  const filter =
    patterns.length === 0 ? null : createUrlFilter(parseBlacklist(patterns.join('\n'), 'the portal’s blacklist'))
  return { sources: listSources(paths), isHidden: filter === null ? null : url => filter(url) !== null }
}

function hiddenIn(local: string): string[] {
  const people = readPeople(local)
  try {
    return patternsOf(people)
  } finally {
    people.close()
  }
}

/** What a portal was built from. */
export function builtFrom(index: string, name: string): string[] {
  if (!existsSync(index))
    throw new LongtailError('E_PORTAL', `${name} holds a portal that was not built to its end: build it`)
  const database = openDatabase(index, { readOnly: true })
  try {
    const rows: { path: string }[] = database.prepare('SELECT path FROM sources ORDER BY id').all()
    return rows.map(({ path }) => path)
  } finally {
    database.close()
  }
}
