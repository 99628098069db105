/**
 * URLs that were under way when the crawler died, and how often, until they come to something. A kill looks the same as a crash, and
 * of what is under way at most one thing is to blame: so nothing is set aside for being there. What was there twice is asked for in
 * a process of its own (isolation.ts), and set aside when that process dies of it.
 */
import type { Persistent, StateFields } from '../contracts.js'
import { tellCounts } from '../state-collections.js'

/** From here on a process of its own does it. */
const SUSPECT = 2
/**
 * Set aside without another try. Kills at random hit what is asked for alone in one of four runs or so, even if a run comes no further
 * than three pages: eight times in a row is one in 60,000.
 */
const HOPELESS = 10

export class Crashes implements Persistent {
  private readonly counts = new Map<string, number>()

  add(urls: readonly string[]): void {
    for (const url of urls) this.counts.set(url, (this.counts.get(url) ?? 0) + 1)
  }

  /** Something came of it. */
  settle(url: string): void {
    if (this.counts.size > 0) this.counts.delete(url)
  }

  verdictOn(url: string): 'usual' | 'suspect' | 'hopeless' {
    const count = this.counts.size === 0 ? 0 : (this.counts.get(url) ?? 0)
    return count < SUSPECT ? 'usual' : count < HOPELESS ? 'suspect' : 'hopeless'
  }

  persist(fields: StateFields): void {
    tellCounts(fields, 'counts', this.counts)
  }
}
