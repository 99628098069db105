import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoggedEmbed } from '../../src/collection/index.js'
import { EmbedQueue } from '../../src/crawl/embed-queue.js'
import { createFingerprint, createMemoryUrlTable } from '../../src/frontier/index.js'

/** Hosts are numbered by their first letter. */
function newQueue(): EmbedQueue {
  const hostOf = (url: string): number => url.charCodeAt('http://'.length) - 'a'.charCodeAt(0)
  return new EmbedQueue(createMemoryUrlTable(), createFingerprint([1, 2]), hostOf)
}

/** Asks for what a page shows and applies what the log would say. */
function wantOfPage(queue: EmbedQueue, urls: readonly string[], page: number): LoggedEmbed[] {
  const logged = queue.ofPage(urls, page)
  queue.remember(logged, page, null)
  return logged
}

function wantOfEmbed(queue: EmbedQueue, urls: readonly string[], from: number): LoggedEmbed[] {
  const logged = queue.ofEmbed(urls, from)
  queue.remember(logged, queue.rootOf(from), from)
  return logged
}

function takeAll(queue: EmbedQueue, host: number): string[] {
  const urls: string[] = []
  for (let id = queue.take(host); id !== -1; id = queue.take(host)) urls.push(queue.url(id))
  return urls
}

test('what two pages show is wanted once, in the order in which it was met', () => {
  const queue = newQueue()
  assert.deepEqual(wantOfPage(queue, ['http://a/1', 'http://b/1', 'http://a/2'], 7), [
    'http://a/1',
    'http://b/1',
    'http://a/2',
  ])
  assert.deepEqual(wantOfPage(queue, ['http://a/3', 'http://a/1'], 8), ['http://a/3', 0])
  assert.equal(queue.rootOf(0), 7)
  assert.equal(queue.open, 4)
  assert.deepEqual(takeAll(queue, 0), ['http://a/1', 'http://a/2', 'http://a/3'])
  assert.deepEqual(takeAll(queue, 1), ['http://b/1'])
  assert.equal(queue.nextAt(), Infinity)
})

test('the log gives back what was not fetched, under the same numbers', () => {
  const live = newQueue()
  const first = wantOfPage(live, ['http://a/1.css', 'http://a/2'], 3)
  const second = wantOfEmbed(live, ['http://a/2', 'http://a/3'], 0)
  const replayed = newQueue()
  replayed.remember(first, 3, null)
  replayed.remember(second, 3, 0)
  replayed.settle(0)
  replayed.settle(0)
  assert.deepEqual(second, [1, 'http://a/3'])
  assert.ok(replayed.has(2, 'http://a/3') && !replayed.has(3, 'http://a/3') && !replayed.has(1, 'http://a/3'))
  assert.equal(replayed.open, 2)
  assert.deepEqual(takeAll(replayed, 0), ['http://a/2', 'http://a/3'])
})

test('style sheets that refer to ever more style sheets come to an end, in depth and in number', () => {
  const deep = newQueue()
  wantOfPage(deep, ['http://a/0'], 1)
  let depth = 0
  while (wantOfEmbed(deep, [`http://a/${depth + 1}`], depth).length > 0) depth++
  assert.equal(depth, 5)

  const wide = newQueue()
  const many = (from: string): string[] => Array.from({ length: 300 }, (_, i) => `http://a/${from}-${i}`)
  assert.equal(wantOfPage(wide, many('page'), 1).length, 300)
  assert.equal(wantOfEmbed(wide, many('sheet'), 0).length, 200)
  assert.equal(wantOfEmbed(wide, many('other'), 1).length, 0)
  assert.equal(wantOfPage(wide, many('next'), 2).length, 300, 'another page has room of its own')
})

test('hosts come in turn, not before their time, and a host may be left out', () => {
  const queue = newQueue()
  wantOfPage(queue, ['http://a/1', 'http://b/1', 'http://c/1'], 1)
  assert.equal(queue.bestHost(0), 0)
  queue.defer(0, 500)
  assert.equal(queue.bestHost(0), 1)
  queue.forget(1)
  assert.equal(queue.bestHost(0), 2)
  queue.defer(2, 300)
  assert.equal(queue.bestHost(299), -1)
  assert.equal(queue.nextAt(), 300)
  assert.equal(queue.open, 3, 'what is left out in this run still waits for the next')
})

test('after an embedded object the pages of a host come first, until one was asked for', () => {
  const queue = newQueue()
  wantOfPage(queue, ['http://a/1', 'http://a/2'], 1)
  queue.embedStarted(0, 4000)
  queue.defer(0, 4000)
  assert.equal(queue.patientUntil(0), 4000)
  assert.equal(queue.bestHost(2000), -1)
  queue.pageStarted(0, 2000)
  assert.equal(queue.patientUntil(0), 0)
  assert.equal(queue.bestHost(2000), 0)
})

test('what was taken and put back comes again', () => {
  const queue = newQueue()
  wantOfPage(queue, ['http://a/1', 'http://a/2'], 1)
  const id = queue.take(0)
  queue.putBack(id)
  assert.deepEqual(takeAll(queue, 0), ['http://a/2', 'http://a/1'])
  queue.putBack(id)
  assert.equal(queue.bestHost(0), 0)
  queue.forgetAll()
  assert.equal(queue.bestHost(0), -1)
})
