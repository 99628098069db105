import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identifyLanguage } from '../../src/page/language/identify.js'
import { declaredLanguageModel, declaredTextOf, rivalTexts } from '../../src/page/language/learned/declared-language.js'
import { learnLanguage } from '../../src/page/language/learned/learn-language.js'
import { openLearnedLanguages } from '../../src/page/language/learned/learned-languages.js'
import { gramsOf } from '../../src/page/language/learned/word-grams.js'

/** Minangkabau from the first two thirds of its declaration; the rest is for testing. */
const minangkabau = declaredTextOf('min', 'Latn')
const cut = minangkabau.indexOf('\n', (minangkabau.length * 2) / 3)
const model = learnLanguage({
  code: 'min',
  name: 'Minangkabau',
  text: minangkabau.slice(0, cut),
  neighbours: [],
  others: rivalTexts('min', 'Latn').filter(({ code }) => ['ind', 'zlm', 'bjn', 'jav', 'sun', 'eng'].includes(code)),
  answers: { identifier: '', shares: {} },
})
const learned = openLearnedLanguages([model])
const held = minangkabau.slice(cut)

function shareIn(text: string): number {
  const { languages } = learned.revise(text, identifyLanguage(text), {})
  return languages.find(({ language }) => language === 'min')?.share ?? 0
}

test('text that was not learned from is found, and taken from the language that the identifier gave it to', () => {
  const { languages } = learned.revise(held, identifyLanguage(held), {})
  assert.equal(languages[0].language, 'min')
  assert.ok(languages[0].share > 0.8, JSON.stringify(languages))
  assert.ok(languages.reduce((sum, { share }) => sum + share, 0) <= 1.0001)
})

test('neighbours keep their text', () => {
  for (const code of ['ind', 'jav', 'eng', 'swh']) {
    const text = declaredTextOf(code, 'Latn').slice(3000, 5000)
    assert.equal(shareIn(text), 0, code)
  }
})

test('a page that is half in the language is found to be so', () => {
  const english = declaredTextOf('eng', 'Latn').slice(3000, 3000 + held.length)
  const share = shareIn(`${english}\n${held}`)
  assert.ok(share > 0.3 && share < 0.7, String(share))
})

test('what is no running text is no language', () => {
  const names =
    'Anderson Budi Chandra Dewi Eko Fitri Gunawan Hendra Indra Joko Kartika Lestari Made Nurul Oktavia Putra '
  const code =
    'for (let i = 0; i < rows.length; i++) { const row = rows[i]; if (row.id === null) return map.get(row.key) ?? 0 }\n'
  const garbage = Array.from({ length: 300 }, (_, i) => ((i * 7919) % 26 ** 4).toString(26)).join(' ')
  const spam = 'hotel padang murah hotel padang terbaik promo hotel padang '.repeat(20)
  const wrongCharset = Buffer.from(held, 'utf16le').toString('latin1')
  for (const text of [names.repeat(8), code.repeat(8), garbage, spam, wrongCharset, '12 345 67.890 % '.repeat(60), ''])
    assert.equal(shareIn(text), 0, text.slice(0, 40))
})

test('neither are text in other letters, a wrong charset in UTF-8, and pages made by machine', () => {
  const cyrillic: Readonly<Record<string, string>> = {
    a: 'а',
    b: 'б',
    d: 'д',
    e: 'е',
    g: 'г',
    i: 'и',
    k: 'к',
    l: 'л',
    m: 'м',
    n: 'н',
    o: 'о',
    p: 'п',
    r: 'р',
    s: 'с',
    t: 'т',
    u: 'у',
    y: 'й',
    h: 'х',
    j: 'ј',
  }
  const transliterated = held.toLowerCase().replace(/[a-z]/g, letter => cyrillic[letter] ?? letter)
  const words = held.split(/\s+/)
  const shuffled = words.map((_, i) => [...words[(i * 31) % words.length]].sort().join('')).join(' ')
  const rows = Array.from({ length: 60 }, (_, i) => `SKU-${i * 37} Artikel ${i} Rp ${i * 1250},00 stok ${i % 9}`).join(
    '\n',
  )
  const twice = Buffer.from(`ã ê ó ${declaredTextOf('fra', 'Latn').slice(2000, 4000)}`).toString('latin1')
  for (const text of [transliterated, shuffled, rows, twice]) assert.equal(shareIn(text), 0, text.slice(0, 40))
})

test('a page that declares the language may be a little less like it, and no more', () => {
  const isFound = (text: string, border: number, declared: string): boolean =>
    openLearnedLanguages([{ ...model, border }])
      .revise(text, identifyLanguage(text), { declared })
      .languages.some(({ language }) => language === 'min')
  const borders = Array.from({ length: 30 }, (_, i) => 0.7 + i * 0.02)
  const missed = borders.find(border => !isFound(held, border, ''))
  assert.ok(missed !== undefined)
  assert.ok(isFound(held, missed, 'min') && !isFound(held, missed, 'ind'))
  assert.ok(!isFound(held, missed + 0.1, 'min'))
  assert.ok(!isFound(declaredTextOf('ind', 'Latn').slice(3000, 5000), model.border, 'min'))
})

test('a language of the declarations needs no training; other codes are none', () => {
  const declared = declaredLanguageModel('hsb')
  assert.equal(declared?.name, 'Sorbian, Upper')
  assert.equal(declaredLanguageModel('zzz'), null)
  assert.equal(declaredLanguageModel('hsb'), declared)
})

test('letters of another script that look alike, apostrophes and capitals are folded; marks are kept', () => {
  const read = (text: string): string => {
    const { grams, count } = gramsOf(text)
    return [...grams.subarray(0, count)].join()
  }
  assert.equal(read('Чăваш'), read('чӑваш'))
  assert.equal(read('сaхap'), read('сахар'))
  assert.equal(read('ng’ombe'), read("NG'OMBE"))
  assert.equal(read('e\u0301'), read('é'))
  assert.notEqual(read('bá'), read('ba'))
  assert.equal(read("'''"), '')
})
