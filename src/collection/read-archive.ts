/**
 * An archive of any tool: which URL is where, from its records. WARC, ARC, and WARCs in a WACZ. What a crawl of ours said about a page
 * is in there, too, and counts as if its log had been read.
 */
import { statSync } from 'node:fs'
import { createArchiveFiles, type ArchiveFiles } from '../archive/archive-files.js'
import {
  SafeResponses,
  exchangeOf,
  headerValue,
  isUnchanged,
  namesOf,
  payloadDigest,
  recordsOf,
  targetUri,
  type ByteFile,
  type WarcRecord,
} from '../archive/index.js'
import { LongtailError } from '../errors.js'
import { canonicalUrl } from '../page/index.js'
import { DOCUMENT_MIME, documentKind } from '../page/document/kind.js'
import { mimeIn, mimeOf } from '../page/http/mime.js'
import { inTransaction } from '../disk/sqlite.js'
import { CaptureWriter, digestKey, type CaptureRow, type CaptureVerdict } from './capture-writer.js'
import type { ReadingContext } from './context.js'
import { kindOf } from './page-type.js'
import { beginsAsOurs, isAbout, isOurs, readPageLists, verdictIn } from './read-verdicts.js'
import { forget, isContinuedFile, saveState, tailOf, UNREAD, type Source, type SourceState } from './source-state.js'
import { UNCHANGED } from './resolve-revisits.js'
import { unpackFor } from './unpack.js'

const ROWS_PER_BATCH = 1000
/** A page that is larger is cut anyway. */
const MAX_BLOCK_BYTES = 32 * 1024 * 1024
/** True: there was something new. */
export async function readArchiveSource(context: ReadingContext, source: Source): Promise<boolean> {
  const { database } = context
  const { path } = source.spec
  const { size, mtimeMs } = statSync(path)
  let { state } = source
  if (state.size === size && state.changedAt === mtimeMs) return false
  // an archive that another tool is writing grows at its end; all others are read anew
  if (state.offset === 0 || !isContinuedFile(path, state)) {
    state = { ...UNREAD, topic: state.topic }
    inTransaction(database, () => {
      forget(database, source.id)
      saveState(database, source.id, state)
    })
  }
  const archives = createArchiveFiles(1)
  try {
    const leaveOut = (error: LongtailError): void => context.warn(`a part of ${path} was left out: ${error.message}`)
    const files = await archives.open(path, leaveOut)
    const isWhole = files.length === 1 && files[0].name === path
    const lost: LongtailError[] = []
    for (const file of files)
      try {
        state = await readFile(context, source, archives, file, isWhole, state)
      } catch (error) {
        if (!isArchiveTrouble(error)) throw error
        lost.push(error)
      }
    if (lost.length === files.length) throw lost[0]
    lost.forEach(leaveOut)
    if (!isWhole) await readPageLists(context, source.id, path)
    inTransaction(database, () => saveState(database, source.id, { ...state, size, changedAt: mtimeMs }))
  } finally {
    await archives.close()
  }
  return true
}

async function readFile(
  context: ReadingContext,
  source: Source,
  archives: ArchiveFiles,
  given: ByteFile,
  isWhole: boolean,
  before: SourceState,
): Promise<SourceState> {
  const { database, signal } = context
  const { path, name } = source.spec
  const unpacked = await unpackFor(context, path, archives, given)
  const isPlain = isWhole && unpacked === null
  const member = isWhole ? '' : given.name.slice(path.length + 1)
  const writer = new CaptureWriter(database, source.id, context.home)
  if (unpacked !== null) context.onUnpacked?.(unpacked.path, path, member)
  const number = inTransaction(database, () => writer.file(unpacked?.path ?? path, unpacked === null ? member : ''))
  const file = unpacked?.file ?? given
  let rows: CaptureRow[] = []
  let state = before
  let damaged = 0
  const commit = (offset: number): void => {
    // a WACZ or an unpacked file is read from its beginning again when it changes
    if (isPlain) state = { ...state, offset, tail: tailOf(path, offset) }
    inTransaction(database, () => {
      for (const row of rows) writer.add(row)
      if (isPlain) saveState(database, source.id, state)
    })
    rows = []
    context.progress({ stage: 'reading', done: offset, total: file.size, name })
  }
  let last = isPlain ? before.offset : 0
  const onDamage = (): void => void damaged++
  let ours = last > 0 && (await beginsAsOurs(file))
  let lastPage: CaptureRow | null = null
  const answers = new SafeResponses((record, behind) => {
    const row = captureOf(record, number, saidIn(behind, record, ours))
    if (row !== null) rows.push(row)
    lastPage = row
  })
  for await (const record of recordsOf(file, { onDamage, maxBlockBytes: MAX_BLOCK_BYTES, start: last })) {
    signal?.throwIfAborted()
    // beginning with the last record that was seen: what follows may have been cut off by a writer at work
    const resumeAt = rows.length >= ROWS_PER_BATCH ? answers.resumeAt(last) : null
    if (resumeAt !== null) commit(resumeAt)
    last = record.offset
    answers.see(record)
    if (record.type === 'warcinfo') ours = isOurs(record)
    else if (record.type === 'conversion' && ours) rows.push(...convertedRows(record, lastPage))
  }
  answers.end()
  commit(last)
  if (damaged > 0)
    context.warn(`${file.name}: ${damaged} damaged ${damaged === 1 ? 'part was' : 'parts were'} left out`)
  await unpacked?.file.close()
  return state
}

