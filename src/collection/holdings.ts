/**
 * What crawls and archives hold, without building a portal: the captures of all sources in a scratch database, and of each URL the one
 * that stands for it, for whoever writes pages out in another form. A portal is built from the same tables (portal/build/).
 */
import { join, resolve } from 'node:path'
import { makeDirectory } from '../disk/make-directory.js'
import { numbersOf, rowReader } from '../disk/sqlite-rows.js'
import { inTransaction, openDatabase, removeDatabase, type Database } from '../disk/sqlite.js'
import { createUrlFilter, readableEntries } from '../page/index.js'
import { createCaptureTables } from './capture-tables.js'
import { isReadableDocument } from './page-type.js'
import { capturesByUrl, chosen, wantedIn } from './chosen-captures.js'
import { learnedIn } from './crawl-languages.js'
import type { ReadingContext, ReadingProgress } from './context.js'
import type { PlacedPage } from './extract-pool.js'
import { filePlaces } from './file-place.js'
import { narrowCaptures } from './narrow-captures.js'
import { periodRecords } from './period-records.js'
import { periodsOf, type PeriodOptions } from './periods.js'
import { blacklistOf, builtFrom } from './portal-source.js'
import { readSources, warnOfMissing } from './read-sources.js'
import { resolveRevisits } from './resolve-revisits.js'
import { listSources } from './source-list.js'
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

export interface HoldingsOptions extends PeriodOptions {
  /**
   * Crawls (`DIR@3`: as they were at the end of round 3), syllabuses, archive files, directories of such files, and portals, which stand
   * for what they were built from without what is hidden.
   */
  readonly sources: readonly string[]
  /** Directory for the database; made if it is not there. */
  readonly scratch: string
  /** Pages that a crawl found irrelevant, too. */
  readonly all?: boolean
  /** Of a period: pages that were visited and had not changed, too. */
  readonly withUnchanged?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ReadingProgress) => void
  /** Something was left out: said to the user once each. */
  readonly onWarning?: (message: string) => void
}

export type Holdings = Awaited<ReturnType<typeof openHoldings>>

/** Null: nothing is hidden. */
type IsHidden = ((url: string) => boolean) | null

const JOBS = rowReader({ capture: 'text' })
const BORROWINGS = rowReader({ file: 'number', payload_file: 'number' })
const LAST_ANSWERS = rowReader({ at: 'number', status: 'number', location: 'text' })

