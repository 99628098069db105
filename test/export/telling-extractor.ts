/** A thread that reads nothing and says which one it is; every third page takes longer, so that batches overtake each other. */
import { setTimeout } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import type { PlacedPage } from '../../src/collection/extract-pool.js'
import { answerJobs, extractorOf } from '../../src/collection/extractor.js'

export interface Told {
  readonly thread: number
}

await answerJobs(
  extractorOf<PlacedPage, Told>(async (_, { url }) => {
    await setTimeout(Number(/\d+$/.exec(url)?.[0]) % 3 === 0 ? 2 : 0)
    return { thread: threadId }
  }),
)
