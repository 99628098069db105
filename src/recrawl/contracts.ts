/**
 * Which known pages a round asks for again, and in which order. The live crawl (rounds) and the simulator
 * (`simulate --changes`) hand the same columns to the same policies: what the simulator proves is what the crawler does.
 */

/** Kinds of pages that change at different rates: with few visits the kind says more than the page's own history. */
export type PageKind = 'home' | 'list' | 'article' | 'other'

/** All pages that a round may ask for again, as columns: a policy sees numbers, never URLs. Times are days, from any zero. */
export interface KnownPages {
  readonly count: number
  /** How often the page was fetched, the first time included. */
  readonly visits: ArrayLike<number>
  /** How many of the later visits found other text than the one before. */
  readonly changes: ArrayLike<number>
  readonly firstVisit: ArrayLike<number>
  readonly lastVisit: ArrayLike<number>
  /** When it was last seen to have changed; the first visit where it never was. */
  readonly lastChange: ArrayLike<number>
  /** Numbers of its server and of its directory: pages of one place change alike. */
  readonly server: ArrayLike<number>
  readonly directory: ArrayLike<number>
  readonly kind: readonly PageKind[]
  /** 0 to 1: how much it is wanted, by the judge's score and by how often it is read. */
  readonly worth: ArrayLike<number>
  /** New wanted pages that its later visits led to. */
  readonly foundNew: ArrayLike<number>
}

/** A named, comparable rule. Stateless: all it knows is in the columns, so that a plan can be made again after a kill. */
export interface RecrawlPolicy {
  readonly name: string
  /**
   * Numbers of the pages to ask for again, best first, at most `budget` of them. `now` is in days on the clock of the columns;
   * `budget` downloads are all that this round has, and rounds come every `interval` days.
   */
  choose(pages: KnownPages, now: number, budget: number, interval: number): Uint32Array
}