/** What is written about a page behind it. */
interface Said {
  readonly verdict: CaptureVerdict | null
  /** A crawl of ours fetched it for another page, which shows it. */
  readonly isEmbed: boolean
}

const UNSAID: Said = { verdict: null, isEmbed: false }

/** What a crawl made of a page is in the metadata behind it. */
function saidIn(behind: WarcRecord | null, page: WarcRecord, isOurs: boolean): Said {
  if (behind?.type !== 'metadata' || !isAbout(behind, page)) return UNSAID
  const verdict = verdictIn(behind)
  return { verdict, isEmbed: isOurs && verdict === null }
}

/**
 * What a browser made of a page lies behind it (docs/rendering.md): readers see it, and the page as it came is what others repeat.
 * The row of that page may have been written already; it is replaced.
 */
function convertedRows(record: WarcRecord, page: CaptureRow | null): CaptureRow[] {
  const { headers, offset, length, inner } = record
  const isMeant = page !== null && page.kind === 'page' && canonicalUrl(targetUri(record)) === page.url && inner === 0
  if (!isMeant || !(headers.get('content-type') ?? '').startsWith('text/html')) return []
  if ((Date.parse(headers.get('warc-date') ?? '') || 0) < page.at) return []
  const digest = digestKey(headers.get('warc-payload-digest') ?? '')
  return [
    { ...page, kind: 'other', verdict: null },
    { ...page, offset, length, digest, revisit: null },
  ]
}

function captureOf(record: WarcRecord, file: number, { verdict, isEmbed }: Said): CaptureRow | null {
  // in the middle of a gzip member: nobody could read it again
  if (record.inner > 0) return null
  const isRevisit = record.type === 'revisit'
  const exchange = exchangeOf(record)
  if (exchange === null && !isRevisit) return null
  const url = canonicalUrl(targetUri(record))
  if (url === null) return null
  const names = isRevisit ? namesOf(record) : null
  const isOfOriginal = isRevisit && isUnchanged(record, exchange)
  const status = exchange === null || isOfOriginal ? UNCHANGED : exchange.status
  const headers = exchange === null || isOfOriginal ? [] : exchange.headers
  const written = status >= 300 && status < 400 ? headerValue(headers, 'location') : ''
  const location = written === '' ? '' : (canonicalUrl(written, url) ?? '')
  const body = exchange?.body ?? new Uint8Array()
  const type = headerValue(headers, 'content-type')
  const document = documentKind(mimeIn(type), body)
  const mime = document !== null ? DOCUMENT_MIME[document] : isRevisit && type === '' ? '' : mimeOf(type, body)
  const digest = record.headers.get('warc-payload-digest') ?? (isRevisit ? '' : payloadDigest(body))
  const kind = location !== '' ? 'hop' : isEmbed ? 'embed' : kindOf(url, mime)
  return {
    url,
    at: Date.parse(record.headers.get('warc-date') ?? '') || 0,
    file,
    offset: record.offset,
    length: record.length,
    status,
    mime,
    digest: digestKey(digest),
    location,
    kind,
    verdict: kind === 'page' || kind === 'document' ? verdict : null,
    revisit: names === null ? null : { refers: canonicalUrl(names.uri) ?? '', refersAt: names.originalAt },
  }
}

/** Anything that is not a LongtailError is a fault of ours. */
export function isArchiveTrouble(error: unknown): error is LongtailError {
  return error instanceof LongtailError && (error.code === 'E_ARCHIVE' || error.code === 'E_WARC')
}
