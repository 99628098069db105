/** Which terms are made of a text. What Xapian asks for was seen from Debian's Xapian 1.4.22. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { ZimDocument } from '../../src/export/zim/contracts.js'
import { createZimIndex } from '../../src/export/zim/words/index.js'
import { createLocalIndex } from '../../src/export/zim/words/local-index.js'
import { readerStemmer } from '../../src/export/zim/words/stems.js'
import { TermBag } from '../../src/export/zim/words/term-bag.js'
import { TextTerms } from '../../src/export/zim/words/text-terms.js'
import { scanTokens } from '../../src/export/zim/words/tokens.js'
import { Divider } from '../../src/export/zim/words/unspaced.js'

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  scanTokens(text, 1000, token => tokens.push(token))
  return tokens
}

function termsOf(text: string, ...languages: string[]): string[] {
  const bag = new TermBag()
  new TextTerms(readerStemmer(languages), new Divider()).add(bag, text, { weight: 1, maxTokens: 1000, whole: false })
  return [...bag.terms.keys()].sort()
}

function place(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-words-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

function page(path: string, text: string): ZimDocument {
  return { path, title: `Page ${path}`, text, keywords: '', language: 'eng' }
}

test('a text is cut where Xapian cuts a question', () => {
  assert.deepEqual(tokensOf("don't l’eau at&t u.s.a. 3.14 1,000 a_b wi-fi half½"), [
    ...["don't", "l'eau", 'at&t', 'u', 's', 'a', '3.14', '1,000', 'a_b', 'wi', 'fi', 'half½'],
  ])
  assert.deepEqual(tokensOf("ก\u200bข x\u200dy x'' 'y' ไทย-ลาว"), ['กข', 'xy', 'x', 'y', 'ไทย', 'ลาว'])
  assert.deepEqual(tokensOf('人权宣言、第一条。हिन्दी'), ['人权宣言', '第一条', 'हिन्दी'])
})

test('stems are those of Xapian, letter by letter', () => {
  const english = readerStemmer(['tha', 'eng', 'fra'])
  assert.equal(english.language, 'eng')
  const known =
    'community:communiti exceptional:except are:are has:has mainstay:mainstay running:run universal:univers dying:die news:news ' +
    "generously:generous hopping:hop hoping:hope agreed:agre fluently:fluentli student's:student 1980s:1980s say:say enjoyed:enjoy bed:bed " +
    'relational:relat controlling:control possibly:possibl sky:sky สิทธิ:สิทธิ'
  for (const [word, stem] of known.split(' ').map(entry => entry.split(':')))
    assert.deepEqual(english.stems(word), [stem], word)
  // Xapian 1.4 does not know these letters, later ones do
  assert.ok(readerStemmer(['fra']).stems('mosaïque').includes('mosaïqu'))
  assert.ok(readerStemmer(['rus']).stems('чёрный').includes('чёрны'))
  assert.ok(readerStemmer(['por']).stems('solução').includes('soluçã'))
  assert.ok(readerStemmer(['fin']).stems('2000').includes('200'))
  // Hindi is stemmed by some readers only, and Thai by none
  assert.deepEqual([readerStemmer(['hin', 'tha']).language, readerStemmer([]).language], ['mul', 'mul'])
})

test('a word is there with its marks and without, as it is and as a stem', () => {
  assert.deepEqual(termsOf('Crèmes', 'eng'), ['creme', 'cremes', 'crèmes'])
  assert.deepEqual(termsOf("L'eau", 'fra'), ['eau', "l'eau"])
  assert.deepEqual(termsOf('beach_2019'), ['2019', 'beach', 'beach_2019'])
})

test('a paragraph without a space is indexed to its end', () => {
  const terms = termsOf(`${'ประชาชนมีสิทธิและเสรีภาพ'.repeat(60)}สิทธิมนุษยชน`)
  for (const word of ['ประชาชน', 'เสรีภาพ', 'สิทธิมนุษยชน', 'สทธมนษยชน']) assert.ok(terms.includes(word), word)
  assert.ok(terms.every(term => Buffer.byteLength(term) <= 245))
})

test('no text is too hostile to be indexed', async t => {
  const scratch = place(t)
  const index = createZimIndex({ scratch, languages: ['eng', 'tha'] })
  const texts = [
    '',
    'a'.repeat(500_000),
    'ก'.repeat(20_000),
    'น้'.repeat(10_000),
    'e\u0301'.repeat(100_000),
    'z\u0301\u0302\u0303\u0304'.repeat(20_000),
    "'".repeat(100_000) + "a'".repeat(50_000),
    'U.'.repeat(50_000),
    '1,'.repeat(50_000),
    'c' + '+#'.repeat(50_000),
    '𠮷'.repeat(20_000),
    '\ud800 \udc00 \ud800x\udfff',
    '__proto__ constructor toString hasOwnProperty',
    '\0\u0001\ufffe\uffff',
    'ed'.repeat(50_000) + ' ' + 'y'.repeat(100_000) + ' ' + 'ing'.repeat(10_000),
    Array.from({ length: 20_000 }, (_, i) => `w${i}`).join(' '),
  ]
  for (const [i, text] of texts.entries()) await index.add({ ...page(String(i), text), title: text.slice(0, 300) })
  const { fulltext, title } = await index.finish()
  assert.ok(readFileSync(fulltext).subarray(0, 14).equals(Buffer.from('\x0f\x0dXapian Glass')))
  assert.ok(readFileSync(title).length > 0)
  assert.deepEqual(readdirSync(scratch).sort(), ['fulltext.xapian', 'title.xapian'])
})

const MANY = Array.from({ length: 40 }, (_, i) =>
  page(String(i), `number${i} สิทธิมนุษยชน ${'words in a row that make a text long '.repeat(400)}`),
)

test('the thread writes the same databases as this one would', async t => {
  const here = place(t)
  const there = place(t)
  const alone = createLocalIndex({ scratch: here, languages: ['eng'] })
  const threaded = createZimIndex({ scratch: there, languages: ['eng'] })
  for (const document of MANY) {
    await alone.add(document)
    await threaded.add(document)
  }
  const [a, b] = [await alone.finish(), await threaded.finish()]
  assert.ok(readFileSync(a.fulltext).equals(readFileSync(b.fulltext)))
  assert.ok(readFileSync(a.title).equals(readFileSync(b.title)))
})

test('an index that is given up leaves nothing behind', async t => {
  const scratch = place(t)
  const stop = new AbortController()
  const index = createZimIndex({ scratch, languages: ['eng'], signal: stop.signal })
  for (const document of MANY) await index.add(document)
  const finishing = index.finish()
  stop.abort()
  await assert.rejects(finishing, { name: 'AbortError' })
  await index.abort()
  assert.deepEqual(readdirSync(scratch), [])
})

test('a directory that cannot be written to is an error of the export', async t => {
  const scratch = join(place(t), 'gone')
  const index = createZimIndex({ scratch, languages: ['eng'] })
  await assert.rejects(async () => {
    for (const document of MANY) await index.add(document)
    await index.finish()
  }, /ENOENT/)
})
