/**
 * Which groups wait for which: `add(source, target)` while the source is undecided, `take(source)` one by one when it is
 * decided. Linked lists in typed arrays with a free list, because a crawl has hundreds of thousands of short ones.
 */
import type { GroupId, Persistent } from '../contracts.js'
import { grownWords } from '../grown.js'

export interface DeferredGroups extends Persistent {
  reserve(groups: number): void
  add(source: GroupId, target: GroupId): void
  /** Removes and returns one target of the source; -1 when there is none left. */
  take(source: GroupId): GroupId
}

export function createDeferredGroups(): DeferredGroups {
  let first: Uint32Array = new Uint32Array(0) // by source: its newest entry, 0: none
  let target: Uint32Array = new Uint32Array(1) // by entry; entry 0 is none
  let next: Uint32Array = new Uint32Array(1)
  let used = 1
  let free = 0

  return {
    persist(fields) {
      first = fields.array('first', first)
      target = fields.array('target', target)
      next = fields.array('next', next)
      used = fields.number('used', used)
      free = fields.number('free', free)
    },
    reserve(groups) {
      first = grownWords(first, groups)
    },
    add(source, to) {
      const newest = first[source]
      if (newest !== 0 && target[newest] === to) return // the links of one page come in runs
      const entry = free !== 0 ? free : used++
      if (entry === free) free = next[free]
      target = grownWords(target, used)
      next = grownWords(next, used)
      target[entry] = to
      next[entry] = newest
      first[source] = entry
    },
    take(source) {
      const entry = first[source]
      if (entry === 0) return -1
      first[source] = next[entry]
      next[entry] = free
      free = entry
      return target[entry]
    },
  }
}
