import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHARSET, LANGUAGE, NO_FEATURES } from '../../src/contracts.js'
import type { PageId, PlaceControl, Strategy } from '../../src/contracts.js'
import { createStrategy } from '../../src/strategy/index.js'
import { ListPages } from '../../src/strategy/longtail/list-pages.js'
import { TopicEvidence } from '../../src/strategy/longtail/topic-evidence.js'
import { randomWeb } from './random-web.js'
import { walk } from './web.js'

const PAGES = 40

interface Walked {
  readonly strategy: Strategy
  /** Last level that each page was offered at, or moved to. */
  readonly level: Map<PageId, number>
  visit(
    page: PageId,
    score: number,
    to: readonly PageId[],
    anchors?: readonly number[],
    context?: readonly number[],
    duplicate?: boolean,
  ): void
}

function begin(spec: string, seeds: readonly PageId[] = [0]): Walked {
  const strategy = createStrategy(spec)
  strategy.reserve(PAGES, 1)
  const level = new Map(seeds.map(seed => [seed, strategy.seed(seed)]))
  const places: PlaceControl = {
    bias: () => {},
    park: () => {},
    readmit: () => {},
    cutoff: () => {},
    spare: () => {},
    move: (page, to) => level.set(page, to),
  }
  return {
    strategy,
    level,
    visit(page, score, to, anchors, context = anchors, duplicate = false) {
      const out = new Uint16Array(to.length)
      const anchorScore = anchors === undefined ? null : Uint8Array.from(anchors)
      const contextScore = context === undefined ? null : Uint8Array.from(context)
      const features = { ...NO_FEATURES, host: Uint32Array.of(0), anchorScore, contextScore }
      strategy.score(
        {
          page,
          host: 0,
          relevant: score >= 0.5,
          score,
          language: LANGUAGE.unknown,
          charset: CHARSET.none,
          duplicate,
          distance: 0,
        },
        { to: Uint32Array.from(to), start: 0, end: to.length, group: new Uint32Array(PAGES), features },
        out,
        places,
      )
      to.forEach((target, i) => out[i] > 0 && level.set(target, out[i]))
    },
  }
}

const levelOf = ({ level }: Walked, page: PageId): number => level.get(page) ?? Infinity

test('from the first page on, links whose words promise the topic come first', () => {
  const crawl = begin('longtail')
  crawl.visit(0, 0.9, [1, 2, 3], [20, 230, 120])
  assert.ok(levelOf(crawl, 2) < levelOf(crawl, 3) && levelOf(crawl, 3) < levelOf(crawl, 1))
})

test('a list of pages that repeat others promises no more than a list of unwanted ones', () => {
  const crawl = begin('longtail', [0, 1])
  const middling = [128, 128, 128, 128]
  crawl.visit(0, 0.9, [2, 3, 4, 10], middling)
  crawl.visit(1, 0.9, [5, 6, 7, 11], middling)
  for (const page of [2, 3, 4]) crawl.visit(page, 0.9, [], [], [], true)
  for (const page of [5, 6, 7]) crawl.visit(page, 0, [], [])
  assert.ok(levelOf(crawl, 10) >= levelOf(crawl, 11))
})

test('links of pages with a higher score come first, on either side of what is relevant', () => {
  const crawl = begin('longtail', [0, 1, 2, 3])
  for (const [page, score] of [0.95, 0.6, 0.45, 0.02].entries()) crawl.visit(page, score, [10 + page], [100])
  assert.ok(levelOf(crawl, 10) < levelOf(crawl, 11), 'both relevant')
  assert.ok(levelOf(crawl, 12) < levelOf(crawl, 13), 'neither relevant')
})

test('what one link of a list turns out to be moves the others, up or down', () => {
  const crawl = begin('longtail')
  crawl.visit(0, 0.1, [1, 2, 3, 4, 5, 6, 7, 8], Array(8).fill(90))
  const before = levelOf(crawl, 8)
  for (const page of [1, 2, 3]) crawl.visit(page, 0.95, [], [])
  const lifted = levelOf(crawl, 8)
  assert.ok(lifted < before, `${lifted} after ${before}`)
  for (const page of [4, 5, 6, 7]) crawl.visit(page, 0.01, [], [])
  assert.ok(levelOf(crawl, 8) > lifted)
})

