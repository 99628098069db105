/** The thread's end of analysis-pool.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { createFingerprint } from '../frontier/index.js'
import { createJudge } from '../judge/index.js'
import { analyseExchange, type AnalysisOptions } from './analysis.js'
import type { ToWorker, FromWorker } from './analysis-pool.js'

const options: AnalysisOptions = workerData
const judge = createJudge(options.judge)
const fingerprint = createFingerprint(options.fingerprintKey)
const port = parentPort
if (port === null) throw new Error('analysis-worker runs as a worker thread only')

port.on('message', ({ serial, job }: ToWorker) => {
  let answer: FromWorker
  try {
    answer = { serial, analysis: analyseExchange(job, judge, fingerprint, options), error: null }
  } catch (error) {
    answer = { serial, analysis: null, error: error instanceof Error ? error.message : String(error) }
  }
  port.postMessage(answer)
})
port.postMessage({ serial: -1, analysis: null, error: null } satisfies FromWorker)
