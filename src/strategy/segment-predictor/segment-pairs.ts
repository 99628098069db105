/**
 * Which segment links to which, each (source, destination) once, with what the links say: how many of their words are names,
 * and the words themselves. Lists by source (a source that changes moves all it links to) and by destination (whose score is
 * a mean over its sources). Typed arrays; about 60 bytes a pair, and 200 more where words are kept.
 *
 * Bounded: a destination has at most MOST_SOURCES sources, the first ones met; later ones say little that these do not. Of a
 * pair, the words of its first MOST_LINKS links are read and MOST_WORDS different ones kept. Thus a menu that stands on every
 * page of a segment is counted once, not once a page.
 */
import type { GroupId, NameColumns, WordRows } from '../../contracts.js'
import { grownBytes, grownDoubles, grownWords } from '../grown.js'

export const MOST_SOURCES = 64
const MOST_LINKS = 16
export const MOST_WORDS = 48
/** Beyond so many pairs (200 MB of words) new ones are predicted by their other features. */
const MOST_WITH_WORDS = 1 << 20

// counts of names, four to a pair
const ANCHOR_NAMES = 0
const ANCHOR_WORDS = 1
const URL_NAMES = 2
const URL_WORDS = 3
const COUNTS = 4

export class SegmentPairs {
  // by pair; pair 0 is none
  source: Uint32Array = new Uint32Array(1)
  target: Uint32Array = new Uint32Array(1)
  /** What the pair adds to its destination's score, and the prediction in it. */
  worth: Float64Array = new Float64Array(1)
  prediction: Float64Array = new Float64Array(1)
  private nextOfSource: Uint32Array = new Uint32Array(1)
  private nextOfTarget: Uint32Array = new Uint32Array(1)
  private links: Uint32Array = new Uint32Array(1)
  private names: Uint32Array = new Uint32Array(COUNTS)
  /** By pair: where its words begin, in blocks of MOST_WORDS; block 0 is none. */
  private block: Uint32Array = new Uint32Array(1)
  private wordCount: Uint8Array = new Uint8Array(1)
  private words: Uint32Array = new Uint32Array(MOST_WORDS)
  private blocks = 1
  private used = 1
  // by segment
  private newestOfSource: Uint32Array = new Uint32Array(0)
  private newestOfTarget: Uint32Array = new Uint32Array(0)
  private sourceCount: Uint8Array = new Uint8Array(0)
  /** Open addressing, at most half full; 0 is free. */
  private table: Uint32Array = new Uint32Array(1024)

  constructor(private readonly keepsWords: boolean) {}

  get size(): number {
    return this.used - 1
  }

  reserve(segments: number): void {
    this.newestOfSource = grownWords(this.newestOfSource, segments)
    this.newestOfTarget = grownWords(this.newestOfTarget, segments)
    this.sourceCount = grownBytes(this.sourceCount, segments)
  }

  /** How many sources a destination has. */
  sourcesOf(target: GroupId): number {
    return this.sourceCount[target]
  }

  /** `for (let p = pairs.firstFrom(s); p !== 0; p = pairs.nextFrom(p))` */
  firstFrom(source: GroupId): number {
    return this.newestOfSource[source]
  }

  nextFrom(pair: number): number {
    return this.nextOfSource[pair]
  }

  firstTo(target: GroupId): number {
    return this.newestOfTarget[target]
  }

  nextTo(pair: number): number {
    return this.nextOfTarget[pair]
  }

  /** The pair, made where it is new; 0 when the destination has sources enough. */
  meet(source: GroupId, target: GroupId): number {
    const { table } = this
    const mask = table.length - 1
    let slot = hash(source, target) & mask
    for (let pair = table[slot]; pair !== 0; pair = table[slot]) {
      if (this.source[pair] === source && this.target[pair] === target) return pair
      slot = (slot + 1) & mask
    }
    if (this.sourceCount[target] === MOST_SOURCES) return 0
    const pair = this.add(source, target)
    table[slot] = pair
    if (2 * this.used > table.length) this.growTable()
    return pair
  }

