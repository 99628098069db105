import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { correctQuery } from '../../src/portal/search/assist/correct.js'
import { editCost, Letters } from '../../src/portal/search/assist/edits.js'
import {
  findWord,
  type Lexicon,
  lexiconOf,
  pagesWith,
  wordAt,
  wordsFrom,
} from '../../src/portal/search/assist/lexicon.js'
import { similarWords } from '../../src/portal/search/assist/spelling.js'
import { declarationPages, SmallLibrary } from './assist-library.js'

const NOTHING_FOUND = { found: 0 }

describe('misspelt words', () => {
  let library: SmallLibrary
  let lexicon: Lexicon
  const correct = (text: string, found = 0): string | null => correctQuery(library.database, text, { found })

  before(() => {
    library = new SmallLibrary()
    library.add([
      ...declarationPages('eng', 'eng'),
      ...declarationPages('tha2', 'tha'),
      ...declarationPages('hin', 'hin'),
      ...declarationPages('fra', 'fra'),
    ])
    const read = lexiconOf(library.database)
    assert.ok(read !== null)
    lexicon = read
  })
  after(() => library.close())

  test('the words that begin with some letters are found, the most frequent first', () => {
    const every = Array.from({ length: lexicon.size }, (_, i) => i)
    for (const beginning of ['f', 'free', 'เส', 'zzz', 'é', 'स', 'everyones']) {
      const expected = every
        .filter(i => wordAt(lexicon, i).startsWith(beginning) && wordAt(lexicon, i) !== beginning)
        .filter(i => lexicon.pages[i] >= 2)
        .sort((a, b) => lexicon.pages[b] - lexicon.pages[a] || a - b)
      const found = wordsFrom(lexicon, beginning, 5, pages => pages >= 2)
      assert.deepEqual(found, expected.slice(0, 5), beginning)
    }
    assert.ok(wordsFrom(lexicon, 'free', 5, () => true).length > 0)
  })

  test('every word of the collection is found again, with the number of its pages', () => {
    assert.ok(lexicon.size > 1000)
    for (let i = 0; i < lexicon.size; i++) assert.equal(findWord(lexicon, wordAt(lexicon, i)), i)
    assert.equal(findWord(lexicon, 'xylophone'), -1)
    assert.ok(pagesWith(lexicon, 'freedom') >= 3)
  })

  test('a letter left out, put in, changed or swapped is put right', () => {
    assert.equal(correct('educaton'), 'education')
    assert.equal(correct('educcation'), 'education')
    assert.equal(correct('edugation'), 'education')
    assert.equal(correct('eudcation'), 'education')
    assert.equal(correct('nationallity'), 'nationality')
  })

  test('words that are in the collection stay as they are', () => {
    for (let i = 0; i < lexicon.size; i++) {
      const word = wordAt(lexicon, i)
      assert.equal(correct(word, lexicon.pages[i]), null, word)
    }
  })

  test('a short word is not taken for one that shares little with it', () => {
    assert.equal(correct('equl'), 'equal')
    // two of five letters are others: rather nothing than something else
    assert.ok(pagesWith(lexicon, 'equal') > 0 && findWord(lexicon, 'eqpol') === -1)
    assert.equal(correct('eqpol'), null)
  })

  test('the word is shown as pages write it, with its accents', () => {
    assert.equal(correct('libertee'), 'liberté')
    assert.equal(correct('liberte'), null)
  })

  test('words that were written together come apart, and parts of one word together', () => {
    assert.equal(correct('unitednations'), 'united nations')
    assert.equal(correct('educ ation'), 'education')
    assert.equal(correct('free educ ation'), 'free education')
  })

  test('quotes and operators are kept, and what is no word is left alone', () => {
    assert.equal(correct('"free educaton" -slavry site:eng.example'), '"free education" -slavry site:eng.example')
    assert.equal(correct('1948 xq 12b'), null)
    assert.equal(correct(''), null)
    assert.equal(correct('zzzzzzzzzzzz'), null)
  })

  test('of two words that are as near, the one that stands together with the rest of the query is meant', () => {
    const near = similarWords(lexicon, 'hild').map(({ word }) => word)
    assert.deepEqual(near.slice(0, 2).sort(), ['held', 'hold'])
    const withOthers = (meant: string): string | null =>
      correctQuery(library.database, 'guilty hild', {
        found: 0,
        together: words => (words.includes('hild') ? 0 : words.includes(meant) ? 5 : 0),
      })
    assert.equal(withOthers('held'), 'guilty held')
    assert.equal(withOthers('hold'), 'guilty hold')
  })

  test('Thai: a wrong mark, a letter that sounds the same and a missing letter are put right', () => {
    assert.ok(
      pagesWith(lexicon, 'ประเทศ') > 0 && pagesWith(lexicon, 'กฎหมาย') > 0 && pagesWith(lexicon, 'ครอบครัว') > 0,
    )
    assert.equal(correct('ประเทส'), 'ประเทศ')
    assert.equal(correct('กฎหมย'), 'กฎหมาย')
    assert.equal(correct('ครอบคร้ว'), 'ครอบครัว')
  })

  test('Hindi: short and long vowels and missing marks are put right', () => {
    assert.ok(pagesWith(lexicon, 'स्वतंत्रता') + pagesWith(lexicon, 'स्वतन्त्रता') > 0)
    assert.equal(correct('अधीकार'), 'अधिकार')
    assert.equal(correct('व्यक्ती'), 'व्यक्ति')
  })

  test('a hostile query costs little and changes nothing', () => {
    assert.equal(correct('a'.repeat(100_000)), null)
    assert.equal(correct(Array.from({ length: 200 }, () => 'educaton').join(' ')), null)
    assert.equal(correct('\ud800\udc00 \ud800 ก'.repeat(20)), null)
    assert.equal(correctQuery(library.database, '__proto__ constructor', NOTHING_FOUND), null)
  })
})

test('a long word does not fall into two rare ones where a similar word is well known', () => {
  const plays = ['Hamlet', 'Othello', 'Macbeth', 'Cymbeline', 'Coriolanus', 'Pericles', 'Cleopatra', 'Prospero']
  const library = new SmallLibrary()
  const page = (url: string, text: string) => ({ url, title: url, text, language: 'eng' })
  library.add([
    ...declarationPages('eng', 'eng'),
    ...plays.map(play => page(`http://plays.example/${play}`, `${play} was written by Shakespeare.`)),
    page('http://a.example/', 'He shakes, and the peer of the realm watches.'),
  ])
  try {
    assert.equal(correctQuery(library.database, 'shakespeer', NOTHING_FOUND), 'shakespeare')
    assert.equal(correctQuery(library.database, 'humanrights', NOTHING_FOUND), 'human rights')
  } finally {
    library.close()
  }
})

test('edits are counted by letters with their marks', () => {
  const cost = (a: string, b: string): number => editCost(new Letters().of(a), new Letters().of(b), 40)
  assert.equal(cost('same', 'same'), 0)
  assert.equal(cost('form', 'from'), 10)
  assert.equal(cost('leter', 'letter'), 7)
  assert.equal(cost('น้ำ', 'นำ'), 5)
  assert.equal(cost('ใจ', 'ไจ'), 8)
  assert.ok(cost('abcdef', 'uvwxyz') > 40)
  assert.equal(cost('मीटर', 'मिटर'), 5)
})
