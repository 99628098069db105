/** Pages in the order of the holdings, read by several threads: a batch that is done early waits for those before it. */
import { setTimeout } from 'node:timers/promises'
import { createExtractPool, type Unreadable } from '../../portal/build/extract-pool.js'
import type { Holding, Holdings } from '../../portal/build/holdings.js'
import type { Dedupe } from './contracts.js'
import { extractTexts, type PageText, type TextJob } from './extract.js'

/** Small enough that pages of a megabyte, some batches of them, still fit into memory. */
const BATCH = 16
/** Batches under way or waiting, by thread. */
const AHEAD = 2

export interface ReadPage {
  readonly holding: Holding
  readonly text: PageText | Unreadable
}

export interface ReadTextsOptions {
  readonly dedupe: Dedupe
  readonly keepShort: boolean
  readonly signal?: AbortSignal
}

export async function* readTexts(holdings: Holdings, options: ReadTextsOptions): AsyncGenerator<ReadPage> {
  const { signal } = options
  const pool = createExtractPool<TextJob, PageText>(holdings.pages, {
    worker: new URL('./extract-worker.js', import.meta.url),
    extractAll: extractTexts,
  })
  // each thread has a lane of batches, one after the other
  const lanes: Promise<unknown>[] = Array.from({ length: pool.width }, () => Promise.resolve())
  const waiting: Promise<readonly ReadPage[]>[] = []
  const source = batchesOf(holdings)
  let number = 0
  let isOver = false
  const begin = (): boolean => {
    const { value: batch, done } = source.next()
    if (done === true) return false
    const lane = number++ % lanes.length
    const work = lanes[lane].then(async () => {
      if (isOver) return []
      const texts = await pool.run(batch.map(holding => jobOf(holding, options)))
      return batch.map((holding, i) => ({ holding, text: texts[i] }))
    })
    // whoever waits for the batch hears of its failure
    lanes[lane] = work.catch(() => undefined)
    work.catch(() => undefined)
    waiting.push(work)
    return true
  }
  try {
    for (;;) {
      while (waiting.length < lanes.length * AHEAD && begin());
      const next = waiting.shift()
      if (next === undefined) return
      signal?.throwIfAborted()
      const pages = await next
      signal?.throwIfAborted()
      yield* pages
    }
  } finally {
    isOver = true
    await settled(lanes)
    await pool.close()
  }
}

/** A batch takes a fraction of a second. A thread that is ended in the middle of native code may take the whole process with it. */
const PATIENCE_MS = 3_000

async function settled(lanes: readonly Promise<unknown>[]): Promise<void> {
  const late = new AbortController()
  const waiting = setTimeout(PATIENCE_MS, undefined, { signal: late.signal }).catch(() => undefined)
  await Promise.race([Promise.all(lanes), waiting])
  late.abort()
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

function jobOf({ url, place, payload, verdict, digest }: Holding, { dedupe, keepShort }: ReadTextsOptions): TextJob {
  const language = verdict === null || verdict.language === 'und' ? '' : verdict.language
  return { url, place, payload, language, share: verdict?.share ?? 0, digest, dedupe, keepShort }
}
