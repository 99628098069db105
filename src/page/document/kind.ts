/** Documents: files with text that are no pages of the Web. They are told by their content, whatever a server calls them. */

import type { DocumentKind } from '../../contracts.js'

export const DOCUMENT_KINDS: readonly DocumentKind[] = ['pdf', 'epub', 'docx', 'odt', 'pptx', 'odp']

export const DOCUMENT_MIME: Readonly<Record<DocumentKind, string>> = {
  pdf: 'application/pdf',
  epub: 'application/epub+zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odp: 'application/vnd.oasis.opendocument.presentation',
}

export const DOCUMENT_NAMES: Readonly<Record<DocumentKind, string>> = {
  pdf: 'PDF',
  epub: 'EPUB',
  docx: 'Word',
  odt: 'OpenDocument text',
  pptx: 'PowerPoint',
  odp: 'OpenDocument presentation',
}

const BY_MIME: ReadonlyMap<string, DocumentKind> = new Map(DOCUMENT_KINDS.map(kind => [DOCUMENT_MIME[kind], kind]))
/** A PDF may begin with other bytes, of a printer or a mail. */
const PDF_START = 1_024
/** The directory of a ZIP file lies at its end. */
const ZIP_END = 128 * 1024
/** The file that every document of a kind has in it. */
const MAIN_FILES: readonly (readonly [name: string, kind: DocumentKind])[] = [
  ['word/document.xml', 'docx'],
  ['ppt/presentation.xml', 'pptx'],
]

/** As a header says; null for anything else. `mime`: in small letters, without parameters. */
export function documentKindOfMime(mime: string): DocumentKind | null {
  if (mime === 'application/x-pdf') return 'pdf'
  return BY_MIME.get(mime) ?? null
}

/** `mime`: as the header says it; '' when it says nothing. */
export function documentKind(mime: string, bytes: Uint8Array): DocumentKind | null {
  if (bytes.length < 8) return null
  const first = bytes[0]
  if (first === 0x50 && bytes[1] === 0x4b) return zipKind(bytes)
  if (first === 0x25 && latin1(bytes, 0, 5) === '%PDF-') return 'pdf'
  const mayBegin = mime === DOCUMENT_MIME.pdf || mime === 'application/x-pdf' || /octet-stream|download/.test(mime)
  return mayBegin && latin1(bytes, 0, PDF_START).includes('%PDF-') ? 'pdf' : null
}

function zipKind(bytes: Uint8Array): DocumentKind | null {
  // EPUB and OpenDocument: the first file is called "mimetype", is not packed, and says what this is
  const start = latin1(bytes, 0, 256)
  const named = /^PK\x03\x04[^]{26}mimetype(application\/[a-z.+-]+)/.exec(start)
  if (named !== null) for (const [mime, kind] of BY_MIME) if (named[1].startsWith(mime)) return kind
  const names = latin1(bytes, Math.max(0, bytes.length - ZIP_END), bytes.length)
  for (const [name, kind] of MAIN_FILES) if (names.includes(name)) return kind
  return null
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  const end = Math.min(to, bytes.length)
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from).toString('latin1')
}
