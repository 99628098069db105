/**
 * The open elements of a document, as far as their ends matter. Every operation is O(1) on average, however deep the
 * nesting.
 */
import { BLOCK, ENDS_P, SIBLING, TAG, TAG_FLAGS } from './tags.js'

/** Elements looked through for one that ends: bounded, so that time stays linear. */
const MAX_INLINE = 8
export const MAX_DEPTH = 512 // as browsers do: what lies deeper counts as flat

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

  /**
   * How many elements end because `tag` begins: a paragraph, a sibling in a list or table, with inline elements left
   * open in it.
   */
  endedBy(tag: number): number {
    if (this.tooDeep !== 0) return 0
    const { stack, depth } = this
    if ((TAG_FLAGS[tag] & (ENDS_P | SIBLING)) === 0)
      return tag === TAG.a && depth > 0 && stack[depth - 1] === TAG.a ? 1 : 0
    const lowest = Math.max(0, depth - MAX_INLINE)
    let ended = 0
    for (let at = depth - 1; at >= lowest; at--) {
      // a link around the new element keeps its paragraph open: <p><a><div>
      const inline = stack[at] === TAG.p && ended < depth - 1 - at
      if (!inline && endsBefore(stack[at], tag)) ended = depth - at
      else if ((TAG_FLAGS[stack[at]] & BLOCK) !== 0) break
    }
    return ended
  }

  /** Whether an end tag ends anything: one without a start does not, nor one of an element that was too deep. */
  ends(tag: number): boolean {
    if (this.counts[tag] === 0) return false
    if (this.tooDeep === 0) return true
    this.tooDeep--
    return false
  }
}

function endsBefore(open: number, tag: number): boolean {
  if (open === TAG.p) return (TAG_FLAGS[tag] & ENDS_P) !== 0
  if ((TAG_FLAGS[tag] & SIBLING) === 0) return false
  if (open === tag) return true
  if (tag === TAG.tr || tag === TAG.td || tag === TAG.th) return open === TAG.td || open === TAG.th
  return (tag === TAG.dd || tag === TAG.dt) && (open === TAG.dd || open === TAG.dt)
}
