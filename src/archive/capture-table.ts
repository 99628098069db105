/**
 * Which captures an archive holds, in typed arrays: some 50 bytes for each, whatever its URL is.
 *
 * URLs and digests are known by 64-bit fingerprints; whoever reads a record compares its URL. `seal` decides, once all
 * captures are in, which one answers for a URL (the latest) and whose payload a revisit repeats (same digest, else the
 * response it names).
 */
import { hash } from 'node:crypto'

export interface Capture {
  readonly file: number
  readonly offset: number
  readonly length: number
}

export interface FoundCapture extends Capture {
  /** For a revisit, where its payload is. */
  readonly payload: Capture | null
}

/** Columns of a row; a fingerprint takes two. */
const KEY = 0
const DIGEST = 2
const REFERS_TO = 4
const FILE = 6
const LENGTH = 7
const IS_REVISIT = 8
const ROW = 9
const NONE = -1

export class CaptureTable {
  private rows = new Uint32Array(ROW * 1024)
  private offsets = new Float64Array(1024)
  private dates = new Float64Array(1024)
  private payloads = new Int32Array(0)
  private byUrl = new Slots(0)
  private readonly print = new Uint32Array(2)
  size = 0
  /** Revisits whose original is not here. */
  unresolved = 0

  /** `digest` and `refersTo` may be '': unknown. Call `seal` after the last one. */
  add(key: string, capture: Capture, dateMs: number, digest: string, isRevisit: boolean, refersTo: string): void {
    const index = this.size++
    if (index === this.offsets.length) this.grow()
    const at = index * ROW
    const { rows } = this
    this.setPrint(at + KEY, key)
    this.setPrint(at + DIGEST, digest)
    this.setPrint(at + REFERS_TO, refersTo)
    rows[at + FILE] = capture.file
    rows[at + LENGTH] = Math.min(capture.length, 0xffffffff)
    rows[at + IS_REVISIT] = isRevisit ? 1 : 0
    this.offsets[index] = capture.offset
    this.dates[index] = dateMs
  }

  seal(): void {
    const { rows, size, dates } = this
    const responses = new Slots(size)
    const digests = new Slots(size)
    for (let i = 0; i < size; i++) {
      const at = i * ROW
      if (rows[at + IS_REVISIT] === 1) continue
      responses.put(rows, KEY, i, dates)
      if (rows[at + DIGEST] !== 0 || rows[at + DIGEST + 1] !== 0) digests.put(rows, DIGEST, i, dates)
    }
    this.payloads = new Int32Array(size).fill(NONE)
    this.byUrl = new Slots(size)
    this.unresolved = 0
    for (let i = 0; i < size; i++) {
      const at = i * ROW
      if (rows[at + IS_REVISIT] === 1) {
        let payload = digests.find(rows, DIGEST, rows[at + DIGEST], rows[at + DIGEST + 1])
        if (payload === NONE) payload = responses.find(rows, KEY, rows[at + REFERS_TO], rows[at + REFERS_TO + 1])
        if (payload === NONE) {
          this.unresolved++
          continue
        }
        this.payloads[i] = payload
      }
      this.byUrl.put(rows, KEY, i, dates)
    }
  }

  /** The capture that answers for a URL; null when there is none. */
  find(key: string): FoundCapture | null {
    fingerprint(key, this.print, 0)
    const index = this.byUrl.find(this.rows, KEY, this.print[0], this.print[1])
    if (index === NONE) return null
    const { file, offset, length } = this.capture(index)
    const payload = this.payloads[index]
    return { file, offset, length, payload: payload === NONE ? null : this.capture(payload) }
  }

  private capture(index: number): Capture {
    const at = index * ROW
    return { file: this.rows[at + FILE], offset: this.offsets[index], length: this.rows[at + LENGTH] }
  }

  private setPrint(at: number, text: string): void {
    if (text === '') this.rows.fill(0, at, at + 2)
    else fingerprint(text, this.rows, at)
  }

  private grow(): void {
    const rows = new Uint32Array(this.rows.length * 2)
    rows.set(this.rows)
    this.rows = rows
    this.offsets = doubled(this.offsets)
    this.dates = doubled(this.dates)
  }
}

function doubled(column: Float64Array): Float64Array<ArrayBuffer> {
  const wider = new Float64Array(column.length * 2)
  wider.set(column)
  return wider
}

function fingerprint(text: string, out: Uint32Array, at: number): void {
  const digest = hash('sha1', text, 'hex')
  out[at] = parseInt(digest.slice(0, 8), 16)
  out[at + 1] = parseInt(digest.slice(8, 16), 16)
}

/** Open addressing: slots hold row numbers, keys stay in their rows. */
class Slots {
  private readonly slots: Int32Array
  private readonly mask: number

  constructor(size: number) {
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(8, size * 2)))
    this.slots = new Int32Array(capacity).fill(NONE)
    this.mask = capacity - 1
  }

  /** Of two rows with one key the later date stays; of equal dates the first. */
  put(rows: Uint32Array, column: number, index: number, dates: Float64Array): void {
    const slot = this.slotOf(rows, column, rows[index * ROW + column], rows[index * ROW + column + 1])
    const held = this.slots[slot]
    if (held === NONE || dates[index] > dates[held]) this.slots[slot] = index
  }

  find(rows: Uint32Array, column: number, high: number, low: number): number {
    return high === 0 && low === 0 ? NONE : this.slots[this.slotOf(rows, column, high, low)]
  }

  private slotOf(rows: Uint32Array, column: number, high: number, low: number): number {
    const { slots, mask } = this
    let slot = low & mask
    for (; slots[slot] !== NONE; slot = (slot + 1) & mask) {
      const at = slots[slot] * ROW + column
      if (rows[at] === high && rows[at + 1] === low) break
    }
    return slot
  }
}
