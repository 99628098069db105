/** Documents: files with text that are no pages of the Web. They are told by their content, whatever a server calls them. */

import type { DocumentKind } from '../../contracts.js'
import { textOfFirst, textOfNamed, zipDirectory } from './zip-peek.js'

export const DOCUMENT_KINDS: readonly DocumentKind[] = ['pdf', 'epub', 'docx', 'odt', 'pptx', 'odp', 'xlsx', 'rtf']

export const DOCUMENT_MIME: Readonly<Record<DocumentKind, string>> = {
  pdf: 'application/pdf',
  epub: 'application/epub+zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odp: 'application/vnd.oasis.opendocument.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  rtf: 'application/rtf',
}

export const DOCUMENT_NAMES: Readonly<Record<DocumentKind, string>> = {
  pdf: 'PDF',
  epub: 'EPUB',
  docx: 'Word',
  odt: 'OpenDocument text',
  pptx: 'PowerPoint',
  odp: 'OpenDocument presentation',
  xlsx: 'Excel',
  rtf: 'RTF',
}

const BY_MIME: ReadonlyMap<string, DocumentKind> = new Map(DOCUMENT_KINDS.map(kind => [DOCUMENT_MIME[kind], kind]))
/** A PDF may begin with other bytes, of a printer or a mail. */
const PDF_START = 1_024
const MOST_SPACE = 16
/** White space, and the bytes of the mark of UTF-8. */
const SPACE: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf])
/** The file that every document of a kind has in it. */
const MAIN_FILES: readonly (readonly [name: RegExp, kind: DocumentKind])[] = [
  // some programs number it
  [/word\/document\d{0,3}\.xml/, 'docx'],
  [/ppt\/presentation\.xml/, 'pptx'],
  [/xl\/workbook\.xml/, 'xlsx'],
  // tools that sort the files of a book put this one before its "mimetype"
  [/META-INF\/container\.xml/, 'epub'],
]
/** What Word, Excel and PowerPoint write with a password: no ZIP file. */
const COMPOUND = '\xd0\xcf\x11\xe0'
const HAVE_PASSWORDS: ReadonlySet<DocumentKind> = new Set(['docx', 'pptx', 'xlsx'])

/** As a header says; null for anything else. `mime`: in small letters, without parameters. */
export function documentKindOfMime(mime: string): DocumentKind | null {
  if (mime === 'application/x-pdf') return 'pdf'
  if (mime === 'text/rtf') return 'rtf'
  return BY_MIME.get(mime) ?? null
}

/** `mime`: as the header says it; '' when it says nothing. */
export function documentKind(mime: string, bytes: Uint8Array): DocumentKind | null {
  if (bytes.length < 8) return null
  const first = bytes[0]
  // damaged ones and those without an end are what they are called
  if (first === 0x50 && bytes[1] === 0x4b) return zipKind(bytes) ?? zippedKindOf(mime)
  if (first === 0xd0 && latin1(bytes, 0, 4) === COMPOUND) {
    const kind = documentKindOfMime(mime)
    return kind !== null && HAVE_PASSWORDS.has(kind) ? kind : null
  }
  const plain = plainKind(bytes)
  if (plain !== null) return plain
  const mayBegin = mime === DOCUMENT_MIME.pdf || mime === 'application/x-pdf' || /octet-stream|download/.test(mime)
  return mayBegin && latin1(bytes, 0, PDF_START).includes('%PDF-') ? 'pdf' : null
}

/** What the first bytes of a file can say: it is a document, or a ZIP file, which may be one. */
export function beginsAsDocument(bytes: Uint8Array): boolean {
  return (bytes[0] === 0x50 && bytes[1] === 0x4b) || plainKind(bytes) !== null
}

function plainKind(bytes: Uint8Array): DocumentKind | null {
  let start = 0
  // a script that sends a PDF may have sent the mark of its own charset, or empty lines, before
  while (start < MOST_SPACE && SPACE.has(bytes[start])) start++
  const first = bytes[start]
  if (first === 0x25 && latin1(bytes, start, start + 5) === '%PDF-') return 'pdf'
  return first === 0x7b && latin1(bytes, start, start + 5) === '{\\rtf' ? 'rtf' : null
}

function zipKind(bytes: Uint8Array): DocumentKind | null {
  // EPUB and OpenDocument: the first file is called "mimetype", is not packed, and says what this is
  const first = textOfFirst(bytes, 'mimetype')
  if (first !== null && /^application\/[a-z]/.test(first)) return kindSaid(first)
  const directory = zipDirectory(bytes)
  const main = MAIN_FILES.find(([name]) => name.test(directory))
  if (main !== undefined) return main[1]
  // packed again by hand, it may be anywhere
  return directory.includes('META-INF/manifest.xml') ? kindSaid(textOfNamed(bytes, directory, 'mimetype')) : null
}

function kindSaid(mimetype: string): DocumentKind | null {
  return DOCUMENT_KINDS.find(kind => mimetype.startsWith(DOCUMENT_MIME[kind])) ?? null
}

function zippedKindOf(mime: string): DocumentKind | null {
  const kind = documentKindOfMime(mime)
  return kind === 'pdf' || kind === 'rtf' ? null : kind
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  const end = Math.min(to, bytes.length)
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from).toString('latin1')
}
