/**
 * The one pool of worker threads. Analysis, extraction, search, exports, simulation and graphs run on it.
 *
 *   run(job) ──▶ waiting, oldest first ──▶ a free thread, several jobs to a message ──▶ answer
 *
 * What goes wrong with a job costs that job: `run` rejects with one LongtailError that says which job it was, and all others are done.
 *
 *   the job throws                        that job fails; `cause` is what it threw
 *   the thread dies or hangs              what it was working on fails, another thread is started, what it had not begun runs there
 *   an answer or a job cannot be copied   that job fails
 *   one of these, several in a message    each is sent again alone, so that the one to blame fails alone
 *
 * A thread hangs when a message is not answered within `stallMs`. Threads are started when jobs wait for them, `threads` at most. One
 * that fails to start is tried again twice. After that the pool goes on with those it has. It gives up (every `run` rejects with
 * `failure`) when it has none, when its threads die over the first jobs without ever finishing one, or when a thread dies
 * whose state is needed (`keepsState`). No thread keeps the process alive while it has nothing to do.
 */
import type { ResourceLimits } from 'node:worker_threads'
import { asError, LongtailError, messageOf, type ErrorCode } from '../errors.js'
import { receivedError, type Outcome } from './messages.js'
import { PoolThread } from './pool-thread.js'

export interface ThreadPoolOptions<Job, Answer> {
  /** A file that calls `serveJobs`. */
  readonly worker: URL
  /** What threads are started with. */
  readonly data?: unknown
  readonly threads: number
  /** For messages: what is done with a job, as in "analysis", and the code of its failure. */
  readonly task: string
  readonly code: ErrorCode
  readonly nameOf: (job: Job) => string
  readonly isAnswer: (value: unknown) => value is Answer
  /** Waking a thread costs as much as a small job. One, unless given. */
  readonly jobsPerMessage?: number
  /** With two, the next message is there when a thread is done with one. One, unless given. */
  readonly messagesPerThread?: number
  /** Endless, unless given. */
  readonly stallMs?: number
  readonly limits?: ResourceLimits
  /** Jobs build on what those before them left in the thread: there is one thread, and nothing replaces it. */
  readonly keepsState?: boolean
}

const START_MS = 60_000
/** A thread that cannot start (a missing module, no memory) must not be started for ever. */
const MAX_FAILED_STARTS = 3
/** Before any job was finished. Afterwards threads are known to work, and it is the jobs that are to blame, however many. */
const MAX_FIRST_DEATHS = 10

interface Waiting<Job, Answer> {
  readonly job: Job
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
  /** It failed together with others. */
  isSuspect: boolean
}

export class ThreadPool<Job, Answer> {
  readonly #options: ThreadPoolOptions<Job, Answer>
  readonly #threads = new Set<PoolThread<Waiting<Job, Answer>[]>>()
  readonly #waiting: Waiting<Job, Answer>[] = []
  /** Threads that hung, on their way out. */
  readonly #ending = new Set<Promise<void>>()
  readonly #started: { resolve: () => void; reject: (error: Error) => void }[] = []
  #data: unknown
  #mostThreads: number
  #failedStarts = 0
  #firstDeaths = 0
  #hasFinished = false
  #isDispatching = false
  #failure: LongtailError | null = null
  #closing: Promise<void> | null = null

  constructor(options: ThreadPoolOptions<Job, Answer>) {
    this.#options = options
    this.#data = options.data
    this.#mostThreads = options.keepsState === true ? 1 : Math.max(1, options.threads)
  }

  /** Why no job is taken any more: the pool gave up, or was closed. */
  get failure(): LongtailError | null {
    return this.#failure
  }

