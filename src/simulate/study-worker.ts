/** A thread of study.ts: runs the strategies it is sent, one at a time, on the graph it was started with. */
import { checked, hasFields } from '../threads/messages.js'
import { serveJobs } from '../threads/serve-jobs.js'
import type { RunResult } from './result.js'
import { runStrategy } from './run-strategy.js'
import type { StudyData, StudyJob } from './study.js'

await serveJobs<StudyJob, RunResult>(data => {
  const { graph, options, stop } = checked(data, hasFields<StudyData>('graph', 'options', 'stop'))
  return {
    isJob: hasFields<StudyJob>('spec', 'counts'),
    handle({ spec, counts }) {
      const onProgress = (pages: number, relevant: number): boolean => {
        Atomics.store(counts, 1, relevant)
        Atomics.store(counts, 0, pages)
        return Atomics.load(stop, 0) === 0
      }
      return runStrategy(graph, { ...options, spec, onProgress })
    },
  }
})
