import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { createJudge, createLinkJudge } from '../../src/judge/index.js'
import type { TrainingPage } from '../../src/judge/topic/index.js'
import {
  createTopicJudge,
  readTopicModel,
  topicJudgeOf,
  trainingPageOf,
  trainTopic,
  writeTopicModel,
} from '../../src/judge/topic/index.js'
import { PAPER_SELECTION } from '../../src/learn/index.js'
import { madePages, TELLING } from './made-topics.js'
import { pageOf, paragraphs } from './page-of.js'

const dir = mkdtempSync(join(tmpdir(), 'longtail-topic-'))
after(() => rmSync(dir, { recursive: true }))
const isModelError = (error: unknown): boolean => error instanceof LongtailError && error.code === 'E_MODEL'
const asPage = ({ text, url }: TrainingPage) => pageOf(paragraphs(text), url)
const share = (pages: readonly TrainingPage[], isRight: (page: TrainingPage) => boolean): number =>
  pages.filter(isRight).length / pages.length

const others = [...madePages(TELLING.music, 30, 2), ...madePages(TELLING.law, 30, 3), ...madePages([], 40, 4)]
const biology = { name: 'biology', positives: madePages(TELLING.biology, 30, 1), negatives: others }

for (const classifier of ['svm', 'naive-bayes'] as const) {
  test(`${classifier}: pages that were never seen are told from those of other topics, surely`, () => {
    const { model, report } = trainTopic({ ...biology, classifier })
    const judge = topicJudgeOf(model)
    const wanted = madePages(TELLING.biology, 40, 11)
    const unwanted = [...madePages(TELLING.music, 20, 12), ...madePages([], 20, 13)]
    assert.ok(share(wanted, page => judge.judge(asPage(page)).score > 0.6) >= 0.95)
    assert.ok(share(unwanted, page => judge.judge(asPage(page)).score < 0.1) >= 0.95)
    assert.ok(report.quality !== null && report.quality.gMean.mean > 0.9)
    assert.equal(report.vague, false)
  })
}

test('reasons name the terms that were found', () => {
  const judge = topicJudgeOf(trainTopic(biology).model)
  const { reasons, relevant } = judge.judge(asPage(madePages(TELLING.biology, 1, 21)[0]))
  assert.ok(relevant)
  assert.ok(
    TELLING.biology.some(term => reasons[0].includes(term)),
    reasons[0],
  )
})

test('the strongest terms of the report are those of the topic', () => {
  const { report } = trainTopic(biology)
  const plain = report.strongest.slice(0, 8).filter(({ term }) => TELLING.biology.some(word => term.includes(word)))
  assert.ok(plain.length >= 6, report.strongest.map(({ term }) => term).join(' '))
  assert.ok(report.terms.kept < report.terms.seen)
})

test('the published thresholds keep fewer terms than ours, and never the most common words', () => {
  const ours = trainTopic(biology).report.terms
  const { model, report } = trainTopic({ ...biology, selection: PAPER_SELECTION, contrast: false, zones: false })
  assert.ok(report.terms.kept < ours.kept)
  assert.ok(!model.terms.includes('the'))
  assert.ok(model.terms.includes('photosynthesis'))
})

test('few words of a link are judged on a scale of their own', () => {
  const judge = topicJudgeOf(trainTopic(biology).model)
  assert.ok(judge.score('chlorophyll and photosynthesis') > 0.6)
  assert.ok(judge.score('violin concerto') < 0.5)
  assert.ok(judge.score('photosynthesis') > judge.score('click here'))
  assert.ok(judge.score('') <= 0.6)
  assert.deepEqual(judge.names('the photosynthesis page'), { named: 1, words: 3 })
  assert.deepEqual(judge.names('next page'), { named: 0, words: 2 })
})

test('a page without text is unknown', () => {
  const judge = topicJudgeOf(trainTopic(biology).model)
  assert.equal(judge.judge(pageOf('')).unknown, true)
})

test('pages that teach nothing are left out with their reasons', () => {
  const [first] = biology.positives
  const odd = { url: 'http://odd.example/', title: '', text: 'lorem ipsum dolor sit amet '.repeat(8), language: 'eng' }
  const empty = { url: 'http://empty.example/', title: 'x', text: '', language: 'eng' }
  const copy = { ...first, url: 'http://copy.example/' }
  const { report } = trainTopic({ ...biology, positives: [...biology.positives, odd, empty, copy] })
  assert.deepEqual(report.leftOut.map(({ url }) => url).sort(), [copy.url, empty.url, odd.url].sort())
  assert.equal(report.positives.used, 30)
})

test('a topic without unwanted pages is learned against words of the Web at large, with a warning', () => {
  const { model, report } = trainTopic({ ...biology, negatives: [] })
  assert.ok(report.negatives.made >= 100)
  assert.ok(report.warnings.some(warning => warning.includes('negative pages')))
  const judge = topicJudgeOf(model)
  assert.ok(share(madePages(TELLING.biology, 20, 31), page => judge.judge(asPage(page)).relevant) >= 0.9)
  assert.ok(share(madePages([], 20, 32), page => !judge.judge(asPage(page)).relevant) >= 0.9)
})

