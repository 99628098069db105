/**
 * Which earlier page has nearly the same text? An index of simhashes with bounded memory.
 *
 * Within 7 of 64 bits counts as the same. On webkb (7,274 texts, 26 million pairs) all 93 pairs within 7 bits share
 * most of their word shingles (91 of them 70 % or more); at 8 bits the first unrelated ones appear, and unrelated texts
 * differ in 32 ± 4.
 *
 * Seven also suits the index: of four bands of 16 bits, seven differences leave one with at most one. So each band has
 * a table by its value, and a search asks the value itself and its 16 neighbours: 68 short rows, each in one or two
 * lines of the processor's cache. A full row forgets its oldest text. Memory is 3.1 MB per 65,536 texts, allocated at
 * once.
 */
import type { Persistent, StateFields } from '../../contracts.js'
import { setBits } from '../../set-bits.js'

const MAX_DISTANCE = 7
const BANDS = 4
const BAND_VALUES = 1 << 16
const FIELDS = 3 // high, low, id

export class NearDuplicates implements Persistent {
  /** Texts per row. */
  private readonly width: number
  private readonly rows: Uint32Array
  /** Texts ever put into a row; `& 255` would do for the place, but how full it is matters too. */
  private readonly counts = new Uint32Array(BANDS * BAND_VALUES)

  /** `capacity`: how many texts are remembered, about. */
  constructor(capacity = 1 << 19) {
    this.width = Math.max(1, Math.round(capacity / BAND_VALUES))
    this.rows = new Uint32Array(BANDS * BAND_VALUES * this.width * FIELDS)
  }

  /** The number of an earlier text that is nearly the same, or -1. 0, 0 (too short to compare) is like nothing. */
  find(high: number, low: number): number {
    if (high === 0 && low === 0) return -1
    for (let flip = 0; flip <= 16; flip++) {
      // the value itself, then with one bit changed
      const bit = (1 << flip) >> 1
      for (let band = 0; band < BANDS; band++) {
        const twin = this.search(band * BAND_VALUES + (bandOf(high, low, band) ^ bit), high, low)
        if (twin !== -1) return twin
      }
    }
    return -1
  }

  /** Remembers a text by its number. One that has a twin need not be: copies are all copies of the first. */
  add(high: number, low: number, id: number): void {
    if (high === 0 && low === 0) return
    for (let band = 0; band < BANDS; band++) this.store(band * BAND_VALUES + bandOf(high, low, band), high, low, id)
  }

  /** The number of an earlier twin; where there is none, -1, and this text is remembered. */
  findOrAdd(high: number, low: number, id: number): number {
    const twin = this.find(high, low)
    if (twin === -1) this.add(high, low, id)
    return twin
  }

  /** Only rows that hold something: of most crawls they are few. */
  persist(fields: StateFields): void {
    const length = this.width * FIELDS
    const { rows, counts } = this
    const used = fields.array('used', fields.isLoading ? new Uint32Array(0) : this.usedRows())
    const usedCounts = fields.array(
      'used-counts',
      Uint32Array.from(used, row => counts[row]),
    )
    const texts = new Uint32Array(used.length * length)
    used.forEach((row, i) => texts.set(rows.subarray(row * length, (row + 1) * length), i * length))
    const saved = fields.array('texts', texts)
    if (!fields.isLoading) return
    used.forEach((row, i) => {
      counts[row] = usedCounts[i]
      rows.set(saved.subarray(i * length, (i + 1) * length), row * length)
    })
  }

  private usedRows(): Uint32Array<ArrayBuffer> {
    const used: number[] = []
    this.counts.forEach((count, row) => {
      if (count > 0) used.push(row)
    })
    return Uint32Array.from(used)
  }

  private search(row: number, high: number, low: number): number {
    const { rows, width } = this
    const start = row * width * FIELDS
    const end = start + Math.min(this.counts[row], width) * FIELDS
    for (let at = start; at < end; at += FIELDS) {
      if (setBits(high ^ rows[at]) + setBits(low ^ rows[at + 1]) <= MAX_DISTANCE) return rows[at + 2]
    }
    return -1
  }

  private store(row: number, high: number, low: number, id: number): void {
    const at = (row * this.width + (this.counts[row]++ % this.width)) * FIELDS
    this.rows[at] = high
    this.rows[at + 1] = low
    this.rows[at + 2] = id
  }
}

function bandOf(high: number, low: number, band: number): number {
  const half = band < 2 ? low : high
  return (band & 1) === 0 ? half & 0xffff : half >>> 16
}
