/** A thread of compare-policies.ts: runs the policies it is sent, one at a time, on the graph it was started with. */
import { openUrls } from '../../graph/url-column.js'
import { checked, hasFields } from '../../threads/messages.js'
import { serveJobs } from '../../threads/serve-jobs.js'
import type { RoundsData, RoundsWork } from './compare-policies.js'
import type { RoundsResult } from './result.js'
import { runRounds } from './run-rounds.js'

await serveJobs<RoundsWork, RoundsResult>(data => {
  const { graph: sent, urls, stop } = checked(data, hasFields<RoundsData>('graph', 'urls', 'stop'))
  const graph = { ...sent, urls: urls === null ? null : openUrls(urls) }
  return {
    isJob: hasFields<RoundsWork>('job', 'day'),
    handle: ({ job, day }) =>
      runRounds(graph, job, reached => {
        Atomics.store(day, 0, reached)
        return Atomics.load(stop, 0) === 0
      }),
  }
})