test('a topic without pages is known by its phrases, with a warning', () => {
  const { model, report } = trainTopic({
    name: 'photosynthesis',
    phrases: ['light reactions'],
    positives: [],
    negatives: [],
  })
  assert.equal(report.classifier, 'phrases')
  assert.ok(report.warnings.some(warning => warning.includes('no example pages')))
  const judge = topicJudgeOf(model)
  const about =
    'In photosynthesis plants use light. The light reactions of photosynthesis take place in the chloroplast.'
  assert.equal(judge.judge(pageOf(paragraphs(about))).relevant, true)
  assert.equal(judge.judge(pageOf(paragraphs('The light of the city and its chemical reactions.'))).relevant, false)
  assert.ok(judge.score('photosynthesis for beginners') > 0.5)
  assert.ok(judge.score('about us') < 0.5)
})

test('example pages with nothing to tell them from are not learned from, and a warning says so', () => {
  const text = 'Маленькая книга о растениях и клетках, о листьях и корнях, о воде и свете, о земле и солнце. '.repeat(3)
  const positives = [{ url: 'http://a.example/', title: '', text, language: 'rus' }]
  const { report } = trainTopic({ name: 'ботаника', positives, negatives: [] })
  assert.equal(report.classifier, 'phrases')
  assert.ok(report.warnings.some(warning => warning.includes('give negative pages in that language')))
})

test('nothing to learn from is an error that says what to give', () => {
  assert.throws(() => trainTopic({ name: '!', positives: [], negatives: [] }), isModelError)
})

test('a topic whose pages have nothing in common is too vague to crawl', () => {
  const { report } = trainTopic({
    name: 'anything',
    positives: madePages([], 30, 41),
    negatives: madePages([], 100, 42),
  })
  assert.equal(report.vague, true)
  assert.ok(report.warnings[0].startsWith('too vague to crawl'), report.warnings[0])
})

test('a phrase of the most common words is too vague', () => {
  const isVague = (name: string): boolean => trainTopic({ name, positives: [], negatives: [] }).report.vague
  assert.equal(isVague('square roots'), false)
  assert.equal(isVague('home page'), true)
})

test('Thai topics work: words are segmented', () => {
  const sentences = {
    plants: [
      'การสังเคราะห์ด้วยแสงเกิดขึ้นในใบไม้',
      'พืชดูดซึมน้ำจากรากสู่ลำต้น',
      'คลอโรฟิลล์ทำให้ใบไม้มีสีเขียว',
      'ดอกไม้ผสมเกสรโดยแมลง',
    ],
    football: [
      'ทีมชาติไทยชนะการแข่งขันฟุตบอล',
      'ผู้รักษาประตูเซฟลูกโทษ',
      'กองหน้ายิงประตูในครึ่งหลัง',
      'โค้ชเปลี่ยนตัวผู้เล่นสองคน',
    ],
    common: [
      'วันนี้อากาศดีมาก',
      'เว็บไซต์นี้ให้ข้อมูลทั่วไป',
      'กรุณาติดต่อเราทางอีเมล',
      'ขอบคุณที่เข้ามาเยี่ยมชม',
      'ข่าวสารและกิจกรรม',
    ],
  }
  const page = (from: readonly string[], i: number, seed: string): TrainingPage => ({
    url: `http://h${i}.example/${seed}`,
    title: '',
    text: [from[i % 4], sentences.common[i % 5], from[(i + 1 + (i >> 2)) % 4], sentences.common[(i * 3 + 1) % 5]].join(
      '\n',
    ),
    language: 'tha',
  })
  const positives = Array.from({ length: 16 }, (_, i) => page(sentences.plants, i, 'p'))
  const negatives = Array.from({ length: 24 }, (_, i) => page(sentences.football, i, 'n'))
  const { model, report } = trainTopic({ name: 'พืช', positives, negatives })
  assert.match(report.background, /document frequencies/)
  const judge = topicJudgeOf(model)
  assert.equal(judge.judge(pageOf(paragraphs('ใบไม้สีเขียวของพืชมีคลอโรฟิลล์และดูดซึมน้ำจากราก'))).relevant, true)
  assert.equal(judge.judge(pageOf(paragraphs('ผู้เล่นยิงประตูฟุตบอลและทีมชนะการแข่งขันในครึ่งหลัง'))).relevant, false)
})

