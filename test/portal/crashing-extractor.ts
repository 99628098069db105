/** A thread for the tests of the pool: dies or falls silent over some pages, and has a word to say about all others. */
import { parentPort } from 'node:worker_threads'
import type { ExtractJob } from '../../src/portal/build/extract.js'
import type { FromExtractor } from '../../src/collection/extract-thread.js'

const say = (message: FromExtractor<{ error: string }>): void => parentPort?.postMessage(message)

parentPort?.on('message', (jobs: readonly ExtractJob[]) => {
  const has = (path: string): boolean => jobs.some(({ url }) => url.endsWith(path))
  if (has('/crash')) process.exit(1)
  if (has('/throw')) throw new Error('cannot be read')
  if (has('/silence')) return
  if (has('/loop')) for (;;);
  say({ answers: jobs.map(({ url }) => ({ error: `read ${url}` })) })
  // once there is nothing to do
  if (has('/last')) setTimeout(() => process.exit(1), 1)
})
say({ ready: true })
