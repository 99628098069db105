/** The thread's end of extract-pool.ts. */
import { parentPort } from 'node:worker_threads'
import { extractAll, type ExtractJob } from './extract.js'
import { RecordReader } from './record-reader.js'

const port = parentPort
if (port === null) throw new Error('extract-worker runs as a worker thread only')

const reader = new RecordReader()

port.on('message', async (jobs: readonly ExtractJob[]) => {
  port.postMessage(await extractAll(reader, jobs))
})