test('Russian topics work across the forms of words', () => {
  const train = ['растение', 'клетка', 'лист', 'корень', 'фотосинтез', 'хлорофилл']
  const other = ['команда', 'матч', 'тренер', 'вратарь', 'чемпионат', 'игрок']
  const common = ['сегодня', 'новости', 'сайт', 'контакты', 'страница', 'читать', 'поиск', 'время']
  const page = (words: readonly string[], i: number, seed: string): TrainingPage => ({
    url: `http://h${i}.example/${seed}`,
    title: '',
    text:
      Array.from({ length: 24 }, (_, k) => (k % 3 === 0 ? words[(i + k) % 6] : common[(i * 5 + k * 3) % 8])).join(' ') +
      ` ${seed}${i}a`,
    language: 'rus',
  })
  const positives = Array.from({ length: 12 }, (_, i) => page(train, i, 'а'))
  const negatives = Array.from({ length: 30 }, (_, i) => page(other, i, 'б'))
  const { model } = trainTopic({ name: 'ботаника', positives, negatives })
  assert.deepEqual(model.stemming, ['rus'])
  const judge = topicJudgeOf(model)
  // none of these forms was in the training pages
  const forms = 'растениями клетками листьев корнями фотосинтеза хлорофиллом клеткам растений'
  assert.equal(judge.judge(pageOf(paragraphs(`${forms} новости сайт`))).relevant, true)
  assert.equal(
    judge.judge(pageOf(paragraphs('командами матчей тренером вратаря чемпионата игроками новости'))).relevant,
    false,
  )
})

test('folders of the user are no words of a URL', () => {
  const inFolder = (pages: readonly TrainingPage[], folder: string): TrainingPage[] =>
    pages.map((page, i) => ({ ...page, url: `file:///home/me/${folder}/${i}.html` }))
  const { model } = trainTopic({
    ...biology,
    positives: inFolder(biology.positives, 'wanted'),
    negatives: inFolder(others, 'rubbish'),
  })
  assert.ok(!model.terms.some(term => term.includes('wanted') || term.includes('rubbish')))
})

test('the same pages give the same model', () => {
  assert.deepEqual(trainTopic(biology).model, trainTopic(biology).model)
})

test('a model that was written judges as the one that was trained, also through a spec', () => {
  const path = join(dir, 'biology.model')
  const { model } = trainTopic(biology)
  writeTopicModel(path, model)
  assert.deepEqual(readTopicModel(path), model)
  const page = asPage(madePages(TELLING.biology, 1, 51)[0])
  const { score } = topicJudgeOf(model).judge(page)
  assert.equal(createTopicJudge({ model: path }).judge(page).score, score)
  assert.equal(createJudge({ kind: 'topic', model: path }).judge(page).score, score)
  assert.equal(createTopicJudge({ model: path, minScore: 1 }).judge(page).relevant, score >= 1)
  assert.ok(createLinkJudge({ kind: 'topic', model: path }).score('photosynthesis') > 0.5)
})

test('files that are no models are refused with a next step', () => {
  const path = join(dir, 'bad.model')
  const { model } = trainTopic(biology)
  const bad = [
    'not json',
    'null',
    '[]',
    JSON.stringify({ ...model, version: 2 }),
    JSON.stringify({ ...model, weights: model.weights.slice(1) }),
    JSON.stringify({ ...model, constant: 'x' }),
    JSON.stringify({ ...model, terms: model.terms.map(() => 7) }),
    JSON.stringify({ ...model, strong: [-1] }),
  ]
  for (const text of bad) {
    writeFileSync(path, text)
    assert.throws(() => readTopicModel(path), isModelError, text.slice(0, 60))
  }
  assert.throws(() => readTopicModel(join(dir, 'missing.model')), isModelError)
})

test('a hostile model judges without crashing', () => {
  const path = join(dir, 'hostile.model')
  const { model } = trainTopic({ name: 'photosynthesis', positives: [], negatives: [] })
  const terms = ['__proto__', 'constructor a b c d e f g h i j k', '^', 'x  y']
  writeTopicModel(path, { ...model, terms, weights: [1, 1e308, 1, 1], rarity: [1e308, 1e308, 0, -1], strong: [99, 0] })
  const page = pageOf(paragraphs('constructor a b __proto__ x y proto'))
  for (const weighting of ['log-tf', 'log-tf-idf', 'tf'] as const) {
    const hostile = {
      ...readTopicModel(path),
      weighting,
      weights: [1e308, 1e308, 1, 1],
      terms: ['proto', 'constructor', '^', 'x  y'],
    }
    const { score } = topicJudgeOf(hostile).judge(page)
    assert.ok(score >= 0 && score <= 1, `${weighting} ${score}`)
  }
})

test('pages of endless made-up words keep the memory bounded and the answers right', () => {
  const judge = topicJudgeOf(trainTopic(biology).model)
  const page = asPage(madePages(TELLING.biology, 1, 61)[0])
  const { score } = judge.judge(page)
  for (let i = 0; i < 40; i++)
    judge.judge({ ...page, fullText: Array.from({ length: 5000 }, (_, k) => `w${i}x${k}q`).join(' ') })
  assert.equal(judge.judge(page).score, score)
})

test('training takes what a judge will see of a page', () => {
  const page = pageOf(paragraphs('Some text that is long enough.'))
  assert.equal(trainingPageOf(page).text, page.fullText)
})
