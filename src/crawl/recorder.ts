/**
 * Writes archive and log so that a kill at any moment leaves them in step: the records of a page are in the WARC before
 * its line is in the log. At the next start whatever lies in the archive behind the last line of the log is cut off.
 */
import type { WarcWriter } from '../archive/index.js'
import type { CrawlDirectory } from '../collection/crawl-directory.js'
import type { WarcPlace } from '../collection/log/entry.js'
import { LineBuffer } from '../collection/log/line-buffer.js'
import { LogWriter } from '../collection/log/log-writer.js'
import type { LogPosition } from '../collection/log/read-log.js'
import { diskError } from '../disk/disk-error.js'
import { LongtailError } from '../errors.js'
import { steadyNow } from '../steady-clock.js'

const FLUSH_EVERY_MS = 200
/** What a power failure may cost: the pages of the last seconds are fetched again. */
const SYNC_EVERY_MS = 5000
/** Above this the crawl waits for the disk. */
const MAX_BUFFERED_BYTES = 32 * 1024 * 1024

/** Ready-made WARC records of one page; `cdx` is the index line of the first, as far as it is known before its place is. */
export interface Records {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly cdx?: string
}

export interface Syncable {
  sync(): void | Promise<void>
}

/** Brings what is on a private disk to where others find it. Lines are safe when they were shipped, together with what they speak of. */
export interface Shipper {
  /** Whether it is time to ship when somebody asks for it; what the recorder itself asks for is always shipped. */
  readonly isDue: boolean
  ship(): Promise<void>
  /** The open segment of the log was closed. */
  rolled(): void
}

export interface RecorderOptions {
  readonly onFailure: (error: LongtailError) => void
  readonly upkeep?: { readonly segmentBytes?: number }
  /** After which what was logged is written. */
  readonly flushMs?: number
  /** Asked before anything is written; throws when the files are another's by now. */
  readonly fence?: () => void
  /** Where the disk is private. */
  readonly shipper?: Shipper | null
}

export class Recorder {
  private lines = new LineBuffer()
  private buffered = 0
  private flushing: Promise<void> = Promise.resolve()
  private timer: NodeJS.Timeout | null = null
  private shipTimer: NodeJS.Timeout | null = null
  private lastSync = steadyNow()
  private sealed = false
  private closed = false
  private writtenLine: number
  /** Lines that are safe from a power failure; where the disk is private, from its loss. */
  syncedLine: number
  /** The first failure; nothing is written after it. */
  failure: LongtailError | null = null

  private constructor(
    private readonly log: LogWriter,
    private readonly logPath: string,
    private readonly warc: WarcWriter,
    private readonly scratch: Syncable | null,
    private readonly onFailure: (error: LongtailError) => void,
    private end: number,
    private line: number,
    private readonly fence: () => void,
    private readonly flushMs: number,
    private readonly shipper: Shipper | null,
  ) {
    this.syncedLine = this.writtenLine = line
  }

  /** `scratch` holds what lines of the log refer to, and is synced before them; `from` is where the log ends. */
  static async open(
    directory: CrawlDirectory,
    from: LogPosition,
    warc: WarcWriter,
    scratch: Syncable | null,
    { onFailure, upkeep, fence = () => {}, flushMs = FLUSH_EVERY_MS, shipper = null }: RecorderOptions,
  ): Promise<Recorder> {
    const log = await LogWriter.open(directory, upkeep?.segmentBytes)
    return new Recorder(log, directory.log, warc, scratch, onFailure, from.end, from.line, fence, flushMs, shipper)
  }

  /** Behind the last line that was given to `write`, whether it is on the disk or not. */
  get position(): LogPosition {
    return { end: this.end, line: this.line }
  }

  get isSealed(): boolean {
    return this.failure !== null || this.sealed
  }

  /** Appends records to the archive. The line that speaks of them comes next. */
  archive({ bytes, cdx }: Records): WarcPlace {
    const { file, offset } = this.warc.append(bytes, cdx)
    this.buffered += bytes.length
    return [file, offset, bytes.length]
  }

  /** Appends a line to the log. */
  write(line: string): void {
    const bytes = this.lines.add(line)
    this.buffered += bytes
    this.end += bytes
    this.line++
    this.timer ??= setTimeout(() => void this.flush(), this.flushMs)
  }

  /** What is buffered is still written, but nothing new is taken. */
  seal(): void {
    this.sealed = true
  }

  get isFull(): boolean {
    return this.buffered > MAX_BUFFERED_BYTES
  }

  flush(): Promise<void> {
    return this.inTurn(() => this.flushLines())
  }

  /** Everything that was written before the call is safe from a power failure. What must be shipped may wait for more: `syncedLine` tells. */
  sync(): Promise<void> {
    return this.inTurn(async () => {
      await this.flushLines()
      if (this.failure === null && !this.closed && this.shipper?.isDue !== false) await this.syncAll()
    })
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    this.flushing = this.flushing.then(work).catch((error: unknown) => this.fail(error))
    return this.flushing
  }

  private async flushLines(): Promise<void> {
    if (this.lines.isEmpty || this.failure !== null) return
    this.fence()
    const { line } = this
    const lines = this.lines.take()
    const bytes = this.buffered
    try {
      await this.warc.flush()
      await this.log.append(lines)
      this.writtenLine = line
      if (this.log.isLong) await this.roll()
      else if (steadyNow() - this.lastSync > SYNC_EVERY_MS) await this.syncAll()
      // nobody may write another line for a while
      else if (this.shipper !== null) this.shipTimer ??= setTimeout(() => void this.sync(), SYNC_EVERY_MS)
    } finally {
      this.buffered -= bytes
    }
  }

  private async syncAll(): Promise<void> {
    if (this.shipTimer !== null) clearTimeout(this.shipTimer)
    this.shipTimer = null
    this.lastSync = steadyNow()
    const line = this.writtenLine
    await this.warc.sync()
    await this.scratch?.sync()
    await this.log.sync()
    await this.shipper?.ship()
    this.syncedLine = line
  }

  /** A closed segment never speaks of anything that is not on the disk. */
  private async roll(): Promise<void> {
    await this.syncAll()
    await this.log.roll()
    this.shipper?.rolled()
  }

  private fail(error: unknown): void {
    if (this.failure !== null) return
    this.failure = error instanceof LongtailError ? error : diskError(this.logPath, error)
    this.onFailure(this.failure)
  }

  /** Everything written, the WARC closed and indexed, the log's last segment closed. */
  close(): Promise<void> {
    return this.inTurn(async () => {
      try {
        await this.flushLines()
        this.closed = true
        if (this.failure !== null) return
        this.fence()
        await this.syncAll()
        await this.warc.close()
        await this.log.roll()
      } finally {
        if (this.shipTimer !== null) clearTimeout(this.shipTimer)
        await this.warc.abandon()
        await this.log.close()
      }
    })
  }
}
