/** Workers of a crawl of many partitions, by the reports that they write into its directory: `workers/NAME.json`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { writeAtomically } from '../disk/write-atomically.js'
import { isRecord, parseJson } from '../json.js'
import type { CrawlDirectory } from './crawl-directory.js'
import { statusIn, writtenAt, type Status } from './status.js'

/** A worker that has not reported for so long is gone. */
const WORKER_MS = 10_000
const NAME = /\.json$/

const amount = v.fallback(v.pipe(v.number(), v.finite(), v.minValue(0)), 0)
const load = v.object({
  /** Partitions that it holds. */
  partitions: amount,
  /** Its links for others that have not left yet, and how often a full stream kept a batch from leaving. */
  linksToSend: amount,
  heldBatches: amount,
  /** Batches of about a hundred links that wait in Redis for its partitions. */
  batchesToTake: amount,
  /** Since its leases were last renewed. */
  leaseAgeMs: amount,
  /** Bytes that Redis uses, and how many it may; 0: nobody has set a bound, or there is no Redis. */
  memoryUsed: amount,
  memoryBound: amount,
  /** Whether partitions learn from each other's pages; otherwise they share links and prices alone. */
  learnsTogether: v.fallback(v.boolean(), false),
})
export type WorkerLoad = Readonly<v.InferOutput<typeof load>>

export interface PresentWorker {
  readonly name: string
  readonly status: Status
  readonly load: WorkerLoad
}

export function writeWorkerStatus(path: string, status: Status, worker: WorkerLoad): void {
  writeAtomically(path, `${JSON.stringify({ ...status, worker })}\n`, { isDurable: false })
}

/** Those that have reported within the last seconds. */
export function presentWorkers({ workers }: CrawlDirectory): PresentWorker[] {
  const names = existsSync(workers) ? readdirSync(workers).filter(name => NAME.test(name)) : []
  return names.sort().flatMap((name): PresentWorker[] => {
    const written = readWorker(join(workers, name))
    return written === null || Date.now() - writtenAt(written.status) > WORKER_MS
      ? []
      : [{ name: name.replace(NAME, ''), ...written }]
  })
}

function readWorker(path: string): Pick<PresentWorker, 'status' | 'load'> | null {
  try {
    const value = parseJson(readFileSync(path, 'utf8'))
    const status = statusIn(value)
    return status === null
      ? null
      : { status, load: v.parse(load, isRecord(value) && isRecord(value.worker) ? value.worker : {}) }
  } catch {
    // gone in this moment
    return null
  }
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`

/** What a worker holds and what waits, for people. */
export function loadText({ partitions, linksToSend, batchesToTake, heldBatches, leaseAgeMs }: WorkerLoad): string {
  const waits = `${linksToSend} links to send, ${batchesToTake} batches to take`
  const full = heldBatches === 0 ? '' : `, ${heldBatches} times a stream was full`
  return `${partitions} partitions, ${waits}${full}, leases renewed ${(leaseAgeMs / 1000).toFixed(1)} s ago`
}

/** Of the whole: the memory of Redis, and what is shared. */
export function sharingLines(workers: readonly PresentWorker[]): string[] {
  if (workers.length === 0) return []
  const used = Math.max(...workers.map(worker => worker.load.memoryUsed))
  const bound = Math.max(...workers.map(worker => worker.load.memoryBound))
  const limit = bound === 0 ? ', no limit set (maxmemory)' : ` of ${megabytes(bound)}; when it is full, senders wait`
  return [
    ...(used === 0 ? [] : [`Redis: ${megabytes(used)}${limit}`]),
    workers.some(worker => worker.load.learnsTogether)
      ? 'partitions share links, prices and what pages teach'
      : 'partitions share links and prices only: this strategy cannot share what it learns',
  ]
}
