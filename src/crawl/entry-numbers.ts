/** URLs as one entry of a log has them: the numbers of those that the log knows, and the URL itself where it appears for the first time. */
import type { LoggedLink } from '../collection/log/entry.js'

export class EntryNumbers {
  private readonly fresh = new Map<string, number>()

  /** `find`: the number of a URL, or -1; `size`: the number that the next new one gets. */
  constructor(
    private readonly find: (url: string) => number,
    private readonly size: number,
  ) {}

  of(url: string): LoggedLink {
    const known = this.find(url)
    if (known !== -1) return known
    const named = this.fresh.get(url)
    if (named !== undefined) return named
    this.fresh.set(url, this.size + this.fresh.size)
    return url
  }
}
