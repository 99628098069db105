import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold } from '../../src/portal/search/fold.js'
import { forEachGram, gramsOf } from '../../src/portal/search/grams.js'
import { decodeList, encodeList, packFrequency, scoreTable } from '../../src/portal/search/postings.js'
import { parseQuery } from '../../src/portal/search/query.js'
import { RawWords, UNKNOWN } from '../../src/portal/search/raw-words.js'
import { bestPages } from '../../src/portal/search/top.js'
import { scanSearchWords } from '../../src/portal/search/words.js'

function wordsIn(text: string): string[] {
  const words: string[] = []
  scanSearchWords(text, 1000, (start, end) => words.push(text.slice(start, end)))
  return words
}

test('case, width and the marks of Latin letters make no difference', () => {
  for (const [written, folded] of [
    ['CRÈME Brûlée', 'creme brulee'],
    ['cre\u0300me', 'creme'],
    ['Ｌｏｎｇｔａｉｌ', 'longtail'],
    ['Straße', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['ﬁnal', 'final'],
    ['Łódź', 'lodz'],
    ['Σοφός', 'σοφοσ'],
  ])
    assert.equal(fold(written), folded)
})

test('letters that only look like marked ones stay apart', () => {
  assert.notEqual(fold('край'), fold('краи'))
  assert.equal(fold('ёлка'), fold('елка'))
  assert.equal(fold('한국어'), '한국어')
  assert.equal(fold('が'), 'が')
  assert.notEqual(fold('が'), fold('か'))
})

test('Thai marks are part of the word, and the two ways to write them are one', () => {
  assert.notEqual(fold('ป่า'), fold('ปา'))
  assert.notEqual(fold('เสือ'), fold('เสื่อ'))
  assert.equal(fold('น้ำ'), 'น้ำ')
  assert.equal(fold('น\u0e4d\u0e49\u0e32'), 'น้ำ')
  assert.equal(fold('น\u0e49\u0e4d\u0e32'), 'น้ำ')
  assert.equal(fold('เเม่'), 'แม่')
  assert.equal(fold('๒๕๖๑'), '2561')
})

test('Arabic points and hamzas, Hebrew points and the Indic dot are optional', () => {
  assert.equal(fold('مُدَرِّسَة'), fold('مدرسة'))
  assert.equal(fold('أحمد'), fold('احمد'))
  assert.equal(fold('שָׁלוֹם'), fold('שלום'))
  assert.equal(fold('ज़मीन'), fold('जमीन'))
  assert.notEqual(fold('दिन'), fold('दीन'))
})

test('hostile text is folded in linear time and gives well-formed words', () => {
  const marks = `a${'\u0301'.repeat(200_000)}`
  assert.equal(fold(marks), 'a')
  assert.ok(fold('\ud800x\udc00').isWellFormed())
  assert.equal(fold('ﷺ'.repeat(1000)).length, 18 * 1000)
})

test('numbers and single letters are words, and an apostrophe ends one in Latin script only', () => {
  assert.deepEqual(wordsIn("vitamin C, 1789; l'eau"), ['vitamin', 'C', '1789', 'l', 'eau'])
  assert.deepEqual(wordsIn("п'ять п’ять"), ["п'ять", 'п’ять'])
  assert.deepEqual(wordsIn('co\u00adop MP3'), ['co\u00adop', 'MP3'])
})

test('every part of a stretch of Thai is found by its grams', () => {
  const text = fold('นักท่องเที่ยวต่างชาติ')
  const indexed = new Set<string>()
  forEachGram(text, gram => indexed.add(gram))
  for (let start = 0; start < text.length; start++)
    for (let end = start + 1; end <= text.length; end++) {
      const grams = gramsOf(text.slice(start, end))
      const isFound =
        'all' in grams
          ? grams.all.every(gram => indexed.has(gram))
          : [...indexed].some(gram => gram.startsWith(grams.prefix))
      assert.ok(isFound, text.slice(start, end))
    }
})

test('a list comes out as it went in', () => {
  const pages = Uint32Array.from([1, 2, 130, 131, 70_000, 3_000_000, 0x7fffffff])
  const bytes = Uint8Array.from([1, 2, 3, 4, 5, 255, 0])
  const outPages = new Uint32Array(7)
  const outBytes = new Uint8Array(7)
  assert.equal(decodeList(encodeList(pages, bytes), outPages, outBytes, 7), 7)
  assert.deepEqual([outPages, outBytes], [pages, bytes])
  assert.equal(decodeList(encodeList(pages, null), outPages, null, 7), 7)
  assert.deepEqual(outPages, pages)
})

test('a damaged list ends instead of reading on', () => {
  const pages = new Uint32Array(4)
  assert.ok(decodeList(Uint8Array.from([255, 255, 255]), pages, null, 4) <= 4)
})

test('a word scores more the more often it stands there, and in the title most', () => {
  const scores = scoreTable(500)
  const score = (times: number, weight: number): number => scores[(18 << 8) | packFrequency(times, weight)]
  assert.ok(score(1, 0) < score(2, 0) && score(2, 0) < score(10, 0))
  assert.ok(score(10, 0) < score(10, 6))
  assert.ok(score(3, 0) < score(1, 6))
})

test('a query is taken apart: words, phrases, unwanted words, a site', () => {
  const query = parseQuery('Dinosaurs "ice age" -film site:Example.org „Alte Brücke“ -"new york"')
  assert.deepEqual(
    query.words.map(({ text }) => text),
    ['dinosaurs', 'ice', 'age', 'alte', 'brucke'],
  )
  assert.deepEqual(
    query.phrases.map(({ text }) => text),
    ['ice age', 'alte brucke'],
  )
  assert.deepEqual(
    query.without.map(({ text }) => text),
    ['film', 'new york'],
  )
  assert.equal(query.site, 'example.org')
})

test('nothing that is typed is an error', () => {
  for (const typed of [
    '',
    ' ',
    '"',
    '-',
    '""',
    '-""',
    'site:',
    '\u0000',
    '"'.repeat(1000),
    'a '.repeat(5000),
    '\ud800',
  ])
    assert.ok(parseQuery(typed).words.length <= 24)
})

test('the best are chosen as sorting would choose them', () => {
  const scores = Array.from({ length: 1000 }, (_, i) => (i * 7919) % 101)
  const pages = Uint32Array.from(scores.keys())
  const sorted = Array.from(pages).sort((a, b) => scores[b] - scores[a] || a - b)
  assert.deepEqual(
    Array.from(
      bestPages(
        pages,
        Float64Array.from(pages, page => scores[page]),
        50,
      ),
    ),
    sorted.slice(0, 50),
  )
  assert.deepEqual(
    Array.from(
      bestPages(
        pages,
        Float64Array.from(pages, page => scores[page]),
        5000,
      ),
    ),
    sorted,
  )
  assert.equal(bestPages(new Uint32Array(0), [], 5).length, 0)
})

test('words are known by where they stand in a text, and never taken for another', () => {
  const words = new RawWords()
  const all = Array.from({ length: 30_000 }, (_, i) => `${i % 7 === 0 ? 'ไทย' : 'w'}${i.toString(36)}`)
  all.forEach((word, i) => {
    assert.equal(words.find(word, 0, word.length), UNKNOWN)
    words.add(word, i - 5)
  })
  const text = all.join(' ')
  let at = 0
  all.forEach((word, i) => {
    assert.equal(words.find(text, at, at + word.length), i - 5)
    at += word.length + 1
  })
  assert.equal(words.find(text, 0, 0), UNKNOWN)
  assert.equal(words.find('unheard', 0, 7), UNKNOWN)
})
