/** The thread's end of analysis-pool.ts. */
import { basename, dirname, join } from 'node:path'
import { asksForJudgements, createLinkJudging } from '../collection/link-judgements.js'
import { readDocument } from '../documents/read-page.js'
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
  const options = checked(data, hasFields<AnalysisOptions>('judge', 'asking', 'languages', 'fingerprintKey'))
  const tools: Tools = {
    ...(await judging(options.judge, options.asking)),
    seen: new SeenPrints(createFingerprint(options.fingerprintKey)),
    features: createLinkFeatures(options.asking, options.languages),
  }
  let learned: ({ readonly key: string } & Pick<Tools, 'judge' | 'linkJudging'>) | null = null
  return {
    isJob: hasFields<AnalysisJob>('exchange', 'via', 'isEmbed'),
    handle: async job => {
      if (job.isEmbed) return analyseEmbed(job, options.compression)
      const document = await readDocument(job.exchange)
      if (job.learned === undefined) return analyseExchange(job, tools, options, document)
      const key = JSON.stringify(job.learned)
      // one model after the other: pages that were under way may still want the last
      if (learned?.key !== key)
        learned = { key, ...(await judging(withModels(options.judge, job.learned), options.asking)) }
      return analyseExchange(job, { ...tools, ...learned }, options, document)
    },
    transfer: ({ records }) => (records === null ? [] : [records.bytes.buffer]),
  }
})

/** The same judge with models that were learned since; they lie beside the copies. */
function withModels(spec: JudgeSpec, learned: Readonly<Record<string, string>>): JudgeSpec {
  if (spec.kind === 'language') {
    const languages = spec.languages.map(written => {
      if (typeof written === 'string') return written
      const file = learned[basename(written.model)]
      return file === undefined ? written : { ...written, model: join(dirname(written.model), file) }
    })
    return { ...spec, languages }
  }
  if (spec.kind === 'all' || spec.kind === 'any') return { ...spec, of: spec.of.map(one => withModels(one, learned)) }
  return spec.kind === 'discount' ? { ...spec, of: withModels(spec.of, learned) } : spec
}

/** Most crawls are for a language alone: they need not load what judges topics and nations, a third of a worker's start. */
async function judging(spec: JudgeSpec, asking: Asking): Promise<Pick<Tools, 'judge' | 'linkJudging'>> {
  const asked = askedFor(asking)
  if (spec.kind === 'language' && !asksForJudgements(asked))
    return { judge: createLanguageJudge(spec), linkJudging: null }
  const { createJudge, createLinkJudge } = await import('../judge/index.js')
  return { judge: createJudge(spec), linkJudging: createLinkJudging(asked, () => createLinkJudge(spec)) }
}
