/** The thread's end of analysis-pool.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { createFingerprint } from '../frontier/index.js'
import { createJudge } from '../judge/index.js'
import { analyseExchange, type AnalysisOptions } from './analysis.js'
import type { Answers, Batch } from './analysis-pool.js'

const options: AnalysisOptions = workerData
const judge = createJudge(options.judge)
const fingerprint = createFingerprint(options.fingerprintKey)
const port = parentPort
if (port === null) throw new Error('analysis-worker runs as a worker thread only')

port.on('message', (batch: Batch) => {
  const answers: Answers = batch.map(job => {
    try {
      return analyseExchange(job, judge, fingerprint, options)
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) }
    }
  })
  port.postMessage(answers)
})
port.postMessage(null satisfies Answers)
