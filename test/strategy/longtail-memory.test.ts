/** Parts of longtail that remember: what they remember, and that checkpoints do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageId, WordRows } from '../../src/contracts.js'
import { levelOf } from '../../src/strategy/log-odds-places.js'
import { collectState, restoreState } from '../../src/disk/state-tree.js'
import { Outlook } from '../../src/strategy/longtail/estimate.js'
import { JudgeDoubt } from '../../src/strategy/longtail/judge-doubt.js'
import { LinkWordWeights } from '../../src/strategy/longtail/link-word-weights.js'
import { ServerMemory } from '../../src/strategy/longtail/server-memory.js'
import { seededRandom } from '../frontier/random.js'

const row = (words: readonly number[]): WordRows => ({
  starts: Uint32Array.of(0, words.length),
  hashes: Uint32Array.from(words),
})

test('the words of a page are remembered until it is fetched, however many come and go, also across a checkpoint', () => {
  const random = seededRandom(8)
  let words = new LinkWordWeights(0.3, 0.05)
  const expected = new Map<PageId, readonly number[]>()
  // as many weights as words that could be mixed up
  for (let word = 0; word < 1000; word++) {
    words.model.begin()
    words.model.put(word, 1)
    words.model.learn(((word * 37) % 1009) / 1009)
  }
  const logitOf = (page: PageId): number => {
    const known = (expected.get(page) ?? []).slice(0, 40)
    return known.length === 0
      ? 0
      : known.reduce((sum, word) => sum + words.model.weight(word), 0) / Math.sqrt(known.length)
  }
  for (let step = 0; step < 20_000; step++) {
    const page = random(300)
    if (random(3) > 0) {
      const some = Array.from({ length: random(60) }, () => random(1000))
      words.remember(page, row(some), 0)
      if (some.length > 0) expected.set(page, some)
      assert.equal(words.logit(row(some), 0), some.length === 0 ? 0 : logitOf(page))
    } else {
      words.fill(page)
      expected.delete(page)
    }
    assert.equal(words.logitOf(page), logitOf(page))
    if (step % 5000 !== 4999) continue
    const { fields } = collectState(words)
    words = new LinkWordWeights(0.3, 0.05)
    restoreState(fields, words)
    for (let other = 0; other < 300; other++) assert.equal(words.logitOf(other), logitOf(other))
  }
})

test('what was fetched, found and sampled is remembered across a checkpoint', () => {
  const memory = new ServerMemory(0.2, 0.05, true, new JudgeDoubt(0))
  memory.reserve(2)
  memory.columns = { host: Uint32Array.of(0, 1), tld: null, domain: null }
  memory.list(0)
  const queue = (queued: number, promise = 0.3) => ({
    order: Uint32Array.from({ length: queued }, (_, page) => page),
    known: queued,
    held: new Uint16Array(queued).fill(levelOf(promise - memory.logit(0))),
    groupOf: new Uint32Array(queued),
    groups: 2,
  })
  const outlook = new Outlook(memory, 0)
  outlook.reserve(1000)
  const visit = (one: Outlook, page: PageId, isFind: boolean): void => {
    one.meet(page)
    one.note(page, levelOf(0.3 - memory.logit(0)), memory.logit(0), isFind)
    one.count(isFind)
  }
  const sampled = (one: Outlook): number[] => {
    const pages: number[] = []
    one.sample(one.look(queue(900, 2.3)), page => pages.push(page))
    return pages
  }
  for (let n = 0; n < 1000; n++) visit(outlook, n, n % 2 === 0)
  assert.ok(sampled(outlook).length > 0)
  const loaded = new Outlook(memory, 0)
  restoreState(collectState(outlook).fields, loaded)
  assert.notDeepEqual(outlook.estimate(queue(400)), new Outlook(memory, 0).estimate(queue(400)))
  assert.deepEqual(loaded.estimate(queue(400)), outlook.estimate(queue(400)))
  for (const one of [outlook, loaded]) for (let n = 0; n < 500; n++) visit(one, n, n % 3 === 0)
  const again = sampled(outlook)
  assert.deepEqual(sampled(loaded), again)
})

test('the log-odds of a directory are to the last bit what its example at hand gives, for servers of every kind', () => {
  const random = seededRandom(11)
  for (const hierarchy of [true, false]) {
    const memory = new ServerMemory(0.2, 0.05, hierarchy, new JudgeDoubt(0))
    memory.reserve(60)
    const column = (most: number): Uint32Array => Uint32Array.from({ length: 60 }, () => random(most))
    memory.columns = { host: column(30), tld: Uint16Array.from(column(5)), domain: column(12) }
    for (let step = 0; step < 4000; step++) {
      const group = random(60)
      const server = memory.columns.host[group]
      memory.linkBetween(random(30), random(2) === 0, server, random(3))
      const facts = memory.look(group)
      const atHand = memory.logitOf(facts)
      assert.equal(memory.logit(group), atHand)
      if (random(3) > 0) continue
      memory.model.learn(random(1000) / 1000 - 0.5)
      memory.count(group, server, random(4) === 0)
    }
  }
})
