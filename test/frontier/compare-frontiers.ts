import assert from 'node:assert/strict'
import type { Frontier } from '../../src/contracts.js'
import { seededRandom } from './random.js'

const pages = 400
const groups = 40
const hosts = 9
// Far apart, so that they lie in more blocks than a tiny cache holds.
const pageAt = (n: number): number => n * 97
const hostOf = (group: number): number => (group * 7) % hosts
const groupOf = (page: number): number => (page * page + 3 * page) % groups
/** Where the operations below happen, for others that do some before. */
export const PLACES = { pages, groups, pageAt, hostOf, groupOf } as const

/** The same random operations on two frontiers, all answers compared; at the end both are emptied. */
export function compareFrontiers(actual: Frontier, expected: Frontier, seed: number, steps = 3000): void {
  const random = seededRandom(seed)
  const levels = seed % 2 === 0 ? 4 : 1000
  const both = (operation: (frontier: Frontier) => void): void => {
    operation(actual)
    operation(expected)
  }
  const out: number[] = []
  let now = 0
  const take = (): void => {
    const page = expected.take(now)
    assert.equal(actual.take(now), page)
    if (page >= 0) out.push(page)
  }
  const release = (): void => {
    if (out.length === 0) return
    const [page] = out.splice(random(out.length), 1)
    const readyAt = now + random(30)
    const again = random(4) === 0
    const host = hostOf(groupOf(page))
    both(frontier => {
      if (again) frontier.putBack(page)
      frontier.release(host, readyAt)
    })
  }

  const placesOf = (frontier: Frontier): number[] => {
    const places = frontier.bestPlaces(now, 5)
    for (const { offer } of places) assert.ok(offer > 0 && offer <= frontier.offers)
    return places.map(({ place }) => place)
  }

  for (let group = 0; group < groups; group++) both(frontier => frontier.addGroup(group, hostOf(group)))
  for (let step = 0; step < steps; step++) {
    const page = pageAt(random(pages))
    const group = random(groups)
    const choice = random(100)
    if (choice < 45) {
      const level = random(levels + 1)
      both(frontier => frontier.offer(page, groupOf(page), level))
    } else if (choice < 65) take()
    else if (choice < 82) release()
    else if (choice < 87) {
      const bias = random(20) === 0 ? random(2 ** 32) - 2 ** 31 : random(2 * levels) - levels
      both(frontier => frontier.bias(group, bias))
    } else if (choice < 90) both(frontier => frontier.park(group))
    else if (choice < 94) both(frontier => frontier.readmit(group))
    else if (choice < 95) both(frontier => frontier.discard(page))
    else if (choice < 97) both(frontier => frontier.putBack(page))
    else if (choice < 98) {
      const until = random(20) === 0 ? Infinity : now + random(60)
      both(frontier => frontier.hold(hostOf(group), until))
    } else if (random(4) === 0) {
      const latest = random(3) === 0 ? Infinity : random(2 * levels) - levels / 2
      both(frontier => frontier.cutoff(latest))
    } else if (random(4) === 0) {
      const isSpared = random(2) === 0
      both(frontier => frontier.spare(hostOf(group), isSpared))
    } else now += random(20)
    assert.equal(actual.size, expected.size, `size after step ${step}`)
    assert.equal(actual.parked, expected.parked, `parked after step ${step}`)
    assert.equal(actual.levelOf(page), expected.levelOf(page))
    if (step % 4 === 0)
      assert.equal(actual.levelsSkipped(now), expected.levelsSkipped(now), `levelsSkipped after step ${step}`)
    if (step % 4 === 1) assert.equal(actual.bestPlace(now), expected.bestPlace(now), `bestPlace after step ${step}`)
    if (step % 16 === 0) assert.deepEqual(placesOf(actual), placesOf(expected), `best places after step ${step}`)
    if (step % 8 === 0) assert.equal(actual.nextReadyAt(), expected.nextReadyAt(), `nextReadyAt after step ${step}`)
  }

  for (let group = 0; group < groups; group++) both(frontier => frontier.readmit(group))
  both(frontier => frontier.cutoff(Infinity))
  // Hosts that were held for good keep their pages.
  for (let isOver = false; !isOver; now++) {
    take()
    isOver = out.length === 0
    while (out.length > 0) {
      const host = hostOf(groupOf(out.splice(0, 1)[0]))
      both(frontier => frontier.release(host, now))
    }
    const next = expected.nextReadyAt()
    assert.equal(actual.nextReadyAt(), next)
    isOver &&= next === Infinity
  }
  assert.equal(actual.size, expected.size)
  assert.equal(actual.take(now), -1)
}
