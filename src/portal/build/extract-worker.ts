/** The thread's end of extract-thread.ts. */
import { parentPort } from 'node:worker_threads'
import { extractAll, type Extracted, type ExtractJob } from './extract.js'
import type { FromExtractor } from './extract-thread.js'
import { RecordReader } from './record-reader.js'

const port = parentPort
if (port === null) throw new Error('extract-worker runs as a worker thread only')

const reader = new RecordReader()
const say = (message: FromExtractor<Extracted>): void => port.postMessage(message)

port.on('message', async (jobs: readonly ExtractJob[]) => {
  say({ answers: await extractAll(reader, jobs) })
})
say({ ready: true })