  /** Starts all threads before there are jobs. Resolves with the first that is ready, rejects when the pool gives up. */
  start(): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure)
    while (this.#threads.size < this.#mostThreads) this.#add()
    if ([...this.#threads].some(({ isReady }) => isReady)) return Promise.resolve()
    return new Promise((resolve, reject) => this.#started.push({ resolve, reject }))
  }

  run(job: Job): Promise<Answer> {
    if (this.#failure !== null) return Promise.reject(this.#failure)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject, isSuspect: false })
      this.#dispatchSoon()
    })
  }

  /** For every thread, now and later: jobs that were not sent yet will find it told. Threads start with it instead of `data`. */
  tell(data: unknown): void {
    this.#data = data
    for (const thread of this.#threads) thread.tell(data)
  }

  /** What is under way is given up at once. Resolves when the threads have ended. */
  close(): Promise<void> {
    if (this.#closing !== null) return this.#closing
    const { code, task } = this.#options
    const failure = this.#failure ?? new LongtailError(code, `${task} was stopped`)
    for (const thread of this.#threads) this.#waiting.push(...thread.takeUnanswered().flat())
    this.#fail(failure)
    const ends = [...this.#threads].map(thread => thread.end())
    this.#closing = Promise.all([...ends, ...this.#ending]).then(() => undefined)
    return this.#closing
  }

  #add(): void {
    try {
      this.#threads.add(this.#thread())
    } catch (error) {
      // what it is to start with cannot be copied, or it is no file: another one would fail the same way
      this.#failedStarts = MAX_FAILED_STARTS
      this.#failStart(asError(error))
    }
  }

  #thread(): PoolThread<Waiting<Job, Answer>[]> {
    const { worker, limits, stallMs = Infinity } = this.#options
    const thread = new PoolThread<Waiting<Job, Answer>[]>(
      { worker, data: this.#data, limits, startMs: START_MS, stallMs },
      {
        ready: () => {
          this.#failedStarts = 0
          for (const { resolve } of this.#started.splice(0)) resolve()
          this.#dispatch()
        },
        answered: (batch, outcomes) => {
          this.#hasFinished = true
          this.#dispatchSoon()
          batch.forEach((each, i) => this.#settle(each, outcomes.at(i)))
        },
        unsent: (batch, reason) => {
          this.#blame(batch, new Error(`its answer cannot be sent: ${reason}`))
          this.#dispatchSoon()
        },
        lost: (reason, unanswered) => {
          this.#threads.delete(thread)
          const ending = thread.end().finally(() => this.#ending.delete(ending))
          this.#ending.add(ending)
          this.#replace(thread.isReady, reason, unanswered)
        },
      },
    )
    return thread
  }

  /** With several jobs to a message, after this turn of the event loop: jobs that come together travel together. */
  #dispatchSoon(): void {
    if ((this.#options.jobsPerMessage ?? 1) === 1) this.#dispatch()
    else if (!this.#isDispatching) {
      this.#isDispatching = true
      setImmediate(() => {
        this.#isDispatching = false
        this.#dispatch()
      })
    }
  }

  #dispatch(): void {
    if (this.#failure !== null) {
      this.#fail(this.#failure)
      return
    }
    const { jobsPerMessage = 1, messagesPerThread = 1 } = this.#options
    this.#fill(0)
    let starting = 0
    for (const thread of this.#threads) if (!thread.isReady) starting++
    const isWanted = (): boolean => this.#waiting.length > starting * jobsPerMessage
    for (; this.#threads.size < this.#mostThreads && isWanted(); starting++) this.#add()
    for (let load = 1; load < messagesPerThread; load++) this.#fill(load)
  }

  /** Sends to the threads that have so many messages to answer. */
  #fill(load: number): void {
    for (const thread of this.#threads) while (this.#waiting.length > 0 && thread.load === load) this.#send(thread)
  }

  #send(thread: PoolThread<Waiting<Job, Answer>[]>): void {
    const { jobsPerMessage = 1 } = this.#options
    const waiting = this.#waiting
    let end = 1
    if (!waiting[0].isSuspect) while (end < jobsPerMessage && end < waiting.length && !waiting[end].isSuspect) end++
    const batch = waiting.splice(0, end)
    const jobs = batch.map(({ job }) => job)
    try {
      thread.send(jobs, batch)
    } catch (error) {
      this.#blame(batch, new Error(`it cannot be sent to a thread: ${lossOf(error)}`))
    }
  }

  #settle({ job, resolve, reject }: Waiting<Job, Answer>, outcome: Outcome | undefined): void {
    if (outcome !== undefined && 'error' in outcome) reject(this.#failed(job, receivedError(outcome.error)))
    else if (outcome !== undefined && this.#options.isAnswer(outcome.answer)) resolve(outcome.answer)
    else reject(this.#failed(job, new Error('its answer was not as expected')))
  }

  #replace(wasReady: boolean, reason: Error, unanswered: readonly Waiting<Job, Answer>[][]): void {
    const [underWay = [], ...notBegun] = unanswered
    this.#waiting.unshift(...notBegun.flat())
    this.#blame(underWay, reason)
    if (!wasReady) this.#failStart(reason)
    else if (this.#options.keepsState === true) this.#giveUp('failed', reason)
    else if (!this.#hasFinished && underWay.length > 0 && ++this.#firstDeaths >= MAX_FIRST_DEATHS)
      this.#giveUp('crash in every job', reason)
    if (this.#waiting.length > 0) this.#dispatchSoon()
  }

  #failStart(reason: Error): void {
    if (++this.#failedStarts < MAX_FAILED_STARTS && !(reason instanceof LongtailError)) {
      if (this.#started.length > 0) this.#add()
      return
    }
    this.#mostThreads = this.#threads.size
    if (this.#mostThreads > 0) return
    if (reason instanceof LongtailError) this.#fail(reason)
    else this.#giveUp('cannot start', reason)
  }

  #blame(batch: readonly Waiting<Job, Answer>[], reason: Error): void {
    if (batch.length === 1) batch[0].reject(this.#failed(batch[0].job, reason))
    else {
      for (const each of batch) each.isSuspect = true
      this.#waiting.unshift(...batch)
    }
  }

  #giveUp(what: string, reason: Error): void {
    const { code, task } = this.#options
    const next = 'free some memory, or install Longtail again, and run the same command again'
    this.#fail(new LongtailError(code, `${task}: its threads ${what}: ${lossOf(reason)}: ${next}`))
  }

  #fail(failure: LongtailError): void {
    this.#failure = failure
    for (const { reject } of this.#started.splice(0)) reject(failure)
    for (const { reject } of this.#waiting.splice(0)) reject(failure)
  }

  #failed(job: Job, cause: Error): LongtailError {
    const { code, task, nameOf } = this.#options
    return new LongtailError(code, `${nameOf(job)}: ${task} failed: ${lossOf(cause)}`, 'skip', { cause })
  }
}

function lossOf(error: unknown): string {
  return isOutOfMemory(error) ? 'its thread ran out of memory' : messageOf(error)
}

export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