export async function openHoldings(options: HoldingsOptions) {
  const specs = listSources(options.sources.flatMap(builtFrom))
  const periods = await periodsOf(specs, options)
  const isHidden = hiding(options.sources)
  makeDirectory(options.scratch)
  const path = join(options.scratch, 'holdings.db')
  removeDatabase(path)
  const database = openDatabase(path)
  try {
    createCaptureTables(database)
    const origins = new Map<string, HeldFile>()
    const context: ReadingContext = {
      database,
      home: resolve(options.scratch),
      archives: join(options.scratch, 'archives'),
      signal: options.signal,
      progress: options.onProgress ?? (() => undefined),
      onUnpacked: (place, file, member) => origins.set(place, { file, member }),
      warn: options.onWarning ?? (() => undefined),
    }
    const sources = syncSources(database, specs)
    await readSources(context, sources)
    // archives stay where they are
    database.exec('UPDATE files SET path = origin')
    warnOfMissing(context, resolveRevisits(database))
    if (periods !== null) narrowCaptures(database, sources, periods, options)
    choosePages(database, options.all === true, isHidden)
    const bySource = new Map(sources.map(({ id }, index) => [id, index]))
    const kept = Uint32Array.from(numbersOf(database, 'SELECT id AS number FROM jobs ORDER BY file, offset'))
    const find = database.prepare('SELECT capture FROM jobs WHERE id = ?')
    const lastAnswer = database.prepare(
      'SELECT at, status, location FROM captures WHERE url = ? ORDER BY at DESC LIMIT 1',
    )
    const placeOf = filePlaces(database, context.home)
    const holdingOf = (id: number): Holding => {
      const { capture, relevant, score, language, share } = wantedIn(JOBS.only(find.get(id)).capture)
      const { url, at, mime, digest, payload_file: file, payload_offset: offset, payload_length: length } = capture
      return {
        url,
        at,
        mime,
        digest,
        place: placeOf(capture.file, capture.offset, capture.length),
        isDocument: isReadableDocument(mime),
        payload: file === null ? null : placeOf(file, offset ?? 0, length ?? 0),
        verdict:
          capture.relevant === null ? null : { relevant: relevant === 1, score, language: language || 'und', share },
        source: bySource.get(capture.source) ?? 0,
      }
    }
    return {
      sources: specs,
      /** Of crawls among them, those that the identifier does not know. */
      languages: learnedIn(specs),
      /** How many pages. */
      pages: kept.length,
      /** Every archive file that anything was found in, where it can be read now. */
      files(): readonly HeldFile[] {
        return Array.from(numbersOf(database, 'SELECT id AS number FROM files ORDER BY id'), id => {
          const { file, member } = placeOf(id, 0, 0)
          return { file, member }
        })
      },
      /** What a file was called before it had to be unpacked; the same file where it had not. */
      originOf: ({ file, member }: HeldFile): HeldFile => origins.get(file) ?? { file, member },
      /** In the order in which they lie in the archives, so that disks read ahead. One iteration at a time. */
      *list(): Generator<Holding> {
        for (const id of kept) yield holdingOf(id)
      },
      /** By URL, as SQLite orders text: byte by byte. */
      *byUrl(): Generator<Holding> {
        // they were chosen in this order
        for (let id = 1; id <= kept.length; id++) yield holdingOf(id)
      },
      /** The last answer to a URL, whether its page is listed or not; null: none is here. */
      lastAnswerTo(url: string): { readonly at: number; readonly status: number; readonly location: string } | null {
        return LAST_ANSWERS.first(lastAnswer.get(url)) ?? null
      },
      /** By the blacklist of a portal that was given: it is not in the list, but may be in an archive. */
      isHidden,
      /** Which files have revisits of what lies in other files. */
      borrowings(): readonly { readonly file: HeldFile; readonly from: HeldFile }[] {
        const query = 'SELECT DISTINCT file, payload_file FROM captures WHERE revisit = 1 AND payload_file <> file'
        return BORROWINGS.all(database.prepare(query).all()).map(({ file, payload_file: from }) => ({
          file: placeOf(file, 0, 0),
          from: placeOf(from, 0, 0),
        }))
      },
      /** Of which part of the collection; null: all of it, and its archives are whole. */
      period: periods === null ? null : periodRecords(database, sources, periods, placeOf),
      close(): void {
        database.close()
        removeDatabase(path)
      },
    }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Of each URL the capture that stands for it. */
function choosePages(database: Database, all: boolean, isHidden: IsHidden): void {
  database.exec(`
    CREATE TEMP TABLE jobs (id INTEGER PRIMARY KEY, capture TEXT NOT NULL, file INTEGER NOT NULL, offset INTEGER NOT NULL)`)
  inTransaction(database, () => {
    const add = database.prepare('INSERT INTO jobs (capture, file, offset) VALUES (?, ?, ?)')
    for (const captures of capturesByUrl(database, 'text')) {
      const wanted = isHidden?.(captures[0].url) === true ? null : chosen(captures, all)
      if (wanted !== null) add.run(JSON.stringify(wanted), wanted.capture.file, wanted.capture.offset)
    }
  })
}

function hiding(given: readonly string[]): IsHidden {
  const entries = given.flatMap(path => readableEntries(blacklistOf(path)))
  if (entries.length === 0) return null
  const filter = createUrlFilter(entries)
  return url => filter(url) !== null
}
