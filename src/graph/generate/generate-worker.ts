/** A thread that does pieces of a pass (workers.ts). */
import { checked, hasFields } from '../../threads/messages.js'
import { serveJobs } from '../../threads/serve-jobs.js'
import { runnerOf, type PassData, type ServerRange } from './workers.js'

await serveJobs<ServerRange, null>(data => {
  const run = runnerOf(checked(data, hasFields<PassData>('plan', 'columns', 'pass')))
  return {
    isJob: (value): value is ServerRange => Array.isArray(value) && value.length === 2,
    handle(piece) {
      run(piece)
      return null
    },
  }
})
