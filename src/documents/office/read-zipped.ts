/** Documents that are ZIP files of XML: EPUB, Word, PowerPoint, OpenDocument. */
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

interface Read {
  readonly title: string
  readonly language: string
  readonly pages: number
  readonly document: DocumentText
}

const READERS: Readonly<Record<Exclude<DocumentKind, 'pdf'>, (container: Container) => Promise<Read>>> = {
  docx: readDocx,
  pptx: readPptx,
  odt: readOdf,
  odp: readOdf,
  epub: readEpub,
}
const MAX_TITLE = 300
const SOME_TEXT = 20

export async function readZipped(
  kind: Exclude<DocumentKind, 'pdf'>,
  bytes: Uint8Array,
  isCut: boolean,
): Promise<DocumentContent> {
  if (isCut)
    return unreadDocument(kind, 'its end is missing: it is larger than network.max-document, or the download broke off')
  try {
    const { title, language, pages, document } = await READERS[kind](await Container.open(bytes))
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
      problem: text.length < SOME_TEXT ? 'it has no text' : '',
    }
  } catch (error) {
    return unreadDocument(
      kind,
      error instanceof DocumentTrouble ? error.message : `it is damaged (${messageOf(error)})`,
    )
  }
}
