/**
 * What the workers of a crawl tell each other: links, examples, reports and leases. An engine is transport. It may lose everything, repeat,
 * or deliver late; the logs of the partitions are the truth, and whatever is missing is sent again from there (live/outbox.ts).
 */
import type { LinksEntry } from '../collection/log/entry.js'
import type { Status } from '../collection/status.js'
import type { WaitingPage } from './price.js'

/** Links of one partition for another: entries for its log, in the order of the lines that they come from. */
export interface LinkBatch {
  readonly from: number
  readonly epoch: number
  /**
   * A line of the sender's log: what came from behind it in an earlier epoch does not count. Where this epoch begins, or, for a receiver that
   * has heard of none of the epochs before it, where the shortest of them began.
   */
  readonly base: number
  /** The last line that was sent before: one that has not come is missing. */
  readonly after: number
  readonly entries: readonly LinksEntry[]
}

/** The id of a delivery that came from a partition of the same worker: nobody waits for it to be acknowledged. */
export const NO_ENGINE = ''

export interface Delivery {
  readonly partition: number
  readonly id: string
  readonly batch: LinkBatch
}

/** What a page taught, and the partition that fetched it. */
export interface TaughtExample {
  readonly from: number
  readonly example: readonly number[]
}

/** How far the log of one partition has come in another. */
export type ReceivedLine = readonly [partition: number, epoch: number, line: number]

/** Where a partition stands. */
export interface PartReport {
  readonly partition: number
  readonly epoch: number
  /** Lines of its log. */
  readonly line: number
  /** Nothing is under way, waits for a host, or is still to be sent. */
  readonly isIdle: boolean
  /** How often it has looked for what came, and found all that there was. */
  readonly round: number
  readonly pages: number
  readonly relevant: number
  readonly bytes: number
}

/** What went from a partition to others, and what has come. */
export interface PartLines {
  readonly partition: number
  /** By other partition: the last line with something for it. */
  readonly sent: readonly (readonly [partition: number, line: number])[]
  readonly received: readonly ReceivedLine[]
}

export interface WorkerReport {
  readonly worker: string
  /** Counts the reports of the worker. */
  readonly number: number
  readonly parts: readonly PartReport[]
  /** Where the best pages of its ready hosts stand, best first, no more than it takes (price.ts). */
  readonly places: readonly WaitingPage[]
  /** Pages that it may ask for until its next report. */
  readonly takes: number
  readonly status: Status | null
  /** Of the same partitions, at the same moment. It is most of a report, and is read where it is needed. */
  readonly lines: () => readonly PartLines[]
}

/** What all workers have reported. */
export interface Board {
  readonly workers: readonly WorkerReport[]
  /** Why the run ends; '' while it goes on. */
  readonly stop: string
}

/** What a worker has fetched, and how much more it would like to. */
export interface PageWish {
  readonly worker: string
  readonly parts: readonly Pick<PartReport, 'partition' | 'pages' | 'relevant'>[]
  /** Pages under way and to be started next. */
  readonly pages: number
  readonly limits: { readonly pages: number; readonly relevant: number }
}

/** How full an engine is. */
export interface EngineFill {
  /** Batches that wait for the partitions that were asked for. */
  readonly batches: number
  /** Bytes of its memory, and how many it may use; 0: nobody says. */
  readonly used: number
  readonly bound: number
}

/** Of a host that several workers may ask. */
export interface HostTurn {
  readonly host: string
  readonly ms: number
  readonly holder: string
}

export interface Engine {
  /** Appends a batch to the stream of a partition. False: the stream is full. */
  send(to: number, batch: LinkBatch): Promise<boolean>
  /** What has come for these partitions since they were asked last. */
  collect(partitions: readonly number[]): Promise<Delivery[]>
  /** Everything up to this delivery is in the log of the partition, and safe. */
  acknowledge(partition: number, id: string): Promise<void>
  teach(worker: string, lessons: readonly TaughtExample[]): Promise<void>
  /** What others have taught since this was asked last; some of it may be missing. */
  lessons(worker: string): Promise<TaughtExample[]>
  exchange(report: WorkerReport): Promise<Board>
  /** How many pages may be under way or started, of those wished for: never more than the limits leave to this worker. */
  reserve(wish: PageWish): Promise<number>
  /** Takes or keeps a partition for the length of a lease. False: another worker has it. */
  claim(partition: number, worker: string): Promise<boolean>
  release(partition: number, worker: string): Promise<void>
  fill(partitions: readonly number[]): Promise<EngineFill>
  /**
   * Takes the turn of an address, for so long, and of a host there, which its holder may take again as long as nobody else has asked. Returns
   * 0, or in how many milliseconds both may be asked for again.
   */
  lockAddress(address: string, ms: number, host?: HostTurn): Promise<number>
  /** Ends the run for all workers. The first reason counts. */
  stop(reason: string): Promise<void>
  /** The worker leaves. */
  close(worker: string): Promise<void>
}
