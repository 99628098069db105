import type { GroupId, Persistent, StateFields } from '../contracts.js'
import { growAll, grownWords, tellAll } from '../growing-arrays.js'

/**
 * Which groups wait for which: `add(source, target)` while the source is undecided, `take(source)` one by one when it is
 * decided. Linked lists in typed arrays with a free list, because a crawl has hundreds of thousands of short ones.
 */
export class DeferredGroups implements Persistent {
  private first: Uint32Array = new Uint32Array(0) // by source: its newest entry, 0: none
  private readonly entries = { target: new Uint32Array(1), next: new Uint32Array(1) } // entry 0 is none
  private used = 1
  private free = 0

  persist(fields: StateFields): void {
    this.first = fields.array('first', this.first)
    tellAll(fields, this.entries)
    this.used = fields.number('used', this.used)
    this.free = fields.number('free', this.free)
  }

  reserve(groups: number): void {
    this.first = grownWords(this.first, groups)
  }

  add(source: GroupId, to: GroupId): void {
    const newest = this.first[source]
    if (newest !== 0 && this.entries.target[newest] === to) return // the links of one page come in runs
    const entry = this.free !== 0 ? this.free : this.used++
    if (entry === this.free) this.free = this.entries.next[entry]
    else growAll(this.entries, this.used)
    this.entries.target[entry] = to
    this.entries.next[entry] = newest
    this.first[source] = entry
  }

  /** Removes and returns one target of the source; -1 when there is none left. */
  take(source: GroupId): GroupId {
    const { target, next } = this.entries
    const entry = this.first[source]
    if (entry === 0) return -1
    this.first[source] = next[entry]
    next[entry] = this.free
    this.free = entry
    return target[entry]
  }
}
