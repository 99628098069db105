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
 * Crashes of the crawler itself while a process of its own asked for this: a machine that it takes down, or kills from outside that fall
 * into its slow answer. After DOUBTED of them a run must have lasted for some time before it asks again, twice as long after each: so a
 * crawl that is killed every few seconds stops counting, and one that is left alone fetches the page. What ends the sixth of such runs,
 * too, is set aside.
 */
const DOUBTED = 8
const HOPELESS = DOUBTED + 6
const FIRST_WAIT_MS = 20_000

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

  /** How long a run must have lasted before it asks for a suspect. */
  waitMs(url: string): number {
    const alone = this.aloneCounts.get(url) ?? 0
    return alone < DOUBTED ? 0 : FIRST_WAIT_MS * 2 ** (alone - DOUBTED)
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
