/** Word: word/document.xml and its notes. Heads and feet are parts of their own, and are not read. */
import type { Container } from './container.js'
import { DocumentText } from './document-text.js'
import { firstTexts, readXml, relationsIn } from './xml.js'

/** Read by those who cannot show what stands beside it, and a repeat of it. */
const SKIPPED: ReadonlySet<string> = new Set(['Fallback', 'del', 'moveFrom', 'instrText', 'delText'])

export async function readDocx(container: Container) {
  const document = new DocumentText()
  for (const name of ['document', 'footnotes', 'endnotes']) {
    const xml = await container.text(`word/${name}.xml`)
    const targets = relationsIn(await container.text(`word/_rels/${name}.xml.rels`))
    if (xml !== null) readBody(xml, targets, document)
  }
  const about = firstTexts(await container.text('docProps/core.xml'), ['title', 'language'])
  const counted = Number(firstTexts(await container.text('docProps/app.xml'), ['Pages']).get('Pages'))
  const claimed = Number.isInteger(counted) && counted > 0 && counted < 1e6 ? counted : 0
  return {
    title: about.get('title') ?? '',
    language: about.get('language') ?? '',
    pages: Math.max(claimed, document.pages),
    document,
  }
}

function readBody(xml: string, targets: ReadonlyMap<string, string>, document: DocumentText): void {
  // where Word has noted its page breaks, those that were asked for are among them
  const isNoted = xml.includes('lastRenderedPageBreak')
  let skipped = 0
  let isText = false
  readXml(xml, {
    get isFull() {
      return document.isFull
    },
    open(name, attribute) {
      if (skipped > 0 || SKIPPED.has(name)) skipped++
      else if (name === 't') isText = true
      else if (name === 'tab' || name === 'cr') document.add(' ')
      else if (name === 'br') {
        if (attribute('type') === 'page' && !isNoted) document.pageBreak()
        else document.add(' ')
      } else if (name === 'lastRenderedPageBreak') document.pageBreak()
      else if (name === 'hyperlink') document.openLink(targets.get(attribute('id')) ?? '')
    },
    close(name) {
      if (skipped > 0) skipped--
      else if (name === 't') isText = false
      else if (name === 'p') document.end()
      else if (name === 'hyperlink') document.closeLink()
    },
    text(text) {
      if (isText && skipped === 0) document.add(text)
    },
  })
  document.end()
}
