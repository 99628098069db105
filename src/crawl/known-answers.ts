/** What pages in the browser have asked for in this run: each URL once, and the answers that are used again from memory. */
import type { RequestAnswer } from '../render/index.js'
import type { BrowserAnswer } from './browser-answers.js'

/** Of all that is kept in memory for other pages. */
const MOST_BYTES = 64 << 20

export class KnownAnswers {
  /** Least recently used first. */
  private readonly kept = new Map<string, RequestAnswer | null>()
  private readonly underWay = new Map<string, Promise<BrowserAnswer>>()
  private bytes = 0

  /** `fetch`: for a URL that nobody asks for at the moment, and nobody has asked for. */
  async answer(url: string, signal: AbortSignal, fetch: () => Promise<BrowserAnswer>): Promise<BrowserAnswer> {
    const known = this.kept.get(url)
    if (known !== undefined) {
      this.kept.delete(url)
      this.kept.set(url, known)
      return { answer: known, exchange: null }
    }
    const same = this.underWay.get(url)
    if (same !== undefined) return { answer: (await same).answer, exchange: null }
    const fetching = fetch()
    this.underWay.set(url, fetching)
    try {
      const fetched = await fetching
      if (!signal.aborted) this.keep(url, fetched.answer)
      return fetched
    } finally {
      this.underWay.delete(url)
    }
  }

  private keep(url: string, answer: RequestAnswer | null): void {
    this.kept.set(url, answer)
    this.bytes += sizeOf(url, answer)
    for (const [oldest, one] of this.kept) {
      if (this.bytes <= MOST_BYTES) return
      this.kept.delete(oldest)
      this.bytes -= sizeOf(oldest, one)
    }
  }
}

function sizeOf(url: string, answer: RequestAnswer | null): number {
  return 2 * url.length + (answer?.body.length ?? 0) + 500
}
