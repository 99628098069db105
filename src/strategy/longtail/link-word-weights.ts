/**
 * What the words of links promise, learned online: words are hashed into a table of weights, and a link's log-odds are the
 * sum of its words' weights, divided by the root of their number so that long anchors do not shout. The words of a queued page
 * are remembered until it is fetched, which is when they teach something; the memory is bounded.
 */
import type { PageId, WordRows } from '../../contracts.js'
import { OnlineLogistic } from '../../learn/index.js'

const SLOTS = 1 << 18
const MOST_WORDS = 40
/** About 100 MB. Beyond, words still order links, but fewer teach. */
const MOST_REMEMBERED = 1_000_000

export class LinkWordWeights {
  readonly model: OnlineLogistic
  private readonly remembered = new Map<PageId, Uint32Array>()

  constructor(rate: number, caution: number) {
    this.model = new OnlineLogistic({ features: SLOTS, active: MOST_WORDS, rate, caution })
  }

  /** Log-odds of link k of a row. */
  logit(rows: WordRows, k: number): number {
    const { weights } = this.model
    const start = rows.starts[k]
    const end = Math.min(rows.starts[k + 1], start + MOST_WORDS)
    let sum = 0
    for (let i = start; i < end; i++) sum += weights[rows.hashes[i] & (SLOTS - 1)]
    return end > start ? sum / Math.sqrt(end - start) : 0
  }

  /** The page stands in the queue because of this link. */
  remember(page: PageId, rows: WordRows, k: number): void {
    const start = rows.starts[k]
    const end = Math.min(rows.starts[k + 1], start + MOST_WORDS)
    if (end > start && (this.remembered.size < MOST_REMEMBERED || this.remembered.has(page))) {
      this.remembered.set(page, rows.hashes.slice(start, end))
    }
  }

  /** The same for a queued page, by the words that it is remembered for. */
  logitOf(page: PageId): number {
    const words = this.remembered.get(page)
    if (words === undefined) return 0
    const { weights } = this.model
    let sum = 0
    for (let i = 0; i < words.length; i++) sum += weights[words[i] & (SLOTS - 1)]
    return sum / Math.sqrt(words.length)
  }

  /** Makes the words of the page the example at hand, and forgets them. */
  fill(page: PageId): void {
    const { model } = this
    model.begin()
    const words = this.remembered.get(page)
    if (words === undefined) return
    this.remembered.delete(page)
    const value = 1 / Math.sqrt(words.length)
    for (const word of words) model.put(word & (SLOTS - 1), value)
  }
}
