import type { PageId } from '../contracts.js'

/**
 * The flat queue for loops that know neither hosts nor groups (simulations): first in, first out within a level, smallest
 * level first. Pages are links of doubly linked lists, one per level, so offering a queued page at another level moves it
 * and nothing is ever stale. As in the frontier: the last offer wins, the same level keeps its age, what was taken or
 * discarded stays out.
 */
export interface BucketQueue {
  readonly size: number
  offer(page: PageId, level: number): void
  /** -1 when the queue is empty. */
  take(): PageId
  discard(page: PageId): void
  levelOf(page: PageId): number
}

/** `levels` is the largest level that will be offered, at most 65,535; `pages` saves growing when their number is known. */
export function createBucketQueue(levels: number, pages = 1024): BucketQueue {
  return new LinkedBuckets(levels, pages)
}

class LinkedBuckets implements BucketQueue {
  size = 0
  /** By page. Level of the last offer; 0: never offered. */
  private level: Uint16Array
  private gone: Uint8Array
  // Page + 1; 0: none.
  private next: Uint32Array
  private previous: Uint32Array
  // By level.
  private readonly first: Uint32Array
  private readonly last: Uint32Array
  /** One bit per level that has pages, and one bit per word of these: the best level is found in a few steps. */
  private readonly filled: Uint32Array
  private readonly filledWords: Uint32Array

  constructor(
    private readonly levels: number,
    pages: number,
  ) {
    if (!Number.isInteger(levels) || levels < 1 || levels > 0xffff) {
      throw new RangeError(`a bucket queue has 1 to 65535 levels, not ${levels}`)
    }
    this.level = new Uint16Array(pages)
    this.gone = new Uint8Array(pages)
    this.next = new Uint32Array(pages)
    this.previous = new Uint32Array(pages)
    this.first = new Uint32Array(levels + 1)
    this.last = new Uint32Array(levels + 1)
    this.filled = new Uint32Array((levels >>> 5) + 1)
    this.filledWords = new Uint32Array((levels >>> 10) + 1)
  }

  offer(page: PageId, level: number): void {
    if (level < 1) return
    if (page >= this.level.length) this.grow(page)
    const before = this.level[page]
    if (before === level || this.gone[page] !== 0) return
    if (level > this.levels) throw new RangeError(`level ${level} is past the largest, ${this.levels}`)
    if (before !== 0) this.unlink(page, before)
    else this.size++
    this.level[page] = level
    const last = this.last[level]
    this.next[page] = 0
    this.previous[page] = last
    this.last[level] = page + 1
    if (last !== 0) this.next[last - 1] = page + 1
    else {
      this.first[level] = page + 1
      this.filled[level >>> 5] |= 1 << (level & 31)
      this.filledWords[level >>> 10] |= 1 << ((level >>> 5) & 31)
    }
  }

  take(): PageId {
    if (this.size === 0) return -1
    const { filledWords } = this
    let top = 0
    while (filledWords[top] === 0) top++
    const word = (top << 5) | lowestBit(filledWords[top])
    const level = (word << 5) | lowestBit(this.filled[word])
    const page = this.first[level] - 1
    this.unlink(page, level)
    this.gone[page] = 1
    this.size--
    return page
  }

  discard(page: PageId): void {
    if (page >= this.level.length) this.grow(page)
    if (this.gone[page] !== 0) return
    this.gone[page] = 1
    if (this.level[page] === 0) return
    this.unlink(page, this.level[page])
    this.size--
  }

  levelOf(page: PageId): number {
    return page < this.level.length ? this.level[page] : 0
  }

  private unlink(page: PageId, level: number): void {
    const next = this.next[page]
    const previous = this.previous[page]
    if (previous !== 0) this.next[previous - 1] = next
    else this.first[level] = next
    if (next !== 0) this.previous[next - 1] = previous
    else this.last[level] = previous
    if (this.first[level] !== 0) return
    const word = level >>> 5
    this.filled[word] &= ~(1 << (level & 31))
    if (this.filled[word] === 0) this.filledWords[level >>> 10] &= ~(1 << (word & 31))
  }

  private grow(page: PageId): void {
    const length = Math.max(page + 1, this.level.length * 2)
    const { level, gone, next, previous } = this
    this.level = new Uint16Array(length)
    this.level.set(level)
    this.gone = new Uint8Array(length)
    this.gone.set(gone)
    this.next = new Uint32Array(length)
    this.next.set(next)
    this.previous = new Uint32Array(length)
    this.previous.set(previous)
  }
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word)
}
