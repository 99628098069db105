/**
 * documents/: PDF, EPUB, Word, Excel, OpenDocument, RTF… become pages as HTML does. Everybody who reads pages out of bytes asks `readPage`
 * (or `readText`); `analyse` alone knows HTML and plain text.
 *
 *   Exchange ─ kind by content ─▶ a thread of its own (document-thread.ts) ─▶ DocumentContent ─ analyse ─▶ Page
 *
 * Invariants: nothing here throws for content; a document that is encrypted, damaged, too large or too slow gives a page without text
 * that says so. The thread is started for the first document, so that nothing of this is loaded where there are none.
 */
import type { Exchange, Page } from '../contracts.js'
import { analyse, analyseText, type ReadablePage } from '../page/analyse.js'
import { decodeContent } from '../page/http/content-coding.js'
import { mimeIn } from '../page/http/mime.js'
import { readHeaders } from '../page/http/page-headers.js'
import type { DocumentContent } from '../page/document/content.js'
import { beginsAsDocument, documentKind, documentKindOfMime } from '../page/document/kind.js'

export async function readPage(exchange: Exchange, hasPlaces = false): Promise<Page> {
  return analyse(exchange, hasPlaces, await readDocument(exchange))
}

/** `readPage` without links and simhash. */
export async function readText(exchange: Exchange): Promise<ReadablePage> {
  return analyseText(exchange, await readDocument(exchange))
}

/** Null where the answer is no document. */
export async function readDocument(exchange: Exchange): Promise<DocumentContent | null> {
  if (exchange.body.length === 0) return null
  const { contentType, contentEncoding } = readHeaders(exchange.headers)
  const mime = mimeIn(contentType)
  // packed for its way: pages are, too, and to unpack each of them twice costs more than to analyse it
  if (contentEncoding !== '' && !mayBeDocument(mime, exchange.body, contentEncoding)) return null
  const bytes = decodeContent(exchange.body, contentEncoding)
  const kind = documentKind(mime, bytes)
  if (kind === null) return null
  const { readInThread } = await import('./document-thread.js')
  return readInThread({ kind, bytes, isCut: exchange.truncated !== null })
}

/** Enough of a packed body to unpack its first bytes. */
const BEGINNING = 512

/** Scripts that send a PDF without a type send it as HTML, and servers pack HTML. */
function mayBeDocument(mime: string, packed: Uint8Array, coding: string): boolean {
  if (documentKindOfMime(mime) !== null || /^$|octet-stream|download/.test(mime)) return true
  return beginsAsDocument(decodeContent(packed.subarray(0, BEGINNING), coding))
}
