/** The thread's end of the pool that reads pages for a corpus. */
import { parentPort } from 'node:worker_threads'
import type { Unreadable } from '../../portal/build/extract-pool.js'
import type { FromExtractor } from '../../portal/build/extract-thread.js'
import { RecordReader } from '../../portal/build/record-reader.js'
import { extractTexts, type PageText, type TextJob } from './extract.js'

const port = parentPort
if (port === null) throw new Error('extract-worker runs as a worker thread only')

const reader = new RecordReader()
const say = (message: FromExtractor<PageText | Unreadable>): void => port.postMessage(message)

port.on('message', async (jobs: readonly TextJob[]) => {
  say({ answers: await extractTexts(reader, jobs) })
})
say({ ready: true })
