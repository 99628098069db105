/** What longtail does with what other partitions tell it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_FEATURES } from '../../src/contracts.js'
import type { ForeignSource, Persistent, PlaceControl, Strategy, Visit } from '../../src/contracts.js'
import { collectState, restoreState } from '../../src/disk/state-tree.js'
import { createStrategy } from '../../src/strategy/index.js'
import { TldClasses, tldKey } from '../../src/strategy/tld-classes.js'

const PAGES = 400
const HOSTS = 20
const group = Uint32Array.from({ length: PAGES }, (_, page) => page % HOSTS)
const features = { ...NO_FEATURES, host: Uint32Array.from({ length: HOSTS }, (_, host) => host) }
const NOTHING: PlaceControl = {
  bias: () => {},
  park: () => {},
  readmit: () => {},
  cutoff: () => {},
  spare: () => {},
  move: () => {},
}
const SEEN = { score: 0, language: 0, charset: 0, duplicate: false, distance: 0 }

function begin(): Strategy {
  const strategy = createStrategy('longtail')
  strategy.reserve(PAGES, HOSTS)
  return strategy
}

function visit(strategy: Strategy, page: number, relevant: boolean, elsewhere: readonly number[] = []): void {
  const visited: Visit = { ...SEEN, page, host: group[page], relevant, hostKey: group[page] }
  const links = { to: new Uint32Array(0), start: 0, end: 0, group, features, elsewhere: Uint32Array.from(elsewhere) }
  strategy.score(visited, links, new Uint16Array(0), NOTHING)
}

function partOf({ persist }: Strategy): Persistent {
  return { persist: fields => persist?.(fields) }
}

/** The level that a link from another partition gives to a page. */
function levelOf(strategy: Strategy, page: number, source: Partial<ForeignSource>, count = 1): number {
  const links = { to: Uint32Array.of(page), start: 0, end: 1, group, features, counts: Uint32Array.of(count) }
  const out = new Uint16Array(1)
  strategy.receive?.({ ...SEEN, host: HOSTS + 7, relevant: false, note: [0, 3], ...source }, links, out, NOTHING)
  return out[0]
}

test('links from elsewhere: relevant pages promise more than others, and many more than one', () => {
  const relevant = { relevant: true, note: [1, 0] }
  const one = levelOf(begin(), 5, relevant)
  assert.ok(one >= 1)
  assert.ok(one < levelOf(begin(), 5, {}))
  assert.ok(levelOf(begin(), 5, relevant, 8) < one, 'the eighth link stands for four')
  const strategy = begin()
  visit(strategy, 5, true)
  assert.equal(levelOf(strategy, 5, relevant), 0, 'a page that was fetched')
})

test('a page says to others whether its server is relevant and how far a relevant page is', () => {
  const strategy = begin()
  visit(strategy, 5, false)
  assert.deepEqual(strategy.note?.(), [0, 1])
  visit(strategy, 25, true)
  assert.deepEqual(strategy.note?.(), [1, 0])
})

test('an example has a few numbers, all finite', () => {
  const strategy = begin()
  assert.equal(strategy.example?.(), null)
  visit(strategy, 5, true)
  const example = strategy.example?.() ?? []
  assert.ok(example.length > 0 && example.length < 30 && example.every(Number.isFinite))
})

test('what others say of their finds is in the estimate, the last word of each once, and in checkpoints', () => {
  const [one, other] = [begin(), begin()]
  let told = 0
  for (let page = 0; page < 120; page++) {
    visit(one, page, page % 2 === 0)
    visit(other, page, page % 2 === 0)
    const example = other.example?.() ?? []
    if (example.length > 30) told++
    one.absorb?.(example, 4)
  }
  assert.ok(told >= 2)
  const alone = other.estimate?.()?.found ?? 0
  const both = one.estimate?.()?.found ?? 0
  assert.ok(alone >= 59 && both > 1.8 * alone && both <= 2 * alone)
  const again = begin()
  restoreState(structuredClone(collectState(partOf(one)).fields), partOf(again))
  assert.deepEqual(again.estimate?.(), one.estimate?.())
  visit(again, 150, true)
  visit(one, 150, true)
  assert.deepEqual(again.example?.(), one.example?.())
})

test('a server of another partition that turned out relevant counts for those that link to it', () => {
  const [one, other] = [begin(), begin()]
  visit(other, 3, true)
  one.absorb?.(other.example?.() ?? [], 1)
  visit(one, 6, false, [3, 9])
  visit(one, 26, true)
  const plain = begin()
  visit(plain, 6, false, [3, 9])
  visit(plain, 26, true)
  const differs = (one.example?.() ?? []).filter((number, i) => number !== plain.example?.()?.[i])
  assert.deepEqual(differs, [1], 'one of two links goes to a relevant server')
})

test('a top-level domain has the same class by its number and by its key, whichever was met first', () => {
  const classes = new TldClasses(3)
  const names = ['', 'th', 'com', 'jp', 'org']
  const keyOf = (name: string): number => tldKey(names.indexOf(name), names)
  const first = classes.ofKey(keyOf('com'))
  assert.equal(classes.of(2, names), first)
  assert.notEqual(classes.of(1, names), first)
  assert.equal(classes.ofKey(keyOf('th')), classes.of(1, names))
  classes.of(3, names)
  assert.equal(classes.of(4, names), 2, 'the last class is for all that come too late')
})
