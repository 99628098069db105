/**
 * Which captures an archive holds, in typed arrays: some 60 bytes for each, whatever its URL is.
 *
 * URLs and digests are known by 64-bit fingerprints; whoever reads a record compares its URL. `seal` decides, once all
 * captures are in, which one answers for a URL (the latest) and whose payload a revisit repeats (revisit.ts).
 */
import { hash } from 'node:crypto'
import { grownDoubles, grownWords } from '../growing-arrays.js'
import { digestKind, findOriginal, type Candidate } from './revisit.js'

export interface Capture {
  readonly file: number
  readonly offset: number
  readonly length: number
}

export interface FoundCapture extends Capture {
  /** For a revisit, where its payload is. */
  readonly payload: Capture | null
}

/** What a capture is besides its place. `key` and `refersTo` are URLs in one form; '' for what is not known, 0 for a date. */
export interface CaptureFacts {
  readonly key: string
  readonly at: number
  readonly digest: string
  /** Of a revisit: how it names its original. */
  readonly revisit: { readonly refersTo: string; readonly originalAt: number } | null
}

/** Columns of a row; a fingerprint takes two. */
const KEY = 0
const DIGEST = 2
const REFERS_TO = 4
const FILE = 6
const LENGTH = 7
const IS_REVISIT = 8
const DIGEST_KIND = 9
const ROW = 10
const NONE = -1

interface Row extends Candidate {
  readonly index: number
}

export class CaptureTable {
  private rows = new Uint32Array(ROW * 1024)
  private offsets = new Float64Array(1024)
  private dates = new Float64Array(1024)
  private originalDates = new Float64Array(1024)
  private payloads = new Int32Array(0)
  private byUrl = new Slots(0)
  private readonly kinds: string[] = ['']
  private readonly print = new Uint32Array(2)
  size = 0
  /** Revisits whose original is not here. */
  unresolved = 0

  /** Call `seal` after the last one. Returns its number. */
  add({ key, at: dateMs, digest, revisit }: CaptureFacts, capture: Capture): number {
    const index = this.size++
    if (index === this.offsets.length) this.grow()
    const at = index * ROW
    const { rows } = this
    this.setPrint(at + KEY, key)
    this.setPrint(at + DIGEST, digest)
    this.setPrint(at + REFERS_TO, revisit?.refersTo ?? '')
    rows[at + FILE] = capture.file
    rows[at + LENGTH] = Math.min(capture.length, 0xffffffff)
    rows[at + IS_REVISIT] = revisit === null ? 0 : 1
    rows[at + DIGEST_KIND] = digest === '' ? 0 : this.kindOf(digest)
    this.offsets[index] = capture.offset
    this.dates[index] = dateMs
    this.originalDates[index] = revisit?.originalAt ?? 0
    return index
  }

  seal(): void {
    const { rows, size, dates } = this
    const isLater = (one: number, other: number): boolean => dates[one] > dates[other]
    const isEarlier = (one: number, other: number): boolean => dates[one] < dates[other]
    const responses = new Slots(size)
    const digests = new Slots(size)
    /** By response: the one of the same URL that was added before it. */
    const before = new Int32Array(size).fill(NONE)
    for (let i = 0; i < size; i++) {
      if (rows[i * ROW + IS_REVISIT] === 1) continue
      before[i] = responses.put(rows, KEY, i, () => true)
      if (rows[i * ROW + DIGEST_KIND] !== 0) digests.put(rows, DIGEST, i, isEarlier)
    }
    const candidates = {
      ofUri: (uri: string) => this.chain(responses.find(rows, KEY, ...printIn(uri)), before),
      ofDigest: (digest: string) => {
        const found = digests.find(rows, DIGEST, ...printIn(digest))
        return found === NONE ? null : this.row(found)
      },
    }
    this.payloads = new Int32Array(size).fill(NONE)
    this.byUrl = new Slots(size)
    this.unresolved = 0
    for (let i = 0; i < size; i++) {
      if (rows[i * ROW + IS_REVISIT] === 1) {
        const { at, digest } = this.row(i)
        const uri = this.textOf(i * ROW + REFERS_TO)
        const original = findOriginal({ at, digest, uri, originalAt: this.originalDates[i] }, candidates)
        if (original === null) {
          this.unresolved++
          continue
        }
        this.payloads[i] = original.index
      }
      this.byUrl.put(rows, KEY, i, isLater)
    }
  }

  /** The capture that answers for a URL; null when there is none. */
  find(key: string): FoundCapture | null {
    fingerprint(key, this.print, 0)
    const index = this.byUrl.find(this.rows, KEY, this.print[0], this.print[1])
    return index === NONE ? null : this.at(index)
  }

  /** By its number. Of a revisit without an original there is no payload. */
  at(index: number): FoundCapture {
    const { file, offset, length } = this.capture(index)
    const payload = this.payloads[index]
    return { file, offset, length, payload: payload === NONE ? null : this.capture(payload) }
  }

  private *chain(last: number, before: Int32Array): Generator<Row> {
    for (let index = last; index !== NONE; index = before[index]) yield this.row(index)
  }

  /** Digests as far as they can be told from each other: algorithm and fingerprint. */
  private row(index: number): Row {
    const at = index * ROW
    const kind = this.kinds[this.rows[at + DIGEST_KIND]]
    return { index, at: this.dates[index], digest: kind === '' ? '' : `${kind}:${this.textOf(at + DIGEST)}` }
  }

  private textOf(at: number): string {
    return `${this.rows[at]} ${this.rows[at + 1]}`
  }

  private kindOf(digest: string): number {
    const kind = digestKind(digest)
    const known = this.kinds.indexOf(kind)
    return known === -1 ? this.kinds.push(kind) - 1 : known
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
    this.rows = grownWords(this.rows, this.rows.length * 2)
    this.offsets = grownDoubles(this.offsets, this.offsets.length * 2)
    this.dates = grownDoubles(this.dates, this.dates.length * 2)
    this.originalDates = grownDoubles(this.originalDates, this.originalDates.length * 2)
  }
}

function fingerprint(text: string, out: Uint32Array, at: number): void {
  const digest = hash('sha1', text, 'hex')
  out[at] = parseInt(digest.slice(0, 8), 16)
  out[at + 1] = parseInt(digest.slice(8, 16), 16)
}

/** A fingerprint that `textOf` wrote, algorithm left out. */
function printIn(text: string): [high: number, low: number] {
  const [high, low] = text.slice(text.lastIndexOf(':') + 1).split(' ')
  return [Number(high), Number(low)]
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

  /** Of two rows with one key the better one stays; of equal ones the first. Returns the one that was there before. */
  put(rows: Uint32Array, column: number, index: number, isBetter: (one: number, other: number) => boolean): number {
    const slot = this.slotOf(rows, column, rows[index * ROW + column], rows[index * ROW + column + 1])
    const held = this.slots[slot]
    if (held === NONE || isBetter(index, held)) this.slots[slot] = index
    return held
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