  /** One more link of a pair: link k of a page. False when it says nothing new. */
  read(pair: number, k: number, names: NameColumns | null, rows: WordRows | null): boolean {
    if (this.links[pair] >= MOST_LINKS) return false
    this.links[pair]++
    if (names !== null) {
      const at = pair * COUNTS
      const { names: counts } = this
      counts[at + ANCHOR_NAMES] += names.anchorNames[k]
      counts[at + ANCHOR_WORDS] += names.anchorWords[k]
      counts[at + URL_NAMES] += names.urlNames[k]
      counts[at + URL_WORDS] += names.urlWords[k]
    }
    if (rows !== null && this.keepsWords) this.readWords(pair, rows, k)
    return true
  }

  /** Share of names among the words of anchors and surroundings; -1 when there are no words. */
  namesInAnchors(pair: number): number {
    return share(this.names, pair * COUNTS + ANCHOR_NAMES)
  }

  namesInUrls(pair: number): number {
    return share(this.names, pair * COUNTS + URL_NAMES)
  }

  /** Writes the pair's words and says how many they are; at most MOST_WORDS. */
  wordsOf(pair: number, into: Uint32Array): number {
    const from = this.block[pair] * MOST_WORDS
    const count = this.wordCount[pair]
    for (let i = 0; i < count; i++) into[i] = this.words[from + i]
    return count
  }

  private readWords(pair: number, { starts, hashes }: WordRows, k: number): void {
    if (this.block[pair] === 0) {
      if (this.blocks === MOST_WITH_WORDS) return
      this.block[pair] = this.blocks++
      this.words = grownWords(this.words, this.blocks * MOST_WORDS)
    }
    const { words } = this
    const from = this.block[pair] * MOST_WORDS
    let count = this.wordCount[pair]
    for (let i = starts[k]; i < starts[k + 1] && count < MOST_WORDS; i++) {
      const word = hashes[i]
      let at = from
      const end = from + count
      while (at < end && words[at] !== word) at++
      if (at === end) words[from + count++] = word
    }
    this.wordCount[pair] = count
  }

  private add(source: GroupId, target: GroupId): number {
    const pair = this.used++
    this.source = grownWords(this.source, this.used)
    this.target = grownWords(this.target, this.used)
    this.worth = grownDoubles(this.worth, this.used)
    this.prediction = grownDoubles(this.prediction, this.used)
    this.nextOfSource = grownWords(this.nextOfSource, this.used)
    this.nextOfTarget = grownWords(this.nextOfTarget, this.used)
    this.links = grownWords(this.links, this.used)
    this.names = grownWords(this.names, this.used * COUNTS)
    if (this.keepsWords) {
      this.block = grownWords(this.block, this.used)
      this.wordCount = grownBytes(this.wordCount, this.used)
    }
    this.source[pair] = source
    this.target[pair] = target
    this.nextOfSource[pair] = this.newestOfSource[source]
    this.newestOfSource[source] = pair
    this.nextOfTarget[pair] = this.newestOfTarget[target]
    this.newestOfTarget[target] = pair
    this.sourceCount[target]++
    return pair
  }

  private growTable(): void {
    const table = new Uint32Array(this.table.length * 2)
    const mask = table.length - 1
    for (let pair = 1; pair < this.used; pair++) {
      let slot = hash(this.source[pair], this.target[pair]) & mask
      while (table[slot] !== 0) slot = (slot + 1) & mask
      table[slot] = pair
    }
    this.table = table
  }
}

function share(counts: Uint32Array, at: number): number {
  return counts[at + 1] === 0 ? -1 : Math.min(1, counts[at] / counts[at + 1])
}

function hash(source: number, target: number): number {
  const mixed = Math.imul(source, 0x9e37_79b1) ^ Math.imul(target + 0x7f4a_7c15, 0x85eb_ca6b)
  return mixed ^ (mixed >>> 15)
}
