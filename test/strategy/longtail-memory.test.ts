/** Parts of longtail that remember: what they remember, and that checkpoints do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageId, WordRows } from '../../src/contracts.js'
import { collectState, restoreState } from '../../src/disk/state-tree.js'
import { Outlook } from '../../src/strategy/longtail/estimate.js'
import { Exploration } from '../../src/strategy/longtail/exploration.js'
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
  for (let word = 0; word < 1000; word++) words.model.weights[word] = (word * 37) % 1009
  const logitOf = (page: PageId): number => {
    const known = (expected.get(page) ?? []).slice(0, 40)
    return known.length === 0
      ? 0
      : known.reduce((sum, word) => sum + words.model.weights[word], 0) / Math.sqrt(known.length)
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

test('looks at the queue are remembered across a checkpoint', () => {
  const memory = new ServerMemory(0.2, 0.05, true)
  memory.reserve(2)
  memory.columns = { host: Uint32Array.of(0, 1), tld: null, domain: null }
  memory.list(0)
  for (let n = 0; n < 5; n++) memory.count(0, 0, true)
  const exploration = new Exploration(memory, 0.2, 0.05, { hubs: true })
  exploration.reserve(2)
  const queue = (queued: number) => ({
    held: new Uint16Array(queued).fill(300),
    groupOf: new Uint32Array(queued),
    groups: 2,
  })
  const outlook = new Outlook(memory, exploration)
  for (const [found, queued] of [
    [200, 900],
    [300, 800],
    [400, 650],
    [600, 500],
  ]) {
    outlook.note(found, queue(queued))
  }
  const loaded = new Outlook(memory, exploration)
  restoreState(collectState(outlook).fields, loaded)
  const forgetful = new Outlook(memory, exploration).estimate(700, queue(400))
  assert.notDeepEqual(outlook.estimate(700, queue(400)), forgetful)
  assert.deepEqual(loaded.estimate(700, queue(400)), outlook.estimate(700, queue(400)))
  for (const one of [outlook, loaded]) one.note(800, queue(300))
  assert.deepEqual(loaded.estimate(900, queue(200)), outlook.estimate(900, queue(200)))
})
