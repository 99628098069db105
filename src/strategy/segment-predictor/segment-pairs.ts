/**
 * Which segment links to which, each (source, destination) once, with what the links say: how many of their words are names,
 * and the words themselves. Lists by source (a source that changes moves all it links to) and by destination (whose score is
 * a mean over its sources). Typed arrays; about 60 bytes a pair, and 200 more where words are kept.
 *
 * Bounded: a destination has at most MOST_SOURCES sources, the first ones met; later ones say little that these do not. Of a
 * pair, the words of its first MOST_LINKS links are read and MOST_WORDS different ones kept. Thus a menu that stands on every
 * page of a segment is counted once, not once a page.
 */
import type { GroupId, NameColumns, Persistent, StateFields, WordRows } from '../../contracts.js'
import { growAll, grownWords, tellAll } from '../../growing-arrays.js'
import { PairTable } from '../pair-table.js'

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

export class SegmentPairs implements Persistent {
  /** Pair 0 is none. */
  readonly of = {
    // what the pair adds to its destination's score, and the prediction in it
    worth: new Float64Array(1),
    prediction: new Float64Array(1),
    nextOfSource: new Uint32Array(1),
    nextOfTarget: new Uint32Array(1),
    links: new Uint32Array(1),
  }
  private names: Uint32Array = new Uint32Array(COUNTS)
  /** Where the words of a pair begin, in blocks of MOST_WORDS; block 0 is none. */
  private readonly kept = { block: new Uint32Array(1), wordCount: new Uint8Array(1) }
  private words: Uint32Array = new Uint32Array(MOST_WORDS)
  private blocks = 1
  private readonly segments = {
    newestOfSource: new Uint32Array(0),
    newestOfTarget: new Uint32Array(0),
    sourceCount: new Uint8Array(0),
  }
  private readonly table = new PairTable()

  constructor(private readonly keepsWords: boolean) {}

  get size(): number {
    return this.table.size
  }

  /** By pair. */
  get source(): Uint32Array {
    return this.table.source
  }

  get target(): Uint32Array {
    return this.table.target
  }

  reserve(segments: number): void {
    growAll(this.segments, segments)
  }

  persist(fields: StateFields): void {
    tellAll(fields, this.of)
    tellAll(fields, this.kept)
    tellAll(fields, this.segments)
    this.names = fields.array('names', this.names)
    this.words = fields.array('words', this.words)
    this.blocks = fields.number('blocks', this.blocks)
    fields.part('table', this.table)
  }

  /** How many sources a destination has. */
  sourcesOf(target: GroupId): number {
    return this.segments.sourceCount[target]
  }

  /** `for (let p = pairs.firstFrom(s); p !== 0; p = pairs.nextFrom(p))` */
  firstFrom(source: GroupId): number {
    return this.segments.newestOfSource[source]
  }

  nextFrom(pair: number): number {
    return this.of.nextOfSource[pair]
  }

  firstTo(target: GroupId): number {
    return this.segments.newestOfTarget[target]
  }

  nextTo(pair: number): number {
    return this.of.nextOfTarget[pair]
  }

  /** The pair, made where it is new; 0 when the destination has sources enough. */
  meet(source: GroupId, target: GroupId): number {
    const known = this.table.find(source, target)
    if (known !== 0) return known
    return this.segments.sourceCount[target] === MOST_SOURCES ? 0 : this.add(source, target)
  }

  /** One more link of a pair: link k of a page. False when it says nothing new. */
  read(pair: number, k: number, names: NameColumns | null, rows: WordRows | null): boolean {
    if (this.of.links[pair] >= MOST_LINKS) return false
    this.of.links[pair]++
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
    const from = this.kept.block[pair] * MOST_WORDS
    const count = this.kept.wordCount[pair]
    for (let i = 0; i < count; i++) into[i] = this.words[from + i]
    return count
  }

  private readWords(pair: number, { starts, hashes }: WordRows, k: number): void {
    if (this.kept.block[pair] === 0) {
      if (this.blocks === MOST_WITH_WORDS) return
      this.kept.block[pair] = this.blocks++
      this.words = grownWords(this.words, this.blocks * MOST_WORDS)
    }
    const { words } = this
    const from = this.kept.block[pair] * MOST_WORDS
    let count = this.kept.wordCount[pair]
    for (let i = starts[k]; i < starts[k + 1] && count < MOST_WORDS; i++) {
      const word = hashes[i]
      let at = from
      const end = from + count
      while (at < end && words[at] !== word) at++
      if (at === end) words[from + count++] = word
    }
    this.kept.wordCount[pair] = count
  }

  private add(source: GroupId, target: GroupId): number {
    const pair = this.table.add(source, target)
    const { used } = this.table
    growAll(this.of, used)
    this.names = grownWords(this.names, used * COUNTS)
    if (this.keepsWords) growAll(this.kept, used)
    this.of.nextOfSource[pair] = this.segments.newestOfSource[source]
    this.segments.newestOfSource[source] = pair
    this.of.nextOfTarget[pair] = this.segments.newestOfTarget[target]
    this.segments.newestOfTarget[target] = pair
    this.segments.sourceCount[target]++
    return pair
  }
}

function share(counts: Uint32Array, at: number): number {
  return counts[at + 1] === 0 ? -1 : Math.min(1, counts[at] / counts[at + 1])
}
