import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../src/learn/index.js'
import { hashOfWord, hashWords } from '../../src/page/words/hash.js'
import { foldWords, scanWords } from '../../src/page/words/words.js'

/** What `scanWords` says of the folded text, and what `hashWords` says of the text as it is. */
function both(text: string, maxWords = 1000): { scanned: string[]; hashed: string[] } {
  const scanned: string[] = []
  const hashed: string[] = []
  const folded = foldWords(text)
  scanWords(folded, maxWords, (start, end, follows) => {
    const { hash, check } = hashOfWord(folded.slice(start, end))
    scanned.push(`${folded.slice(start, end)} ${hash} ${check} ${follows}`)
  })
  const words = hashWords(text, Infinity, maxWords, {
    word: (hash, check, source, start, end, follows) =>
      hashed.push(`${foldWords(source.slice(start, end))} ${hash} ${check} ${follows}`),
  })
  assert.equal(words, hashed.length)
  return { scanned, hashed }
}

const TEXTS = [
  'The Pentium-II of 1997: square roots, a x² CO2',
  'student’s l’eau don\'t L\u2019EAU "quoted"',
  'soft\u00adhyphen \u00adfirst last\u00ad next so\u00ad-me',
  'İstanbul Diyarbakır IĞDIR',
  'cafe\u0301 CAFE\u0301 e\u0301 = \u0338 x',
  'Ludwig van Beethoven (/ˈlʊdvɪɡ væn ˈbeɪt.hoʊvən/) was a German composer – one of “the” greatest',
  "п'ять П’ЯТЬ Война и мир — роман Льва Толстого",
  'ΟΔΥΣΣΕΥΣ ΟΔΟΣ Σ',
  'ภาษาไทย is the language of ประเทศไทย-Thailand และ more words here',
  '東京 Tokyo 1964年 オリンピック the games',
  'می\u200cخواهم emoji 😀word 😀 word \ud800 lone',
  '𐐀𐐨 Deseret \u{20000}\u{20001} han',
  `${'long'.repeat(20)} next ${'x'.repeat(48)} end`,
  '',
]

test('hashed words are those of the folded text, in every script, with the same bonds', () => {
  for (const text of TEXTS) {
    const { scanned, hashed } = both(text)
    assert.deepEqual(hashed, scanned, text)
  }
})

test('pieces of texts in any order are read alike, however many words are wanted', () => {
  const random = createRandom(7)
  const parts = TEXTS.flatMap(text => text.split(/(?<=[ -])/))
  for (let round = 0; round < 300; round++) {
    const length = 1 + Math.floor(random() * 40)
    const text = Array.from({ length }, () => parts[Math.floor(random() * parts.length)]).join(
      random() < 0.5 ? '' : ' ',
    )
    const { scanned, hashed } = both(text, 1 + Math.floor(random() * 30))
    assert.deepEqual(hashed, scanned, JSON.stringify(text))
  }
})

test('no more letters are read than wanted', () => {
  const words: string[] = []
  const sink = {
    word: (_hash: number, _check: number, source: string, start: number, end: number) =>
      words.push(source.slice(start, end)),
  }
  hashWords('one two three', 9, 100, sink)
  assert.deepEqual(words, ['one', 'two', 't'].slice(0, 2))
  hashWords('раз два три', 7, 100, sink)
  assert.deepEqual(words.slice(2), ['раз', 'два'])
})
