/** PDF files: text in the order of reading, what is left out of it, and what hostile ones cost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Exchange } from '../../src/contracts.js'
import { readInThread } from '../../src/documents/document-thread.js'
import { readPage } from '../../src/documents/read-page.js'
import type { DocumentContent } from '../../src/page/document/content.js'
import { pageAt, withoutPageBreaks } from '../../src/page/document/document-page.js'
import { column, madePdf, utf16, type MadeLine } from './made-pdf.js'

/** In the thread that is made for it: pdfjs changes what its thread has. */
function readPdf(bytes: Uint8Array, isCut = false): Promise<DocumentContent> {
  return readInThread({ kind: 'pdf', bytes, isCut })
}

function withFurniture(number: number, lines: readonly string[]): MadeLine[] {
  return [
    { text: `Annual report ${2000 + number}`, x: 50, y: 770 },
    ...column(lines),
    { text: `– ${number} –`, x: 280, y: 30 },
  ]
}

const LEFT = ['The left column begins with this line of text', 'and it ends with the second line, as it should.']
const RIGHT = ['The right column begins with another line here', 'and it ends with the fourth line, as it should.']

test('columns are read one after the other, divided words are whole, heads, feet and numbers of pages are left out', async () => {
  const pdf = madePdf([
    withFurniture(1, [
      'It was the first of many pages that a library had ever put to-',
      'gether, and it goes on over the end of the page in a well-known',
      'way, that is: in the middle of a sentence, which con-',
    ]),
    withFurniture(2, ['tinues here. So it is whole, and “well-known” keeps its hyphen: well-', 'known words do.']),
    [...withFurniture(3, []), ...column(LEFT), ...column(RIGHT, 310)],
  ])
  const { text, fullText, pages, problem } = await readPdf(pdf)
  assert.deepEqual(text.split('\n'), [
    'It was the first of many pages that a library had ever put together, and it goes on over the end of the page in a well-known way, that is: in the middle of a sentence, which con\ftinues here. So it is whole, and “well-known” keeps its hyphen: well-known words do.',
    `\f${LEFT.join(' ')}`,
    RIGHT.join(' '),
  ])
  assert.deepEqual([pages, problem], [3, ''])
  assert.match(fullText, /Annual report 2002/)
  assert.equal(pageAt(text, text.indexOf('tinues')), 2)
  assert.equal(pageAt(text, text.indexOf('right column')), 3)
  assert.match(withoutPageBreaks(text), /which continues here/)
})

test('lines from right to left are put in order piece by piece', async () => {
  const line: MadeLine[] = [
    { text: 'בבית', x: 100, y: 700 },
    { text: 'Longtail', x: 140, y: 700 },
    { text: 'הספרים', x: 200, y: 700 },
  ]
  const { text } = await readPdf(madePdf([line.map(piece => ({ ...piece, text: visual(piece.text) }))]))
  assert.equal(text, 'הספרים Longtail בבית')
})

/** A program writes what it draws from left to right. */
function visual(text: string): string {
  return /[\u0590-\u05ff]/.test(text) ? [...text].reverse().join('') : text
}

test('one file gives one text, also in a thread, and what a server calls it does not matter', async () => {
  const pdf = madePdf([withFurniture(1, LEFT), withFurniture(2, RIGHT)], { title: 'Report.pdf', language: 'en-US' })
  const once = await readPdf(pdf)
  assert.deepEqual(await readPdf(pdf), once)
  for (const type of ['application/pdf', 'application/octet-stream', 'text/html', '']) {
    const page = await readPage(answer(pdf, type))
    assert.deepEqual([page.text, page.mime, page.declared.language], [once.text, 'application/pdf', 'en'])
    // the name of a file is no title
    assert.equal(page.title, 'Annual report 2001')
  }
})

test('a PDF that a script sends as HTML is one, packed for its way or behind the mark of a charset', async () => {
  const pdf = madePdf([column(LEFT)])
  const { text } = await readPdf(pdf)
  for (const packed of [gzipSync(pdf), brotliCompressSync(pdf)]) {
    const exchange = answer(packed, 'text/html')
    const coding = packed[0] === 0x1f ? 'gzip' : 'br'
    const page = await readPage({ ...exchange, headers: [...exchange.headers, ['Content-Encoding', coding]] })
    assert.deepEqual([page.mime, page.text], ['application/pdf', text])
  }
  const marked = await readPage(answer(Buffer.concat([Buffer.from('\ufeff\r\n'), pdf]), 'text/html'))
  assert.deepEqual([marked.mime, marked.text], ['application/pdf', text])
})

function answer(body: Buffer, type: string): Exchange {
  const about = {
    url: 'http://a.example/x',
    startedAt: 0,
    fetchMs: 0,
    ip: null,
    protocol: 'http/1.1',
    requestHeaders: [],
  } as const
  return { ok: true, ...about, status: 200, statusText: 'OK', headers: [['Content-Type', type]], body, truncated: null }
}

