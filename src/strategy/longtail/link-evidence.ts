/**
 * What the links to a page say about it: how many come from which kind of page, whether an anchor was in the target
 * language, and how far the nearest relevant page is. 32 bits per page, because a crawl knows ten pages for each it fetches.
 *
 *   log-odds(page) = Σ weight · log(1 + links of a kind) + [anchor] + [distance]
 */
import type { PageId, Persistent, StateFields } from '../../contracts.js'
import { OnlineLogistic } from '../../learn/index.js'
import { grownWords } from '../../growing-arrays.js'

/** Kinds of links, by the page they stand on. */
export const FROM_RELEVANT = { sameDirectory: 0, sameServer: 1, elsewhere: 2 } as const
export const FROM_IRRELEVANT = { sameDirectory: 3, sameServer: 4, relevantServer: 5, elsewhere: 6 } as const
const KINDS = 7

// 4 bits for each kind, 3 for the distance, 1 for the anchor
const MOST = 15
const DISTANCE_SHIFT = 28
const FARTHEST = 7
const DISTANCE_MASK = ~(7 << DISTANCE_SHIFT)
const ANCHOR = 1 << 31
const COUNTS = (1 << DISTANCE_SHIFT) - 1

const ANCHOR_FEATURE = KINDS
const DISTANCE_FEATURES = KINDS + 1
const FEATURES = DISTANCE_FEATURES + FARTHEST + 1

const LOG = Float64Array.from({ length: MOST + 1 }, (_, count) => Math.log(1 + count))

export class LinkEvidence implements Persistent {
  readonly model: OnlineLogistic
  private words: Uint32Array = new Uint32Array(0)

  constructor(rate: number, caution: number) {
    this.model = new OnlineLogistic({ features: FEATURES, active: KINDS + 2, rate, caution })
    const { weights } = this.model
    // what every study of linguistic locality found; from here on it is learned
    weights[FROM_RELEVANT.sameDirectory] = 0.6
    weights[FROM_RELEVANT.sameServer] = 0.5
    weights[FROM_RELEVANT.elsewhere] = 0.5
    weights[FROM_IRRELEVANT.sameDirectory] = -0.3
    weights[FROM_IRRELEVANT.sameServer] = -0.3
  }

  reserve(pages: number): void {
    this.words = grownWords(this.words, pages)
  }

  persist(fields: StateFields): void {
    fields.part('model', this.model)
    this.words = fields.array('words', this.words)
  }

  /** A seed is as good as linked to by a relevant page. */
  seed(page: PageId): void {
    this.words[page] = 1 << (4 * FROM_RELEVANT.sameDirectory)
  }

  distance(page: PageId): number {
    return (this.words[page] >>> DISTANCE_SHIFT) & FARTHEST
  }

  /** `times` links of a kind. */
  add(page: PageId, kind: number, distance: number, hasAnchor: boolean, times = 1): void {
    const before = this.words[page]
    let word = before
    const shift = 4 * kind
    word += Math.min(times, MOST - ((word >>> shift) & MOST)) << shift
    if (before === 0 || distance < ((word >>> DISTANCE_SHIFT) & FARTHEST)) {
      word = (word & DISTANCE_MASK) | (distance << DISTANCE_SHIFT)
    }
    this.words[page] = hasAnchor ? word | ANCHOR : word
  }

  /** The same as `fill` and `model.logit()`, in the shortest way: it is asked once per link. */
  logit(page: PageId): number {
    const word = this.words[page]
    const { weights } = this.model
    let sum = weights[DISTANCE_FEATURES + ((word >>> DISTANCE_SHIFT) & FARTHEST)]
    // most pages have links of one or two kinds: from one kind that is there to the next
    for (let rest = word & COUNTS; rest !== 0;) {
      const kind = (31 - Math.clz32(rest & -rest)) >> 2
      const shift = 4 * kind
      sum += weights[kind] * LOG[(rest >>> shift) & MOST]
      rest &= ~(MOST << shift)
    }
    return word >>> 31 === 0 ? sum : sum + weights[ANCHOR_FEATURE]
  }

  /** All that is known of the page, as one number. */
  wordOf(page: PageId): number {
    return this.words[page]
  }

  /** Makes what is known of a page the example at hand of the model. */
  fill(word: number): void {
    const { model } = this
    model.begin()
    for (let kind = 0; kind < KINDS; kind++) model.put(kind, LOG[(word >>> (4 * kind)) & MOST])
    model.put(ANCHOR_FEATURE, word >>> 31)
    model.put(DISTANCE_FEATURES + ((word >>> DISTANCE_SHIFT) & FARTHEST), 1)
  }

  /** `from` was only a hop to `to`. */
  copy(from: PageId, to: PageId): void {
    if (this.words[to] === 0) this.words[to] = this.words[from]
  }
}
