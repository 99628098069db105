import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frontier } from '../../src/contracts.js'
import type { WithFrontier } from './conformance.js'

/** What every frontier must do about pages that a strategy holds back. */
export function testCutoff(name: string, withFrontier: WithFrontier): void {
  const check = (sentence: string, body: (frontier: Frontier) => void): void => {
    test(`${name}: ${sentence}`, () => withFrontier({}, body))
  }

  check('pages behind the cutoff stay queued and are not handed out', frontier => {
    threeHosts(frontier)
    frontier.cutoff(5)
    assert.equal(frontier.take(0), 0)
    assert.equal(frontier.take(0), 1)
    assert.equal(frontier.take(0), -1)
    assert.equal(frontier.size, 1, 'what is held back counts')
    assert.equal(frontier.levelOf(2), 6)
    frontier.cutoff(Infinity)
    assert.equal(frontier.take(0), 2)
  })

  check('the cutoff looks at the place: level and bias together', frontier => {
    threeHosts(frontier)
    frontier.cutoff(0)
    assert.equal(frontier.take(0), -1)
    frontier.bias(2, 6)
    assert.equal(frontier.take(0), 2)
    frontier.bias(1, 4)
    assert.equal(frontier.take(0), -1)
    frontier.cutoff(1)
    assert.equal(frontier.take(0), 0)
    assert.equal(frontier.take(0), 1)
  })

  check('a spared host hands out all its pages, whatever the cutoff, until it is spared no more', frontier => {
    frontier.addGroup(0, 0)
    frontier.addGroup(1, 0)
    frontier.addGroup(2, 1)
    frontier.offer(10, 0, 9)
    frontier.offer(11, 1, 8)
    frontier.offer(12, 2, 2)
    frontier.cutoff(1)
    assert.equal(frontier.take(0), -1)
    frontier.spare(0, true)
    frontier.spare(0, true)
    assert.equal(frontier.take(0), 11)
    frontier.release(0, 0)
    frontier.spare(0, false)
    assert.equal(frontier.take(0), -1)
    frontier.spare(0, true)
    assert.equal(frontier.take(0), 10)
    assert.equal(frontier.take(0), -1, 'the other host is not spared')
  })

  check('a host may be spared before anybody knows of it', frontier => {
    frontier.cutoff(1)
    frontier.spare(500, true)
    frontier.addGroup(3, 500)
    frontier.offer(7, 3, 100)
    assert.equal(frontier.take(0), 7)
  })

  check('nobody waits for hosts whose pages are all held back', frontier => {
    threeHosts(frontier)
    frontier.hold(2, 1000)
    frontier.hold(1, 2000)
    assert.equal(frontier.take(0), 0)
    assert.equal(frontier.nextReadyAt(), 1000)
    frontier.cutoff(5)
    assert.equal(frontier.nextReadyAt(), 2000)
    frontier.cutoff(1)
    assert.equal(frontier.nextReadyAt(), Infinity)
    frontier.spare(2, true)
    assert.equal(frontier.nextReadyAt(), 1000)
    assert.equal(frontier.take(1000), 2)
  })

  check('no download counts as a detour around pages that are held back', frontier => {
    threeHosts(frontier)
    assert.equal(frontier.levelsSkipped(0), 0)
    frontier.hold(0, 500)
    assert.equal(frontier.levelsSkipped(0), 4, 'page 0 waits')
    frontier.cutoff(0)
    frontier.spare(1, true)
    assert.equal(frontier.levelsSkipped(0), 0, 'page 0 is held back')
    assert.equal(frontier.take(0), 1)
  })

  check('a page put back, offered anew or readmitted behind the cutoff is held back', frontier => {
    threeHosts(frontier)
    assert.equal(frontier.take(0), 0)
    frontier.cutoff(0)
    frontier.putBack(0)
    frontier.release(0, 0)
    assert.equal(frontier.take(0), -1)
    frontier.offer(1, 1, 2)
    frontier.park(2)
    frontier.readmit(2)
    assert.equal(frontier.take(0), -1)
    assert.equal(frontier.size, 3)
    frontier.cutoff(1)
    assert.equal(frontier.take(0), 0)
    frontier.cutoff(2)
    assert.equal(frontier.take(0), 1)
  })
}

/** Pages 0, 1, 2 on hosts and in groups of the same number, at levels 1, 5, 6. */
function threeHosts(frontier: Frontier): void {
  for (const [page, level] of [1, 5, 6].entries()) {
    frontier.addGroup(page, page)
    frontier.offer(page, page, level)
  }
}
