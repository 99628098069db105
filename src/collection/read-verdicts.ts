/**
 * What a crawl of ours said about the pages in an archive that it wrote, when there is no log beside it: the metadata record behind
 * each page, and in a WACZ the list of pages, which has the last word (a page without a language of its own may have inherited one).
 */
import { openByteFile, recordsOf, targetUri, type ByteFile, type WarcRecord } from '../archive/index.js'
import { readZipDirectory, type ZipEntry } from '../archive/zip-directory.js'
import { zipLines } from '../archive/zip-lines.js'
import { LongtailError } from '../errors.js'
import { canonicalUrl } from '../page/index.js'
import { inTransaction } from '../disk/sqlite.js'
import type { CaptureVerdict } from './capture-writer.js'
import type { ReadingContext } from './context.js'
import { parseJson } from '../json.js'

const MAX_FIELDS_BYTES = 64 * 1024
/** Also a code that a user gave to a learned language. */
const LANGUAGE = /^[a-z0-9]{1,8}(?:-[A-Za-z0-9]{1,8})*$/

/** Null: the record says nothing about the page, or it is another tool's. */
export function verdictIn({ block }: WarcRecord): CaptureVerdict | null {
  const fields = new Map<string, string>()
  for (const line of block.toString('utf8', 0, MAX_FIELDS_BYTES).split('\r\n')) {
    const colon = line.indexOf(': ')
    if (colon > 0 && !fields.has(line.slice(0, colon))) fields.set(line.slice(0, colon), line.slice(colon + 2))
  }
  const relevant = fields.get('relevant')
  const [score, share] = [fields.get('score'), fields.get('share')].map(text =>
    text === undefined ? NaN : Number(text),
  )
  const said = { relevant: relevant === 'true', score, share, language: fields.get('language') }
  return relevant === 'true' || relevant === 'false' ? checked(said) : null
}

/** Whether a file begins with word that a crawl of ours wrote it. */
export function isOurs({ type, block }: WarcRecord): boolean {
  return type === 'warcinfo' && /^software: Longtail\//m.test(block.toString('latin1', 0, MAX_FIELDS_BYTES))
}

/** The same of a file that is read on from somewhere in it. */
export async function beginsAsOurs(file: ByteFile): Promise<boolean> {
  for await (const record of recordsOf(file)) return isOurs(record)
  return false
}

export function isAbout(metadata: WarcRecord, response: WarcRecord): boolean {
  const concurrent = metadata.headers.get('warc-concurrent-to')
  return concurrent === undefined
    ? targetUri(metadata) === targetUri(response)
    : concurrent === response.headers.get('warc-record-id')
}

const LINES_PER_BATCH = 1000

interface Listed {
  readonly url: string
  readonly at: number
  readonly verdict: CaptureVerdict
}

/** The lists of a WACZ, for captures that were read from it. */
export async function readPageLists(context: ReadingContext, source: number, path: string): Promise<void> {
  const zip = await openByteFile(path)
  try {
    for (const entry of await readZipDirectory(zip))
      if (/^pages\/[^/]+\.jsonl$/.test(entry.name)) await readList(context, source, zip, entry)
  } finally {
    await zip.close()
  }
}

async function readList({ database, signal, warn }: ReadingContext, source: number, zip: ByteFile, entry: ZipEntry) {
  const update = database.prepare(
    "UPDATE captures SET relevant = ?, score = ?, language = ?, share = ? WHERE url = ? AND at = ? AND source = ? AND kind IN ('page', 'document')",
  )
  let batch: Listed[] = []
  const commit = (): void => {
    inTransaction(database, () => {
      for (const { url, at, verdict } of batch) {
        const { relevant, score, language, share } = verdict
        update.run(relevant ? 1 : 0, score, language, share, url, at, source)
      }
    })
    batch = []
  }
  try {
    for await (const line of zipLines(zip, entry)) {
      signal?.throwIfAborted()
      const listed = listedIn(line)
      if (listed !== null) batch.push(listed)
      if (batch.length >= LINES_PER_BATCH) commit()
    }
  } catch (error) {
    if (!(error instanceof LongtailError)) throw error
    warn(`${zip.name}: its list of pages is damaged, the lines before are used (${error.message})`)
  }
  commit()
}

/** Null: no verdict, or no page. */
function listedIn(line: string): Listed | null {
  // most lists are other tools', and have long lines
  if (!line.includes('"relevant":')) return null
  const value = parseJson(line)
  if (typeof value !== 'object' || value === null) return null
  const fields = new Map<string, unknown>(Object.entries(value))
  const [url, ts, relevant] = ['url', 'ts', 'relevant'].map(name => fields.get(name))
  if (typeof url !== 'string' || typeof ts !== 'string' || typeof relevant !== 'boolean') return null
  const canonical = canonicalUrl(url)
  const at = Date.parse(ts)
  const [score, share, language] = ['score', 'share', 'language'].map(name => fields.get(name))
  const verdict = checked({ relevant, score, share, language })
  return canonical === null || Number.isNaN(at) || verdict === null ? null : { url: canonical, at, verdict }
}

interface Said {
  readonly relevant: boolean
  readonly score: unknown
  readonly share: unknown
  readonly language: unknown
}

function checked({ relevant, score, share, language }: Said): CaptureVerdict | null {
  if (typeof language !== 'string' || !LANGUAGE.test(language) || !isShare(score) || !isShare(share)) return null
  return { relevant, score, share, language }
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1
}
