/** EPUB, Word, PowerPoint, OpenDocument: their text in order, and what hostile ones cost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from '../../src/documents/read-page.js'
import { readOffice } from '../../src/documents/office/read-office.js'
import { documentKind } from '../../src/page/document/kind.js'
import type { Exchange } from '../../src/contracts.js'
import { docx, epub, madeZip, odt, pptx, relations } from './made-office.js'

const SENTENCE = 'The library is open on every day of the week.'

function answer(body: Buffer, type = 'application/octet-stream'): Exchange {
  return {
    ok: true,
    url: 'http://school.example/files/one',
    startedAt: 0,
    fetchMs: 1,
    ip: null,
    protocol: 'http/1.1',
    requestHeaders: [],
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', type]],
    body,
    truncated: null,
  }
}

test('a Word document: paragraphs, links, pages; no heads, no deleted words, nothing twice', async () => {
  const file = await docx(
    `<w:p><w:r><w:t>${SENTENCE}</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>
     <w:p><w:r><w:t xml:space="preserve">Read </w:t></w:r><w:hyperlink r:id="r1"><w:r><w:t>the rules</w:t></w:r></w:hyperlink><w:r><w:t> of</w:t><w:lastRenderedPageBreak/><w:t xml:space="preserve"> the house.</w:t></w:r></w:p>
     <mc:AlternateContent><mc:Choice><w:p><w:r><w:t>In a box</w:t></w:r></w:p></mc:Choice><mc:Fallback><w:p><w:r><w:t>In a box</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent>`,
    {
      'word/_rels/document.xml.rels': relations({ r1: '/rules.html' }),
      'word/footnotes.xml': '<w:footnotes xmlns:w="w"><w:p><w:r><w:t>A note.</w:t></w:r></w:p></w:footnotes>',
      'docProps/core.xml': '<p xmlns:dc="dc"><dc:title>Rules</dc:title><dc:language>en-GB</dc:language></p>',
    },
  )
  const page = await readPage(answer(file, 'application/zip'))
  assert.equal(page.text, `${SENTENCE}\nRead the rules of\f the house.\nIn a box\nA note.`)
  assert.deepEqual(
    [page.title, page.declared.language, page.document?.kind, page.document?.pages],
    ['Rules', 'en', 'docx', 2],
  )
  assert.deepEqual(
    page.links.map(({ url, anchor, before, after }) => [url, anchor, before, after]),
    [['http://school.example/rules.html', 'the rules', `${SENTENCE} Read`, 'of the house. In a box A note.']],
  )
})

test('a Word document of older programs: links that are fields, parts with numbers and charsets of their own', async () => {
  const run = (text: string): string => `<w:r>${text}</w:r>`
  const field = (step: string): string => run(`<w:fldChar w:fldCharType="${step}"/>`)
  const file = await docx(
    `<w:p>${run('<w:t xml:space="preserve">See </w:t>')}${field('begin')}${run('<w:instrText> HYPERLINK "http://old.example/"</w:instrText>')}${run('<w:instrText> \\o "a tip"</w:instrText>')}${field('separate')}${run('<w:t>the old</w:t><w:noBreakHyphen/><w:t>fashioned page</w:t>')}${field('end')}${run('<w:t>.</w:t>')}</w:p>
     <w:p><w:fldSimple w:instr=' HYPERLINK "http://simple.example/" '>${run('<w:t>The simple one</w:t>')}</w:fldSimple>, page ${field('begin')}${run('<w:instrText>PAGE</w:instrText>')}${field('separate')}${run('<w:t>7</w:t>')}${field('end')}</w:p>
     <w:p><w:r><w:ruby><w:rt>${run('<w:t>かんじ</w:t>')}</w:rt><w:rubyBase>${run('<w:t>漢字</w:t>')}</w:rubyBase></w:ruby></w:r></w:p>`,
  )
  const page = await readPage(answer(file))
  assert.equal(page.text, 'See the old-fashioned page.\nThe simple one7\n漢字')
  assert.deepEqual(
    page.links.map(({ url, anchor }) => [url, anchor]),
    [
      ['http://old.example/', 'the old-fashioned page'],
      ['http://simple.example/', 'The simple one'],
    ],
  )
  const german =
    '<w:document xmlns:w="w"><w:p><w:r><w:t>Die Bücherei ist täglich geöffnet.</w:t></w:r></w:p></w:document>'
  const numbered = await madeZip({
    '[Content_Types].xml': '<Types/>',
    'word/document2.xml': Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${german}`, 'latin1'),
  })
  assert.equal((await readPage(answer(numbered))).text, 'Die Bücherei ist täglich geöffnet.')
})

test('an OpenDocument text: notes behind their paragraph, no remarks, no changes that were taken back', async () => {
  const file = await odt(
    `<text:tracked-changes><text:p>old words</text:p></text:tracked-changes><text:h>A heading</text:h>
     <text:p>One<text:s text:c="3"/>two<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>The note.</text:p></text:note-body></text:note> three<office:annotation><text:p>remark</text:p></office:annotation>.</text:p>
     <text:p>See <text:a xlink:href="http://other.example/">the other</text:a><text:soft-page-break/>site.</text:p>
     <text:p><text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby>を読む</text:p>`,
    {
      'meta.xml':
        '<m xmlns:dc="dc" xmlns:meta="m"><dc:title>Minutes</dc:title><meta:document-statistic meta:page-count="7"/></m>',
    },
  )
  const page = await readPage(answer(file))
  assert.equal(page.text, 'A heading\nOne two three.\nThe note.\nSee the other\fsite.\n漢字を読む')
  assert.deepEqual([page.title, page.document?.pages], ['Minutes', 7])
  assert.deepEqual(
    page.links.map(({ url, anchor }) => [url, anchor]),
    [['http://other.example/', 'the other']],
  )
})

test('a presentation: its slides in their order, each a page, without feet and numbers', async () => {
  const slide = (text: string): string =>
    `<p:sp><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp><p:sp><p:nvPr><p:ph type="ftr"/></p:nvPr><a:p><a:r><a:t>School of Bang Rak</a:t></a:r></a:p></p:sp>`
  const page = await readPage(answer(await pptx([slide('The last slide'), slide('The first slide')])))
  assert.equal(page.text, 'The first slide\n\fThe last slide')
  assert.equal(page.document?.pages, 2)
})

test('a book: chapters in the order of its spine, links out of it, its title and language', async () => {
  const file = await epub({
    'two.xhtml': `<html><body><h1>Two</h1><p>${SENTENCE} <a href="one.xhtml">back</a></p></body></html>`,
    'one.xhtml': '<html><body><p>See <a href="https://out.example/a">this page</a> first.</p></body></html>',
  })
  const page = await readPage(answer(file, 'application/epub+zip'))
  assert.equal(page.text, `Two\n${SENTENCE} back\nSee this page first.`)
  assert.deepEqual([page.title, page.declared.language], ['A book', 'de'])
  assert.deepEqual(
    page.links.map(({ url, anchor }) => [url, anchor]),
    [['https://out.example/a', 'this page']],
  )
})

test('a book is one, whatever its files are sorted and packed like', async () => {
  const chapter = `<html><body><p>${SENTENCE}</p></body></html>`
  const book = {
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    'book.opf':
      '<package xmlns:dc="dc"><metadata><dc:title>A book</dc:title></metadata><manifest><item id="c" href="c.html" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>',
    'c.html': chapter,
  }
  const inFolder = Object.fromEntries(Object.entries(book).map(([name, text]) => [`a book/${name}`, text]))
  // sorted by name; packed with its folder; with as many pictures as an atlas
  const pictures = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`pictures/plate-${i}.svg`, '<svg/>']))
  for (const parts of [
    { ...book, mimetype: 'application/epub+zip' },
    { 'a book/mimetype': 'application/epub+zip', ...inFolder },
    { ...book, ...pictures },
  ]) {
    const page = await readPage(answer(await madeZip(parts), 'application/octet-stream'))
    assert.deepEqual([page.title, page.text], ['A book', SENTENCE])
  }
  const file = await madeZip({ mimetype: 'application/epub+zip', ...book })
  // a field that tools write behind a name
  const name = Buffer.from('UT\x05\x00\x01\x00\x00\x00\x00', 'latin1')
  const described = Buffer.concat([file.subarray(0, 38), name, file.subarray(38)])
  described.writeUInt16LE(name.length, 28)
  assert.equal(documentKind('', described), 'epub')
  assert.equal(
    documentKind('', await madeZip({ mimetype: 'application/vnd.adobe.indesign-idml-package', ...book })),
    null,
  )
})

test('an OpenDocument text is one when it was packed again by hand, and a spreadsheet is none', async () => {
  const packed = (mimetype: string): Promise<Buffer> =>
    madeZip({
      'META-INF/manifest.xml': '<manifest/>',
      'content.xml': `<?xml version="1.0"?><office:document-content xmlns:office="o" xmlns:text="t"><office:body><office:text><text:p>${SENTENCE}</text:p></office:text></office:body></office:document-content>`,
      mimetype,
      'styles.xml': '<styles/>',
    })
  const text = await packed('application/vnd.oasis.opendocument.text')
  assert.equal((await readPage(answer(text, 'application/octet-stream'))).text, SENTENCE)
  assert.equal(documentKind('', await packed('application/vnd.oasis.opendocument.presentation')), 'odp')
  assert.equal(documentKind('', await packed('application/vnd.oasis.opendocument.spreadsheet')), null)
})

test('a book with a damaged chapter is read without it', async () => {
  const chapters = Object.fromEntries(
    ['one', 'two', 'three'].map(name => [`${name}.xhtml`, `<html><body><p>${name}: ${SENTENCE}</p></body></html>`]),
  )
  const file = await epub(chapters)
  const name = file.indexOf('OEBPS/two.xhtml', 0, 'latin1')
  file.fill(0xff, name + 'OEBPS/two.xhtml'.length, name + 'OEBPS/two.xhtml'.length + 20)
  const page = await readPage(answer(file, 'application/epub+zip'))
  assert.equal(page.text, `one: ${SENTENCE}\nthree: ${SENTENCE}`)
  assert.equal(page.document?.problem, '1 of its chapters is damaged')
})

test('documents without an end, or locked by their program, say so where the server says what they are', async () => {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const whole = await docx(`<w:p><w:r><w:t>${SENTENCE}</w:t></w:r></w:p>`)
  const problemOf = async (file: Buffer, type: string): Promise<string> =>
    (await readPage(answer(file, type))).document?.problem ?? 'none'
  assert.match(await problemOf(whole.subarray(0, -100), word), /^it is damaged/)
  const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
  assert.match(await problemOf(compound, word), /old kind/)
  compound.write('EncryptedPackage', 200, 'utf16le')
  assert.match(await problemOf(compound, word), /encrypted.*password/)
  assert.equal(await problemOf(compound, 'application/msword'), 'none')
})

test('an archive is no document', async () => {
  assert.equal(documentKind('', await madeZip({ 'archive/data.warc.gz': 'x', 'datapackage.json': '{}' })), null)
  assert.equal(documentKind('', await madeZip({ 'archive/data.warc': 'META-INF/container.xml', 'a.json': '{}' })), null)
})

test('bombs, encrypted and damaged ones say what they are', async () => {
  const bomb = await docx('', { 'word/document.xml': Buffer.alloc(90_000_000, 32) })
  const chapter = `<!-- ${Array.from({ length: 100_000 }, (_, i) => `line ${i * 7} of a remark without an end`).join('\n')} -->`
  const many = await epub(Object.fromEntries(Array.from({ length: 18 }, (_, i) => [`c${i}.xhtml`, chapter])))
  const cases: [Parameters<typeof readOffice>[0], Buffer, RegExp][] = [
    ['docx', bomb, /word\/document\.xml in it unpacks to more than a document may hold/],
    ['epub', many, /unpacks to more than a document may hold/],
    ['odt', await odt('<text:p>x</text:p>', { 'META-INF/manifest.xml': '<m:encryption-data/>' }), /it is encrypted/],
    ['odt', (await odt(`<text:p>${SENTENCE}</text:p>`)).subarray(0, 200), /the directory of its ZIP file/],
    [
      'epub',
      await epub(
        { 'a.xhtml': SENTENCE },
        { 'META-INF/encryption.xml': '<e><CipherReference URI="OEBPS/a.xhtml"/></e>' },
      ),
      /DRM/,
    ],
    ['odt', await madeZip({ mimetype: 'application/vnd.oasis.opendocument.text' }), /content\.xml is missing/],
    ['docx', await docx('<w:p/>'), /it has no text/],
  ]
  for (const [kind, bytes, reason] of cases) {
    const { text, problem } = await readOffice(kind, bytes, false)
    assert.equal(text.length, 0, text.slice(0, 100))
    assert.match(problem, reason)
  }
})

test('markup without an end, elements in elements, entities of its own: what can be read is read', async () => {
  const deep = `${'<w:p>'.repeat(50_000)}<w:p><w:r><w:t>too deep</w:t></w:r></w:p>`
  assert.equal((await readOffice('docx', await docx(deep), false)).text, '')
  const entities = `<!DOCTYPE d [<!ENTITY a "${'b'.repeat(1000)}"><!ENTITY c "&a;&a;">]><w:document xmlns:w="w"><w:p><w:r><w:t>${SENTENCE}&c;</w:t></w:r></w:p>`
  const { text } = await readOffice('docx', await docx('', { 'word/document.xml': entities }), false)
  assert.ok(text.startsWith(SENTENCE) && text.length < 100, text.slice(0, 200))
})
