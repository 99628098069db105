/** One searching thread as the server's thread sees it: questions go in, promises come out, and when it dies another is started. */
import { Worker } from 'node:worker_threads'
import { LongtailError } from '../../errors.js'
import type { SearchAnswer, FromWorker, Question, ToWorker, WorkerSettings } from './messages.js'

/** No query takes that long; a thread that does hangs. */
const MAX_ANSWER_MS = 30_000
/** A thread that died so soon after its start would die again: the next question may try. */
const TOO_SOON_MS = 1000
const MAX_HEAP_MB = 512
/** Of short-lived objects; three times as much is usual, and costs 20 MB for each thread without being any faster. */
const MAX_YOUNG_MB = 16

interface Waiting {
  readonly resolve: (answer: SearchAnswer) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

export class SearchThread {
  readonly #path: string
  #hidden: readonly string[] = []
  #worker: Worker | null = null
  #startedAt = 0
  #isClosed = false
  readonly #waiting = new Map<number, Waiting>()
  #nextId = 1

  constructor(path: string) {
    this.#path = path
  }

  get load(): number {
    return this.#waiting.size
  }

  /** Rejects when the index cannot be opened. */
  async start(): Promise<void> {
    const worker = this.#spawn()
    await new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve())
      worker.once('error', reject)
      worker.once('exit', () => reject(this.#lost()))
    })
  }

  ask(question: Question): Promise<SearchAnswer> {
    if (this.#isClosed) return Promise.reject(new LongtailError('E_PORTAL', 'the search is closed'))
    const worker = this.#worker ?? this.#spawn()
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => void this.stop(), MAX_ANSWER_MS)
      timer.unref()
      this.#waiting.set(id, { resolve, reject, timer })
      this.#tell(worker, { id, question })
    })
  }

  hide(patterns: readonly string[]): void {
    this.#hidden = patterns
    if (this.#worker !== null) this.#tell(this.#worker, { hide: patterns })
  }

  /** Ends the thread where it is; the next question starts another one. */
  async stop(): Promise<void> {
    await this.#worker?.terminate()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    if (worker === null) return
    const gone = new Promise<void>(resolve => worker.once('exit', () => resolve()))
    this.#tell(worker, { close: true })
    await gone
  }

  #tell(worker: Worker, message: ToWorker): void {
    worker.postMessage(message)
  }

  #spawn(): Worker {
    const workerData: WorkerSettings = { path: this.#path, hidden: this.#hidden }
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    })
    this.#worker = worker
    this.#startedAt = Date.now()
    worker.on('message', (message: FromWorker) => this.#receive(message))
    worker.on('error', error => this.#fail(worker, error))
    worker.on('exit', () => this.#fail(worker, this.#lost()))
    return worker
  }

  #receive(message: FromWorker): void {
    if ('ready' in message) return
    const waiting = this.#waiting.get(message.id)
    if (waiting === undefined) return
    this.#waiting.delete(message.id)
    clearTimeout(waiting.timer)
    if ('error' in message) waiting.reject(new LongtailError('E_PORTAL', message.error))
    else {
      const answer: SearchAnswer = JSON.parse(message.answer)
      waiting.resolve(answer)
    }
  }

  /** Those who wait are told; the next one finds a new thread. */
  #fail(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = null
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer)
      reject(error instanceof Error ? error : this.#lost())
    }
    this.#waiting.clear()
    if (!this.#isClosed && Date.now() - this.#startedAt > TOO_SOON_MS) this.#spawn()
  }

  #lost(): LongtailError {
    return new LongtailError('E_PORTAL', 'the search stopped while it was answering: ask again')
  }
}
