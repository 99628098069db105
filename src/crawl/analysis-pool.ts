/**
 * Worker threads that analyse pages, several per message: waking another thread costs as much as parsing a page.
 *
 * A page that crashes or stalls its worker costs that page only: the worker is replaced, and the pages it had are sent
 * again one by one, so that the one to blame is found out by failing alone.
 */
import { Worker } from 'node:worker_threads'
import { LongtailError } from '../errors.js'
import type { Analysis, AnalysisJob, AnalysisOptions } from './analysis.js'

export type Batch = readonly AnalysisJob[]

/** One per job of the batch, in order; null says that the worker has started. */
export type Answers = readonly (Analysis | { readonly error: string })[] | null

interface Pending {
  readonly job: AnalysisJob
  readonly resolve: (analysis: Analysis) => void
  readonly reject: (error: Error) => void
  /** A worker died over a batch with this page in it. */
  suspect: boolean
}

interface Member {
  readonly worker: Worker
  /** Batches sent and not yet answered, oldest first. */
  readonly sent: Pending[][]
  ready: boolean
  stall: NodeJS.Timeout | null
}

export interface PoolOptions {
  readonly workers: number
  /** A batch that takes longer than this has a page in it that never ends. */
  readonly stallMs: number
  /** Tests give a worker of their own; the product always uses analysis-worker.js. */
  readonly workerUrl?: URL
}

/** Larger batches save no more (bench/crawl), and make pages wait for each other. */
const MAX_BATCH = 8
/** One being worked on and one waiting, so that the worker need not wait for us. */
const MAX_SENT = 2
/** A worker that cannot even start (a missing native module) must not be replaced for ever. */
const MAX_FAILED_STARTS = 3

export class AnalysisPool {
  private readonly members: Member[] = []
  private waiting: Pending[] = []
  private failedStarts = 0
  private closed = false
  private dispatching = false
  private fatal: Error | null = null

  constructor(
    private readonly analysis: AnalysisOptions,
    private readonly options: PoolOptions,
  ) {
    for (let i = 0; i < options.workers; i++) this.members.push(this.start())
  }

  analyse(job: AnalysisJob): Promise<Analysis> {
    if (this.fatal !== null) return Promise.reject(this.fatal)
    return new Promise((resolve, reject) => {
      this.waiting.push({ job, resolve, reject, suspect: false })
      this.dispatchSoon()
    })
  }

  async close(): Promise<void> {
    this.closed = true
    await Promise.all(
      this.members.map(member => {
        if (member.stall !== null) clearTimeout(member.stall)
        return member.worker.terminate()
      }),
    )
  }

  private start(): Member {
    const worker = new Worker(this.options.workerUrl ?? new URL('./analysis-worker.js', import.meta.url), {
      workerData: this.analysis,
      resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 96 },
    })
    const member: Member = { worker, sent: [], ready: false, stall: null }
    worker.on('message', (answers: Answers) => this.receive(member, answers))
    worker.on('error', error => this.replace(member, error.message))
    worker.on('exit', () => this.replace(member, 'the analysis worker ended'))
    return member
  }

  private receive(member: Member, answers: Answers): void {
    if (answers === null) {
      member.ready = true
      this.failedStarts = 0
      return
    }
    const batch = member.sent.shift()
    if (batch === undefined) return
    this.watch(member)
    this.dispatchSoon()
    batch.forEach((pending, index) => {
      const answer = answers[index]
      if ('error' in answer) pending.reject(analysisError(pending.job, answer.error))
      else pending.resolve(answer)
    })
  }

  /** After this turn of the event loop, so that pages that arrive together travel together. */
  private dispatchSoon(): void {
    if (this.dispatching) return
    this.dispatching = true
    setImmediate(() => {
      this.dispatching = false
      this.dispatch()
    })
  }

  private dispatch(): void {
    if (this.closed) return
    for (let already = 0; already < MAX_SENT; already++) {
      for (const member of this.members) {
        if (this.waiting.length === 0) return
        if (member.sent.length === already && !isAlone(member)) this.send(member)
      }
    }
  }

  private send(member: Member): void {
    const suspect = this.waiting[0].suspect
    // a suspect travels alone, and nothing is sent behind it
    if (suspect && member.sent.length > 0) return
    const end = suspect ? 1 : batchEnd(this.waiting)
    const batch = this.waiting.slice(0, end)
    this.waiting = this.waiting.slice(end)
    member.sent.push(batch)
    member.worker.postMessage(batch.map(pending => pending.job) satisfies Batch)
    if (member.sent.length === 1) this.watch(member)
  }

  /** The clock of the batch now being worked on. */
  private watch(member: Member): void {
    if (member.stall !== null) clearTimeout(member.stall)
    member.stall = null
    if (member.sent.length === 0) return
    const { stallMs } = this.options
    member.stall = setTimeout(() => this.replace(member, `no answer within ${stallMs} ms`), stallMs)
  }

  private replace(member: Member, reason: string): void {
    const at = this.members.indexOf(member)
    if (this.closed || at === -1) return
    if (member.stall !== null) clearTimeout(member.stall)
    void member.worker.terminate()
    const pending = member.sent.flat()
    if (!member.ready && ++this.failedStarts >= MAX_FAILED_STARTS) {
      this.members.splice(at, 1)
      this.giveUp(reason, pending)
      return
    }
    // before the worker was ready no page can be to blame
    if (member.ready && pending.length === 1) pending.pop()?.reject(analysisError(member.sent[0][0].job, reason))
    for (const each of pending) each.suspect ||= member.ready
    this.waiting.unshift(...pending)
    this.members[at] = this.start()
    this.dispatchSoon()
  }

  private giveUp(reason: string, pending: readonly Pending[]): void {
    this.fatal = new LongtailError('E_ANALYSIS', `the analysis workers cannot start: ${reason}`)
    for (const each of [...pending, ...this.waiting]) each.reject(this.fatal)
    this.waiting = []
  }
}

function isAlone(member: Member): boolean {
  return member.sent.length > 0 && member.sent[0][0].suspect
}

function batchEnd(waiting: readonly Pending[]): number {
  let end = 0
  while (end < waiting.length && end < MAX_BATCH && !waiting[end].suspect) end++
  return end
}

function analysisError(job: AnalysisJob, reason: string): LongtailError {
  return new LongtailError('E_ANALYSIS', `${job.exchange.url}: analysis failed: ${reason}`, 'skip')
}
