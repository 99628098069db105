import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStemmer, hasStemmer, stemmedLanguages } from '../../src/page/words/stem.js'
import { stopWordsOf } from '../../src/page/words/stop.js'
import { foldWords, scanWords, wordsOf } from '../../src/page/words/words.js'

test('words are lower-cased and in order, without numbers and single letters', () => {
  assert.deepEqual(wordsOf('Square roots: 25 = 5², a Pentium-II of 1997 (x)'), [
    'square',
    'roots',
    'pentium',
    'ii',
    'of',
  ])
})

test('digits inside a word are part of it', () => {
  assert.deepEqual(wordsOf('CO2 and h2o, cs302'), ['co2', 'and', 'h2o', 'cs302'])
})

test('the same word in composed and decomposed letters is one word', () => {
  assert.deepEqual(wordsOf('caf\u00e9'), wordsOf('cafe\u0301'))
})

test('an apostrophe ends a word in Latin script and is a letter elsewhere', () => {
  assert.deepEqual(wordsOf("student's l’eau"), ['student', 'eau'])
  assert.deepEqual(wordsOf('п’ять'), ["п'ять"])
})

test('soft hyphens do not cut words', () => {
  assert.deepEqual(wordsOf('photo\u00adsynthesis'), ['photosynthesis'])
})

test('Thai text without spaces is segmented', () => {
  assert.deepEqual(wordsOf('การสังเคราะห์ด้วยแสงของพืช'), ['การ', 'สังเคราะห์', 'ด้วย', 'แสง', 'ของ', 'พืช'])
})

test('single Chinese signs stay, single Japanese particles do not', () => {
  assert.ok(wordsOf('水').includes('水'))
  assert.ok(!wordsOf('日本の水').includes('の'))
})

test('Persian words keep the joiners inside them', () => {
  assert.deepEqual(wordsOf('می\u200cخواهم'), ['می\u200cخواهم'])
})

test('pictures and halves of characters are no words', () => {
  assert.deepEqual(wordsOf('\u{1f600}\u{1f600} \ud800 ok'), ['ok'])
})

test('a very long run of a script without spaces takes no time to speak of and loses nothing', () => {
  const words = wordsOf('ประเทศไทย'.repeat(20_000), 100_000)
  assert.ok(words.length >= 20_000, `${words.length} words`)
})

test('no more words are read than asked for', () => {
  assert.equal(wordsOf('one two three four', 2).length, 2)
  assert.equal(wordsOf('ประเทศไทยประเทศไทย', 1).length, 1)
})

test('words over a space or hyphen may be a phrase, words over anything else may not', () => {
  const bonds: boolean[] = []
  scanWords(foldWords('solar-powered light reactions. carbon\ndioxide, oxygen'), 10, (_s, _e, follows) =>
    bonds.push(follows),
  )
  assert.deepEqual(bonds, [false, true, true, true, false, false, false])
})

test('forms of one word have one stem', () => {
  const russian = createStemmer(['rus'])
  assert.equal(new Set(['книга', 'книги', 'книгу', 'книгой'].map(russian)).size, 1)
  const finnish = createStemmer(['fin'])
  assert.equal(new Set(['talossa', 'talosta', 'talolla'].map(finnish)).size, 1)
  const turkish = createStemmer(['tur'])
  assert.equal(new Set(['kitaplar', 'kitapları'].map(turkish)).size, 1)
})

test('a stemmer leaves words of other scripts as they are', () => {
  const russian = createStemmer(['rus'])
  assert.equal(russian('courses'), 'courses')
  assert.equal(russian('ประเทศไทย'), 'ประเทศไทย')
})

test('each script has one stemmer, that of the first language', () => {
  assert.deepEqual(stemmedLanguages(['rus', 'eng', 'ukr', 'tha', 'deu']), ['rus', 'eng'])
  assert.equal(hasStemmer('tha'), false)
})

test('every stemmer that is listed can be loaded and leaves something of a word', () => {
  const words = ['universities', 'университетами', 'المكتبات', 'βιβλιοθήκες', 'գրադարաններ', 'पुस्तकालयों', 'நூலகங்கள்']
  const languages =
    'dan nld eng fin fra deu hun ind gle ita lit nor por ron spa swe tur bul rus srp ukr ara ell hye hin nep tam'.split(
      ' ',
    )
  for (const language of languages) {
    const stem = createStemmer([language])
    for (const word of words) assert.ok(stem(word).length > 1, `${language} ${word}`)
  }
})

test('stop words are known by language, and there are none for an unknown one', () => {
  assert.ok(stopWordsOf('eng').has('the'))
  assert.ok(stopWordsOf('rus').has('что'))
  assert.equal(stopWordsOf('__proto__').size, 0)
})
