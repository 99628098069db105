import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHARSET, LANGUAGE, NO_FEATURES } from '../../src/contracts.js'
import type { PageId, PlaceControl, Strategy } from '../../src/contracts.js'
import { NO_OPINION } from '../../src/page/links/link-score.js'
import { createStrategy } from '../../src/strategy/index.js'
import { tinyWeb, visits } from './web.js'

const places: PlaceControl = {
  bias: () => {},
  park: () => {},
  readmit: () => {},
  cutoff: () => {},
  spare: () => {},
  move: () => {},
}

interface Scored {
  readonly anchor?: readonly number[]
  readonly context?: readonly number[]
}

function make(spec: string, pages = 20): Strategy {
  const strategy = createStrategy(spec)
  strategy.reserve(pages, 1)
  return strategy
}

/** Visits a page with a score and gives the levels of its links. */
function visit(strategy: Strategy, page: PageId, score: number, to: readonly PageId[], scored: Scored = {}): number[] {
  const out = new Uint16Array(to.length)
  strategy.score(
    {
      page,
      host: 0,
      relevant: score >= 0.5,
      score,
      language: LANGUAGE.unknown,
      charset: CHARSET.none,
      duplicate: false,
      distance: 0,
    },
    {
      to: Uint32Array.from(to),
      start: 0,
      end: to.length,
      group: new Uint32Array(20),
      features: {
        ...NO_FEATURES,
        anchorScore: scored.anchor === undefined ? null : Uint8Array.from(scored.anchor),
        contextScore: scored.context === undefined ? null : Uint8Array.from(scored.context),
      },
    },
    out,
    places,
  )
  return [...out]
}

/** The potential that a level stands for: 8 at level 1, 0.0001 at level 1024, the same factor from one to the next. */
const potentialAt = (level: number): number => 8 * (1e-4 / 8) ** ((level - 1) / 1023)

function promises(level: number, potential: number): void {
  assert.ok(Math.abs(potentialAt(level) / potential - 1) < 0.012, `${potentialAt(level)} is not about ${potential}`)
}

test('a relevant page hands down a share of its score, an irrelevant one a share of what it inherited', () => {
  const shark = make('shark')
  assert.equal(shark.seed(0), 1)
  const [child] = visit(shark, 0, 0.9, [1])
  promises(child, 0.5 * 0.9)
  const [grandchild] = visit(shark, 1, 0.4, [2])
  promises(grandchild, 0.5 * 0.5 * 0.9)
  const [last] = visit(shark, 2, 0, [3])
  promises(last, 0.5 * 0.5 * 0.5 * 0.9)
})

test('the words of a link add to what it inherits, and a convincing anchor needs no context', () => {
  const shark = make('shark')
  shark.seed(0)
  const levels = visit(shark, 0, 1, [1, 2, 3], { anchor: [0, 51, 204], context: [0, 255, 0] })
  promises(levels[0], 0.8 * 0.5)
  promises(levels[1], 0.8 * 0.5 + 0.2 * (0.8 * 0.2 + 0.2 * 1))
  promises(levels[2], 0.8 * 0.5 + 0.2 * (0.8 * 0.8 + 0.2 * 1))
})

test('an anchor about which nobody has an opinion is not convincing: what stands beside it counts', () => {
  const shark = make('shark')
  shark.seed(0)
  const levels = visit(shark, 0, 1, [1, 2, 3], {
    anchor: [NO_OPINION, NO_OPINION, NO_OPINION + 1],
    context: [NO_OPINION, 0, 0],
  })
  promises(levels[0], 0.8 * 0.5 + 0.2 * 0.5)
  promises(levels[1], 0.8 * 0.5 + 0.2 * (0.8 * 0.5))
  promises(levels[2], 0.8 * 0.5 + 0.2 * (0.8 * 0.5 + 0.2 * 1))
})

test('a page that several link to has the mean of what they promise, times the in-link signal', () => {
  const shark = make('shark')
  shark.seed(0)
  shark.seed(1)
  visit(shark, 0, 1, [5])
  const [level] = visit(shark, 1, 0.6, [5])
  promises(level, ((0.5 + 0.3) / 2) * ((1 + Math.log(3)) / (1 + Math.log(2))))
})

test('with parents=best a second link never makes a page worse', () => {
  const shark = make('shark:parents=best')
  shark.seed(0)
  shark.seed(1)
  const [first] = visit(shark, 0, 1, [5])
  const [second] = visit(shark, 1, 0.5, [5])
  assert.ok(second < first)
  promises(second, 0.5 * ((1 + Math.log(3)) / (1 + Math.log(2))))
})

test('it tunnels through d irrelevant pages in a row, by the shortest way', () => {
  const shark = make('shark:d=2')
  shark.seed(0)
  assert.notDeepEqual(visit(shark, 0, 0.2, [1]), [0])
  assert.notDeepEqual(visit(shark, 1, 0.2, [2]), [0])
  assert.deepEqual(visit(shark, 2, 0.2, [3, 4]), [0, 0], 'a third irrelevant page lies between')
  // a nearer parent brings it back
  assert.notDeepEqual(visit(shark, 1, 0.2, [3]), [0])
})

test('a relevant page starts the count again', () => {
  const web = `
    a/0 other → a/1
    a/1 other → a/2
    a/2 thai → a/3
    a/3 other → a/4
    a/4 other → a/5
    a/5 other → a/6`
  assert.equal(visits(tinyWeb(web), 'shark:d=1'), 'a/0 a/1')
  assert.equal(visits(tinyWeb(web), 'shark:d=2'), 'a/0 a/1 a/2 a/3 a/4 a/5')
})

test('seeds are fetched before everything else, whoever links to them', () => {
  const shark = make('shark')
  shark.seed(0)
  shark.seed(1)
  assert.deepEqual(visit(shark, 0, 0, [1]), [1])
})

test('pages that list what was relevant before are believed when siblings count', () => {
  const levels = ['shark', 'shark:siblings=0.5'].map(spec => {
    const shark = make(spec)
    shark.seed(0)
    visit(shark, 0, 1, [1, 2, 3])
    for (const page of [1, 2, 3]) visit(shark, page, 1, [])
    return visit(shark, 4, 0.1, [1, 2, 3, 9])[3]
  })
  assert.ok(levels[1] < levels[0])
})

test('scores out of range and words without scores do no harm', () => {
  const shark = make('shark')
  shark.seed(0)
  for (const score of [NaN, -1, Infinity]) {
    const [level] = visit(shark, 0, score, [7], { anchor: [255], context: [255] })
    assert.ok(level >= 0 && level <= shark.levels)
  }
})

test('it asks for the context that it was told to use', () => {
  assert.deepEqual(createStrategy('shark').wants, ['link-score'])
  assert.deepEqual(createStrategy('shark:context=words').wants, ['link-score-words'])
})
