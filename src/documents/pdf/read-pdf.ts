/**
 * A PDF → its text in the order of reading, its title, language and links.
 *
 *   pages ─ pdfjs ─▶ pieces ─ lines.ts ─▶ lines ─ furniture.ts ─▶ without heads and feet ─ paragraphs.ts ─▶ paragraphs
 *
 * Limits: MAX_PAGES pages and MAX_TEXT characters are read, 32 MB for one stream, or twice the file (open-pdf.ts); time and memory of the
 * thread are limited by document-thread.ts.
 */
import { messageOf } from '../../errors.js'
import { MAX_TEXT } from '../../page/html/text-builder.js'
import { MAX_LINKS } from '../../page/html/parse.js'
import { PAGE_BREAK, unreadDocument, type DocumentContent, type DocumentLink } from '../../page/document/content.js'
import { piecesOf } from './actual-text.js'
import { furnitureOf } from './furniture.js'
import { linesOf, type TextLine } from './lines.js'
import { findPdfjs, NEEDS_PACKAGE } from './find-pdfjs.js'
import { openPdf, type PdfFile, type PdfItem, type PdfPage } from './open-pdf.js'
import { addCompounds, append, paragraphsOf, type Paragraph } from './paragraphs.js'
import { readOldFonts } from './old-fonts.js'
import { pageLinksOf, urlsInText } from './pdf-links.js'
import { titleOf } from './pdf-title.js'

export const MAX_PAGES = 2_000
/** Pages without text at the beginning after which a PDF is taken for a scanned one, if it has as many. */
const BLANK_PAGES = 100
/** Characters on a page that has text. */
const SOME_TEXT = 20

interface ReadPage {
  readonly lines: readonly TextLine[]
  readonly links: readonly DocumentLink[]
}

export async function readPdf(bytes: Uint8Array, isCut: boolean): Promise<DocumentContent> {
  const path = findPdfjs()
  if (path === null) return unreadDocument('pdf', NEEDS_PACKAGE)
  const content = await read(path, bytes, isCut)
  const mended = content.pages === 0 ? withTrailer(bytes) : null
  return mended === null ? content : read(path, mended, isCut)
}

/** The end of a file says where its catalogue is. Where the end is missing, the catalogue may be found by its name. */
function withTrailer(bytes: Uint8Array): Uint8Array | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (/\/Encrypt\b/.test(text) || /\btrailer\b/.test(text)) return null
  const catalogue = /(\d{1,9}) (\d{1,5}) obj\s{0,9}<<[^>]{0,500}\/Type\s?\/Catalog\b/.exec(text)
  if (catalogue === null) return null
  const trailer = `\nendstream\nendobj\ntrailer\n<< /Root ${catalogue[1]} ${catalogue[2]} R >>\nstartxref\n0\n%%EOF\n`
  return Buffer.concat([bytes, Buffer.from(trailer)])
}

async function read(path: string, bytes: Uint8Array, isCut: boolean): Promise<DocumentContent> {
  // pdfjs takes the bytes away
  const task = await openPdf(path, new Uint8Array(bytes))
  try {
    return await contentOf(await task.promise, isCut)
  } catch (error) {
    return unreadDocument('pdf', reasonOf(error, isCut))
  } finally {
    await task.destroy().catch(() => undefined)
  }
}

function reasonOf(error: unknown, isCut: boolean): string {
  if (error instanceof Error && error.name === 'PasswordException') return 'it is encrypted and needs a password'
  const what = isCut ? 'it is cut off, and what is there cannot be read' : 'it is damaged'
  return `${what} (${messageOf(error).slice(0, 200)})`
}

async function contentOf(file: PdfFile, isCut: boolean): Promise<DocumentContent> {
  const count = file.numPages
  const pages: ReadPage[] = []
  let characters = 0
  let unread = 0
  for (let number = 1; number <= Math.min(count, MAX_PAGES) && characters < MAX_TEXT; number++) {
    if (number > BLANK_PAGES && characters < SOME_TEXT) break
    const page = await readOne(file, number)
    if (page === null) unread++
    else characters += page.lines.reduce((sum, { text }) => sum + text.length, 0)
    pages.push(page ?? { lines: [], links: [] })
    // page after page that is not there: somebody claims more than there is
    if (unread > BLANK_PAGES && characters < SOME_TEXT) break
  }
  readOldFonts(pages.map(({ lines }) => lines))
  const { text, fullText } = textOf(pages.map(({ lines }) => lines))
  const about = await file.getMetadata().catch(() => null)
  const written = placed(pages, fullText)
  return {
    kind: 'pdf',
    title: titleOf(about, pages[0]?.lines ?? []),
    language: languageOf(about?.info),
    pages: count,
    text: characters < SOME_TEXT ? text.trim() : text.slice(0, MAX_TEXT),
    fullText: characters < SOME_TEXT ? fullText.trim() : fullText.slice(0, MAX_TEXT),
    links: [...written, ...urlsInText(fullText, written)].slice(0, MAX_LINKS),
    problem: problemOf({ count, read: pages.length, unread, characters, isCut }),
  }
}

