import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { wordsByLine } from '../../src/export/corpus/line-words.js'
import { qualityOf, type QualitySignals } from '../../src/export/corpus/quality.js'
import { brokenRule } from '../../src/export/corpus/quality-rules.js'
import { stopHashes } from '../../src/export/corpus/stop-hashes.js'
import { exportCorpus } from '../../src/export/corpus/export-corpus.js'
import { scratch } from '../archive/samples.js'
import { textOf } from '../portal/build-samples.js'
import { writeArchive } from '../portal/small-archive.js'
import { article, askDuckDb, linesOf, sheetOf, smallCorpus } from './corpus-samples.js'

function signals(lines: readonly string[], language = 'eng'): QualitySignals {
  return qualityOf(lines, wordsByLine(lines), stopHashes(language))
}

const SENTENCE = 'The river rises in the mountains and it flows to the sea.'

test('signals count words, letters, lines and stop words', () => {
  const found = signals([SENTENCE, '• 12 boats …'])
  assert.equal(found.words, 16)
  assert.equal(found.digits, 0.036)
  assert.equal(found.endedLines, 1)
  assert.equal(found.ellipsisLines, 0.5)
  assert.equal(found.bulletLines, 0.5)
  assert.equal(found.shortLines, 0.5)
  assert.equal(found.letterWords, 0.813)
  assert.ok(found.stopWords > 0.3 && found.stopWords < 0.7, String(found.stopWords))
  assert.equal(found.isUnspaced, false)
})

test('repeated lines and rows of words are shares of the characters', () => {
  const once = signals([SENTENCE])
  assert.deepEqual(once.topGrams, [0, 0, 0])
  assert.deepEqual(once.repeatedGrams, [0, 0, 0, 0, 0, 0])
  const twice = signals([SENTENCE, SENTENCE])
  assert.equal(twice.repeatedLines, 0.5)
  assert.equal(twice.repeatedGrams[0], 0.5)
  assert.equal(twice.repeatedGrams[5], 0.5)
})

test('words of scripts without spaces are those of a dictionary', () => {
  // Universal Declaration of Human Rights, article 1, in Thai
  const thai = 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ'
  const found = signals([thai], 'tha')
  assert.ok(found.isUnspaced && found.words >= 8 && found.words <= 25, JSON.stringify(found))
  assert.ok(found.letters > 0.95)
})

test('a language without a list of stop words is not judged by them', () => {
  assert.equal(signals([SENTENCE], 'xxx').stopWords, -1)
})

test('the recipes say which rule a page breaks', () => {
  const text = Array.from(
    { length: 12 },
    (_, i) => `${textOf(i)} And so it was in the year of the ${'abcdefghijkl'[i]}.`,
  )
  assert.equal(brokenRule(signals(text), ['gopher', 'fineweb']), null)
  assert.equal(brokenRule(signals([SENTENCE]), ['gopher']), 'words')
  assert.equal(brokenRule(signals(Array(20).fill(SENTENCE)), ['gopher']), 'repeatedLines')
  assert.equal(
    brokenRule(signals(Array.from({ length: 20 }, (_, i) => `House number ${i}`)), ['fineweb']),
    'endedLines',
  )
  assert.equal(brokenRule(signals([SENTENCE]), []), null)
})

test('pages of low quality and lists of prices are left out and counted, masks are applied', async t => {
  const long = Array.from({ length: 12 }, (_, i) => textOf(i))
  const prices = Array.from(
    { length: 20 },
    (_, i) => `Lamp number ${i} of the new series, for only $${20 + i}.99 this week.`,
  )
  const archived = [
    article('good', [...long, 'You may write to ann@site.example or call +66 2 617 8383 in the evening.']),
    article('short', [SENTENCE]),
    article('shop', prices),
  ]
  const { pages, sheet, summary } = await smallCorpus(scratch(t), archived, {
    quality: ['gopher'],
    mask: ['email', 'phone'],
  })
  assert.deepEqual(
    pages.map(({ url }) => url),
    ['http://site.example/good'],
  )
  assert.match(pages[0].text, /write to \[email\] or call \[phone\] in/)
  assert.equal(summary.dropped.quality, 1)
  assert.equal(summary.dropped.products, 1)
  assert.deepEqual(summary.masked, { email: 1, phone: 1, card: 0 })
  assert.deepEqual(sheet.counts.brokenRules, [['words', 1]])
})

test('ids are the same in every export of a capture, and signals are columns of Parquet', async t => {
  const directory = scratch(t)
  const archive = join(directory, 'pages.warc')
  writeArchive(archive, [article('a', [textOf(1)]), article('b', [textOf(2)])])
  await exportCorpus({ sources: [archive], out: join(directory, 'one'), compress: 'none' })
  await exportCorpus({ sources: [archive], out: join(directory, 'two.jsonl'), dedupe: 'near', mask: ['email'] })
  const one = linesOf(readFileSync(join(directory, 'one', 'corpus.jsonl'), 'utf8'))
  const two = linesOf(readFileSync(join(directory, 'two.jsonl'), 'utf8'))
  assert.deepEqual(
    one.map(({ id }) => id),
    two.map(({ id }) => id),
  )
  assert.match(one[0].id, /^[0-9a-f]{32}$/)
  assert.notEqual(one[0].id, one[1].id)
  const rows = await askDuckDb(
    `SELECT id, quality.words::INT AS words, quality.stopWords AS stops, len(quality.repeatedGrams) AS rows FROM '${join(directory, 'one', 'corpus.parquet')}'`,
  )
  assert.deepEqual(
    rows.map(({ id, words, stops }) => [id, words, stops]),
    one.map(({ id, quality }) => [id, quality.words, quality.stopWords]),
  )
  const card = readFileSync(join(directory, 'one', 'README.md'), 'utf8')
  assert.match(card, /^---\n[^]*language:\n- "eng"\n[^]*path: "corpus\.parquet"\n---\n\n# /)
  assert.match(card, /size_categories:\n- n<1K\n/)
  assert.match(
    readFileSync(join(directory, 'two.jsonl.README.md'), 'utf8'),
    /path: "two\.jsonl"\n[^]*Masked in texts and titles: email/,
  )
  assert.equal(sheetOf(join(directory, 'one', 'datasheet.json')).version, 3)
})
