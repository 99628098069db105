import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashesOf, onlyLines, wordCounts, wordsByLine } from '../../src/export/corpus/line-words.js'
import { hashWord } from '../../src/export/corpus/min-hash.js'
import { cleaned, paragraphsOf } from '../../src/export/corpus/paragraphs.js'
import { qualityOf } from '../../src/export/corpus/quality.js'
import { stopHashes } from '../../src/export/corpus/stop-hashes.js'
import { wordsOf } from '../../src/page/words/words.js'

const LINES = [
  'The cat sat on the mat, and the dog did not.',
  '1234 5 6',
  'ΟΔΥΣΣΕΥΣ',
  'e\u0301te\u0301 l’eau soft\u00adware',
  'ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอน',
  '日本語の文章です。 中文',
  'a b c',
  'п’ять слів 😀 𝒜 words…',
]

test('words read in one go are those of each line by itself, the first and the thousandth time', () => {
  for (let round = 0; round < 1_000; round++) {
    const words = wordsByLine(LINES)
    if (round > 0 && round < 999) continue
    LINES.forEach((line, i) => {
      const alone = wordsOf(line)
      assert.deepEqual(
        hashesOf(words, i),
        alone.map(word => hashWord(word, 0, word.length)),
        line,
      )
      assert.equal(wordCounts(words)[i], alone.length)
    })
    assert.deepEqual(
      onlyLines(words, line => line % 2 === 0),
      wordsByLine(LINES.filter((_, line) => line % 2 === 0)),
    )
  }
  assert.deepEqual(wordsByLine([]), { hashes: [], lengths: [], ends: [] })
})

test('signals of quality are the same after a thousand other texts', () => {
  const first = qualityOf(LINES, wordsByLine(LINES), stopHashes('eng'))
  for (let round = 0; round < 1_000; round++) {
    const lines = LINES.map(line => line.slice(round % line.length) || '-')
    qualityOf(lines, wordsByLine(lines), stopHashes(round % 2 === 0 ? 'deu' : 'fra'))
  }
  assert.deepEqual(qualityOf(LINES, wordsByLine(LINES), stopHashes('eng')), first)
})

test('a text that needs no cleaning comes out as one that is cleaned', () => {
  const texts = [
    LINES.join('\n'),
    '  led by spaces \n\n\u00a0\n and\u00a0not ended ',
    'two  spaces\nand \u00a0two',
    'control\u0007 sign\nbyte\ufeff order',
    'half \ud83d a pair\nwhole 😀 pair',
    'line\u2028separator\ttab\r\nreturn',
  ]
  for (const text of texts) {
    const plain = text
      .split('\n')
      .map(cleaned)
      .filter(line => line !== '')
    assert.deepEqual(paragraphsOf(text), plain)
  }
})
