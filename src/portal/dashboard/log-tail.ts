/**
 * Reads a crawl's log once, from the beginning, and from then on only what was added to it. A log may have many gigabytes: it is
 * read in slices, with rests between them, so that readers of the portal do not wait for it; whoever looks meanwhile sees
 * how far it has come.
 */
import { open, type FileHandle } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { LiveSurvey } from './live-survey.js'

/** Some 2 ms of work: 1 GB takes 6 s of a processor (bench/dashboard-log.ts). */
const SLICE_BYTES = 256 * 1024
/** A page with ten thousand links has 2 MB; what is longer is no line of ours, and is passed over. */
const LONGEST_LINE = 16 * 1024 * 1024
const LINE_FEED = 10
/** Of a line of a log they hold a number or a digest: no other line ends like that. */
const SEAM_BYTES = 256
/** Behind it stand the links, which are most of a line and of no use here. Inside a JSON string its quotes would be escaped. */
const LINKS = Buffer.from(',"links":')

export class LogTail {
  survey = new LiveSurvey()
  private position = 0
  private size = 0
  private inode = 0
  /** The end of what was read. */
  private seam: Buffer = Buffer.alloc(0)
  private rest: Buffer[] = []
  private restLength = 0
  private isPassingOver = false
  private reading: Promise<void> | null = null

  constructor(private readonly path: string) {}

  /** How much of the log was read, 0 to 1. */
  get share(): number {
    return this.size === 0 ? 1 : Math.min(1, this.position / this.size)
  }

  /** Reads what is new; returns when that is done, or after `patienceMs`, whichever comes first. Never throws. */
  async follow(patienceMs: number): Promise<void> {
    this.reading ??= this.readOn().finally(() => (this.reading = null))
    const giveUp = new AbortController()
    try {
      await Promise.race([this.reading, sleep(patienceMs, undefined, { signal: giveUp.signal }).catch(() => {})])
    } finally {
      giveUp.abort()
    }
  }

  private async readOn(): Promise<void> {
    let file: FileHandle
    try {
      file = await open(this.path)
    } catch {
      return
    }
    try {
      const { size, ino } = await file.stat()
      if (ino !== this.inode || size < this.position || !(await this.goesOn(file))) this.forget(ino)
      this.size = size
      const slice = Buffer.allocUnsafe(SLICE_BYTES)
      while (this.position < size) {
        const { bytesRead } = await file.read(slice, 0, SLICE_BYTES, this.position)
        if (bytesRead === 0) break
        const before = performance.now()
        this.take(slice.subarray(0, bytesRead))
        this.position += bytesRead
        this.seam = Buffer.concat([this.seam, slice.subarray(Math.max(0, bytesRead - SEAM_BYTES), bytesRead)]).subarray(
          -SEAM_BYTES,
        )
        // half of the time at most goes into this; a process that wants to end does not wait for it
        if (this.position < size) await sleep(performance.now() - before, undefined, { ref: false })
      }
    } catch {
      // a disk that fails: what was read stays
    } finally {
      await file.close()
    }
  }

  /** A crawl that was killed cuts its log back before it goes on: then what was read last is not there any more. */
  private async goesOn(file: FileHandle): Promise<boolean> {
    const { seam } = this
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(seam.length),
      0,
      seam.length,
      this.position - seam.length,
    )
    return bytesRead === seam.length && buffer.equals(seam)
  }

  /** Another file has taken its place, or it was cut back: all is read again. */
  private forget(inode: number): void {
    this.survey = new LiveSurvey()
    this.inode = inode
    this.position = 0
    this.seam = Buffer.alloc(0)
    this.restLength = 0
    this.rest = []
    this.isPassingOver = false
  }

  private take(data: Buffer): void {
    let from = 0
    for (;;) {
      const end = data.indexOf(LINE_FEED, from)
      if (end === -1) break
      this.line(data.subarray(from, end))
      from = end + 1
    }
    if (from === data.length || this.isPassingOver) return
    this.restLength += data.length - from
    // copied: the slice is read into again
    if (this.restLength <= LONGEST_LINE) this.rest.push(Buffer.from(data.subarray(from)))
    else {
      this.isPassingOver = true
      this.rest = []
    }
  }

  private line(end: Buffer): void {
    const line = this.rest.length === 0 ? end : Buffer.concat([...this.rest, end])
    const isPassedOver = this.isPassingOver
    this.rest = []
    this.restLength = 0
    this.isPassingOver = false
    const entry = isPassedOver ? null : parse(line)
    if (entry === null) this.survey.damaged++
    else this.survey.add(entry)
  }
}

function parse(line: Buffer): Readonly<Record<string, unknown>> | null {
  const links = line.indexOf(LINKS)
  try {
    const text = links === -1 ? line.toString('utf8') : `${line.toString('utf8', 0, links)}}`
    const value: unknown = JSON.parse(text)
    return isRecord(value) && typeof value.t === 'string' ? value : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
