/** Word: word/document.xml and its notes. Heads and feet are parts of their own, and are not read. */
import type { Container } from './container.js'
import { DocumentText } from './document-text.js'
import { firstTexts, readXml, relationsIn } from './xml.js'

/** Read by those who cannot show what stands beside it, a repeat of it, and how a word is spoken (`rt`). */
const SKIPPED: ReadonlySet<string> = new Set(['Fallback', 'del', 'moveFrom', 'delText', 'rt'])
const PARTS = ['document', 'footnotes', 'endnotes'] as const
const FIELD_LINK = /^\s*HYPERLINK\s+"([^"]{1,2000})"/i
const MAX_INSTRUCTION = 2_100

export async function readDocx(container: Container) {
  const document = new DocumentText()
  for (const part of PARTS) {
    const name = nameOf(part, container)
    const xml = await container.text(`word/${name}`)
    const targets = relationsIn(await container.text(`word/_rels/${name}.rels`))
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

/** Some programs number their parts: "document2.xml". */
function nameOf(part: (typeof PARTS)[number], container: Container): string {
  if (container.has(`word/${part}.xml`)) return `${part}.xml`
  const numbered = new RegExp(`^word/(${part}\\d{1,3}\\.xml)$`)
  for (const name of container.names) {
    const found = numbered.exec(name)
    if (found !== null) return found[1]
  }
  return `${part}.xml`
}

function readBody(xml: string, targets: ReadonlyMap<string, string>, document: DocumentText): void {
  // where Word has noted its page breaks, those that were asked for are among them
  const isNoted = xml.includes('lastRenderedPageBreak')
  let skipped = 0
  let isText = false
  /** Of a field: what it is, in Word's words. Null where none is being read. */
  let instruction: string | null = null
  let isInstruction = false
  const openField = (): void => {
    const href = FIELD_LINK.exec(instruction ?? '')?.[1]
    if (href !== undefined) document.openLink(href)
    instruction = null
  }
  const field = (step: string): void => {
    if (step === 'begin') instruction = ''
    else if (step === 'separate') openField()
    else if (step === 'end') document.closeLink()
  }
  readXml(xml, {
    get isFull() {
      return document.isFull
    },
    open(name, attribute) {
      if (skipped > 0 || SKIPPED.has(name)) skipped++
      else if (name === 't') isText = true
      else if (name === 'tab' || name === 'cr') document.add(' ')
      else if (name === 'noBreakHyphen') document.add('-')
      else if (name === 'fldChar') field(attribute('fldCharType'))
      else if (name === 'instrText') isInstruction = true
      else if (name === 'fldSimple') {
        instruction = attribute('instr')
        openField()
      } else if (name === 'br') {
        if (attribute('type') === 'page' && !isNoted) document.pageBreak()
        else document.add(' ')
      } else if (name === 'lastRenderedPageBreak') document.pageBreak()
      else if (name === 'hyperlink') document.openLink(targets.get(attribute('id')) ?? '')
    },
    close(name) {
      if (skipped > 0) skipped--
      else if (name === 't') isText = false
      else if (name === 'p') document.end()
      else if (name === 'instrText') isInstruction = false
      else if (name === 'hyperlink' || name === 'fldSimple') document.closeLink()
    },
    text(text) {
      if (skipped > 0) return
      if (isText) document.add(text)
      else if (isInstruction && instruction !== null) instruction = (instruction + text).slice(0, MAX_INSTRUCTION)
    },
  })
  document.end()
}
