/** The thread's end of analysis-pool.ts. */
import { asksForJudgements, createLinkJudging } from '../collection/link-judgements.js'
import { createFingerprint } from '../frontier/fingerprint.js'
import type { JudgeSpec } from '../judge/index.js'
import { createLanguageJudge } from '../judge/language-judge.js'
import { checked, hasFields } from '../threads/messages.js'
import { serveJobs } from '../threads/serve-jobs.js'
import { analyseExchange, type Analysis, type AnalysisJob, type AnalysisOptions, type Tools } from './analysis.js'
import { analyseEmbed } from './embed-analysis.js'
import { askedFor, createLinkFeatures, type Asking } from './link-features.js'
import { SeenPrints } from './target-list.js'

await serveJobs<AnalysisJob, Analysis>(async data => {
  const options = checked(data, hasFields<AnalysisOptions>('judge', 'asking', 'targets', 'fingerprintKey'))
  const tools: Tools = {
    ...(await judging(options.judge, options.asking)),
    seen: new SeenPrints(createFingerprint(options.fingerprintKey)),
    features: createLinkFeatures(options.asking, options.targets),
  }
  return {
    isJob: hasFields<AnalysisJob>('exchange', 'via', 'isEmbed'),
    handle: job => (job.isEmbed ? analyseEmbed(job, options.compression) : analyseExchange(job, tools, options)),
    transfer: ({ records }) => (records === null ? [] : [records.bytes.buffer]),
  }
})

/** Most crawls are for a language alone: they need not load what judges topics and nations, a third of a worker's start. */
async function judging(spec: JudgeSpec, asking: Asking): Promise<Pick<Tools, 'judge' | 'linkJudging'>> {
  const asked = askedFor(asking)
  if (spec.kind === 'language' && !asksForJudgements(asked))
    return { judge: createLanguageJudge(spec), linkJudging: null }
  const { createJudge, createLinkJudge } = await import('../judge/index.js')
  return { judge: createJudge(spec), linkJudging: createLinkJudging(asked, () => createLinkJudge(spec)) }
}
