/**
 * What the words of links promise, learned online: words are hashed into a table of weights, and a link's log-odds are the
 * sum of its words' weights, divided by the root of their number so that long anchors do not shout. The words of a queued page
 * are remembered until it is fetched, which is when they teach something; the memory is bounded.
 */
import type { PageId, Persistent, StateFields, WordRows } from '../../contracts.js'
import { SparseLogistic } from '../../learn/index.js'
import { tellMap } from '../../state-collections.js'
import { grownWords } from '../../growing-arrays.js'

const SLOTS = 1 << 18
const MOST_WORDS = 40
/** About 100 MB. Beyond, words still order links, but fewer teach. */
const MOST_REMEMBERED = 1_000_000

export class LinkWordWeights implements Persistent {
  readonly model: SparseLogistic
  /** Where the words of a page lie: their number, then they. */
  private readonly remembered = new Map<PageId, number>()
  private pool: Uint32Array = new Uint32Array(1024)
  private end = 0
  /** Words of the pool that nobody remembers any more. */
  private forgotten = 0

  constructor(rate: number, caution: number) {
    this.model = new SparseLogistic({ active: MOST_WORDS, rate, caution })
  }

  persist(fields: StateFields): void {
    fields.part('model', this.model)
    tellMap(fields, 'remembered', this.remembered)
    this.pool = fields.array('pool', this.pool)
    this.end = fields.number('end', this.end)
    this.forgotten = fields.number('forgotten', this.forgotten)
  }

  /** Log-odds of link k of a row. */
  logit(rows: WordRows, k: number): number {
    const start = rows.starts[k]
    return this.sum(rows.hashes, start, Math.min(rows.starts[k + 1], start + MOST_WORDS))
  }

  /** The page stands in the queue because of this link. */
  remember(page: PageId, rows: WordRows, k: number): void {
    const start = rows.starts[k]
    const end = Math.min(rows.starts[k + 1], start + MOST_WORDS)
    if (end === start) return
    const before = this.remembered.get(page)
    if (before === undefined && this.remembered.size >= MOST_REMEMBERED) return
    if (before !== undefined) this.forgotten += 1 + this.pool[before]
    // where it lay is free now, and must not be moved when room is made
    this.remembered.delete(page)
    this.makeRoom(1 + end - start)
    const { pool } = this
    this.remembered.set(page, this.end)
    pool[this.end++] = end - start
    for (let i = start; i < end; i++) pool[this.end++] = rows.hashes[i]
  }

  /** The same for a queued page, by the words that it is remembered for. */
  logitOf(page: PageId): number {
    const at = this.remembered.get(page)
    return at === undefined ? 0 : this.sum(this.pool, at + 1, at + 1 + this.pool[at])
  }

  /** Makes the words of the page the example at hand, and forgets them. */
  fill(page: PageId): void {
    const slots: number[] = []
    this.tell(page, slots)
    this.fillFrom(slots, 0, slots.length)
  }

  /** Appends the words of the page, as hashes, and forgets them. */
  tell(page: PageId, into: number[]): void {
    const at = this.remembered.get(page)
    if (at === undefined) return
    const { pool } = this
    const count = pool[at]
    this.remembered.delete(page)
    this.forgotten += 1 + count
    for (let i = at + 1; i <= at + count; i++) into.push(pool[i] & (SLOTS - 1))
  }

  /** Makes `count` words that were told, from `start` on, the example at hand. */
  fillFrom(told: readonly number[], start: number, count: number): void {
    const { model } = this
    model.begin()
    const end = Math.min(told.length, start + Math.min(count, MOST_WORDS))
    const value = 1 / Math.sqrt(end - start)
    for (let i = start; i < end; i++) model.put(told[i] & (SLOTS - 1), value)
  }

  private sum(hashes: Uint32Array, start: number, end: number): number {
    const { model } = this
    let sum = 0
    for (let i = start; i < end; i++) sum += model.weight(hashes[i] & (SLOTS - 1))
    return end > start ? sum / Math.sqrt(end - start) : 0
  }

  /** At the end of the pool. When half of it is forgotten what is left moves together, else the pool grows. */
  private makeRoom(words: number): void {
    if (this.end + words <= this.pool.length) return
    if (2 * this.forgotten < this.end) {
      this.pool = grownWords(this.pool, this.end + words)
      return
    }
    const { pool, remembered } = this
    const kept = new Uint32Array(pool.length)
    let end = 0
    for (const [page, at] of remembered) {
      remembered.set(page, end)
      const next = at + 1 + pool[at]
      for (let i = at; i < next; i++) kept[end++] = pool[i]
    }
    this.pool = kept
    this.end = end
    this.forgotten = 0
    this.makeRoom(words)
  }
}