test('a target that knows languages only, or nothing, changes no order', () => {
  const web = randomWeb(21, 40)
  const plain = createStrategy('longtail')
  const order = walk(web, plain)
  assert.deepEqual(walk(web, createStrategy('longtail:scores=false'), { scores: true }), order)
  assert.notDeepEqual(walk(web, createStrategy('longtail'), { scores: true }), order)
  assert.ok(!('topic' in (plain.model?.() ?? {})))

  const silent = begin('longtail')
  const language = begin('longtail')
  for (const [page, score] of [1, 0, 1, 1, 0].entries()) {
    const to = [page + 1, page + 10, page + 20]
    silent.visit(page, score, to)
    language.visit(page, score, to, [128, 255, 128])
  }
  assert.deepEqual(language.level, silent.level)
})

test('what was learned about a topic begins another crawl, and one without topics', () => {
  const first = begin('longtail')
  first.visit(0, 0.9, [1, 2], [250, 10])
  first.visit(1, 0.9, [3], [250])
  first.visit(2, 0.1, [4], [10])
  const model = first.strategy.model?.() ?? {}
  assert.equal(model.topic.length, 4)
  for (const scores of [true, false]) {
    const next = createStrategy('longtail', { model })
    walk(randomWeb(22, 5), next, { scores })
    assert.deepEqual(
      Object.keys(next.model?.() ?? {}),
      scores ? Object.keys(model) : ['links', 'servers', 'exploration'],
    )
  }
  const broken = { ...model, topic: [1] }
  assert.throws(() => createStrategy('longtail', { model: broken }), /"topic" is not a list of 4 numbers/)
})

test('lists: odds are those of the links followed, against the crawl as a whole', () => {
  const lists = new ListPages()
  lists.reserve(20)
  const row = Uint32Array.of(1, 2, 3, 4)
  lists.note(0, 0)
  lists.add(0, row, 0, 4)
  assert.equal(lists.oddsOf(4), 0, 'nothing was followed')
  for (const page of [10, 11, 12, 13]) lists.note(page, 0)
  for (const page of [1, 2]) lists.note(page, 1)
  assert.ok(lists.oddsOf(4) > 1)
  assert.equal(lists.oddsOf(15), 0, 'nobody links there')
  const moved: number[] = []
  lists.moved(2, 0.25, page => moved.push(page))
  assert.deepEqual(moved.sort(), [3, 4], 'what is not fetched')
  lists.note(3, 0.7)
  lists.moved(3, 0.25, page => moved.push(page))
  assert.equal(moved.length, 2, 'a third of the kind changes little')
})

test('lists: whoever was hardly looked at is worth a look', () => {
  const lists = new ListPages()
  lists.reserve(20)
  lists.add(0, Uint32Array.of(1, 2, 3, 4), 0, 4)
  lists.add(10, Uint32Array.of(4, 5), 0, 2)
  assert.equal(lists.novelty(2), 1)
  for (const page of [1, 3]) lists.note(page, 0)
  assert.ok(lists.novelty(2) < 0.6)
  assert.equal(lists.novelty(4), 1, 'the newest list counts')
})

test('lists: a page that links to what was fetched before is known at once', () => {
  const lists = new ListPages()
  lists.reserve(20)
  for (const page of [1, 2, 3]) lists.note(page, 1)
  for (const page of [4, 5, 6, 7, 8]) lists.note(page, 0)
  lists.add(9, Uint32Array.of(1, 2, 3, 12), 0, 4)
  lists.add(10, Uint32Array.of(4, 5, 6, 13), 0, 4)
  assert.ok(lists.oddsOf(12) > 0 && lists.oddsOf(13) < 0)
})

test('topic evidence: the fast sum is the sum of the model', () => {
  const evidence = new TopicEvidence(0.1, 0.05)
  evidence.reserve(5)
  const features = { ...NO_FEATURES, anchorScore: Uint8Array.of(10, 240), contextScore: Uint8Array.of(200, 3) }
  const visit = { page: 0, host: 0, relevant: true, score: 0.7, language: 0, charset: 0, duplicate: false, distance: 0 }
  evidence.follow({ to: Uint32Array.of(1, 2), start: 0, end: 2, group: new Uint32Array(5), features }, visit)
  evidence.lists.note(0, 1)
  evidence.lists.add(0, Uint32Array.of(1, 2), 0, 2)
  evidence.lists.note(1, 0)
  evidence.model.weights.set([0.1, 0.2, 0.3, 0.4])
  for (const page of [1, 2, 3]) {
    const told: number[] = []
    evidence.tell(page, told)
    evidence.fillFrom(told, 0)
    assert.ok(Math.abs(evidence.logit(page) - evidence.model.logit()) < 1e-12)
  }
})