test('Thai and Russian of fonts that call their letters by Latin names are read as such; German with its umlauts stays German', async () => {
  const thai = 'ภาษาไทยเป็นภาษาที่ใช้ในประเทศไทยและมีผู้พูดจำนวนมากในหลายจังหวัด'
  const latin = [...thai].map(sign => String.fromCharCode(sign.charCodeAt(0) - 0x0e00 + 0xa0)).join('')
  const old = await readPdf(madePdf([column([latin, latin])]))
  assert.equal(old.text, thai + thai)
  const russian = 'Если вам понадобится материал, поищите его в одном из архивов сети.'
  const asLatin = russian.replace(/[а-я]/gi, sign => String.fromCharCode(sign.charCodeAt(0) - 0x0410 + 0xc0))
  assert.match(asLatin, /^Åñëè âàì/)
  const lines = (text: string): string[] => Array.from({ length: 4 }, () => text)
  assert.equal((await readPdf(madePdf([column(lines(asLatin))]))).text, lines(russian).join(' '))
  const german = 'Ähnliche Öfen über äußerst schöne Häuser, für Mütter und Väter.'
  assert.equal((await readPdf(madePdf([column([german])]))).text, german)
})

test('accents that are printed over letters are theirs, those of code are not; glyphs without a sign are left out', async () => {
  const typeset = 'Devan¯agar¯ı, perch`e, ˇceˇstina, na¨ıve, S˜ao Tom´e and `ls` and x^2'
  const { text } = await readPdf(madePdf([column([typeset])]))
  assert.equal(text, 'Devanāgarī, perchè, čeština, naïve, São Tomé and `ls` and x^2')
  const nameless = await readPdf(madePdf([column(['yuvaЊsastra'])], { lastNamed: '00FF' }))
  assert.equal(nameless.text, 'yuvasastra')
})

test('letters that are set apart are words, and what is printed twice to look bold is read once', async () => {
  const words = 'ประกาศกรม the library of the town'
  const shown = (x: number, y: number, distance: number): string =>
    `BT /F 12 Tf ${distance} Tc ${x} ${y} Td <${utf16(words)}> Tj ET`
  for (const distance of [0, 1, 2, 4]) {
    const content = Buffer.from(`${shown(50, 700, distance)} ${shown(50.4, 700, distance)}`)
    assert.equal((await readPdf(madePdf([[]], { content }))).text, words, `${distance} points`)
  }
  const oneByOne = [...'ประกาศ'].map(letter => `<${utf16(letter)}>`).join(' -300 ')
  const content = Buffer.from(`BT /F 12 Tf 50 700 Td [${oneByOne} -2000 <${utf16('A')}>] TJ ET ${shown(50, 600, 0)}`)
  assert.equal((await readPdf(madePdf([[]], { content }))).text, `ประกาศ A\n${words}`)
})

test('columns from the top to the bottom have their signs as lines have them', async () => {
  const { text } = await readPdf(madePdf([column(['図書館は毎日開いています︒﹁本﹂を借りることができます︒'])]))
  assert.equal(text, '図書館は毎日開いています。「本」を借りることができます。')
})

const KEY = 'ab'.repeat(32)
const ENCRYPTED = `/Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <${KEY}> /U <${KEY}> >> /ID [<00> <00>]`

test('encrypted, scanned, empty and damaged ones say what they are', async () => {
  const cases: [Buffer, RegExp][] = [
    [madePdf([column(LEFT)], { encrypt: ENCRYPTED }), /it is encrypted and needs a password/],
    [madePdf([[], []]), /it has no text: its pages are scans/],
    [madePdf([]), /./],
    [Buffer.from('%PDF-1.7\nnothing of a PDF'), /it is damaged/],
    [Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(100_000, 0xff)]), /it is damaged/],
  ]
  for (const [bytes, reason] of cases) {
    const { text, problem } = await readPdf(bytes)
    assert.deepEqual([text, reason.test(problem)], ['', true], problem)
  }
})

test('of a file that was cut off what is there is read', async () => {
  const whole = madePdf([column(LEFT), column(RIGHT)])
  const { text, problem } = await readPdf(whole.subarray(0, whole.indexOf('xref')), true)
  assert.match(text, /left column/)
  assert.match(problem, /its end is missing/)
})

test('claims of 100,000 pages and pages that are their own parents cost little', async () => {
  const claims = await readPdf(madePdf([column(LEFT)], { claimedPages: 100_000 }))
  assert.match(claims.text, /left column/)
  const cyclic = Buffer.from(
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [2 0 R] /Count 9 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n',
  )
  assert.equal((await readPdf(cyclic)).text, '')
})
