/** A thread of study.ts: runs the strategies it is sent, one at a time, on the graph it was started with. */
import { openUrls } from '../graph/url-column.js'
import { checked, hasFields } from '../threads/messages.js'
import { serveJobs } from '../threads/serve-jobs.js'
import { loadStrategies } from '../strategy/index.js'
import type { RunResult } from './result.js'
import { runStrategy } from './run-strategy.js'
import type { StudyData, StudyJob } from './study.js'

await serveJobs<StudyJob, RunResult>(data => {
  const { graph: sent, urls, options, stop } = checked(data, hasFields<StudyData>('graph', 'urls', 'options', 'stop'))
  const graph = { ...sent, urls: urls === null ? null : openUrls(urls) }
  return {
    isJob: hasFields<StudyJob>('spec', 'counts'),
    async handle({ spec, counts }) {
      await loadStrategies([spec])
      const onProgress = (pages: number, relevant: number): boolean => {
        Atomics.store(counts, 1, relevant)
        Atomics.store(counts, 0, pages)
        return Atomics.load(stop, 0) === 0
      }
      return runStrategy(graph, { ...options, spec, onProgress })
    },
  }
})
