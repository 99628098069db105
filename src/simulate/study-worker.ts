/** A thread of study.ts: runs the strategies it is sent, one at a time, on the graph it was started with. */
import { parentPort, workerData } from 'node:worker_threads'
import { LongtailError } from '../errors.js'
import { runStrategy } from './run-strategy.js'
import type { WorkerMessage, WorkerTask } from './study.js'

const { graph, options, stop }: WorkerTask = workerData
const PROGRESS_MS = 500

const send = (message: WorkerMessage): void => parentPort?.postMessage(message)

parentPort?.on('message', (spec: string) => {
  let toldAt = performance.now()
  const onProgress = (pages: number, relevant: number): boolean => {
    const now = performance.now()
    if (now - toldAt > PROGRESS_MS) {
      toldAt = now
      send({ kind: 'progress', spec, pages, relevant })
    }
    return Atomics.load(stop, 0) === 0
  }
  try {
    send({ kind: 'done', result: runStrategy(graph, { ...options, spec, onProgress }) })
  } catch (error) {
    const code = error instanceof LongtailError ? error.code : null
    send({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)), code })
  }
})

send({ kind: 'ready' })
