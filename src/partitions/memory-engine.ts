/** An engine for workers of one process: no server, nothing to lose. */
import { steadyNow } from '../steady-clock.js'
import type {
  Board,
  Delivery,
  Engine,
  EngineFill,
  HostTurn,
  TaughtExample,
  LinkBatch,
  PageWish,
  WorkerReport,
} from './engine.js'

/** Batches of about a hundred links each. */
const MOST_WAITING = 1000
const MOST_LESSONS = 10_000

interface Stream {
  readonly waiting: Delivery[]
  /** Of these, how many were collected and not acknowledged. */
  collected: number
}

export class MemoryEngine implements Engine {
  private readonly streams = new Map<number, Stream>()
  private readonly taught = new Map<string, TaughtExample[]>()
  private readonly reports = new Map<string, WorkerReport>()
  private readonly holders = new Map<number, string>()
  private readonly granted = new Map<string, number>()
  private readonly counted = new Map<number, { readonly pages: number; readonly relevant: number }>()
  private readonly turns = new Map<string, number>()
  private readonly hostTurns = new Map<string, { readonly holder: string; readonly until: number }>()
  private stopped = ''
  private count = 0

  async send(to: number, batch: LinkBatch): Promise<boolean> {
    const stream = this.stream(to)
    if (stream.waiting.length >= MOST_WAITING) return false
    stream.waiting.push({ partition: to, id: String(++this.count), batch })
    return true
  }

  async collect(partitions: readonly number[]): Promise<Delivery[]> {
    return partitions.flatMap(partition => {
      const stream = this.stream(partition)
      const fresh = stream.waiting.slice(stream.collected)
      stream.collected = stream.waiting.length
      return fresh
    })
  }

  async acknowledge(partition: number, id: string): Promise<void> {
    const stream = this.stream(partition)
    const done = stream.waiting.findIndex(delivery => delivery.id === id) + 1
    stream.waiting.splice(0, done)
    stream.collected = Math.max(0, stream.collected - done)
  }

  async teach(worker: string, lessons: readonly TaughtExample[]): Promise<void> {
    for (const [other, list] of this.taught)
      if (other !== worker) list.push(...lessons.slice(0, Math.max(0, MOST_LESSONS - list.length)))
  }

  async lessons(worker: string): Promise<TaughtExample[]> {
    const lessons = this.taught.get(worker) ?? []
    this.taught.set(worker, [])
    return lessons
  }

  async exchange(report: WorkerReport): Promise<Board> {
    this.reports.set(report.worker, report)
    return { workers: [...this.reports.values()], stop: this.stopped }
  }

  async reserve({ worker, parts, pages, limits }: PageWish): Promise<number> {
    for (const { partition, ...counts } of parts) this.counted.set(partition, counts)
    let [fetched, relevant, others] = [0, 0, 0]
    for (const counts of this.counted.values()) {
      fetched += counts.pages
      relevant += counts.relevant
    }
    for (const [other, count] of this.granted) if (other !== worker) others += count
    const left = Math.min(limits.pages - fetched, limits.relevant - relevant) - others
    const granted = Math.max(0, Math.min(pages, left))
    this.granted.set(worker, granted)
    return granted
  }

  async claim(partition: number, worker: string): Promise<boolean> {
    const holder = this.holders.get(partition)
    if (holder !== undefined && holder !== worker) return false
    if (holder === undefined) this.stream(partition).collected = 0
    this.holders.set(partition, worker)
    return true
  }

  async release(partition: number, worker: string): Promise<void> {
    if (this.holders.get(partition) === worker) this.holders.delete(partition)
  }

  async fill(partitions: readonly number[]): Promise<EngineFill> {
    const batches = partitions.reduce((sum, partition) => sum + this.stream(partition).waiting.length, 0)
    return { batches, used: 0, bound: 0 }
  }

  async lockAddress(address: string, ms: number, host?: HostTurn): Promise<number> {
    const now = steadyNow()
    const other = host === undefined ? undefined : this.hostTurns.get(host.host)
    const isOthers = other !== undefined && other.until > now && other.holder !== host?.holder
    if (host !== undefined && isOthers) this.hostTurns.set(host.host, { holder: '', until: other.until })
    const until = Math.max(this.turns.get(address) ?? 0, isOthers ? other.until : 0)
    if (until > now) return until - now
    this.turns.set(address, now + ms)
    if (host !== undefined) this.hostTurns.set(host.host, { holder: host.holder, until: now + host.ms })
    return 0
  }

  async stop(reason: string): Promise<void> {
    if (this.stopped === '') this.stopped = reason
  }

  async close(worker: string): Promise<void> {
    for (const [partition, holder] of this.holders) if (holder === worker) this.holders.delete(partition)
    this.reports.delete(worker)
    this.granted.delete(worker)
    this.taught.delete(worker)
  }

  private stream(partition: number): Stream {
    const known = this.streams.get(partition)
    if (known !== undefined) return known
    const stream: Stream = { waiting: [], collected: 0 }
    this.streams.set(partition, stream)
    return stream
  }
}
