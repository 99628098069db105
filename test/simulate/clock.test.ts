import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DownloadClock } from '../../src/simulate/clock.js'

/** Bytes per millisecond. */
function clockOf({ connections = 4, bandwidth = Infinity, speed = Infinity } = {}): DownloadClock {
  return new DownloadClock(connections, bandwidth, speed)
}

/** Runs until nothing is under way: connections and the times at which their downloads end. */
function ends(clock: DownloadClock): [connection: number, atMs: number][] {
  const list: [number, number][] = []
  while (clock.active > 0) {
    const connection = clock.next(Infinity)
    list.push([connection, clock.now])
  }
  return list
}

test('without limits a download ends with its first byte', () => {
  const clock = clockOf()
  clock.start(300, 1e6)
  clock.start(100, 1e9)
  assert.deepEqual(ends(clock), [
    [1, 100],
    [0, 300],
  ])
})

test('a download takes its wait and its bytes at the speed of a connection', () => {
  const clock = clockOf({ speed: 2 })
  clock.start(50, 100)
  assert.deepEqual(ends(clock), [[0, 100]])
})

test('downloads share the bandwidth, and what one leaves free the others get', () => {
  const clock = clockOf({ bandwidth: 1 })
  clock.start(0, 1000)
  clock.start(0, 3000)
  // half the bandwidth each until 2,000; then the second has 2,000 bytes to go and all of it
  assert.deepEqual(ends(clock), [
    [0, 2000],
    [1, 4000],
  ])
})

test('a download that begins slows the others down from then on', () => {
  const clock = clockOf({ bandwidth: 1 })
  clock.start(0, 1000)
  clock.start(500, 200)
  // 500 bytes alone, then both at half: the second ends at 900, the first has 300 left
  assert.deepEqual(ends(clock), [
    [1, 900],
    [0, 1200],
  ])
})

test('no download is faster than a connection, however much bandwidth is left', () => {
  const clock = clockOf({ bandwidth: 10, speed: 1 })
  for (let i = 0; i < 4; i++) clock.start(0, 100)
  assert.deepEqual(
    ends(clock).map(([, at]) => at),
    [100, 100, 100, 100],
  )
})

test('what ends at the same time ends in the order of its start', () => {
  const clock = clockOf({ bandwidth: 3 })
  for (const connection of [0, 1, 2]) assert.equal(clock.start(10, 50), connection)
  assert.deepEqual(
    ends(clock).map(([connection]) => connection),
    [0, 1, 2],
  )
})

test('the clock can be stopped between two events, which changes nothing', () => {
  const clock = clockOf({ bandwidth: 1 })
  clock.start(0, 1000)
  clock.start(500, 200)
  for (const at of [100, 499, 700, 899]) {
    assert.equal(clock.next(at), -1)
    assert.equal(clock.now, at)
  }
  const times = ends(clock).map(([, at]) => Math.round(at * 1e6) / 1e6)
  assert.deepEqual(times, [900, 1200])
})

test('there are only so many connections, and they are used again', () => {
  const clock = clockOf({ connections: 2 })
  assert.equal(clock.start(10, 0), 0)
  assert.equal(clock.start(20, 0), 1)
  assert.equal(clock.start(5, 0), -1)
  assert.equal(clock.next(Infinity), 0)
  assert.equal(clock.start(5, 0), 0)
  assert.equal(clock.active, 2)
  assert.deepEqual(ends(clock), [
    [0, 15],
    [1, 20],
  ])
  assert.equal(clock.busyMs, 10 + 20 + 5)
})
