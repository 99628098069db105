/** Runs a pass over all servers, on this thread or on several; the result is the same. */
import { Worker } from 'node:worker_threads'
import { LongtailError } from '../../errors.js'
import type { GeneratedColumns, Hooks, GeneratedRows } from './columns.js'
import { Labeller } from './label-pages.js'
import type { Plan } from './plan.js'
import { LinkWriter } from './write-links.js'

export type Pass =
  { readonly name: 'label' } | { readonly name: 'write'; readonly hooks: Hooks; readonly rows: GeneratedRows }

export interface Job {
  readonly pass: Pass
  /** First server of each piece of work, and one more entry. */
  readonly pieces: Uint32Array
  /** [0]: the next piece that nobody has taken. */
  readonly next: Int32Array
}

const PAGES_PER_PIECE = 32768

export function cutIntoPieces(plan: Plan): Uint32Array {
  const cuts = [0]
  const { firstPage, servers } = plan
  for (let s = 1; s < servers.count; s++) {
    if (firstPage[s] - firstPage[cuts[cuts.length - 1]] >= PAGES_PER_PIECE) cuts.push(s)
  }
  cuts.push(servers.count)
  const pieces = new Uint32Array(new SharedArrayBuffer(cuts.length * 4))
  pieces.set(cuts)
  return pieces
}

export function work(plan: Plan, columns: GeneratedColumns, job: Job, onPiece?: (done: number) => void): void {
  const { pass, pieces, next } = job
  const runner =
    pass.name === 'label' ? new Labeller(plan, columns) : new LinkWriter(plan, columns, pass.hooks, pass.rows)
  for (;;) {
    const piece = Atomics.add(next, 0, 1)
    if (piece + 1 >= pieces.length) return
    runner.run(pieces[piece], pieces[piece + 1])
    onPiece?.(piece + 1)
  }
}

export class Crew {
  private readonly workers: Worker[] = []

  constructor(
    private readonly plan: Plan,
    private readonly columns: GeneratedColumns,
    threads: number,
  ) {
    for (let i = 0; i < threads && threads > 1; i++) {
      this.workers.push(new Worker(new URL('./generate-worker.js', import.meta.url), { workerData: { plan, columns } }))
    }
  }

  async run(pass: Pass, onProgress?: (share: number) => void): Promise<void> {
    const pieces = cutIntoPieces(this.plan)
    const next = new Int32Array(new SharedArrayBuffer(4))
    const job: Job = { pass, pieces, next }
    const share = (): number => Math.min(1, Atomics.load(next, 0) / (pieces.length - 1))
    if (this.workers.length === 0) {
      work(this.plan, this.columns, job, () => onProgress?.(share()))
      return
    }
    const timer = setInterval(() => onProgress?.(share()), 250)
    try {
      await Promise.all(this.workers.map(worker => send(worker, job)))
    } finally {
      clearInterval(timer)
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map(worker => worker.terminate()))
  }
}

function send(worker: Worker, job: Job): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      worker.removeAllListeners('message')
      worker.removeAllListeners('error')
      worker.removeAllListeners('exit')
      end()
    }
    worker.once('message', () => settle(resolve))
    worker.once('error', error => settle(() => reject(error)))
    worker.once('exit', () =>
      settle(() => reject(new LongtailError('E_GRAPH', 'A thread that generates the graph ended early: run it again'))),
    )
    worker.postMessage(job)
  })
}
