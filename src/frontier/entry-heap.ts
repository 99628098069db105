import type { GroupId, PageId, Persistent, StateFields } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { grownDoubles } from '../growing-arrays.js'
import type { BlockStore, BlockColumn } from './columns.js'
import { GROUP_WORDS, ROOT, ROOT_CHILD, ROOT_LEVEL, ROOT_PAGE, type GroupTable } from './group-table.js'

/**
 * The queued pages of each group: heaps ordered by (level, age) whose nodes are records of one column, in order of offer,
 * so that an entry's number is its age. Made for disks:
 * - the root of each heap is kept in the group's record, so an offer writes only its own record, at the end of the column
 *   (unless it beats the root, whose record is then brought up to date);
 * - taking the root sorts its children and hangs each below the one before. The usual pairing would visit O(log n) records,
 *   scattered over the file, at every take; after the sort the next takes find one child each.
 *
 * Both costs are amortised: a list of n children is sorted once, by whoever takes first.
 */
export const ENTRY_WORDS = 4
const PAGE = 0
const LEVEL = 1
const CHILD = 2
const SIBLING = 3

/** Keys are level × 2^32 + entry: exact in a double, and `>>> 0` gives the entry back. */
const LEVEL_UNIT = 0x1_0000_0000
const MAX_ENTRY = 0xffff_ffff

/** Children sorted at a time: bounds memory, and the blocks they lie in fit into the cache together (at most 16 MB). */
const CHUNK = 4096
/** Up to here insertion beats the call into the runtime's sort. */
const FEW = 24

export class EntryHeap implements Persistent {
  private last = 0
  private readonly keys = new Float64Array(CHUNK)
  private heads = new Float64Array(16)

  constructor(
    private readonly store: BlockStore,
    private readonly entries: BlockColumn,
    private readonly groups: GroupTable,
  ) {}

  persist(fields: StateFields): void {
    this.last = fields.number('last', this.last)
  }

  /** Entries so far. */
  get count(): number {
    return this.last
  }

  /** The number of a new entry, younger than all others, which is not in any heap yet. */
  next(): number {
    if (this.last === MAX_ENTRY) throw new LongtailError('E_FRONTIER', 'more than 4,294,967,295 offers in one crawl')
    return ++this.last
  }

  /** Puts an entry into the heap of its group; it must not be in it. */
  insert(group: GroupId, entry: number, page: PageId, level: number): void {
    const { records } = this.groups
    const at = group * GROUP_WORDS
    const root = records[at + ROOT]
    const rootLevel = records[at + ROOT_LEVEL]
    let sibling = 0
    if (root === 0 || level < rootLevel || (level === rootLevel && entry < root)) {
      if (root !== 0) {
        const old = this.entries.write(root)
        const { words } = this.store
        words[old + CHILD] = records[at + ROOT_CHILD]
        words[old + SIBLING] = 0
      }
      records[at + ROOT] = entry
      records[at + ROOT_LEVEL] = level
      records[at + ROOT_PAGE] = page
      records[at + ROOT_CHILD] = root
    } else {
      sibling = records[at + ROOT_CHILD]
      records[at + ROOT_CHILD] = entry
    }
    const offset = this.entries.write(entry)
    const { words } = this.store
    words[offset + PAGE] = page
    words[offset + LEVEL] = level
    words[offset + CHILD] = 0
    words[offset + SIBLING] = sibling
  }

  /** Removes the root of the group's heap; the new root may be stale, which is for the caller to find out. */
  pop(group: GroupId): void {
    const at = group * GROUP_WORDS
    const root = this.join(this.groups.records[at + ROOT_CHILD])
    const { records } = this.groups
    records[at + ROOT] = root
    if (root === 0) return
    const offset = this.entries.read(root)
    const { words } = this.store
    records[at + ROOT_LEVEL] = words[offset + LEVEL]
    records[at + ROOT_PAGE] = words[offset + PAGE]
    records[at + ROOT_CHILD] = words[offset + CHILD]
  }

  close(): void {
    this.entries.close()
  }

  /** Makes one heap of a list of siblings and returns its root; 0 for an empty list. */
  private join(first: number): number {
    const { keys, entries } = this
    let heads = 0
    let next = first
    while (next !== 0) {
      // From the back, as lists run from young to old: equal levels then come out sorted.
      let from = CHUNK
      while (next !== 0 && from > 0) {
        const offset = entries.read(next)
        const { words } = this.store
        keys[--from] = words[offset + LEVEL] * LEVEL_UNIT + next
        next = words[offset + SIBLING]
      }
      if (heads === 0 && next === 0 && from === CHUNK - 1) return first
      sort(keys, from, CHUNK)
      this.chain(keys, from, CHUNK)
      if (heads === 0 && next === 0) return keys[from] >>> 0
      if (heads === this.heads.length) this.heads = grownDoubles(this.heads, heads * 2)
      this.heads[heads++] = keys[from]
    }
    if (heads === 0) return 0
    sort(this.heads, 0, heads)
    this.chain(this.heads, 0, heads)
    return this.heads[0] >>> 0
  }

  /** Hangs each entry of a sorted run below the one before it, as its first child. */
  private chain(keys: Float64Array, from: number, to: number): void {
    const { entries } = this
    let sibling = 0
    for (let i = from; i < to; i++) {
      const offset = entries.write(keys[i] >>> 0)
      const { words } = this.store
      words[offset + SIBLING] = sibling
      sibling = words[offset + CHILD]
      if (i + 1 < to) words[offset + CHILD] = keys[i + 1] >>> 0
    }
  }
}

function sort(keys: Float64Array, from: number, to: number): void {
  if (to - from > FEW) {
    keys.subarray(from, to).sort()
    return
  }
  for (let i = from + 1; i < to; i++) {
    const key = keys[i]
    let j = i - 1
    while (j >= from && keys[j] > key) {
      keys[j + 1] = keys[j]
      j--
    }
    keys[j + 1] = key
  }
}
