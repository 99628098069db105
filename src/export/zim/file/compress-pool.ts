/**
 * Compresses clusters: the first few in this thread, since a small ZIM is done before threads have started, the rest in threads. What
 * threads cannot do is done here: a cluster is never lost.
 */
import { availableParallelism } from 'node:os'
import { ThreadPool } from '../../../threads/thread-pool.js'
import { createZstd } from '../../zstd.js'

export type CompressPool = Awaited<ReturnType<typeof createCompressPool>>

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
/** One more each, so that no thread waits for the next. */
const MESSAGES_PER_THREAD = 2

export async function createCompressPool({
  level,
  alone = ALONE_BYTES,
  threads = Math.min(MAX_THREADS, availableParallelism()),
  worker = new URL('./compress-worker.js', import.meta.url),
}: CompressOptions) {
  const zstd = await createZstd()
  const pool = new ThreadPool<Uint8Array, Uint8Array>({
    worker,
    data: level,
    threads,
    task: 'compressing',
    code: 'E_EXPORT',
    nameOf: ({ length }) => `a cluster of ${length} bytes`,
    isAnswer: value => value instanceof Uint8Array,
    messagesPerThread: MESSAGES_PER_THREAD,
  })
  let bytesAlone = 0
  let isClosed = false
  return {
    /** How many are worth being under way. */
    width: threads * MESSAGES_PER_THREAD,
    async compress(bytes: Uint8Array): Promise<Uint8Array> {
      bytesAlone += bytes.length
      if (bytesAlone <= alone || threads < 1) return zstd.compress(bytes, level)
      try {
        return await pool.run(bytes)
      } catch (error) {
        if (isClosed) throw error
        return zstd.compress(bytes, level)
      }
    },
    close(): Promise<void> {
      isClosed = true
      return pool.close()
    },
  }
}
