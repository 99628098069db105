/** A thread for the test of the pool: dies over one page, and has a word to say about all others. */
import { parentPort } from 'node:worker_threads'
import type { ExtractJob } from '../../src/portal/build/extract.js'

parentPort?.on('message', (jobs: readonly ExtractJob[]) => {
  if (jobs.some(({ url }) => url.endsWith('/crash'))) process.exit(1)
  parentPort?.postMessage(jobs.map(({ url }) => ({ error: `read ${url}` })))
})
