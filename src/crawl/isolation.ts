/**
 * Requests that may end the process that makes them, made in another one, one at a time. What that process dies of is known for sure,
 * as its parent is told: a kill of the crawler itself proves nothing.
 */
import { fork, type ChildProcess } from 'node:child_process'
import type { FetchFailure, FetchOutcome } from '../contracts.js'
import { steadyNow } from '../steady-clock.js'
import { hasFields } from '../threads/messages.js'
import type { IsolatedRequest, IsolatedSettings } from './isolated-process.js'

/** How somebody from outside ends a process: no sign of a crash. */
const KILLS = new Set<NodeJS.Signals | null>(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'])
/** Past the request's own time. */
const PATIENCE_MS = 10_000

export class Isolation {
  private child: ChildProcess | null = null
  private ready = false
  private busy = false

  constructor(
    private readonly settings: IsolatedSettings,
    private readonly timeoutMs: number,
    private readonly program = new URL('./isolated-process.js', import.meta.url),
  ) {}

  /** Starts the process where there is none: nothing is suspected of what happens meanwhile. */
  get isReady(): boolean {
    this.child ??= this.start()
    return this.ready && !this.busy
  }

  /** `address`: the one to ask, null where others choose it. */
  async fetch(url: string, address: string | null): Promise<FetchOutcome> {
    if (!this.isReady)
      return {
        ...failed(url),
        code: 'E_FETCH_LATER',
        message: 'another page is being fetched by a separate process',
        notBefore: steadyNow() + 200,
      }
    this.busy = true
    try {
      return await this.ask({ url, address })
    } finally {
      this.busy = false
    }
  }

  close(): void {
    this.child?.kill('SIGKILL')
    this.child = null
    this.ready = false
  }

  private ask(request: IsolatedRequest): Promise<FetchOutcome> {
    const { url } = request
    const startedAt = Date.now()
    const child = (this.child ??= this.start())
    return new Promise(resolve => {
      const fail = (failure: Pick<FetchFailure, 'code' | 'message' | 'consequence'>): void => {
        done({ ok: false, url, startedAt, fetchMs: Math.max(0, Date.now() - startedAt), ...failure })
      }
      const onExit = (code: number | null, signal: NodeJS.Signals | null): void => {
        if (KILLS.has(signal)) fail({ code: 'E_FETCH_ABORTED', message: `ended by ${signal}`, consequence: 'retry' })
        else {
          const message = `the crawler crashed twice while it fetched this page, and a separate process crashed, too (${signal ?? `exit code ${code}`})`
          fail({ code: 'E_FETCH_CRASHED', message, consequence: 'skip' })
        }
      }
      const onMessage = (message: unknown): void => {
        if (isOutcome(message)) done(message)
      }
      const timer = setTimeout(() => {
        this.close()
        fail({ code: 'E_FETCH_TIMEOUT', message: 'no answer in time', consequence: 'retry' })
      }, this.timeoutMs + PATIENCE_MS)
      const done = (outcome: FetchOutcome): void => {
        clearTimeout(timer)
        child.off('exit', onExit).off('message', onMessage)
        resolve(outcome)
      }
      child.on('exit', onExit).on('message', onMessage)
      // a process that is gone already is told of by its exit
      child.send(request, () => undefined)
    })
  }

  private start(): ChildProcess {
    const child = fork(this.program, {
      // some of what ends a process does so when memory is collected
      execArgv: ['--expose-gc'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.on('error', () => undefined)
    child.once('exit', () => {
      if (this.child !== child) return
      this.child = null
      this.ready = false
    })
    child.once('message', () => (this.ready = true))
    child.send(this.settings, () => undefined)
    return child
  }
}

function failed(url: string): Omit<FetchFailure, 'code' | 'message'> {
  return { ok: false, url, startedAt: Date.now(), fetchMs: 0, consequence: 'retry' }
}

const isOutcome = hasFields<FetchOutcome>('ok', 'url', 'startedAt')
