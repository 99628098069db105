/**
 * Worker threads that analyse pages. A page that crashes or stalls its worker costs that page only: the worker is
 * replaced and the pages queued behind it are given to another one.
 */
import { Worker } from 'node:worker_threads'
import { LongtailError } from '../errors.js'
import type { Analysis, AnalysisJob, AnalysisOptions } from './analysis.js'

export interface ToWorker {
  readonly serial: number
  readonly job: AnalysisJob
}

export interface FromWorker {
  readonly serial: number
  readonly analysis: Analysis | null
  readonly error: string | null
}

interface Pending {
  readonly serial: number
  readonly job: AnalysisJob
  readonly resolve: (analysis: Analysis) => void
  readonly reject: (error: Error) => void
}

interface Member {
  readonly worker: Worker
  /** Sent and not yet answered, oldest first: the first is the one being worked on. */
  readonly sent: Pending[]
  ready: boolean
  stall: NodeJS.Timeout | null
}

export interface PoolOptions {
  readonly workers: number
  readonly stallMs: number
  /** Tests give a worker of their own; the product always uses analysis-worker.js. */
  readonly workerUrl?: URL
}

/** Enough to keep a worker busy while its last answer travels. */
const SENT_AHEAD = 3
/** A worker that cannot even start (a missing native module) must not be replaced for ever. */
const MAX_FAILED_STARTS = 3

export class AnalysisPool {
  private readonly members: Member[] = []
  private readonly waiting: Pending[] = []
  private serial = 0
  private failedStarts = 0
  private closed = false
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
      this.waiting.push({ serial: this.serial++, job, resolve, reject })
      this.dispatch()
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
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    })
    const member: Member = { worker, sent: [], ready: false, stall: null }
    worker.on('message', (answer: FromWorker) => this.receive(member, answer))
    worker.on('error', error => this.replace(member, error.message))
    worker.on('exit', () => this.replace(member, 'the analysis worker ended'))
    return member
  }

  private receive(member: Member, answer: FromWorker): void {
    if (answer.serial === -1) {
      member.ready = true
      this.failedStarts = 0
      return
    }
    const pending = member.sent.shift()
    if (pending === undefined || pending.serial !== answer.serial) return
    this.watch(member)
    this.dispatch()
    if (answer.analysis !== null) pending.resolve(answer.analysis)
    else pending.reject(analysisError(pending.job, answer.error ?? 'unknown'))
  }

  private dispatch(): void {
    for (let ahead = 1; ahead <= SENT_AHEAD && this.waiting.length > 0; ahead++) {
      for (const member of this.members) {
        if (this.waiting.length === 0) return
        if (member.sent.length >= ahead) continue
        const next = this.waiting.shift()
        if (next === undefined) return
        member.sent.push(next)
        member.worker.postMessage({ serial: next.serial, job: next.job } satisfies ToWorker)
        if (member.sent.length === 1) this.watch(member)
      }
    }
  }

  /** The clock of the page now being worked on. */
  private watch(member: Member): void {
    if (member.sent.length === 0) {
      if (member.stall !== null) clearTimeout(member.stall)
      member.stall = null
    } else if (member.stall !== null && member.ready) member.stall.refresh()
    else {
      if (member.stall !== null) clearTimeout(member.stall)
      member.stall = setTimeout(
        () => this.replace(member, `no answer within ${this.options.stallMs} ms`),
        this.options.stallMs,
      )
    }
  }

  private replace(member: Member, reason: string): void {
    const at = this.members.indexOf(member)
    if (this.closed || at === -1) return
    if (member.stall !== null) clearTimeout(member.stall)
    void member.worker.terminate()
    if (!member.ready && ++this.failedStarts >= MAX_FAILED_STARTS) {
      this.members.splice(at, 1)
      this.giveUp(reason, member)
      return
    }
    const [culprit, ...innocent] = member.sent
    // before it was ready no page can be to blame
    if (!member.ready && culprit !== undefined) innocent.unshift(culprit)
    else if (culprit !== undefined) culprit.reject(analysisError(culprit.job, reason))
    this.waiting.unshift(...innocent)
    this.members[at] = this.start()
    this.dispatch()
  }

  private giveUp(reason: string, member: Member): void {
    this.fatal = new LongtailError('E_ANALYSIS', `the analysis workers cannot start: ${reason}`)
    for (const pending of [...member.sent, ...this.waiting]) pending.reject(this.fatal)
    this.waiting.length = 0
  }
}

function analysisError(job: AnalysisJob, reason: string): LongtailError {
  return new LongtailError('E_ANALYSIS', `${job.exchange.url}: analysis failed: ${reason}`, 'skip')
}
