/**
 * Pages that list what is wanted, whether they are wanted themselves or not. A list of people, of courses, of species leads to
 * pages of one kind: what those of its links turned out to be that were fetched says what the others are.
 *
 *   odds(list) = log-odds of (c·b + R) / (c + N)  -  log-odds of b
 *
 * with R relevant among the N of its links that were fetched, and b the share of all fetched pages that were relevant. A list
 * that was hardly looked at gets more than its odds, 1 / sqrt(1 + N): the list that matters may be one click away from a page
 * that promises nothing. Links are remembered in both directions, up to a bound.
 */
import type { PageId, Persistent, StateFields } from '../../contracts.js'
import { logitOf } from '../../learn/index.js'
import { growAll, tellAll } from '../../growing-arrays.js'

/** Pages that an opinion about a list counts for before any of its links was followed. */
const WEIGHT = 2
/** About 50 MB. Beyond, pages still have odds by the lists that are known. */
const MOST_LINKS = 4_000_000
/** Of those that link to a page, the last so many are asked. */
const MOST_ASKED = 16
/** Links that one visit may place anew: whoever is linked to by half of the web must not hold up the crawl. */
const MOST_MOVED = 20_000
const LARGEST = 0xffff
const MOST_WORTH = 254

export class ListPages implements Persistent {
  private readonly of = {
    worth: new Uint8Array(0), // 1 + 0…254 by how surely it was wanted; 0: not fetched
    firstLink: new Uint32Array(0), // of those to it, + 1
    rowStart: new Uint32Array(0), // of its own, + 1
    rowLength: new Uint32Array(0),
    fetched: new Uint16Array(0),
    finds: new Float32Array(0),
    oddsAtRanking: new Float32Array(0),
  }
  private readonly links = {
    to: new Uint32Array(1024),
    from: new Uint32Array(1024),
    next: new Uint32Array(1024), // to the same page, + 1
  }
  private count = 0
  private pages = 0
  private relevant = 0
  private base = 0.5
  private baseOdds = 0

  reserve(pages: number): void {
    growAll(this.of, pages)
  }

  persist(fields: StateFields): void {
    tellAll(fields, this.of)
    tellAll(fields, this.links)
    this.count = fields.number('count', this.count)
    this.pages = fields.number('pages', this.pages)
    this.relevant = fields.number('relevant', this.relevant)
    this.base = fields.number('base', this.base)
    this.baseOdds = fields.number('base-odds', this.baseOdds)
  }

  /** A page was fetched. Afterwards those that link to it may be asked whether they have moved. */
  note(page: PageId, worth: number): void {
    this.noteElsewhere(worth)
    this.of.worth[page] = 1 + Math.round(MOST_WORTH * worth)
    for (let link = this.of.firstLink[page]; link !== 0; link = this.links.next[link - 1]) {
      this.countFor(this.links.from[link - 1], worth)
    }
  }

  /** A page of another partition was fetched, which is in no list here. */
  noteElsewhere(worth: number): void {
    this.pages++
    this.relevant += worth
    this.base = (1 + this.relevant) / (2 + this.pages)
    this.baseOdds = logitOf(this.base)
  }

  /** Its links: those to pages that were fetched before are known already. */
  add(list: PageId, to: Uint32Array, start: number, end: number): void {
    for (let i = start; i < end; i++) {
      const worth = this.of.worth[to[i]]
      if (worth !== 0) this.countFor(list, (worth - 1) / MOST_WORTH)
    }
    this.of.oddsAtRanking[list] = this.odds(list)
    if (this.of.rowStart[list] !== 0 || this.count + end - start > MOST_LINKS) return
    growAll(this.links, this.count + end - start)
    this.of.rowStart[list] = this.count + 1
    for (let i = start; i < end; i++) {
      const page = to[i]
      if (this.of.worth[page] !== 0) continue
      const link = this.count++
      this.links.to[link] = page
      this.links.from[link] = list
      this.links.next[link] = this.of.firstLink[page]
      this.of.firstLink[page] = link + 1
    }
    this.of.rowLength[list] = this.count - this.of.rowStart[list] + 1
  }

  private countFor(list: PageId, worth: number): void {
    if (this.of.fetched[list] === LARGEST) return
    this.of.fetched[list]++
    this.of.finds[list] += worth
  }

  private odds(list: PageId): number {
    const fetched = this.of.fetched[list]
    return fetched === 0 ? 0 : logitOf((WEIGHT * this.base + this.of.finds[list]) / (WEIGHT + fetched)) - this.baseOdds
  }

  /** What those who link to the page say, on average; 0 when nobody knows. */
  oddsOf(page: PageId): number {
    let sum = 0
    let asked = 0
    for (
      let link = this.of.firstLink[page];
      link !== 0 && asked < MOST_ASKED;
      link = this.links.next[link - 1], asked++
    ) {
      sum += this.odds(this.links.from[link - 1])
    }
    return asked === 0 ? 0 : sum / asked
  }

  /** What is added for having hardly been looked at: that of the newest list that links to the page. Tried times 0, 0.5, 1 and 2. */
  novelty(page: PageId): number {
    let least = LARGEST
    let asked = 0
    for (
      let link = this.of.firstLink[page];
      link !== 0 && asked < MOST_ASKED;
      link = this.links.next[link - 1], asked++
    ) {
      const fetched = this.of.fetched[this.links.from[link - 1]]
      if (fetched < least) least = fetched
    }
    return asked === 0 ? 1 : 1 / Math.sqrt(1 + least)
  }

  /**
   * Calls for every page not fetched yet that is linked to by a list whose odds moved by more than `threshold` since it was
   * last called, or of which twice as many links are known.
   */
  moved(page: PageId, threshold: number, onPage: (page: PageId) => void): void {
    let left = MOST_MOVED
    for (let link = this.of.firstLink[page]; link !== 0 && left > 0; link = this.links.next[link - 1]) {
      const list = this.links.from[link - 1]
      const odds = this.odds(list)
      const fetched = this.of.fetched[list]
      const isTwice = (fetched & (fetched - 1)) === 0
      if (!isTwice && Math.abs(odds - this.of.oddsAtRanking[list]) <= threshold) continue
      this.of.oddsAtRanking[list] = odds
      const start = this.of.rowStart[list] - 1
      const end = start + this.of.rowLength[list]
      left -= end - start
      for (let i = start; i < end; i++) if (this.of.worth[this.links.to[i]] === 0) onPage(this.links.to[i])
    }
  }
}
