/** What a page asks of those who would use it: robots directives and text-and-data-mining reservations. */

/** Directives that matter to a corpus. */
const DIRECTIVES: ReadonlySet<string> = new Set(['noindex', 'noarchive', 'nosnippet', 'noai', 'noimageai', 'none'])

/** Pages with one of these are left out by `skipReserved`. */
export const RESERVING: ReadonlySet<string> = new Set(['noai', 'tdm-reservation'])

export class Reservations {
  private readonly words = new Set<string>()

  /** In alphabetical order. */
  get found(): readonly string[] {
    return [...this.words].sort()
  }

  /** The value of META robots or of X-Robots-Tag. One for a single robot (`googlebot: noindex`) is not for us. */
  readRobots(value: string): void {
    if (/^\s*(?!max-|unavailable)[\w-]+\s*:/i.test(value)) return
    for (const word of value
      .slice(0, 1_000)
      .toLowerCase()
      .split(/[\s,;]+/, 50))
      if (DIRECTIVES.has(word)) this.words.add(word === 'none' ? 'noindex' : word)
  }

  /** The TDM Reservation Protocol, as META element or header: 1 reserves. */
  readMining(value: string): void {
    if (value.trim() === '1') this.words.add('tdm-reservation')
  }
}
