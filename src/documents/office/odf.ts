/** OpenDocument text and presentations: content.xml. Heads and feet are in styles.xml, and are not read. */
import { DocumentTrouble, type Container } from './container.js'
import { DocumentText } from './document-text.js'
import { firstTexts, readXml } from './xml.js'

/** Changes that were taken back, remarks, what a speaker says, forms, and how a word is spoken. */
const SKIPPED: ReadonlySet<string> = new Set([
  'tracked-changes',
  'annotation',
  'notes',
  'forms',
  'note-citation',
  'ruby-text',
])
const MAX_SPACES = 100

export async function readOdf(container: Container) {
  if ((await container.text('META-INF/manifest.xml'))?.includes('encryption-data') === true)
    throw new DocumentTrouble('it is encrypted and needs a password')
  const xml = await container.text('content.xml')
  if (xml === null) throw new DocumentTrouble('it is damaged: content.xml is missing')
  const document = new DocumentText()
  readContent(xml, document)
  const meta = await container.text('meta.xml')
  const about = firstTexts(meta, ['title', 'language'])
  return {
    title: about.get('title') ?? '',
    language: about.get('language') ?? '',
    pages: Math.max(pageCountIn(meta), document.pages),
    document,
  }
}

function pageCountIn(meta: string | null): number {
  const count = Number(/page-count="(\d{1,6})"/.exec(meta ?? '')?.[1] ?? 0)
  return Number.isInteger(count) ? count : 0
}

function readContent(xml: string, document: DocumentText): void {
  let skipped = 0
  let slides = 0
  let depth = 0
  /** Notes stand inside the paragraph that they belong to: they come behind it. */
  let note: string[] | null = null
  const later: string[] = []
  readXml(xml, {
    get isFull() {
      return document.isFull
    },
    open(name, attribute) {
      if (skipped > 0 || SKIPPED.has(name)) skipped++
      else if (name === 'note-body') note = []
      else if (name === 'p' || name === 'h') depth++
      else if (name === 's') document.add(' '.repeat(Math.min(MAX_SPACES, Number(attribute('c')) || 1)))
      else if (name === 'tab' || name === 'line-break') document.add(' ')
      else if (name === 'soft-page-break') document.pageBreak()
      else if (name === 'page' && slides++ > 0) document.pageBreak()
      else if (name === 'a' && note === null) document.openLink(attribute('href'))
    },
    close(name) {
      if (skipped > 0) skipped--
      else if (name === 'note-body') {
        if (note !== null) later.push(note.join(' '))
        note = null
      } else if (name === 'p' || name === 'h') {
        depth--
        if (note !== null) return
        document.end()
        for (const text of later.splice(0)) {
          document.add(text)
          document.end()
        }
      } else if (name === 'a' && note === null) document.closeLink()
    },
    text(text) {
      if (skipped > 0 || depth === 0) return
      if (note === null) document.add(text)
      else note.push(text)
    },
  })
  document.end()
}
