/**
 * Archives as a web: WARC, ARC and WACZ files are crawled as if they were the live Web.
 *
 * All records are read once to learn which URL is where; a fetch then reads one record (and, for a revisit, that of the
 * original payload). Redirects are answered as they were archived. A URL that is not there is a failure that no retry
 * mends. Damaged records are counted and left out.
 */
import { createArchiveFiles, holdsOneMember, type ArchiveFiles } from '../archive/archive-files.js'
import type { ByteFile } from '../archive/byte-file.js'
import { CaptureTable, type FoundCapture } from '../archive/capture-table.js'
import { answerOf, namesOf, readRecordAt, recordsOf, targetUri, type Damage } from '../archive/index.js'
import type { FetchFailure, FetchOutcome, Web } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { canonicalUrl } from '../page/url/canonical.js'
import { spellingsOf } from '../page/url/spellings.js'

export interface ArchiveWeb extends Web {
  /** Responses and revisits found. */
  readonly captures: number
  /** Damaged stretches, and revisits whose original is in none of the files. */
  readonly damaged: number
}

export interface ArchiveWebOptions {
  /** Brings URLs of the archive and of the crawl to one form (null: not of the Web); the crawl's own rules when not given. */
  readonly canonical?: (url: string) => string | null
  readonly onDamage?: (damage: Damage & { readonly file: string }) => void
}

export async function createArchiveWeb(paths: readonly string[], options: ArchiveWebOptions = {}): Promise<ArchiveWeb> {
  const canonical = options.canonical ?? (url => canonicalUrl(url))
  const archives = createArchiveFiles(paths.length)
  const files: ByteFile[] = []
  const table = new CaptureTable()
  let damaged = 0
  const onDamage = (file: ByteFile, damage: Damage): void => {
    damaged++
    options.onDamage?.({ file: file.name, offset: damage.offset, reason: damage.reason })
  }
  try {
    for (const path of paths) {
      for (const file of await archives.open(path)) {
        await indexFile(archives, file, files, table, canonical, onDamage)
      }
    }
    table.seal()
    damaged += table.unresolved
    if (table.size === 0) {
      const names = paths.slice(0, 3).join(', ') + (paths.length > 3 ? ', …' : '')
      throw new LongtailError('E_ARCHIVE', `no page is archived in ${names}: check that the files are the right ones`)
    }
  } catch (error) {
    await archives.close()
    throw error
  }

  return {
    captures: table.size,
    damaged,
    async fetch(url, signal) {
      if (signal.aborted) return failure(url, 'E_FETCH_ABORTED', 'the crawl was stopped', 'retry')
      const exact = canonical(url)
      for (const key of exact === null ? [] : spellingsOf(exact, canonical)) {
        const found = table.find(key)
        if (found === null) continue
        const outcome = await read(files, found, url, archived => canonical(archived) === key)
        if (outcome !== null) return outcome
      }
      return failure(url, 'E_ARCHIVE', 'not in the archive', 'skip')
    },
    close: () => archives.close(),
  }
}

async function indexFile(
  archives: ArchiveFiles,
  source: ByteFile,
  files: ByteFile[],
  table: CaptureTable,
  canonical: (url: string) => string | null,
  onDamage: (file: ByteFile, damage: Damage) => void,
): Promise<void> {
  const file = (await holdsOneMember(source)) ? await archives.unpack(source) : source
  const number = files.push(file) - 1
  for await (const record of recordsOf(file, { onDamage: damage => onDamage(file, damage) })) {
    const { type, offset, length } = record
    if (type !== 'response' && type !== 'revisit' && type !== 'resource') continue
    const key = canonical(targetUri(record))
    if (key === null) continue
    const { at, digest, uri, originalAt } = namesOf(record)
    const revisit = type === 'revisit' ? { refersTo: canonical(uri) ?? '', originalAt } : null
    table.add({ key, at, digest, revisit }, { file: number, offset, length })
  }
}

/** Null when the record turns out to be no page, or that of another URL with the same fingerprint. */
async function read(
  files: readonly ByteFile[],
  capture: FoundCapture,
  url: string,
  isMeant: (archived: string) => boolean,
): Promise<FetchOutcome | null> {
  const { payload } = capture
  try {
    const record = await readRecordAt(files[capture.file], capture.offset, capture.length)
    if (!isMeant(targetUri(record))) return null
    const original = payload === null ? null : await readRecordAt(files[payload.file], payload.offset, payload.length)
    const answer = answerOf(record, original)
    return answer === null ? null : { ...answer, url }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return failure(url, error instanceof LongtailError ? error.code : 'E_ARCHIVE', error.message, 'skip')
  }
}

function failure(url: string, code: string, message: string, consequence: 'retry' | 'skip'): FetchFailure {
  return { ok: false, url, startedAt: Date.now(), fetchMs: 0, code, message, consequence }
}
