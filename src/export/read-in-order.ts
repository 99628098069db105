/** Pages in the order of the holdings, read by several threads: a batch that is done early waits for those before it. */
import { createExtractPool, type PlacedPage, type PoolOptions, type Unreadable } from '../collection/extract-pool.js'
import type { Holding, Holdings } from '../collection/holdings.js'

/** Small enough that pages of a megabyte, some batches of them, still fit into memory. */
const BATCH = 16
/** Batches under way or waiting, by thread. */
const AHEAD = 2

export interface ReadPage<Answer> {
  readonly holding: Holding
  readonly answer: Answer | Unreadable
}

export interface ReadOptions<Job, Answer> extends PoolOptions<Job, Answer> {
  jobOf(holding: Holding): Job
  readonly signal?: AbortSignal
}

export async function* readInOrder<Job extends PlacedPage, Answer>(
  holdings: Holdings,
  { jobOf, signal, ...options }: ReadOptions<Job, Answer>,
): AsyncGenerator<ReadPage<Answer>> {
  const pool = createExtractPool<Job, Answer>(holdings.pages, options)
  // each thread has a lane of batches, one after the other: more of them under way would start more threads
  const lanes: Promise<unknown>[] = Array.from({ length: pool.width }, () => Promise.resolve())
  const waiting: Promise<readonly ReadPage<Answer>[]>[] = []
  const source = batchesOf(holdings)
  let number = 0
  let isOver = false
  const begin = (): boolean => {
    const { value: batch, done } = source.next()
    if (done === true) return false
    const lane = number++ % lanes.length
    const work = lanes[lane].then(async () => {
      if (isOver) return []
      const answers = await pool.run(batch.map(jobOf))
      return batch.map((holding, i) => ({ holding, answer: answers[i] }))
    })
    // whoever waits for the batch hears of its failure
    lanes[lane] = work.catch(() => undefined)
    waiting.push(work)
    return true
  }
  signal?.addEventListener('abort', pool.stop)
  try {
    for (;;) {
      signal?.throwIfAborted()
      while (waiting.length < lanes.length * AHEAD && begin());
      const next = waiting.shift()
      if (next === undefined) return
      const pages = await next
      signal?.throwIfAborted()
      yield* pages
    }
  } finally {
    isOver = true
    signal?.removeEventListener('abort', pool.stop)
    // what is under way is given up, and nothing reads any more when the files are closed
    pool.stop()
    await Promise.all(lanes)
    await pool.close()
  }
}

function* batchesOf(holdings: Holdings): Generator<readonly Holding[], undefined> {
  let batch: Holding[] = []
  for (const holding of holdings.list()) {
    batch.push(holding)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
