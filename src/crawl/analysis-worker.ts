/** The thread's end of analysis-pool.ts. */
import { createFingerprint } from '../frontier/index.js'
import { createJudge, createLinkJudge } from '../judge/index.js'
import { checked, hasFields } from '../threads/messages.js'
import { serveJobs } from '../threads/serve-jobs.js'
import { analyseExchange, type Analysis, type AnalysisJob, type AnalysisOptions, type Tools } from './analysis.js'
import { analyseEmbed } from './embed-analysis.js'
import { askedFor, createLinkFeatures } from './link-features.js'
import { createLinkJudging } from '../collection/link-judgements.js'
import { SeenPrints } from './target-list.js'

await serveJobs<AnalysisJob, Analysis>(data => {
  const options = checked(data, hasFields<AnalysisOptions>('judge', 'asking', 'targets', 'fingerprintKey'))
  const tools: Tools = {
    judge: createJudge(options.judge),
    linkJudging: createLinkJudging(askedFor(options.asking), () => createLinkJudge(options.judge)),
    seen: new SeenPrints(createFingerprint(options.fingerprintKey)),
    features: createLinkFeatures(options.asking, options.targets),
  }
  return {
    isJob: hasFields<AnalysisJob>('exchange', 'via', 'isEmbed'),
    handle: job => (job.isEmbed ? analyseEmbed(job, options.compression) : analyseExchange(job, tools, options)),
    transfer: ({ records }) => (records === null ? [] : [records.bytes.buffer]),
  }
})
