import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import test from 'node:test'
import { bandKeys, hashWord } from '../../src/export/corpus/min-hash.js'
import { Repeats } from '../../src/export/corpus/repeats.js'
import { wordsOf } from '../../src/page/words/words.js'
import { scratch, seededRandom } from '../archive/samples.js'
import { textOf } from '../portal/build-samples.js'
import { article, smallCorpus, textsOf } from './corpus-samples.js'

const [A, B, C, D, E] = [1, 2, 3, 4, 5].map(number => `Paragraph ${number}: ${textOf(number)}.`)
const NOTICE = 'Subscribe to our letter.'

test('equal paragraphs stay where they are first, and pages without anything new go', async t => {
  const archived = [
    article('first', [A, NOTICE, B]),
    article('second', [C, NOTICE, A]),
    article('copy', [A, NOTICE, B]),
    article('mixed', [B, C]),
  ]
  const { counts } = (await smallCorpus(scratch(t), archived)).sheet
  assert.deepEqual([counts.pages, counts.removed.equal.paragraphs], [4, 0])
  const corpus = await smallCorpus(scratch(t), archived, { dedupe: 'exact' })
  assert.deepEqual(textsOf(corpus), { first: `${A}\n${NOTICE}\n${B}`, second: C })
  assert.deepEqual([corpus.sheet.counts.dropped.duplicate, corpus.sheet.counts.dropped.repeated], [1, 1])
  assert.deepEqual(corpus.sheet.counts.removed.equal, {
    paragraphs: 4,
    characters: A.length + B.length + C.length + NOTICE.length,
  })
})

test('short paragraphs stay on demand', async t => {
  const archived = [article('first', [A, NOTICE, B]), article('second', [C, NOTICE, A])]
  const corpus = await smallCorpus(scratch(t), archived, { dedupe: 'exact', keepShort: true })
  assert.deepEqual(textsOf(corpus), { first: `${A}\n${NOTICE}\n${B}`, second: `${C}\n${NOTICE}` })
})

test('nearly equal paragraphs go only when that is asked for', async t => {
  const words = D.split(' ')
  const changed = [...words.slice(0, 40), 'elsewhere', ...words.slice(41)].join(' ')
  const louder = E.toUpperCase().replaceAll(' ', ', ')
  const archived = [article('first', [A, D, E]), article('second', [B, changed, louder]), article('third', [C])]
  const exact = await smallCorpus(scratch(t), archived, { dedupe: 'exact' })
  assert.equal(textsOf(exact).second, `${B}\n${changed}\n${louder}`)
  const near = await smallCorpus(scratch(t), archived, { dedupe: 'near' })
  assert.deepEqual(textsOf(near), { first: `${A}\n${D}\n${E}`, second: B, third: C })
  const { removed } = near.sheet.counts
  assert.deepEqual([removed.equal.paragraphs, removed.near.paragraphs], [1, 1])
})

test('what repeats is found among many keys, on disk, as a set in memory finds it', async t => {
  const repeats = new Repeats(scratch(t), 'keys')
  t.after(() => repeats.close())
  const random = seededRandom(7)
  const seen = new Set<string>()
  const expected: boolean[] = []
  for (let i = 0; i < 100_000; i++) {
    const key = createHash('sha1')
      .update(String(Math.floor(random() * 80_000)))
      .digest('hex')
      .slice(0, 16)
    repeats.add(i, key)
    expected.push(seen.has(key))
    seen.add(key)
  }
  await repeats.find()
  assert.deepEqual(
    Array.from(expected, (_, i) => repeats.isRepeat(i)),
    expected,
  )
})

test('a thing with several keys repeats when one of them does, and keys of zeros are keys', async t => {
  const repeats = new Repeats(scratch(t), 'keys')
  t.after(() => repeats.close())
  const key = (digit: string): string => digit.repeat(16)
  for (const [number, digits] of ['0', '12', '34', '25', '0'].entries())
    for (const digit of digits) repeats.add(number, key(digit))
  await repeats.find()
  assert.deepEqual(
    [0, 1, 2, 3, 4].map(number => repeats.isRepeat(number)),
    [false, false, false, true, true],
  )
})

test('paragraphs that share most of their wording share a key, those that share half seldom do', () => {
  const random = seededRandom(11)
  const wordsFrom = (text: string): number[] => wordsOf(text).map(word => hashWord(word, 0, word.length))
  const shares = (swapped: number): number => {
    let met = 0
    for (let i = 0; i < 200; i++) {
      const words = Array.from({ length: 100 }, () => Math.floor(random() * 2 ** 32))
      const other = [...words]
      // a stretch of other words
      for (let k = 0; k < swapped; k++) other[20 + k] = Math.floor(random() * 2 ** 32)
      const keys = new Set(bandKeys(words))
      if (bandKeys(other).some(key => keys.has(key))) met++
    }
    return met / 200
  }
  assert.ok(shares(1) > 0.97)
  assert.ok(shares(40) < 0.15)
  assert.equal(shares(95), 0)
  // dictionary words of a script without spaces
  const thai =
    'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ'
  assert.equal(bandKeys(wordsFrom(thai)).length, 14)
  assert.deepEqual(bandKeys(wordsFrom('too few words to compare')), [])
})
