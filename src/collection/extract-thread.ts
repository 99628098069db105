/** One thread that reads pages, as the pool sees it: it says that it is ready, then answers to one batch at a time, until it ends. */
import { Worker } from 'node:worker_threads'

/** `Answer`: one per job, in their order; an object with `error` where a page cannot be read. */
export type FromExtractor<Answer> = { readonly ready: true } | { readonly answers: readonly Answer[] }

/** A page's own things are gone before 32 MB are full: with 64 nothing was faster, and each thread held 50 MB more. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }
/** A thread that cannot be ended sits in code of a library; the build goes on without it. */
const MAX_END_MS = 5_000
/** To end a thread in the middle of native code may end the process: a batch is done in less. */
const MAX_WAIT_MS = 3_000

export class ExtractThread<Job, Answer> {
  readonly #worker: Worker
  readonly #ready: Promise<boolean>
  #isAlive = true
  #reason = 'it does not answer'
  #settleReady: (isReady: boolean) => void = () => undefined
  /** Done with the last batch. */
  #idle: Promise<void> = Promise.resolve()
  #settleIdle: () => void = () => undefined
  #settleAnswer: ((answers: readonly Answer[] | null) => void) | null = null

  constructor(url: URL) {
    this.#ready = new Promise(resolve => (this.#settleReady = resolve))
    this.#worker = new Worker(url, { resourceLimits: LIMITS })
    this.#worker.on('message', (message: FromExtractor<Answer>) => {
      if ('ready' in message) this.#settleReady(true)
      else {
        this.#settleIdle()
        this.#settle(message.answers)
      }
    })
    // they stay for as long as the thread lives: one may also end while it has nothing to do
    this.#worker.on('error', error => this.#lose(error instanceof Error ? error.message : String(error)))
    this.#worker.on('messageerror', error => this.#lose(error.message))
    this.#worker.on('exit', code => {
      this.#settleIdle()
      this.#lose(`it ended with code ${code}`)
    })
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  /** Why it ended. */
  get reason(): string {
    return this.#reason
  }

  /** False: it ended, or was not ready in time and was ended. */
  isReady(withinMs: number): Promise<boolean> {
    const timer = setTimeout(() => void this.end(), withinMs)
    return this.#ready.finally(() => clearTimeout(timer))
  }

  /** Null: it ended over the question, or was too slow and was ended. */
  ask(jobs: readonly Job[], withinMs: number): Promise<readonly Answer[] | null> {
    if (!this.#isAlive) return Promise.resolve(null)
    return new Promise(resolve => {
      const timer = setTimeout(() => void this.end(), withinMs)
      this.#settleAnswer = answers => {
        clearTimeout(timer)
        resolve(answers)
      }
      this.#idle = new Promise(settle => (this.#settleIdle = settle))
      this.#worker.postMessage(jobs)
    })
  }

  /** Whoever waits for it is told at once. */
  async end(): Promise<void> {
    this.#lose(this.#reason)
    await within(MAX_WAIT_MS, this.#idle)
    await within(MAX_END_MS, this.#worker.terminate())
  }

  #lose(reason: string): void {
    if (!this.#isAlive) return
    this.#isAlive = false
    this.#reason = reason
    this.#settleReady(false)
    this.#settle(null)
  }

  #settle(answers: readonly Answer[] | null): void {
    const settle = this.#settleAnswer
    this.#settleAnswer = null
    settle?.(answers)
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => (timer = setTimeout(resolve, ms)))
  await Promise.race([work, late])
  clearTimeout(timer)
}
