import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frontier } from '../../src/contracts.js'
import { LongtailError } from '../../src/errors.js'
import { compareFrontiers } from './compare-frontiers.js'
import { createNaiveFrontier } from './naive-frontier.js'
import { seededRandom } from './random.js'

export interface FrontierOptions {
  readonly maxConnectionsPerHost?: number
}

/** Runs `body` with a fresh frontier and disposes of it. */
export type WithFrontier = (options: FrontierOptions, body: (frontier: Frontier) => void) => void

/** What every frontier must do, whatever it is made of. */
export function testFrontier(name: string, withFrontier: WithFrontier): void {
  const check = (sentence: string, body: (frontier: Frontier) => void, options: FrontierOptions = {}): void => {
    test(`${name}: ${sentence}`, () => withFrontier(options, body))
  }

  check('an empty frontier has nothing to give and nobody to wait for', frontier => {
    assert.equal(frontier.take(0), -1)
    assert.equal(frontier.size, 0)
    assert.equal(frontier.parked, 0)
    assert.equal(frontier.nextReadyAt(), Infinity)
    assert.equal(frontier.levelOf(7), 0)
  })

  check('smaller levels come first, and within a level the page that was offered first', frontier => {
    const levels = [3, 1, 2, 1, 3, 2]
    levels.forEach((level, page) => {
      frontier.addGroup(page, page)
      frontier.offer(page, page, level)
    })
    assert.deepEqual(takeAll(frontier, 0), [1, 3, 2, 5, 0, 4])
  })

  check('it tells by how many levels a take would go before the pages of hosts that are only waiting', frontier => {
    for (const host of [0, 1]) frontier.addGroup(host, host)
    frontier.offer(0, 0, 1)
    frontier.offer(1, 0, 2)
    frontier.offer(2, 1, 5)
    assert.equal(frontier.levelsSkipped(0), 0, 'the best page is there')
    assert.equal(frontier.take(0), 0)
    assert.equal(frontier.levelsSkipped(0), 3, 'its host is busy')
    frontier.release(0, 1000)
    assert.equal(frontier.levelsSkipped(0), 3, 'its host waits')
    frontier.bias(0, 10)
    assert.equal(frontier.levelsSkipped(0), 13)
    frontier.hold(0, 3_600_000)
    assert.equal(frontier.levelsSkipped(0), 0, 'nobody waits for an hour')
    assert.equal(frontier.take(0), 2)
    assert.equal(frontier.levelsSkipped(0), 0, 'nothing could be taken')
  })

  check('a connection that is taken for something else keeps the pages of its host back', frontier => {
    frontier.addGroup(0, 0)
    frontier.offer(1, 0, 1)
    assert.equal(frontier.acquire(0, 0), true)
    assert.equal(frontier.acquire(0, 0), false, 'one connection per host')
    assert.equal(frontier.take(0), -1)
    frontier.release(0, 500)
    assert.equal(frontier.acquire(0, 499), false, 'its host waits')
    assert.equal(frontier.nextReadyAt(), 500)
    assert.equal(frontier.take(500), 1)
    assert.equal(frontier.acquire(0, 500), false, 'its page is under way')
    assert.equal(frontier.acquire(77, 0), true, 'a host without any pages')
    frontier.release(77, 0)
  })

  check('level 0 queues nothing and leaves a queued page where it is', frontier => {
    frontier.addGroup(0, 0)
    frontier.offer(1, 0, 0)
    frontier.offer(2, 0, 5)
    frontier.offer(2, 0, 0)
    assert.equal(frontier.size, 1)
    assert.equal(frontier.levelOf(1), 0)
    assert.equal(frontier.levelOf(2), 5)
  })

  check('offering a queued page at another level moves it and makes it young', frontier => {
    for (let page = 0; page < 4; page++) {
      frontier.addGroup(page, page)
      frontier.offer(page, page, 2)
    }
    frontier.offer(0, 0, 5)
    frontier.offer(3, 3, 1)
    frontier.offer(0, 0, 2)
    assert.equal(frontier.size, 4)
    assert.deepEqual(takeAll(frontier, 0), [3, 1, 2, 0])
    assert.equal(frontier.size, 0)
  })

  check('offering a queued page at the same level keeps its age', frontier => {
    for (let page = 0; page < 3; page++) {
      frontier.addGroup(page, page)
      frontier.offer(page, page, 2)
    }
    frontier.offer(0, 0, 2)
    assert.equal(frontier.size, 3)
    assert.deepEqual(takeAll(frontier, 0), [0, 1, 2])
  })

  check('a page that was taken is not queued again by an offer', frontier => {
    frontier.addGroup(0, 0)
    frontier.offer(9, 0, 4)
    assert.equal(frontier.take(0), 9)
    frontier.release(0, 0)
    frontier.offer(9, 0, 1)
    assert.equal(frontier.size, 0)
    assert.equal(frontier.take(0), -1)
  })

  check('offers to a page that is out take effect when it is put back, as if it had stayed', frontier => {
    for (let page = 0; page < 4; page++) {
      frontier.addGroup(page, page)
      frontier.offer(page, page, 3)
    }
    for (let page = 0; page < 3; page++) assert.equal(frontier.take(0), page)
    frontier.offer(0, 0, 7)
    frontier.offer(0, 0, 3)
    frontier.offer(1, 1, 3)
    frontier.offer(2, 2, 9)
    frontier.offer(2, 2, 0)
    assert.equal(frontier.levelOf(0), 3)
    assert.equal(frontier.levelOf(2), 9)
    assert.equal(frontier.size, 1)
    for (let page = 0; page < 3; page++) {
      frontier.putBack(page)
      frontier.release(page, 0)
    }
    assert.deepEqual(takeAll(frontier, 0), [1, 3, 0, 2])
  })

  check('offers to a page that was taken and discarded do nothing', frontier => {
    frontier.addGroup(0, 0)
    frontier.offer(1, 0, 5)
    assert.equal(frontier.take(0), 1)
    frontier.discard(1)
    frontier.offer(1, 0, 2)
    assert.equal(frontier.levelOf(1), 5)
    frontier.release(0, 0)
    assert.equal(frontier.take(0), -1)
    frontier.putBack(1)
    assert.equal(frontier.levelOf(1), 5)
    assert.equal(frontier.take(0), 1)
  })

  check('a host that is held for good keeps its pages and is not waited for', frontier => {
    frontier.addGroup(0, 0)
    frontier.addGroup(1, 1)
    frontier.offer(1, 0, 1)
    frontier.offer(2, 1, 5)
    frontier.hold(0, Infinity)
    assert.equal(frontier.nextReadyAt(), Infinity)
    assert.equal(frontier.levelsSkipped(0), 0)
    assert.equal(frontier.take(1e15), 2)
    frontier.release(1, 0)
    frontier.hold(0, 5)
    frontier.release(0, 5)
    assert.equal(frontier.take(2e15), -1)
    assert.equal(frontier.acquire(0, 2e15), false)
    assert.equal(frontier.size, 1)
    frontier.offer(3, 0, 1)
    assert.equal(frontier.take(2e15), -1)
    assert.equal(frontier.nextReadyAt(), Infinity)
  })

  check('a page put back has the level and the age it had', frontier => {
    for (let page = 0; page < 3; page++) {
      frontier.addGroup(page, page)
      frontier.offer(page, page, 3)
    }
    assert.equal(frontier.take(0), 0)
    assert.equal(frontier.take(0), 1)
    frontier.putBack(1)
    frontier.putBack(0)
    frontier.release(0, 0)
    frontier.release(1, 0)
    assert.equal(frontier.size, 3)
    assert.deepEqual(takeAll(frontier, 0), [0, 1, 2])
  })

  check('putting a page back does not give the connection back', frontier => {
    frontier.addGroup(0, 0)
    frontier.offer(1, 0, 1)
    assert.equal(frontier.take(0), 1)
    frontier.putBack(1)
    assert.equal(frontier.take(0), -1)
    frontier.release(0, 0)
    assert.equal(frontier.take(0), 1)
  })

  check('a discarded page is never handed out, also when it is offered later', frontier => {
    frontier.addGroup(0, 0)
    for (let page = 0; page < 4; page++) frontier.offer(page, 0, 1 + page)
    frontier.discard(0)
    frontier.discard(2)
    frontier.discard(8)
    frontier.offer(0, 0, 1)
    frontier.offer(2, 0, 1)
    frontier.offer(8, 0, 1)
    assert.equal(frontier.size, 2)
    assert.deepEqual(takeAll(frontier, 0, 0), [1, 3])
  })

  check('putting back a discarded page undoes the discarding', frontier => {
    frontier.addGroup(0, 0)
    for (let page = 0; page < 4; page++) frontier.offer(page, 0, 1 + page)
    frontier.discard(0)
    frontier.discard(2)
    frontier.putBack(2)
    frontier.putBack(0)
    frontier.putBack(0)
    assert.equal(frontier.size, 4)
    assert.deepEqual(takeAll(frontier, 0, 0), [0, 1, 2, 3])
  })

  check('a host is never asked twice within its delay', frontier => {
    frontier.addGroup(0, 0)
    frontier.offer(1, 0, 1)
    frontier.offer(2, 0, 1)
    assert.equal(frontier.take(1000), 1)
    assert.equal(frontier.take(9000), -1)
    frontier.release(0, 11_000)
    assert.equal(frontier.take(10_999), -1)
    assert.equal(frontier.nextReadyAt(), 11_000)
    assert.equal(frontier.take(11_000), 2)
  })

  check('a better page of a host that must wait does not hold up the others', frontier => {
    frontier.addGroup(0, 0)
    frontier.addGroup(1, 1)
    frontier.hold(0, 500)
    frontier.offer(10, 0, 1)
    frontier.offer(11, 1, 9)
    assert.equal(frontier.take(0), 11)
    assert.equal(frontier.take(0), -1)
    assert.equal(frontier.take(500), 10)
  })

  check('an answer does not shorten a back-off, and a back-off needs no connection', frontier => {
    frontier.addGroup(0, 0)
    frontier.offer(1, 0, 1)
    frontier.offer(2, 0, 1)
    assert.equal(frontier.take(0), 1)
    frontier.hold(0, 5000)
    frontier.release(0, 2000)
    assert.equal(frontier.nextReadyAt(), 5000)
    assert.equal(frontier.take(4999), -1)
    assert.equal(frontier.take(5000), 2)
  })

  check('nobody is waited for who has no page or no free connection', frontier => {
    frontier.addGroup(0, 0)
    frontier.addGroup(1, 1)
    frontier.hold(0, 100)
    assert.equal(frontier.nextReadyAt(), Infinity)
    frontier.offer(1, 0, 1)
    assert.equal(frontier.nextReadyAt(), 100)
    frontier.park(0)
    assert.equal(frontier.nextReadyAt(), Infinity)
    frontier.offer(2, 1, 1)
    frontier.offer(3, 1, 1)
    assert.equal(frontier.take(0), 2)
    frontier.hold(1, 700)
    assert.equal(frontier.nextReadyAt(), Infinity)
    frontier.release(1, 0)
    assert.equal(frontier.nextReadyAt(), 700)
  })

  check(
    'as many connections go to a host as are allowed',
    frontier => {
      frontier.addGroup(0, 0)
      for (let page = 0; page < 4; page++) frontier.offer(page, 0, 1)
      assert.deepEqual([frontier.take(0), frontier.take(0), frontier.take(0)], [0, 1, -1])
      frontier.release(0, 0)
      assert.equal(frontier.take(0), 2)
      assert.equal(frontier.take(0), -1)
    },
    { maxConnectionsPerHost: 2 },
  )

  check('a bias moves all pages of a group at once, and setting it again replaces it', frontier => {
    frontier.addGroup(0, 0)
    frontier.addGroup(1, 1)
    for (let page = 0; page < 3; page++) frontier.offer(page, 0, 10)
    frontier.offer(7, 1, 8)
    frontier.offer(8, 1, 8)
    frontier.bias(0, 5)
    assert.equal(frontier.take(0), 0)
    frontier.release(0, 0)
    frontier.bias(0, 5)
    assert.equal(frontier.take(0), 1)
    frontier.release(0, 0)
    frontier.bias(0, -5)
    assert.equal(frontier.take(0), 7)
    frontier.release(1, 0)
    frontier.bias(1, -8)
    assert.equal(frontier.take(0), 2)
    assert.equal(frontier.take(0), 8)
  })

  check('the largest biases of both signs keep the order', frontier => {
    for (let group = 0; group < 3; group++) {
      frontier.addGroup(group, group)
      frontier.offer(group, group, group === 1 ? 65_535 : 1)
    }
    frontier.bias(0, -0x8000_0000)
    frontier.bias(1, 0x7fff_ffff)
    assert.deepEqual(takeAll(frontier, 0), [1, 2, 0])
  })

  check('groups may be biased and parked before they are announced', frontier => {
    frontier.bias(1, 3)
    frontier.park(2)
    for (let group = 0; group < 3; group++) {
      frontier.addGroup(group, group)
      frontier.offer(group, group, 4)
    }
    assert.equal(frontier.size, 2)
    assert.equal(frontier.parked, 1)
    assert.deepEqual(takeAll(frontier, 0), [1, 0])
  })

  check('a parked group keeps its pages, present and future, until it is readmitted', frontier => {
    frontier.addGroup(0, 0)
    frontier.addGroup(1, 0)
    frontier.offer(1, 0, 1)
    frontier.offer(2, 1, 2)
    frontier.park(0)
    frontier.park(0)
    frontier.offer(3, 0, 1)
    assert.equal(frontier.size, 1)
    assert.equal(frontier.parked, 2)
    assert.deepEqual(takeAll(frontier, 0, 0), [2])
    frontier.offer(1, 0, 4)
    frontier.readmit(0)
    assert.equal(frontier.size, 2)
    assert.equal(frontier.parked, 0)
    assert.deepEqual(takeAll(frontier, 0, 0), [3, 1])
  })

  check('a page taken and put back into a group parked meanwhile is parked', frontier => {
    frontier.addGroup(0, 0)
    frontier.offer(1, 0, 1)
    assert.equal(frontier.take(0), 1)
    frontier.park(0)
    frontier.putBack(1)
    frontier.release(0, 0)
    assert.equal(frontier.parked, 1)
    assert.equal(frontier.size, 0)
    assert.equal(frontier.take(0), -1)
  })

  check('what was said about levels and groups is true for the very next take', frontier => {
    for (let group = 0; group < 3; group++) frontier.addGroup(group, group)
    frontier.offer(0, 0, 1)
    frontier.offer(1, 1, 5)
    frontier.offer(2, 2, 6)
    frontier.offer(0, 0, 9)
    assert.equal(frontier.take(0), 1)
    frontier.discard(2)
    assert.equal(frontier.take(0), 0)
  })

  check('a clock that is set back neither frees nor blocks a host', frontier => {
    frontier.addGroup(0, 0)
    frontier.offer(1, 0, 1)
    frontier.offer(2, 0, 1)
    assert.equal(frontier.take(5000), 1)
    frontier.release(0, 5000)
    assert.equal(frontier.take(4000), 2)
  })

  check('one host with thousands of groups hands its pages out in order', frontier => {
    const random = seededRandom(11)
    const expected: { page: number; place: number }[] = []
    for (let group = 0; group < 3000; group++) {
      const bias = random(100)
      frontier.addGroup(group, 0)
      frontier.bias(group, bias)
      for (let i = 0; i < 3; i++) {
        const page = group * 3 + i
        const level = 1 + random(300)
        frontier.offer(page, group, level)
        expected.push({ page, place: level - bias })
      }
    }
    // Array sorting is stable: equal places stay in order of offer.
    expected.sort((a, b) => a.place - b.place)
    assert.deepEqual(
      takeAll(frontier, 0, 0),
      expected.map(({ page }) => page),
    )
  })

  check('one group with tens of thousands of pages hands them out in order, also between new offers', frontier => {
    const random = seededRandom(12)
    const reference: { page: number; level: number }[] = []
    frontier.addGroup(0, 0)
    let page = 0
    const offer = (): void => {
      const level = 1 + random(1000)
      frontier.offer(page, 0, level)
      reference.push({ page, level })
      page++
    }
    const takeOne = (): void => {
      const taken = frontier.take(0)
      frontier.release(0, 0)
      assert.equal(taken, reference[0].page)
      reference.shift()
    }
    for (let i = 0; i < 20_000; i++) offer()
    reference.sort((a, b) => a.level - b.level)
    for (let round = 0; round < 20; round++) {
      for (let i = 0; i < 500; i++) takeOne()
      for (let i = 0; i < 100; i++) offer()
      reference.sort((a, b) => a.level - b.level || a.page - b.page)
    }
    while (reference.length > 0) takeOne()
    assert.equal(frontier.take(0), -1)
  })

  check('a page cannot be offered in a group nobody announced', frontier => {
    assert.throws(() => frontier.offer(1, 12_345, 1), isFrontierError)
    frontier.bias(3, 1)
    assert.throws(() => frontier.offer(1, 3, 1), isFrontierError)
    assert.equal(frontier.size, 0)
  })

  check('a group cannot change its host, nor a page its group', frontier => {
    frontier.addGroup(0, 0)
    frontier.addGroup(0, 0)
    frontier.addGroup(1, 0)
    assert.throws(() => frontier.addGroup(0, 1), isFrontierError)
    frontier.offer(1, 0, 1)
    assert.throws(() => frontier.offer(1, 1, 2), isFrontierError)
    assert.throws(() => frontier.offer(2, 0, 65_536), isFrontierError)
    assert.equal(frontier.size, 1)
  })

  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const maxConnectionsPerHost = 1 + (seed % 3)
    check(
      `thousands of random operations agree with a sorted array (seed ${seed})`,
      frontier => compareFrontiers(frontier, createNaiveFrontier({ maxConnectionsPerHost }), seed),
      { maxConnectionsPerHost },
    )
  }
}

function isFrontierError(error: unknown): boolean {
  return error instanceof LongtailError && error.code === 'E_FRONTIER'
}

/** Everything that can be taken at one moment; `host`, when given, gets each connection back at once. */
function takeAll(frontier: Frontier, nowMs: number, host = -1): number[] {
  const pages: number[] = []
  for (let page = frontier.take(nowMs); page >= 0; page = frontier.take(nowMs)) {
    pages.push(page)
    if (host >= 0) frontier.release(host, nowMs)
  }
  return pages
}