interface Outcome {
  readonly count: number
  readonly read: number
  readonly unread: number
  readonly characters: number
  readonly isCut: boolean
}

function problemOf({ count, read, unread, characters, isCut }: Outcome): string {
  const problems: string[] = []
  if (isCut) problems.push('its end is missing: it is larger than network.max-document, or the download broke off')
  if (unread > 0) problems.push(`${unread} of its pages ${unread === 1 ? 'is' : 'are'} damaged`)
  if (characters < SOME_TEXT) problems.push('it has no text: its pages are scans or drawings')
  else if (read < count) problems.push(`it has ${count} pages, of which the first ${read} were read`)
  return problems.join('; ')
}

/** Null: it is damaged. */
async function readOne(file: PdfFile, number: number): Promise<ReadPage | null> {
  try {
    const page = await file.getPage(number)
    const content = await page.getTextContent({ disableNormalization: true, includeMarkedContent: true })
    const items = piecesOf(content.items)
    const links = await linksOf(page, items)
    page.cleanup()
    return { lines: linesOf(items), links }
  } catch {
    return null
  }
}

async function linksOf(page: PdfPage, items: readonly PdfItem[]): Promise<DocumentLink[]> {
  try {
    return pageLinksOf(await page.getAnnotations({ intent: 'display' }), items)
  } catch {
    return []
  }
}

function languageOf(info: object | undefined): string {
  if (info === undefined || !('Language' in info) || typeof info.Language !== 'string') return ''
  return info.Language
}

function textOf(pages: readonly (readonly TextLine[])[]): { text: string; fullText: string } {
  const compounds = new Set<string>()
  for (const lines of pages) for (const { text } of lines) if (text.includes('-')) addCompounds(text, compounds)
  const furniture = furnitureOf(pages)
  const main = pages.map((lines, page) =>
    paragraphsOf(
      lines.filter(line => !furniture[page].has(line)),
      compounds,
    ),
  )
  const full = pages.map((_, page) => {
    const around = [...furniture[page]].map(({ text, size }) => ({ text, size, isOpen: false }))
    return [...around, ...main[page]]
  })
  const text = joinPages(main, compounds)
  return { text, fullText: furniture.every(({ size }) => size === 0) ? text : joinPages(full, compounds) }
}

function joinPages(pages: readonly (readonly Paragraph[])[], compounds: ReadonlySet<string>): string {
  const written: string[] = []
  let isOpen = false
  pages.forEach((paragraphs, page) => {
    let rest = paragraphs.map(({ text }) => text)
    const isFirst = written.length === 0
    if (page > 0 && isOpen && rest.length > 0 && goesOn(rest[0])) {
      const parts = [written.pop() ?? '']
      append(parts, rest[0], compounds)
      const space = parts[1].startsWith(' ') ? ' ' : ''
      written.push(parts[0] + space + PAGE_BREAK + parts[1].trimStart())
      rest = rest.slice(1)
    } else if (page > 0) rest = rest.length === 0 ? [PAGE_BREAK] : [PAGE_BREAK + rest[0], ...rest.slice(1)]
    if (isFirst || rest.length > 0) written.push(...rest)
    isOpen = paragraphs.at(-1)?.isOpen ?? false
  })
  return written.join('\n')
}

/** The next page begins in the middle of a sentence, where a script has small letters; others are not told. */
function goesOn(next: string): boolean {
  return /^\p{Ll}/u.test(next)
}

/** Where their anchors stand; links come in the order of the pages. */
function placed(pages: readonly ReadPage[], fullText: string): DocumentLink[] {
  const links: DocumentLink[] = []
  let start = 0
  for (const page of pages) {
    const end = fullText.indexOf(PAGE_BREAK, start)
    const stop = end === -1 ? fullText.length : end
    let from = start
    for (const link of page.links) {
      if (links.length >= MAX_LINKS) return links
      const at = link.anchor === '' ? -1 : fullText.indexOf(link.anchor, from)
      const isHere = at !== -1 && at < stop
      links.push({ ...link, at: isHere ? at : -1 })
      if (isHere) from = at
    }
    start = stop + 1
  }
  return links
}
