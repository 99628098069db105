/**
 * The place of a link in its page: the path of elements that leads to it, and how many links with the same path stand before it.
 *
 *   body  div#content  ul.list  li  a      a step is an element with its id and classes, digits left out: they number things
 *
 * A path becomes 32 bits that keep likeness: each pair of neighbouring steps votes on every bit (a simhash). Equal paths have equal
 * numbers, and paths that share most of their pairs differ in few bits. Elements whose ends nobody follows (b, em, font) are no
 * steps. Each element costs one hash; the votes are counted once for each path of a page.
 */
import { lowerCase, TAG_NAMES } from './tags.js'

/** Nearest to the link: what lies farther out is the frame of the whole site. */
const MAX_STEPS = 32
/** Of the value of an attribute that is read: longer lists of classes belong to frameworks. */
const MAX_VALUE = 100
const MAX_PLACE = 255
const BITS = 32

export interface LinkPlace {
  /** 0 when nobody asked; no path is 0. */
  readonly path: number
  /** 0…255. */
  readonly place: number
}

export const NO_PLACE: LinkPlace = { path: 0, place: 0 }

/** By tag. Names, not their numbers: logs and graphs keep paths, and the list of elements changes. */
const NAME_HASHES = Uint32Array.from(TAG_NAMES, name => {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  return mixed(hash, 0)
})

export class TagPaths {
  private readonly steps: number[] = []
  /** By depth: hash of the whole path down to there. */
  private readonly chains: number[] = [0]
  private readonly known = new Map<number, { readonly path: number; links: number }>()
  private step = 0

  constructor(private readonly codes: Uint16Array) {}

  /** A start tag begins; its attributes follow. */
  begin(tag: number): void {
    this.step = NAME_HASHES[tag]
  }

  attribute(nameStart: number, nameEnd: number, start: number, end: number): void {
    if (!this.isTelling(nameStart, nameEnd)) return
    const { codes } = this
    const stop = Math.min(end, start + MAX_VALUE)
    let hash = mixed(this.step, nameEnd - nameStart)
    for (let at = start; at < stop; at++) {
      const code = codes[at]
      if (code <= 32 || (code >= 48 && code <= 57)) continue
      hash = Math.imul(hash ^ code, 0x01000193)
    }
    this.step = mixed(hash, 0)
  }

  /** The element whose attributes were read is open now, at this depth. */
  push(depth: number): void {
    this.steps[depth] = this.step
    this.chains[depth + 1] = mixed(this.chains[depth], this.step)
  }

  /** The place of a link: the element whose attributes were read, below `depth` open elements. */
  next(depth: number): LinkPlace {
    this.push(depth)
    const chain = this.chains[depth + 1]
    let one = this.known.get(chain)
    if (one === undefined) this.known.set(chain, (one = { path: this.sketch(depth), links: 0 }))
    return { path: one.path, place: Math.min(one.links++, MAX_PLACE) }
  }

  private sketch(depth: number): number {
    const { steps } = this
    const votes = new Int32Array(BITS)
    const first = Math.max(0, depth + 1 - MAX_STEPS)
    let before = first === 0 ? 0 : steps[first - 1]
    for (let at = first; at <= depth; at++) {
      const pair = mixed(before, steps[at])
      for (let bit = 0; bit < BITS; bit++) votes[bit] += (pair >>> bit) & 1 ? 1 : -1
      before = steps[at]
    }
    let path = 0
    for (let bit = 0; bit < BITS; bit++) if (votes[bit] > 0) path |= 1 << bit
    return path >>> 0 || 1
  }

  /** `id` or `class`. */
  private isTelling(start: number, end: number): boolean {
    const name = end - start === 2 ? 'id' : end - start === 5 ? 'class' : ''
    if (name === '') return false
    for (let k = 0; k < name.length; k++) {
      if (lowerCase(this.codes[start + k]) !== name.charCodeAt(k)) return false
    }
    return true
  }
}

/** Two numbers as one whose every bit depends on all of theirs. */
function mixed(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return (hash ^ (hash >>> 16)) >>> 0
}
