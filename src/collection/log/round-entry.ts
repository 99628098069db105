/** Lines of the log that speak of rounds: pages that were fetched before are asked for again (docs/rounds.md). */
import type { PageEntry } from './entry.js'

/** A round begins, or its plan was lost and is made anew. What follows belongs to it, until the next one begins. */
export interface RoundEntry {
  readonly t: 'round'
  /** 2 for the first: the crawl as it began is round 1. */
  readonly round: number
  readonly at: string
  readonly policy: string
  /** Downloads that the round may make; absent for no limit. */
  readonly budget?: number
  /** Pages in the plan. */
  readonly pages: number
  /** SHA-256 of the plan, `rounds/NNNNNN.jsonl` in the crawl's directory. */
  readonly plan: string
}

/**
 * What came of a page that was asked for again. `not-modified`: the server says so (304). `same`: the payload that we have. `changed`:
 * another one. `moved`: a redirect. `gone`: 404, 410, or its host does not exist any more. `failed`: no answer that says anything.
 * `refused`: robots.txt or the rules of the campaign keep it out now.
 */
export type AgainFound = 'not-modified' | 'same' | 'changed' | 'moved' | 'gone' | 'failed' | 'refused'

/**
 * A page of the plan was asked for again. `id` and `url` are those of its first line; other fields mean what they mean there. One that
 * was not modified repeats verdict and digest of the content that still stands. Only a page that changed or moved has links or leads.
 */
export interface AgainEntry extends Partial<Omit<PageEntry, 't' | 'id' | 'url' | 'at' | 'relevant'>> {
  readonly t: 'again'
  readonly round: number
  readonly id: number
  readonly url: string
  readonly at: string
  readonly found: AgainFound
  readonly kind: 'page' | 'sitemap'
  /** The verdict on the content that stands for the page now. */
  readonly relevant: boolean
  /** The same before this line. */
  readonly was: boolean
  /** Why it failed or was refused. */
  readonly reason?: string
  /** Other content under the validators (ETag, Last-Modified) of the earlier one: those of this server are not used any more. */
  readonly lied?: boolean
}
