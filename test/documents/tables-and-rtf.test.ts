/** Excel and RTF, as other programs write them and as enemies would. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readOffice } from '../../src/documents/office/read-office.js'
import { documentKind } from '../../src/page/document/kind.js'
import { packageRoot } from '../package-root.js'
import { madeZip, relations } from './made-office.js'

const fixture = (name: string): Buffer => readFileSync(join(packageRoot, 'test', 'fixtures', 'documents', name))
const rtf = (text: string): Buffer => Buffer.from(`{\\rtf1\\ansi${text}}`, 'latin1')

test('a workbook of openpyxl: rows of words, a page for each sheet, links; no numbers, nothing of hidden sheets', async () => {
  const bytes = fixture('openpyxl.xlsx')
  assert.equal(documentKind('', bytes), 'xlsx')
  const { text, title, pages, links } = await readOffice('xlsx', bytes, false)
  assert.equal(
    text,
    [
      'ตำบล',
      'ตำบล | อำเภอ | ประชากร | วันที่สำรวจ',
      'แม่เหียะ | เมืองเชียงใหม่',
      'สุเทพ | เมืองเชียงใหม่',
      'ดูเพิ่มเติม',
      '\fNotes',
      'The survey was made by the district office. See https://office.example/survey for the forms.',
    ].join('\n'),
  )
  assert.deepEqual([title, pages], ['Survey', 2])
  assert.deepEqual(links.map(({ href }) => href).sort(), ['https://office.example/survey', 'https://stats.example/th'])
})

test('a file of RTF::Writer (Perl): paragraphs, signs of Unicode, tables, the title', async () => {
  const bytes = fixture('rtf-writer.rtf')
  assert.equal(documentKind('', bytes), 'rtf')
  const { text, title } = await readOffice('rtf', bytes, false)
  assert.equal(
    text,
    'The library of the school is open on every day of the week – also on holidays.\nห้องสมุด and café\nAuthor | Book\nSunthorn Phu | Phra Aphai Mani',
  )
  assert.equal(title, 'Annual report')
})

test('RTF: charsets of fonts, links, notes, hidden words, pages', async () => {
  const thai = [...'ห้องสมุด'].map(sign => `\\'${(sign.charCodeAt(0) - 0x0e00 + 0xa0).toString(16)}`).join('')
  const { text, links, pages } = await readOffice(
    'rtf',
    rtf(
      `{\\fonttbl{\\f0 Times;}{\\f1\\fcharset222 Cordia New;}{\\f2\\fcharset128 MS Mincho;}}{\\info{\\nofpages7}}{\\header never}` +
        `{\\f1 ${thai}} {\\f2 \\'93\\'fa\\'96\\'7b} and {\\field{\\*\\fldinst{HYPERLINK "http://other.example/a"}}{\\fldrslt{the other site}}}` +
        `{\\footnote A note.} is here{\\v , hidden}{\\*\\unknown nothing}.\\par\\page Second \\uc2\\u-10179??\\u-8704?? page.\\par`,
    ),
    false,
  )
  assert.equal(text, 'ห้องสมุด 日本 and the other site is here.\n\fSecond 😀 page.\nA note.')
  assert.deepEqual([links, pages], [[{ href: 'http://other.example/a', anchor: 'the other site', at: 16 }], 7])
})

test('RTF: text that names no font is in the first one, and so is what comes behind \\plain', async () => {
  const text =
    "\\deff1{\\fonttbl{\\f0\\fcharset0 Times;}{\\f1\\fcharset222 Cordia;}}\\pard \\'c1\\'b9\\'d8\\'c9\\'c2\\'ec {\\f0 caf\\'e9} {\\f0\\plain \\'c1\\'b9}\\par"
  assert.equal((await readOffice('rtf', rtf(text), false)).text, 'มนุษย์ café มน')
})

test('bombs and broken ones cost little, and what can be read is read', async () => {
  const sentence = 'What can be read is read.'
  const cases = [
    rtf(`${'{'.repeat(500_000)}x`),
    rtf(`${'}'.repeat(500_000)}${sentence}`),
    rtf(`\\bin-5 \\bin99999999999 ${sentence}`),
    rtf(`{\\info{\\title ${'t'.repeat(1_000_000)}}}\\uc1000000000\\u65 ${sentence}`),
    Buffer.from(`{\\rtf1 ${sentence}\\par {\\pict 0123`),
  ]
  const read = await Promise.all(cases.map(bytes => readOffice('rtf', bytes, false)))
  assert.deepEqual(
    read.map(({ text }) => text.includes(sentence)),
    [false, true, false, false, true],
  )
  const cut = await readOffice('rtf', cases[4], true)
  assert.match(cut.problem, /its end is missing/)
  assert.equal(cut.text, sentence)
  // one string of a megabyte that every cell shares
  const cells = '<c t="s"><v>0</v></c>'.repeat(9_000)
  const bomb = await madeZip({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="One" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations({ r1: 'worksheets/sheet1.xml' }),
    'xl/sharedStrings.xml': `<sst><si><t>${'word '.repeat(180_000)}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${`<row>${cells}</row>`.repeat(5)}</sheetData></worksheet>`,
  })
  const { text, problem } = await readOffice('xlsx', bomb, false)
  assert.ok(text.length <= 1_000_000 && text.length > 100_000, String(text.length))
  assert.equal(problem, '')
})
