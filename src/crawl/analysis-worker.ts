/** The thread's end of analysis-pool.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { createFingerprint } from '../frontier/index.js'
import { createLanguageJudge } from '../judge/language-judge.js'
import type { JudgeSpec } from '../judge/index.js'
import { analyseExchange, type AnalysisOptions, type Tools } from './analysis.js'
import { analyseEmbed } from './embed-analysis.js'
import { askedFor, createLinkFeatures } from './link-features.js'
import { asksForJudgements, createLinkJudging } from './link-judgements.js'
import type { Answers, Batch } from './analysis-pool.js'
import { SeenPrints } from './target-list.js'

const options: AnalysisOptions = workerData
const tools: Tools = {
  ...(await judging(options.judge)),
  seen: new SeenPrints(createFingerprint(options.fingerprintKey)),
  features: createLinkFeatures(options.asking, options.targets),
}

/** Most crawls are for a language alone: they need not load what judges topics and nations, a third of a worker's start. */
async function judging(spec: JudgeSpec): Promise<Pick<Tools, 'judge' | 'linkJudging'>> {
  const asked = askedFor(options.asking)
  if (spec.kind === 'language' && !asksForJudgements(asked))
    return { judge: createLanguageJudge(spec), linkJudging: null }
  const { createJudge, createLinkJudge } = await import('../judge/index.js')
  return { judge: createJudge(spec), linkJudging: createLinkJudging(asked, () => createLinkJudge(spec)) }
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
