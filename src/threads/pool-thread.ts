/** One thread of a pool: what it was sent and has not answered, whether it hangs, and how it ends. It decides nothing about jobs. */
import { Worker, type ResourceLimits } from 'node:worker_threads'
import { asError } from '../errors.js'
import { isFromThread, receivedError, type FromThread, type Outcome, type ToThread } from './messages.js'

/** To end a thread inside native code may end the process: it is given time to come back from there. */
const GRACE_MS = 3_000
/** A thread that cannot be ended sits in code of a library; the program goes on without it. */
const MAX_END_MS = 5_000

export interface ThreadOptions {
  readonly worker: URL
  readonly data: unknown
  readonly limits: ResourceLimits | undefined
  readonly startMs: number
  /** That the jobs of one message may take. */
  readonly stallMs: number
}

export interface ThreadEvents<Batch> {
  ready(): void
  answered(batch: Batch, outcomes: readonly Outcome[]): void
  /** The thread lives on, but cannot send an answer to these jobs. */
  unsent(batch: Batch, reason: string): void
  /** Once: it is dead, or hangs and will be ended. `unanswered`: the first of them was under way, the others were not begun. */
  lost(reason: Error, unanswered: readonly Batch[]): void
}

export class PoolThread<Batch> {
  readonly #worker: Worker
  readonly #options: ThreadOptions
  readonly #events: ThreadEvents<Batch>
  readonly #sent: Batch[] = []
  readonly #exited: Promise<void>
  #timer: NodeJS.Timeout | null
  #isReady = false
  #isLost = false
  /** What was thrown in it; it ends soon. */
  #thrown: Error | null = null

  constructor(options: ThreadOptions, events: ThreadEvents<Batch>) {
    this.#options = options
    this.#events = events
    this.#worker = new Worker(options.worker, { workerData: options.data, resourceLimits: options.limits })
    this.#timer = this.#alarm(options.startMs, 'it did not start')
    this.#worker.on('message', (message: unknown) => this.#receive(message))
    this.#worker.on('error', error => (this.#thrown = asError(error)))
    this.#worker.on('messageerror', error => this.#lose(error))
    this.#exited = new Promise(resolve => {
      this.#worker.on('exit', code => {
        // not at `error`: all answers that the thread sent have arrived only now, so that the job under way is known
        this.#lose(this.#thrown ?? new Error(`its thread ended with exit code ${code}`))
        resolve()
      })
    })
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /** Messages that it has not answered; infinite where it takes none. */
  get load(): number {
    return this.#isReady && !this.#isLost && this.#thrown === null ? this.#sent.length : Infinity
  }

  /** Throws when the jobs cannot be copied. */
  send(jobs: readonly unknown[], batch: Batch): void {
    this.#post({ jobs })
    this.#sent.push(batch)
    if (this.#sent.length > 1) return
    this.#worker.ref()
    this.#timer?.refresh()
  }

  tell(told: unknown): void {
    this.#post({ told })
  }

  /** Resolves when it has ended, or cannot be ended. `lost` is not called any more. */
  async end(): Promise<void> {
    this.#isLost = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#worker.ref()
    this.#post({ close: true })
    if (!(await within(GRACE_MS, this.#exited))) {
      void this.#worker.terminate()
      await within(MAX_END_MS, this.#exited)
    }
    this.#worker.unref()
  }

  takeUnanswered(): readonly Batch[] {
    return this.#sent.splice(0)
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message)
  }

  #receive(message: unknown): void {
    if (this.#isLost) return
    if (isFromThread(message)) this.#hear(message)
    else this.#lose(new Error('its thread sent an unknown message'))
  }

  #hear(message: FromThread): void {
    if ('ready' in message) {
      this.#begin()
      return
    }
    if ('unstarted' in message) {
      this.#thrown = receivedError(message.unstarted)
      return
    }
    const batch = this.#sent.shift()
    if (batch === undefined) return
    if (this.#sent.length > 0) this.#timer?.refresh()
    else this.#worker.unref()
    if ('outcomes' in message) this.#events.answered(batch, message.outcomes)
    else this.#events.unsent(batch, message.unsent)
  }

  #begin(): void {
    this.#isReady = true
    // a thread without work keeps no process alive
    this.#worker.unref()
    if (this.#timer !== null) clearTimeout(this.#timer)
    const { stallMs } = this.#options
    this.#timer = this.#alarm(stallMs, `no answer within ${stallMs} ms`)
    this.#events.ready()
  }

  /** Goes off once; `refresh` sets it again. While a job is under way the thread itself keeps the process alive. */
  #alarm(ms: number, reason: string): NodeJS.Timeout | null {
    if (ms === Infinity) return null
    const ring = (): void => {
      if (!this.#isReady || this.#sent.length > 0) this.#lose(new Error(reason))
    }
    return setTimeout(ring, ms).unref()
  }

  #lose(reason: Error): void {
    if (this.#isLost) return
    this.#isLost = true
    this.#events.lost(reason, this.takeUnanswered())
  }
}

/** False: it took longer. */
async function within(ms: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>(resolve => (timer = setTimeout(resolve, ms, false)))
  const inTime = await Promise.race([work.then(() => true), late])
  clearTimeout(timer)
  return inTime
}
