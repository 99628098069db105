/** A thread of the crew: does a pass over whatever pieces the others leave, and says when none is left. */
import { parentPort, workerData } from 'node:worker_threads'
import type { GeneratedColumns } from './columns.js'
import type { Plan } from './plan.js'
import { work, type Job } from './workers.js'

const { plan, columns }: { plan: Plan; columns: GeneratedColumns } = workerData
parentPort?.on('message', (job: Job) => {
  work(plan, columns, job)
  parentPort?.postMessage('done')
})
