/** The workers of a disturbed crawl, each as if on a machine of its own, and somebody who starts them again as systemd would. */
import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Random } from '../../src/demo/random.js'
import type { ClockJump } from '../endure/jumping-clock.js'
import type { WorkerOrder } from './worker.js'

const WORKER = fileURLToPath(new URL('worker.js', import.meta.url))
const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))
const UPKEEP = { segmentBytes: 20_000, checkpointMs: 500, checkpointLines: 3 }
const HOUR_MS = 3_600_000
/** A worker that has failed is started again after so long. */
const RESTART_MS = 1000

export interface CrewParts {
  readonly join: string
  readonly store: string
  readonly random: Random
  /** Whether each can have a name of its own for its machine. */
  readonly mayName: boolean
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export class Member {
  /** Null while it does not run. */
  child: ChildProcess | null = null
  isFrozen = false
  /** It said that the crawl is finished. */
  isDone = false
  /** When it is started again; Infinity: somebody else does that. */
  restartMs = RESTART_MS
  private jumps: readonly ClockJump[] = []

  constructor(
    readonly name: string,
    private readonly parts: CrewParts,
    private readonly onEnd: (member: Member, ended: Ended) => void,
  ) {}

  get pid(): number {
    return this.child?.pid ?? 0
  }

  get isWorking(): boolean {
    return this.child !== null && !this.isFrozen && !this.isDone
  }

  /** With a clock that is an hour off from the start, and set while it runs. */
  setClock(): void {
    const { random } = this.parts
    const byMs = random.chance(0.5) ? HOUR_MS : -HOUR_MS
    this.jumps = [
      { afterMs: 0, byMs },
      { afterMs: 3000 + random.below(3000), byMs: -2 * byMs },
    ]
  }

  start(): void {
    const { join, store, random, mayName } = this.parts
    const order: WorkerOrder = { join, store, upkeep: UPKEEP, jumps: this.jumps }
    // the command itself has neither checkpoints nor jumps in so short a time
    const isPlain = this.jumps.length === 0 && random.chance(0.3)
    const program = isPlain
      ? [MAIN, 'worker', '--join', join, '--store', store, '--json']
      : [WORKER, JSON.stringify(order)]
    const command = [process.execPath, ...program]
    const named = ['unshare', '-u', 'sh', '-c', 'hostname "$0" && exec "$@"', this.name, ...command]
    const [first, ...rest] = mayName ? named : command
    const child = spawn(first, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
    this.child = child
    this.jumps = []
    this.restartMs = RESTART_MS
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', text => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', text => (stderr += text))
    child.on('close', (code, signal) => {
      this.child = null
      this.isFrozen = false
      this.onEnd(this, { code, signal, stdout, stderr })
      if (!this.isDone && this.restartMs < Infinity) void this.startLater(this.restartMs)
    })
  }

  kill(restartMs: number): void {
    this.restartMs = restartMs
    this.child?.kill('SIGKILL')
  }

  /** Leaves, and comes back. */
  leave(restartMs: number): void {
    this.restartMs = restartMs
    this.child?.kill('SIGTERM')
  }

  async freeze(ms: number): Promise<void> {
    const { child } = this
    this.isFrozen = true
    child?.kill('SIGSTOP')
    await sleep(ms)
    child?.kill('SIGCONT')
    if (this.child === child) this.isFrozen = false
  }

  /** It is not started again. */
  async dismiss(): Promise<void> {
    this.isDone = true
    const { child } = this
    if (child === null) return
    const gone = new Promise(resolve => child.once('close', resolve))
    child.kill('SIGKILL')
    await gone
  }

  private async startLater(ms: number): Promise<void> {
    await sleep(ms)
    if (!this.isDone && this.child === null) this.start()
  }
}
