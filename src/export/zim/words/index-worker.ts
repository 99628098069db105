/** Runs in a thread of its own (index-thread.ts). */
import { parentPort, workerData } from 'node:worker_threads'
import type { FromIndexer, IndexerData, ToIndexer } from './index-thread.js'
import { createLocalIndex } from './local-index.js'

const port = parentPort
const data: IndexerData = workerData
const index = createLocalIndex(data)
let last: Promise<void> = Promise.resolve()

port?.on('message', (message: ToIndexer) => {
  last = last
    .then(() => work(message))
    .then(
      () => answer('done'),
      (error: unknown) =>
        answer({ error: error instanceof Error ? error.message : String(error), code: codeOf(error) }),
    )
})

async function work(message: ToIndexer): Promise<void> {
  if (message === 'finish') await index.finish()
  else for (const document of message.documents) await index.add(document)
}

function answer(message: FromIndexer): void {
  port?.postMessage(message)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
