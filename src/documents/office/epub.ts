/** EPUB: the chapters in the order of the spine, each of them HTML. */
import { parseHtml } from '../../page/html/parse.js'
import { DamagedPart, DocumentTrouble, type Container } from './container.js'
import { DocumentText } from './document-text.js'
import { firstTexts, partName, readXml } from './xml.js'

const MAX_CHAPTERS = 5_000
/** A book with more damaged chapters than this is not read further. */
const MOST_DAMAGED = 20
const START = 'META-INF/container.xml'

interface Book {
  readonly chapters: readonly string[]
  readonly title: string
  readonly language: string
}

export async function readEpub(container: Container) {
  const root = rootOf(container)
  const book = await bookOf(container, root)
  const locked = lockedParts(await container.text(`${root}META-INF/encryption.xml`), root)
  if (book.chapters.some(name => locked.has(name))) throw new DocumentTrouble('it is encrypted (DRM)')
  const document = new DocumentText()
  const damaged: DamagedPart[] = []
  for (const chapter of book.chapters) {
    const html = await chapterText(container, chapter)
    if (html instanceof DamagedPart) damaged.push(html)
    else if (html !== null) readChapter(html, document)
    if (document.isFull || damaged.length > MOST_DAMAGED) break
  }
  if (document.text === '' && damaged.length > 0) throw damaged[0]
  const { title, language } = book
  const problem =
    damaged.length === 0 ? '' : `${damaged.length} of its chapters ${damaged.length === 1 ? 'is' : 'are'} damaged`
  return { title, language, pages: 0, document, problem }
}

async function chapterText(container: Container, chapter: string): Promise<string | DamagedPart | null> {
  try {
    return await container.text(chapter)
  } catch (error) {
    if (error instanceof DamagedPart) return error
    throw error
  }
}

/** Some books were packed with the folder that they lay in: "book/META-INF/…". */
function rootOf(container: Container): string {
  if (container.has(START)) return ''
  for (const name of container.names) if (name.endsWith(`/${START}`)) return name.slice(0, -START.length)
  return ''
}

async function bookOf(container: Container, root: string): Promise<Book> {
  let main = ''
  readXml((await container.text(root + START)) ?? '', {
    open: (name, attribute) => void (name === 'rootfile' && main === '' && (main = root + attribute('full-path'))),
    close: () => undefined,
    text: () => undefined,
  })
  const xml = await container.text(main)
  if (xml === null) throw new DocumentTrouble('it is damaged: its list of chapters is missing')
  const parts = new Map<string, string>()
  const spine: string[] = []
  readXml(xml, {
    open(name, attribute) {
      if (name === 'item' && /html/.test(attribute('media-type')) && !/\bnav\b/.test(attribute('properties')))
        parts.set(attribute('id'), partName(main, decoded(attribute('href'))))
      else if (name === 'itemref' && spine.length < MAX_CHAPTERS) spine.push(attribute('idref'))
    },
    close: () => undefined,
    text: () => undefined,
  })
  const about = firstTexts(xml, ['title', 'language'])
  // a chapter that is named twice is read once
  const chapters = new Set(spine.flatMap(id => parts.get(id) ?? []))
  return { chapters: [...chapters], title: about.get('title') ?? '', language: about.get('language') ?? '' }
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}

/** Fonts may be locked; chapters that are cannot be read. */
function lockedParts(xml: string | null, root: string): ReadonlySet<string> {
  const locked = new Set<string>()
  if (xml !== null)
    readXml(xml, {
      open: (name, attribute) => void (name === 'CipherReference' && locked.add(root + decoded(attribute('URI')))),
      close: () => undefined,
      text: () => undefined,
    })
  return locked
}

/** Links to other chapters lead nowhere on the Web. */
function readChapter(html: string, document: DocumentText): void {
  const { fullText, links } = parseHtml(html, true)
  const outward = links.filter(({ href, start, end }) => /^https?:\/\//i.test(href) && end > start)
  let at = 0
  const addTo = (end: number): void => {
    for (const [i, line] of fullText.slice(at, Math.max(at, end)).split('\n').entries()) {
      if (i > 0) document.end()
      document.add(line)
    }
    at = Math.max(at, end)
  }
  for (const { href, start, end } of outward) {
    if (start < at) continue
    addTo(start)
    document.openLink(href)
    addTo(end)
    document.closeLink()
  }
  addTo(fullText.length)
  document.end()
}
