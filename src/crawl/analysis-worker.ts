/** The thread's end of analysis-pool.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { createFingerprint } from '../frontier/index.js'
import { createJudge, createLinkJudge } from '../judge/index.js'
import { analyseExchange, type AnalysisOptions, type Tools } from './analysis.js'
import { analyseEmbed } from './embed-analysis.js'
import { askedFor, createLinkFeatures } from './link-features.js'
import { createLinkJudging } from '../collection/link-judgements.js'
import type { Answers, Batch } from './analysis-pool.js'
import { SeenPrints } from './target-list.js'

const options: AnalysisOptions = workerData
const tools: Tools = {
  judge: createJudge(options.judge),
  linkJudging: createLinkJudging(askedFor(options.asking), () => createLinkJudge(options.judge)),
  seen: new SeenPrints(createFingerprint(options.fingerprintKey)),
  features: createLinkFeatures(options.asking, options.targets),
}
const port = parentPort
if (port === null) throw new Error('analysis-worker runs as a worker thread only')

port.on('message', (batch: Batch) => {
  const answers: Answers = batch.map(job => {
    try {
      return job.isEmbed ? analyseEmbed(job, options.compression) : analyseExchange(job, tools, options)
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) }
    }
  })
  const transfer: ArrayBuffer[] = []
  for (const answer of answers)
    if (!('error' in answer) && answer.records !== null) transfer.push(answer.records.bytes.buffer)
  port.postMessage(answers, transfer)
})
port.postMessage(null satisfies Answers)
