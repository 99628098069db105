/**
 * Which pages have the words, and how well? Word after word, the rarest first, each list once from beginning to end into columns
 * of scores: 100,000 postings take about a millisecond. The columns are used again for each query, and cleaned by the list of
 * pages that were touched.
 */
import type { Columns } from './columns.js'
import type { Group } from './query-groups.js'

/** A page that has a word's grams only. */
const GRAM_SHARE = 0.4
/** What further forms of a word on the same page add. */
const FURTHER = 0.25

const NOBODY: ReadonlyMap<number, number> = new Map()

export interface Matches {
  /** Of every matching page, in no order. Valid until the next query. */
  readonly pages: Uint32Array
  readonly score: Float32Array
  /** 1: the page has at least one word by its grams only, and the grams are not certain. */
  readonly unsure: Uint8Array
  /** No page has all words; these have most of them. */
  readonly relaxed: boolean
}

export class Matcher {
  readonly #columns: Columns
  readonly #score: Float32Array
  readonly #count: Uint8Array
  readonly #unsure: Uint8Array
  readonly #touched: Uint32Array
  #size = 0
  #named = NOBODY
  /** Of the group at hand. */
  readonly #best: Float32Array
  readonly #ofGroup: Uint32Array

  constructor(columns: Columns) {
    this.#columns = columns
    this.#score = new Float32Array(columns.size)
    this.#count = new Uint8Array(columns.size)
    this.#unsure = new Uint8Array(columns.size)
    this.#touched = new Uint32Array(columns.size)
    this.#best = new Float32Array(columns.size)
    this.#ofGroup = new Uint32Array(columns.size)
  }

  /** `groups`: wanted words; `without`: pages with one of these are left out. `relax`: take pages with most words at once.
   * `named`: pages that need not have all words, and the share of the query that their names are. */
  match(
    groups: readonly Group[],
    without: readonly Group[],
    relax: boolean,
    named: ReadonlyMap<number, number> = NOBODY,
  ): Matches {
    const telling = groups.filter(({ isStop }) => !isStop)
    const needed = [...(telling.length > 0 ? telling : groups)].sort((a, b) => a.pages - b.pages)
    const others = telling.length > 0 ? groups.filter(({ isStop }) => isStop) : []
    this.#clean()
    this.#named = named
    if (!relax) needed.forEach((group, level) => this.#add(group, level, true))
    let least = needed.length
    let relaxed = false
    if (relax || !this.#hasCount(least)) {
      this.#clean()
      for (const group of needed) this.#add(group, -1, true)
      relaxed = true
      least = this.#mostOf(needed.length)
    }
    // words like "the" only order what was found; where nothing was, they would score pages that nobody cleans
    if (least > 0) for (const group of others) this.#add(group, least, false)
    for (const group of without) this.#exclude(group)
    return { ...this.#result(least, needed.length, named), relaxed }
  }

  #result(least: number, all: number, named: ReadonlyMap<number, number>): Omit<Matches, 'relaxed'> {
    const touched = this.#touched
    const count = this.#count
    const found = this.#ofGroup
    const size = this.#size
    let n = 0
    for (let i = 0; i < size; i++) {
      const page = touched[i]
      const has = count[page]
      if (has === 0 || (has < least && !named.has(page))) continue
      // a page with fewer of the words is worse than the sum of their scores says
      if (has < all) this.#score[page] *= Math.max(named.get(page) ?? 0, has / all)
      found[n++] = page
    }
    return { pages: found.subarray(0, n), score: this.#score, unsure: this.#unsure }
  }

  #clean(): void {
    for (let i = 0; i < this.#size; i++) {
      const page = this.#touched[i]
      this.#score[page] = 0
      this.#count[page] = 0
      this.#unsure[page] = 0
    }
    this.#size = 0
  }

  #hasCount(count: number): boolean {
    for (let i = 0; i < this.#size; i++) if (this.#count[this.#touched[i]] === count) return count > 0
    return false
  }

  /** Pages with as many words as the best page has, or one less where that is still the larger part. */
  #mostOf(all: number): number {
    let best = 0
    for (let i = 0; i < this.#size; i++) best = Math.max(best, this.#count[this.#touched[i]])
    return best > 2 && best - 1 > all / 2 ? best - 1 : best
  }

  /**
   * `level`: only pages that have so many words already (−1: all). `counts`: the word is one of those that pages should have.
   */
  #add(group: Group, level: number, counts: boolean): void {
    const { pages: total } = this.#columns
    const rarity = Math.log(1 + (total - group.pages + 0.5) / (group.pages + 0.5))
    const found = this.#read(group, level, rarity, true)
    const step = counts ? 1 : 0
    const ofGroup = this.#ofGroup
    const count = this.#count
    const score = this.#score
    const best = this.#best
    let size = this.#size
    for (let i = 0; i < found; i++) {
      const page = ofGroup[i]
      if (counts && count[page] === 0) this.#touched[size++] = page
      score[page] += best[page]
      count[page] += step
      best[page] = 0
    }
    this.#size = size
  }

  /**
   * Leaves the group's score of each page in #best and its pages in #ofGroup; answers how many. `marks`: pages that have it by uncertain
   * grams are marked; only pages that are counted may be, since only those are cleaned.
   */
  #read(group: Group, level: number, rarity: number, marks: boolean): number {
    const { segment: segmentOf, length, scores, size } = this.#columns
    const best = this.#best
    const count = this.#count
    const pages = this.#ofGroup
    const named = this.#named
    const hasNamed = named.size > 0
    // of the first word no page is passed over; a named page goes on without a word that it has not
    const isLater = level > 0
    let found = 0
    for (const { lists, share } of group.variants) {
      const weight = rarity * share
      for (const { segment, list } of lists) {
        let page = 0
        for (let at = 0; at < list.length;) {
          let byte = list[at++]
          let distance = byte & 127
          for (let shift = 7; byte > 127 && at < list.length; shift += 7) {
            byte = list[at++]
            distance |= (byte & 127) << shift
          }
          page += distance
          const frequency = list[at++]
          if (page >= size || segmentOf[page] !== segment) continue
          if (isLater && count[page] !== level && !(hasNamed && named.has(page))) continue
          const score = scores[(length[page] << 8) | frequency] * weight
          const before = best[page]
          if (before === 0) {
            pages[found++] = page
            best[page] = score
          } else best[page] = before > score ? before + FURTHER * score : score + FURTHER * before
        }
      }
    }
    for (const { segment, pages: gramPages } of group.byGrams) {
      for (const page of gramPages) {
        if (page >= size || segmentOf[page] !== segment) continue
        if (isLater && count[page] !== level && !(hasNamed && named.has(page))) continue
        if (best[page] !== 0) continue
        pages[found++] = page
        best[page] = rarity * GRAM_SHARE
        if (marks && !group.isCertain) this.#unsure[page] = 1
      }
    }
    return found
  }

  #exclude(group: Group): void {
    const found = this.#read(group, -1, 1, false)
    for (let i = 0; i < found; i++) {
      this.#count[this.#ofGroup[i]] = 0
      this.#best[this.#ofGroup[i]] = 0
    }
  }
}
