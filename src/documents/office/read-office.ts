/** Documents that are ZIP files of XML (EPUB, Word, PowerPoint, Excel, OpenDocument), and RTF. */
import type { DocumentKind } from '../../contracts.js'
import { messageOf } from '../../errors.js'
import { unreadDocument, type DocumentContent } from '../../page/document/content.js'
import { urlsInText } from '../pdf/pdf-links.js'
import { Container, DocumentTrouble } from './container.js'
import type { DocumentText } from './document-text.js'
import { readDocx } from './docx.js'
import { readEpub } from './epub.js'
import { readOdf } from './odf.js'
import { readPptx } from './pptx.js'
import { readRtf } from './rtf.js'
import { readXlsx } from './xlsx.js'

interface Read {
  readonly title: string
  readonly language: string
  readonly pages: number
  readonly document: DocumentText
  /** What could not be read of it. */
  readonly problem?: string
}

type OfficeKind = Exclude<DocumentKind, 'pdf'>

const READERS: Readonly<Record<Exclude<OfficeKind, 'rtf'>, (container: Container) => Promise<Read>>> = {
  docx: readDocx,
  pptx: readPptx,
  xlsx: readXlsx,
  odt: readOdf,
  odp: readOdf,
  epub: readEpub,
}
const MAX_TITLE = 300
const SOME_TEXT = 20

const LOCKED = 'it is encrypted, and a password is needed to read it'
const OLD = 'it is a file of an old kind, which is not read'
/** Names in such files have two bytes a letter. */
const LOCKED_PART = Buffer.from('EncryptedPackage', 'utf16le')

function isLocked(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(LOCKED_PART)
}

const CUT = 'its end is missing: it is larger than network.max-document, or the download broke off'

export async function readOffice(kind: OfficeKind, bytes: Uint8Array, isCut: boolean): Promise<DocumentContent> {
  // the directory of a ZIP file lies at its end
  if (isCut && kind !== 'rtf') return unreadDocument(kind, CUT)
  if (bytes[0] === 0xd0) return unreadDocument(kind, isLocked(bytes) ? LOCKED : OLD)
  try {
    const read: Read = kind === 'rtf' ? readRtf(bytes) : await READERS[kind](await Container.open(bytes))
    const { title, language, pages, document, problem = '' } = read
    const { text, links } = document
    const first = text.slice(0, text.indexOf('\n') === -1 ? MAX_TITLE : text.indexOf('\n'))
    return {
      kind,
      title: (title || first).slice(0, MAX_TITLE).trim(),
      language,
      pages,
      text,
      fullText: text,
      links: [...links, ...urlsInText(text, links)],
      problem: text.length < SOME_TEXT ? 'it has no text' : isCut ? CUT : problem,
    }
  } catch (error) {
    return unreadDocument(
      kind,
      error instanceof DocumentTrouble ? error.message : `it is damaged (${messageOf(error)})`,
    )
  }
}
