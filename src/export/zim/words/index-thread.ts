/** The thread that indexes: one message after the other, each answered once. */
import { Worker } from 'node:worker_threads'
import { LongtailError, ERROR_CODES } from '../../../errors.js'
import type { ZimDocument } from '../contracts.js'

export type ToIndexer = { readonly documents: readonly ZimDocument[] } | 'finish'
/** `code`: of the error, '' where it has none. */
export type FromIndexer = 'done' | { readonly error: string; readonly code: string }
export interface IndexerData {
  readonly scratch: string
  readonly languages: readonly string[]
}

interface Asked {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

export class IndexThread {
  readonly #worker: Worker
  readonly #asked: Asked[] = []
  #failure: Error | null = null

  constructor(data: IndexerData) {
    this.#worker = new Worker(new URL('./index-worker.js', import.meta.url), { workerData: data })
    this.#worker.on('message', (answer: FromIndexer) => {
      const asked = this.#asked.shift()
      if (answer === 'done') asked?.resolve()
      else asked?.reject(errorOf(answer.error, answer.code))
    })
    this.#worker.on('error', error => this.#fail(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => this.#fail(new Error('the thread that indexes words has ended')))
  }

  /** Done, or not: what was sent after a failure is not done either. */
  ask(message: ToIndexer): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) {
        reject(this.#failure)
        return
      }
      this.#asked.push({ resolve, reject })
      this.#worker.postMessage(message)
    })
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const { reject } of this.#asked.splice(0)) reject(this.#failure)
  }
}

/** With the code that it had there: a full disk is told by it. */
function errorOf(message: string, code: string): Error {
  const known = ERROR_CODES.find(name => name === code)
  return known === undefined ? Object.assign(new Error(message), { code }) : new LongtailError(known, message)
}
