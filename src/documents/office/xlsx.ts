/**
 * Excel: the words of its tables, sheet by sheet, row by row. Numbers and dates are left out: without their formats they say nothing. Sheets
 * that are hidden are not read.
 */
import type { Container } from './container.js'
import { DocumentText } from './document-text.js'
import { firstTexts, partName, readXml, relationsIn } from './xml.js'

const MAIN = 'xl/workbook.xml'
const MAX_SHEETS = 1_000
/** Of a cell, as Excel has it; of a row, what a reader may look at. */
const MAX_CELL = 32_767
const MAX_ROW = 100_000
const BETWEEN_CELLS = ' | '

interface Sheet {
  readonly name: string
  readonly part: string
}

export async function readXlsx(container: Container) {
  const strings = sharedStrings(await container.text('xl/sharedStrings.xml'))
  const document = new DocumentText()
  const sheets = await sheetsOf(container)
  for (const [i, { name, part }] of sheets.entries()) {
    const xml = await container.text(part)
    if (i > 0) document.pageBreak()
    document.add(name)
    document.end()
    const relations = `${part.slice(0, part.lastIndexOf('/'))}/_rels/${part.slice(part.lastIndexOf('/') + 1)}.rels`
    if (xml !== null) readSheet(xml, strings, relationsIn(await container.text(relations)), document)
    if (document.isFull) break
  }
  const about = firstTexts(await container.text('docProps/core.xml'), ['title', 'language'])
  return {
    title: about.get('title') ?? '',
    language: about.get('language') ?? '',
    pages: sheets.length,
    document,
  }
}

async function sheetsOf(container: Container): Promise<Sheet[]> {
  const targets = relationsIn(await container.text('xl/_rels/workbook.xml.rels'))
  const sheets: Sheet[] = []
  readXml((await container.text(MAIN)) ?? '', {
    open(name, attribute) {
      if (name !== 'sheet' || attribute('state').toLowerCase().includes('hidden') || sheets.length >= MAX_SHEETS) return
      const target = targets.get(attribute('r:id'))
      if (target !== undefined) sheets.push({ name: attribute('name'), part: partName(MAIN, target) })
    },
    close: () => undefined,
    text: () => undefined,
  })
  return sheets
}

/** Words that many cells share are written once. How they are pronounced (`rPh`) stands beside those of Japanese. */
function sharedStrings(xml: string | null): string[] {
  const strings: string[] = []
  let text = ''
  let isText = false
  let isSpoken = false
  if (xml !== null)
    readXml(xml, {
      open(name) {
        if (name === 'si') text = ''
        else if (name === 'rPh') isSpoken = true
        else if (name === 't') isText = !isSpoken
      },
      close(name) {
        if (name === 'si') strings.push(text)
        else if (name === 'rPh') isSpoken = false
        else if (name === 't') isText = false
      },
      text(more) {
        if (isText && text.length < MAX_CELL) text += more
      },
    })
  return strings
}

function readSheet(
  xml: string,
  strings: readonly string[],
  targets: ReadonlyMap<string, string>,
  document: DocumentText,
): void {
  let row = ''
  let cell = ''
  let type = ''
  let isValue = false
  const endCell = (): void => {
    const text = (type === 's' ? (strings[Number(cell)] ?? '') : cell).trim()
    if (text === '' || !/\p{L}/u.test(text) || row.length > MAX_ROW) return
    row += row === '' ? text : BETWEEN_CELLS + text
  }
  readXml(xml, {
    get isFull() {
      return document.isFull
    },
    open(name, attribute) {
      if (name === 'row') row = ''
      else if (name === 'c') {
        type = attribute('t')
        cell = ''
      } else if (name === 'v') isValue = type === 's' || type === 'str'
      else if (name === 't') isValue = type === 'inlineStr'
      else if (name === 'hyperlink') {
        // it names its cell, which was read before
        document.openLink(targets.get(attribute('r:id')) ?? '')
        document.closeLink('')
      }
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'c') endCell()
      else if (name === 'row') {
        document.add(row)
        document.end()
      }
    },
    text(text) {
      if (isValue && cell.length < MAX_CELL) cell += text
    },
  })
}
