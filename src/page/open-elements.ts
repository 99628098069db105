/** The open elements of a document, as far as their ends matter. Every operation is O(1) on average, however deep the nesting. */
import { ENDS_P, SIBLING, TAG, TAG_FLAGS } from './html-tags.js'

const MAX_DEPTH = 512 // as browsers do: what lies deeper counts as flat

export class OpenElements {
  depth = 0
  private readonly stack = new Uint8Array(MAX_DEPTH)
  private readonly counts = new Uint16Array(TAG_FLAGS.length)
  private tooDeep = 0

  /** The depth of the element, -1 when it was too deep to be kept. */
  push(tag: number): number {
    if (this.depth === MAX_DEPTH) {
      this.tooDeep++
      return -1
    }
    this.counts[tag]++
    this.stack[this.depth] = tag
    return this.depth++
  }

  pop(): number {
    const tag = this.stack[--this.depth]
    this.counts[tag]--
    return tag
  }

  has(tag: number): boolean {
    return this.counts[tag] !== 0
  }

  /** Whether the top element ends because `tag` begins. */
  topEndsBefore(tag: number): boolean {
    if (this.depth === 0 || this.tooDeep !== 0) return false
    const top = this.stack[this.depth - 1]
    const flags = TAG_FLAGS[tag]
    if (top === TAG.p) return (flags & ENDS_P) !== 0
    if ((flags & SIBLING) === 0) return top === TAG.a && tag === TAG.a
    if (top === tag) return true
    if (tag === TAG.tr || tag === TAG.td || tag === TAG.th) return top === TAG.td || top === TAG.th
    return (tag === TAG.dd || tag === TAG.dt) && (top === TAG.dd || top === TAG.dt)
  }

  /** Whether an end tag ends anything: one without a start does not, nor one of an element that was too deep. */
  ends(tag: number): boolean {
    if (this.counts[tag] === 0) return false
    if (this.tooDeep === 0) return true
    this.tooDeep--
    return false
  }
}
