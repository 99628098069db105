import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { errorsAt, prepareCorpus, topicJudgeOf, trainTopic } from '../../src/judge/topic/index.js'
import { ABSENT, WordPairTable } from '../../src/judge/topic/word-pair-table.js'
import { shareRange } from '../../src/learn/index.js'
import { madePages, TELLING } from './made-topics.js'
import { pageOf, paragraphs } from './page-of.js'

const others = [...madePages(TELLING.music, 30, 2), ...madePages(TELLING.law, 30, 3), ...madePages([], 40, 4)]
const few = { name: 'biology', positives: madePages(TELLING.biology, 4, 1), negatives: others }

test('topics that share their unwanted pages become what they would be alone', () => {
  const corpus = prepareCorpus(others)
  for (const telling of [TELLING.biology, TELLING.law]) {
    const positives = madePages(telling, 20, 1)
    const alone = trainTopic({ name: 'one', positives, negatives: others }).model
    const shared = trainTopic({ name: 'one', positives, negatives: others, corpus }).model
    assert.deepEqual([...shared.terms].sort(), [...alone.terms].sort())
    const [a, b] = [topicJudgeOf(alone), topicJudgeOf(shared)]
    for (const { text, url } of [...madePages(telling, 5, 31), ...madePages([], 5, 32)]) {
      const page = pageOf(paragraphs(text), url)
      assert.ok(Math.abs(a.judge(page).score - b.judge(page).score) < 0.02)
    }
  }
})

test('a topic does not depend on which topics were taught before it', () => {
  const taught = (before: readonly string[]): unknown => {
    const corpus = prepareCorpus(others)
    if (before.length > 0)
      trainTopic({ name: 'before', positives: madePages(before, 10, 5), negatives: others, corpus })
    return trainTopic({ ...few, corpus }).model
  }
  assert.deepEqual(taught(TELLING.law), taught([]))
})

test('what was measured on four pages is said to be uncertain, and less so on forty', () => {
  const { quality, warnings } = trainTopic(few).report
  assert.ok(quality !== null && quality.range.low < 0.75 && quality.range.high > 0.9)
  assert.ok(
    warnings.some(warning => /only 4 example pages.*from 0\.\d\d to/.test(warning)),
    warnings.join('\n'),
  )
  const many = trainTopic({ ...few, positives: madePages(TELLING.biology, 40, 1) }).report.quality
  assert.ok(many !== null && many.range.low > quality.range.low + 0.1)
})

test('pages of nothing in common are not told from others by words that only a page held back has', () => {
  // each wanted page has a word of its own, on two pages: only who has seen both knows it
  const pages = madePages([], 40, 6)
  const positives = pages.map((page, i) => ({ ...page, text: `${page.text} ${`pair${Math.floor(i / 2)} `.repeat(3)}` }))
  const { quality } = trainTopic({ name: 'nothing', positives, negatives: madePages([], 200, 7), zones: false }).report
  assert.ok(quality !== null && quality.gMean.mean < 0.7, String(quality?.gMean.mean))
})

test('a judge of one, two or three pages that asks for more evidence still wants its own examples', () => {
  for (const count of [1, 2, 3]) {
    const positives = madePages(TELLING.biology, count, 1)
    const judge = topicJudgeOf(trainTopic({ ...few, positives, prior: 0.01 }).model)
    const isWanted = ({ text, url }: { text: string; url: string }): boolean =>
      judge.judge(pageOf(paragraphs(text), url)).relevant
    assert.ok(positives.every(isWanted), `${count} examples`)
    assert.ok(!madePages(TELLING.law, 10, 43).some(isWanted), `${count} examples`)
  }
})

test('a smaller prior asks for more evidence and leaves the order of pages as it is', () => {
  const even = topicJudgeOf(trainTopic({ ...few, prior: 0.5 }).model)
  const careful = topicJudgeOf(trainTopic({ ...few, prior: 0.45 }).model)
  const pages = [...madePages(TELLING.biology, 10, 41), ...madePages(TELLING.law, 10, 42)].map(({ text, url }) =>
    pageOf(paragraphs(text), url),
  )
  const logit = (p: number): number => Math.log(p / (1 - p))
  for (const page of pages) {
    const moved = logit(even.judge(page).score) - logit(careful.judge(page).score)
    assert.ok(Math.abs(moved - Math.log(0.55 / 0.45)) < 1e-6)
  }
})

test('however small the prior, most wanted pages that were held back stay wanted', () => {
  for (const count of [4, 20]) {
    const positives = madePages(TELLING.biology, count, 1)
    const { errors } = trainTopic({ ...few, positives, prior: 0.001 }).report
    assert.ok(errors !== null && errors.falseNegative < 0.5, `${count} examples: ${errors?.falseNegative}`)
  }
})

test('a judge says how often it errs, and that a higher score misses more and takes less', () => {
  const { model, report } = trainTopic({ ...few, positives: madePages(TELLING.biology, 20, 1) })
  assert.ok(model.errors !== undefined && report.errors !== null)
  assert.deepEqual(errorsAt(model.errors, 0.5), report.errors)
  const [low, high] = [errorsAt(model.errors, 0.06), errorsAt(model.errors, 0.94)]
  assert.ok(low.falsePositive >= high.falsePositive && low.falseNegative <= high.falseNegative)
  // one of twenty that nobody saw fail may fail all the same
  assert.ok(low.falseNegative > 0 && high.falseNegative < 1)
})

test('what was learned from one page has no errors that anybody could have measured', () => {
  const { model, report } = trainTopic({ ...few, positives: madePages(TELLING.biology, 1, 1) })
  assert.equal(model.errors, undefined)
  assert.equal(report.errors, null)
})

test('a prior that is no share is refused', () => {
  for (const prior of [0, 1, -1, NaN])
    assert.throws(
      () => trainTopic({ ...few, prior }),
      (error: unknown) => error instanceof LongtailError && error.code === 'E_MODEL',
    )
})

test('shares of few are uncertain, and all of four is not all', () => {
  const { low, high } = shareRange(4, 4)
  assert.ok(Math.abs(low - 0.51) < 0.01 && high === 1)
  assert.deepEqual(shareRange(0, 0), { low: 0, high: 1 })
  assert.ok(shareRange(400, 400).low > 0.99)
})

test('pairs are found again, also when the table has grown or has forgotten', () => {
  const table = new WordPairTable()
  for (let i = 0; i < 20_000; i++) table.add(i | 0, Math.imul(i, -77_777), i - 1)
  for (let i = 0; i < 20_000; i++) assert.equal(table.get(i, Math.imul(i, -77_777)), i - 1)
  assert.equal(table.get(5, 5), ABSENT)
  const small = new WordPairTable(100)
  for (let i = 0; i < 1000; i++) {
    small.add(i, 1, i)
    assert.equal(small.get(i, 1), i)
  }
  assert.equal(small.get(0, 1), ABSENT)
})
