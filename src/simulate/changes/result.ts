/** What a comparison of recrawl policies is made of. */

/** One policy at one budget. */
export interface RoundsJob {
  readonly policy: string
  /** Downloads per day, as a share of the pages at the beginning. */
  readonly budget: number
  /** The model of change: change-model.ts. */
  readonly changes: string
  readonly days: number
  /** Days from one round to the next. */
  readonly every: number
  readonly seed: number
}

/** Means over all pages and all the time. */
export interface RoundsResult {
  readonly policy: string
  readonly budget: number
  /** Share of the copies in the collection that are as the page is. */
  readonly freshness: number
  /** The same for wanted pages, weighted by worth. */
  readonly wantedFreshness: number
  /** Share of the wanted pages on the web, found or not, that the collection holds as they are; weighted by worth. */
  readonly current: number
  /** Days for which a copy has been out of date. */
  readonly age: number
  readonly downloads: number
  readonly newWanted: number
  readonly newWantedPerDownload: number
  /** Wanted pages that were born in this time: all that a policy could find. */
  readonly bornWanted: number
  /** Spent in the policy. */
  readonly planSeconds: number
  readonly rounds: number
  readonly stopped: 'finished' | 'interrupted'
}
