/**
 * URLs that were under way when the crawler died, and how often, until they come to something. A kill looks the same as a crash, and
 * of what is under way at most one thing is to blame: so nothing is set aside for being there. What was there twice is asked for in
 * a process of its own (isolation.ts), and set aside when that process dies of it.
 *
 * A few at a time, those that were there most often: a crawl that is killed again and again has dozens of innocent ones.
 */
import type { Persistent, StateFields } from '../contracts.js'
import { tellCounts } from '../state-collections.js'

const SUSPECT = 2
const MOST_SUSPECTS = 8
/**
 * Crashes of the crawler while a process of its own had nothing else to ask for: then it is set aside without another try. Kills at
 * random hit the same one in one of four runs or so, even if a run comes no further than three pages: eight times is one in 60,000.
 */
const HOPELESS = 8

export class Crashes implements Persistent {
  private readonly counts = new Map<string, number>()
  private readonly aloneCounts = new Map<string, number>()
  private suspects: ReadonlySet<string> | null = null

  /** `alone`: that of them which a process of its own asked for. */
  add(urls: readonly string[], alone: readonly string[]): void {
    for (const url of urls) this.counts.set(url, (this.counts.get(url) ?? 0) + 1)
    for (const url of alone) this.aloneCounts.set(url, (this.aloneCounts.get(url) ?? 0) + 1)
    this.suspects = null
  }

  /** Something came of it. */
  settle(url: string): void {
    if (this.counts.size === 0 || !this.counts.delete(url)) return
    this.aloneCounts.delete(url)
    this.suspects = null
  }

  verdictOn(url: string): 'usual' | 'suspect' | 'hopeless' {
    if (this.counts.size === 0) return 'usual'
    if ((this.aloneCounts.get(url) ?? 0) >= HOPELESS) return 'hopeless'
    this.suspects ??= this.chooseSuspects()
    return this.suspects.has(url) ? 'suspect' : 'usual'
  }

  persist(fields: StateFields): void {
    tellCounts(fields, 'counts', this.counts)
    tellCounts(fields, 'aloneCounts', this.aloneCounts)
    if (fields.isLoading) this.suspects = null
  }

  private chooseSuspects(): ReadonlySet<string> {
    const several = [...this.counts].filter(([, count]) => count >= SUSPECT).sort(([, a], [, b]) => b - a)
    return new Set(several.slice(0, MOST_SUSPECTS).map(([url]) => url))
  }
}
