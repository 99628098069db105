/**
 * Compresses clusters: the first few in this thread, since a small ZIM is done before threads have started, the rest in threads. What a
 * thread was working on when it ended is done here: a cluster is never lost.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { createZstd, type Zstd } from '../../zstd.js'

export interface CompressPool {
  compress(bytes: Uint8Array): Promise<Uint8Array>
  /** How many are worth being under way. */
  readonly width: number
  close(): Promise<void>
}

export interface CompressOptions {
  readonly level: number
  /** Bytes until threads are started. */
  readonly alone?: number
  readonly threads?: number
  readonly worker?: URL
}

/** Two clusters of the usual size: a fifth of a second. */
const ALONE_BYTES = 4 * 1024 * 1024
const MAX_THREADS = 4

interface Job {
  readonly bytes: Uint8Array
  readonly resolve: (frame: Uint8Array) => void
  readonly reject: (error: unknown) => void
}

interface Member {
  readonly worker: Worker
  readonly jobs: Job[]
}

export async function createCompressPool({
  level,
  alone = ALONE_BYTES,
  threads = Math.min(MAX_THREADS, availableParallelism()),
  worker: url = new URL('./compress-worker.js', import.meta.url),
}: CompressOptions): Promise<CompressPool> {
  const zstd = await createZstd()
  const members = new Set<Member>()
  let bytesAlone = 0
  let isClosed = false
  let hasFailed = false

  const here = ({ bytes, resolve, reject }: Job): void => answer(zstd, level, bytes, resolve, reject)
  const lose = (member: Member): void => {
    if (!members.delete(member) || isClosed) return
    // others would end the same way: there may be no memory for them
    hasFailed = true
    for (const job of member.jobs.splice(0)) here(job)
  }
  const start = (): void => {
    const worker = new Worker(url, { workerData: level })
    const member: Member = { worker, jobs: [] }
    worker.on('message', (frame: Uint8Array) => member.jobs.shift()?.resolve(frame))
    worker.on('error', () => lose(member))
    worker.on('exit', () => lose(member))
    members.add(member)
  }
  return {
    // one more each, so that no thread waits for the next
    width: threads * 2,
    compress: bytes =>
      new Promise((resolve, reject) => {
        const job: Job = { bytes, resolve, reject }
        bytesAlone += bytes.length
        if (members.size === 0 && (hasFailed || bytesAlone <= alone || threads < 1)) return here(job)
        if (!hasFailed) while (members.size < threads) start()
        const [least] = [...members].sort((one, other) => one.jobs.length - other.jobs.length)
        least.jobs.push(job)
        least.worker.postMessage(bytes)
      }),
    async close() {
      isClosed = true
      const all = [...members]
      members.clear()
      for (const { jobs } of all) for (const { reject } of jobs.splice(0)) reject(new Error('closed'))
      await Promise.all(all.map(({ worker }) => worker.terminate()))
    },
  }
}

function answer(zstd: Zstd, level: number, bytes: Uint8Array, resolve: Job['resolve'], reject: Job['reject']): void {
  try {
    resolve(zstd.compress(bytes, level))
  } catch (error) {
    reject(error)
  }
}
