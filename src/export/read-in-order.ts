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

export interface OrderedReading<Job, Answer> extends Omit<PoolOptions<Job, Answer>, 'batch' | 'languages'> {
  jobOf(holding: Holding): Job
  readonly signal?: AbortSignal
}

/** What is read of them. */
export type ListedHoldings = Pick<Holdings, 'pages' | 'languages' | 'list'>

export async function* readInOrder<Job extends PlacedPage, Answer>(
  holdings: ListedHoldings,
  { jobOf, signal, ...options }: OrderedReading<Job, Answer>,
): AsyncGenerator<ReadPage<Answer>> {
  const pool = createExtractPool<Job, Answer>(holdings.pages, {
    ...options,
    languages: holdings.languages,
    batch: BATCH,
  })
  const waiting: Promise<readonly ReadPage<Answer>[]>[] = []
  const source = batchesOf(holdings)
  const begin = (): boolean => {
    const { value: batch, done } = source.next()
    if (done === true) return false
    const pages = pool
      .run(batch.map(jobOf))
      .then(answers => batch.map((holding, i) => ({ holding, answer: answers[i] })))
    // who waits for the batch hears of its failure
    pages.catch(() => undefined)
    waiting.push(pages)
    return true
  }
  signal?.addEventListener('abort', pool.stop)
  try {
    for (;;) {
      signal?.throwIfAborted()
      while (waiting.length < pool.width * AHEAD && begin());
      const next = waiting.shift()
      if (next === undefined) return
      const pages = await next
      signal?.throwIfAborted()
      yield* pages
    }
  } finally {
    signal?.removeEventListener('abort', pool.stop)
    // what is under way is given up, and nothing reads any more when the files are closed
    await pool.close()
  }
}

function* batchesOf(holdings: ListedHoldings): Generator<readonly Holding[], undefined> {
  let batch: Holding[] = []
  for (const holding of holdings.list()) {
    batch.push(holding)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
