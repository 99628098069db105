import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Campaign } from '../../src/campaign/index.js'
import { judgeSpecOf } from '../../src/crawl/target.js'
import type { JudgeSpec } from '../../src/judge/index.js'
import { createJudge, createLinkJudge } from '../../src/judge/index.js'
import { trainTopic, writeTopicModel } from '../../src/judge/topic/index.js'
import { html, pageOf } from './page-of.js'

const folder = mkdtempSync(join(tmpdir(), 'longtail-combined-'))
after(() => rmSync(folder, { recursive: true }))

type Target = Campaign['target']
const TARGET: Target = { policy: 'modern', 'inherit-unknown': false, combine: 'all' }
const NATION = { country: 'TH', 'min-score': 0.5, matching: 'phonetic' } as const

function page(title: string, body: string): ReturnType<typeof pageOf> {
  return pageOf(html(`<p>${body}</p>`, `<meta charset="utf-8"><title>${title}</title>`))
}

const english = page(
  'Diving in Thailand',
  'The best reefs of Thailand are near Phuket and Koh Tao. Scuba diving schools in Thailand teach all year, hotels and tours are cheap, and Bangkok is an hour away by plane. Book a holiday tour with your hotel.',
)
const temples = page(
  'Temples of Bangkok',
  'The temples of Bangkok are known far beyond Thailand. A tour of Bangkok takes three days, hotels by the river are cheap, and every traveller to Thailand should book a holiday tour of the old town of Bangkok.',
)
const german = page(
  'Tauchen in Thailand',
  'Die schönsten Riffe von Thailand liegen vor Phuket. Tauchschulen in Thailand unterrichten das ganze Jahr, Hotels sind billig, und Bangkok liegt eine Flugstunde entfernt. Die thailändischen Inseln sind ruhig.',
)
const egypt = page(
  'Diving in Egypt',
  'The best reefs of Egypt are in the Red Sea. Scuba diving schools teach all year, hotels and tours are cheap, and Cairo is an hour away by plane. Book a holiday tour of Egypt with your hotel.',
)

function wanted(spec: JudgeSpec): boolean[] {
  const judge = createJudge(spec)
  return [english, temples, german, egypt].map(one => judge.judge(one).relevant)
}

test('a nation in one language: both must hold', () => {
  assert.deepEqual(wanted(judgeSpecOf({ ...TARGET, nation: { ...NATION, in: ['eng'] } })), [true, true, false, false])
  assert.deepEqual(wanted(judgeSpecOf({ ...TARGET, nation: { ...NATION, in: ['eng', 'deu'] } })), [
    true,
    true,
    true,
    false,
  ])
})

test('diving is a nation, a language and a word of divers', () => {
  const spec = judgeSpecOf({ ...TARGET, nation: { ...NATION, in: ['eng'] }, keywords: ['diving', 'scuba'] })
  assert.deepEqual(wanted(spec), [true, false, false, false])
})

test('tourism is a language and a topic; with a nation it is all of them, or any of topic and nation', () => {
  const model = join(folder, 'tourism.json')
  const phrases = ['hotels', 'holiday', 'tour', 'travel', 'book a holiday', 'tours']
  writeTopicModel(model, trainTopic({ name: 'tourism', phrases, positives: [], negatives: [] }).model)
  const topic = { model, 'min-score': 0.5 }
  const both = judgeSpecOf({ ...TARGET, language: ['eng'], topic, nation: NATION, discount: [] })
  assert.deepEqual(wanted(both), [true, true, false, false])
  const any = judgeSpecOf({ ...TARGET, language: ['eng'], topic, nation: NATION, combine: 'any', discount: [] })
  assert.deepEqual(wanted(any), [true, true, false, true])
})

test('links of such a target are judged by the nation, not by the language of two words', () => {
  const links = createLinkJudge(judgeSpecOf({ ...TARGET, nation: { ...NATION, in: ['eng'] } }))
  assert.ok(links.score('Phuket, Thailand') > 0.5)
  assert.ok(links.score('Cairo, Egypt') < 0.5)
  assert.deepEqual(links.names('Phuket'), { named: 1, words: 1 })
})
