/** EPUB, Word, PowerPoint, OpenDocument: their text in order, and what hostile ones cost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from '../../src/documents/read-page.js'
import { readZipped } from '../../src/documents/office/read-zipped.js'
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

test('an OpenDocument text: notes behind their paragraph, no remarks, no changes that were taken back', async () => {
  const file = await odt(
    `<text:tracked-changes><text:p>old words</text:p></text:tracked-changes><text:h>A heading</text:h>
     <text:p>One<text:s text:c="3"/>two<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>The note.</text:p></text:note-body></text:note> three<office:annotation><text:p>remark</text:p></office:annotation>.</text:p>
     <text:p>See <text:a xlink:href="http://other.example/">the other</text:a><text:soft-page-break/>site.</text:p>`,
    {
      'meta.xml':
        '<m xmlns:dc="dc" xmlns:meta="m"><dc:title>Minutes</dc:title><meta:document-statistic meta:page-count="7"/></m>',
    },
  )
  const page = await readPage(answer(file))
  assert.equal(page.text, 'A heading\nOne two three.\nThe note.\nSee the other\fsite.')
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

test('an archive is no document', async () => {
  assert.equal(documentKind('', await madeZip({ 'archive/data.warc.gz': 'x', 'datapackage.json': '{}' })), null)
})

test('bombs, encrypted and damaged ones say what they are', async () => {
  const bomb = await docx('', { 'word/document.xml': Buffer.alloc(90_000_000, 32) })
  const chapter = `<!-- ${Array.from({ length: 100_000 }, (_, i) => `line ${i * 7} of a remark without an end`).join('\n')} -->`
  const many = await epub(Object.fromEntries(Array.from({ length: 18 }, (_, i) => [`c${i}.xhtml`, chapter])))
  const cases: [Parameters<typeof readZipped>[0], Buffer, RegExp][] = [
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
    const { text, problem } = await readZipped(kind, bytes, false)
    assert.equal(text.length, 0, text.slice(0, 100))
    assert.match(problem, reason)
  }
})

test('markup without an end, elements in elements, entities of its own: what can be read is read', async () => {
  const deep = `${'<w:p>'.repeat(50_000)}<w:p><w:r><w:t>too deep</w:t></w:r></w:p>`
  assert.equal((await readZipped('docx', await docx(deep), false)).text, '')
  const entities = `<!DOCTYPE d [<!ENTITY a "${'b'.repeat(1000)}"><!ENTITY c "&a;&a;">]><w:document xmlns:w="w"><w:p><w:r><w:t>${SENTENCE}&c;</w:t></w:r></w:p>`
  const { text } = await readZipped('docx', await docx('', { 'word/document.xml': entities }), false)
  assert.ok(text.startsWith(SENTENCE) && text.length < 100, text.slice(0, 200))
})
