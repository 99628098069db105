/** A thread of study.ts: measures the strategies it is sent, one at a time, on the graph it was started with. */
import { parentPort, workerData } from 'node:worker_threads'
import type { WebGraph } from '../../src/graph/index.js'
import { measure, type Measured } from './measure.js'

export interface WorkerTask {
  readonly graph: WebGraph
  readonly judgeErrors: number
  /** The graph's checksum, counted once. */
  readonly sum: string
}

export type WorkerAnswer =
  { readonly ok: true; readonly result: Measured } | { readonly ok: false; readonly spec: string; readonly why: string }

const { graph, judgeErrors, sum }: WorkerTask = workerData

parentPort?.on('message', (spec: string) => {
  let answer: WorkerAnswer
  try {
    answer = { ok: true, result: measure(graph, spec, judgeErrors, sum) }
  } catch (error) {
    answer = { ok: false, spec, why: error instanceof Error ? error.message : String(error) }
  }
  parentPort?.postMessage(answer)
})
