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
import { grownBytes, grownDoubles, grownWords } from '../../grown.js'
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
  // by pair; pair 0 is none
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
  // by segment
  private newestOfSource: Uint32Array = new Uint32Array(0)
  private newestOfTarget: Uint32Array = new Uint32Array(0)
  private sourceCount: Uint8Array = new Uint8Array(0)
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
    this.newestOfSource = grownWords(this.newestOfSource, segments)
    this.newestOfTarget = grownWords(this.newestOfTarget, segments)
    this.sourceCount = grownBytes(this.sourceCount, segments)
  }

  persist(fields: StateFields): void {
    this.worth = fields.array('worth', this.worth)
    this.prediction = fields.array('prediction', this.prediction)
    this.nextOfSource = fields.array('next-of-source', this.nextOfSource)
    this.nextOfTarget = fields.array('next-of-target', this.nextOfTarget)
    this.links = fields.array('links', this.links)
    this.names = fields.array('names', this.names)
    this.block = fields.array('block', this.block)
    this.wordCount = fields.array('word-count', this.wordCount)
    this.words = fields.array('words', this.words)
    this.blocks = fields.number('blocks', this.blocks)
    this.newestOfSource = fields.array('newest-of-source', this.newestOfSource)
    this.newestOfTarget = fields.array('newest-of-target', this.newestOfTarget)
    this.sourceCount = fields.array('source-count', this.sourceCount)
    fields.part('table', this.table)
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
    const known = this.table.find(source, target)
    if (known !== 0) return known
    return this.sourceCount[target] === MOST_SOURCES ? 0 : this.add(source, target)
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
    const pair = this.table.add(source, target)
    const { used } = this.table
    this.worth = grownDoubles(this.worth, used)
    this.prediction = grownDoubles(this.prediction, used)
    this.nextOfSource = grownWords(this.nextOfSource, used)
    this.nextOfTarget = grownWords(this.nextOfTarget, used)
    this.links = grownWords(this.links, used)
    this.names = grownWords(this.names, used * COUNTS)
    if (this.keepsWords) {
      this.block = grownWords(this.block, used)
      this.wordCount = grownBytes(this.wordCount, used)
    }
    this.nextOfSource[pair] = this.newestOfSource[source]
    this.newestOfSource[source] = pair
    this.nextOfTarget[pair] = this.newestOfTarget[target]
    this.newestOfTarget[target] = pair
    this.sourceCount[target]++
    return pair
  }
}

function share(counts: Uint32Array, at: number): number {
  return counts[at + 1] === 0 ? -1 : Math.min(1, counts[at] / counts[at + 1])
}
