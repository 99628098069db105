/**
 * Writes archive and log so that a kill at any moment leaves them in step: the records of a page are in the WARC before
 * its line is in the log. At the next start whatever lies in the archive behind the last line of the log is cut off.
 */
import { open, type FileHandle } from 'node:fs/promises'
import type { WarcWriter } from '../archive/index.js'
import { LongtailError } from '../errors.js'
import { diskError } from '../disk/disk-error.js'
import type { WarcPlace } from '../collection/crawl-log.js'

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
  sync(): void
}

export class Recorder {
  private lines: string[] = []
  private buffered = 0
  private flushing: Promise<void> = Promise.resolve()
  private timer: NodeJS.Timeout | null = null
  private lastSync = Date.now()
  private sealed = false
  /** The first failure; nothing is written after it. */
  failure: LongtailError | null = null

  private constructor(
    private readonly log: FileHandle,
    private readonly logPath: string,
    private readonly warc: WarcWriter,
    private readonly scratch: Syncable | null,
    private readonly onFailure: (error: LongtailError) => void,
  ) {}

  /** `scratch` holds what lines of the log refer to, and is synced before them. */
  static async open(
    logPath: string,
    warc: WarcWriter,
    scratch: Syncable | null,
    onFailure: (error: LongtailError) => void,
  ): Promise<Recorder> {
    return new Recorder(await open(logPath, 'a'), logPath, warc, scratch, onFailure)
  }

  /** Appends the records (if any) and the line that speaks of them. */
  record(records: Records | null, line: (place: WarcPlace | null) => string): void {
    if (this.failure !== null || this.sealed) return
    let place: WarcPlace | null = null
    if (records !== null) {
      const { bytes, cdx } = records
      const { file, offset } = this.warc.append(bytes, cdx)
      place = [file, offset, bytes.length]
      this.buffered += bytes.length
    }
    const text = line(place)
    this.lines.push(text)
    this.buffered += text.length
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_EVERY_MS)
  }

  /** What is buffered is still written, but nothing new is taken. */
  seal(): void {
    this.sealed = true
  }

  get isFull(): boolean {
    return this.buffered > MAX_BUFFERED_BYTES
  }

  flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    this.flushing = this.flushing.then(() => this.write())
    return this.flushing
  }

  private async write(): Promise<void> {
    if (this.lines.length === 0 || this.failure !== null) return
    const text = `${this.lines.join('\n')}\n`
    this.lines = []
    const bytes = this.buffered
    try {
      await this.warc.flush()
      await writeWhole(this.log, Buffer.from(text))
      if (Date.now() - this.lastSync > SYNC_EVERY_MS) await this.sync()
    } catch (error) {
      this.fail(error)
    }
    this.buffered -= bytes
  }

  private async sync(): Promise<void> {
    this.lastSync = Date.now()
    await this.warc.sync()
    this.scratch?.sync()
    await this.log.datasync()
  }

  private fail(error: unknown): void {
    this.failure = error instanceof LongtailError ? error : diskError(this.logPath, error)
    this.onFailure(this.failure)
  }

  /** Everything written, the WARC closed and indexed. */
  async close(): Promise<void> {
    await this.flush()
    try {
      if (this.failure === null) {
        await this.sync()
        await this.warc.close()
      }
    } catch (error) {
      this.fail(error)
    } finally {
      await this.log.close()
    }
  }
}

async function writeWhole(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length;) done += (await file.write(bytes, done)).bytesWritten
}
