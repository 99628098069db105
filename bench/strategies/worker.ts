/** A thread of study.ts: measures the strategies it is sent, one at a time, on the graph it was started with. */
import type { WebGraph } from '../../src/graph/index.js'
import { checked, hasFields } from '../../src/threads/messages.js'
import { serveJobs } from '../../src/threads/serve-jobs.js'
import { measure, type Measured } from './measure.js'

export interface StudyData {
  readonly graph: WebGraph
  readonly judgeErrors: number
  /** The graph's checksum, counted once. */
  readonly sum: string
}

await serveJobs<string, Measured>(data => {
  const { graph, judgeErrors, sum } = checked(data, hasFields<StudyData>('graph', 'judgeErrors', 'sum'))
  return { isJob: value => typeof value === 'string', handle: spec => measure(graph, spec, judgeErrors, sum) }
})
