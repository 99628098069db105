/** What pages show: the archived images, styles and fonts without which a WACZ of one round would look bare. */
import { createExtractPool, type PlacedPage } from '../../collection/extract-pool.js'
import { extractorOf } from '../../collection/extractor.js'
import type { Holdings } from '../../collection/holdings.js'
import type { PeriodRecords } from '../../collection/period-records.js'
import { analyse, referencesOf } from '../../page/index.js'
import { hasFields } from '../../threads/messages.js'
import { readInOrder, type OrderedReading } from '../read-in-order.js'

interface Shown {
  /** Canonical addresses. */
  readonly shows: readonly string[]
}

export const readShown = extractorOf<PlacedPage, Shown>(async (reader, job) => {
  const exchange = await reader.exchange(job)
  if (exchange === null) return null
  const page = analyse({ ...exchange, url: job.url })
  return { shows: [...page.embeds, ...referencesOf(page)] }
})

export interface ShownOptions {
  readonly signal?: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

const READING: Pick<OrderedReading<PlacedPage, Shown>, 'worker' | 'isAnswer' | 'extract'> = {
  worker: new URL('./shown-objects-worker.js', import.meta.url),
  isAnswer: hasFields<Shown>('shows'),
  extract: readShown,
}
const BATCH = 16

/** Takes what the pages of the period show into it, and what that refers to in turn. */
export async function addShown(
  holdings: Holdings,
  period: PeriodRecords,
  { signal, onProgress }: ShownOptions,
): Promise<void> {
  const waiting: PlacedPage[] = []
  const add = ({ shows }: Shown): void => {
    for (const url of shows) {
      const object = period.show(url)
      if (object !== null) waiting.push(object)
    }
  }
  let done = 0
  for await (const { answer } of readInOrder<PlacedPage, Shown>(holdings, {
    ...READING,
    jobOf: ({ url, place, payload }) => ({ url, place, payload }),
    signal,
  })) {
    // a page that cannot be read is told of where its text is read
    if (!('error' in answer)) add(answer)
    onProgress(++done, holdings.pages)
  }
  const pool = createExtractPool<PlacedPage, Shown>(waiting.length, { ...READING, batch: BATCH })
  try {
    while (waiting.length > 0) {
      signal?.throwIfAborted()
      const next = waiting.splice(0, BATCH)
      for (const answer of await pool.run(next)) if (!('error' in answer)) add(answer)
    }
  } finally {
    await pool.close()
  }
}
