import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { readInOrder, type ListedHoldings, type ReadPage } from '../../src/export/read-in-order.js'
import type { PlacedPage } from '../../src/collection/extract-pool.js'
import { hasFields } from '../../src/threads/messages.js'
import type { Holding } from '../../src/collection/holdings.js'
import type { Told } from './telling-extractor.js'

const PAGES = 400

/** Pages that lie nowhere. */
const HOLDINGS: ListedHoldings = {
  languages: [],
  pages: PAGES,
  *list() {
    for (let i = 0; i < PAGES; i++) yield holding(`http://a.example/${i}`)
  },
}

function holding(url: string): Holding {
  const place = { file: '', member: '', offset: 0, length: 0 }
  return { url, place, payload: null, at: 0, mime: 'text/html', digest: '', verdict: null, source: 0 }
}

function read(signal?: AbortSignal, pagesPerThread?: number): AsyncGenerator<ReadPage<Told>> {
  const worker = new URL('./telling-extractor.js', import.meta.url)
  return readInOrder<PlacedPage, Told>(HOLDINGS, {
    worker,
    isAnswer: hasFields<Told>('thread'),
    jobOf: ({ url, place, payload }) => ({ url, place, payload }),
    pagesPerThread,
    signal,
  })
}

test('pages come in their order, from as many threads as there are processors and no more', async () => {
  const urls: string[] = []
  const threads = new Set<number>()
  for await (const { holding: page, answer } of read()) {
    urls.push(page.url)
    assert.ok('thread' in answer)
    threads.add(answer.thread)
  }
  assert.deepEqual(
    urls,
    Array.from(HOLDINGS.list(), ({ url }) => url),
  )
  assert.ok(threads.size <= availableParallelism(), `${threads.size} threads`)
})

test('where a thread has enough for all pages, there is one', async () => {
  const urls: string[] = []
  const threads = new Set<number>()
  for await (const { holding: page, answer } of read(undefined, PAGES)) {
    urls.push(page.url)
    assert.ok('thread' in answer)
    threads.add(answer.thread)
  }
  assert.equal(threads.size, 1)
  assert.deepEqual(
    urls,
    Array.from(HOLDINGS.list(), ({ url }) => url),
  )
})

test('who stops listening, or is told to stop, leaves no thread behind', async t => {
  let seen = 0
  const begun: Worker[] = []
  const remember = (worker: Worker): void => void begun.push(worker)
  process.on('worker', remember)
  t.after(() => process.off('worker', remember))
  for await (const { holding: page } of read()) if (page.url !== '' && ++seen === 20) break
  assert.equal(seen, 20)
  const stop = new AbortController()
  const reading = async (): Promise<void> => {
    for await (const { holding: page } of read(stop.signal)) if (page.url !== '' && ++seen === 60) stop.abort()
  }
  await assert.rejects(reading(), { name: 'AbortError' })
  assert.ok(seen < PAGES)
  assert.ok(begun.length > 0)
  // a thread that has ended has no number any more
  assert.ok(begun.every(({ threadId }) => threadId === -1))
})
