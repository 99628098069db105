/** EPUB: the chapters in the order of the spine, each of them HTML. */
import { parseHtml } from '../../page/html/parse.js'
import { DocumentTrouble, type Container } from './container.js'
import { DocumentText } from './document-text.js'
import { firstTexts, partName, readXml } from './xml.js'

const MAX_CHAPTERS = 5_000

interface Book {
  readonly chapters: readonly string[]
  readonly title: string
  readonly language: string
}

export async function readEpub(container: Container) {
  const book = await bookOf(container)
  const locked = lockedParts(await container.text('META-INF/encryption.xml'))
  if (book.chapters.some(name => locked.has(name)))
    throw new DocumentTrouble('it is encrypted (DRM), and cannot be read without its key')
  const document = new DocumentText()
  for (const chapter of book.chapters) {
    const html = await container.text(chapter)
    if (html !== null) readChapter(html, document)
    if (document.isFull) break
  }
  return { title: book.title, language: book.language, pages: 0, document }
}

async function bookOf(container: Container): Promise<Book> {
  let main = ''
  readXml((await container.text('META-INF/container.xml')) ?? '', {
    open: (name, attribute) => void (name === 'rootfile' && main === '' && (main = attribute('full-path'))),
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
function lockedParts(xml: string | null): ReadonlySet<string> {
  const locked = new Set<string>()
  if (xml !== null)
    readXml(xml, {
      open: (name, attribute) => void (name === 'CipherReference' && locked.add(decoded(attribute('URI')))),
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
