/** URLs found on one page, each once, with their fingerprints: two spellings of one URL cannot be told apart later either. */
import type { Fingerprint } from '../frontier/index.js'

export class TargetList {
  readonly urls: string[] = []
  /** Two numbers per URL. */
  readonly prints: number[] = []

  constructor(private readonly seen: SeenPrints) {}

  /** False when the URL is on this page already, in this list or another one that shares `seen`. */
  add(url: string): boolean {
    const { fingerprint } = this.seen
    if (!this.seen.add(url)) return false
    this.urls.push(url)
    this.prints.push(fingerprint.high, fingerprint.low)
    return true
  }
}

/** A set of fingerprints in a typed array that is used again for every page: no string is hashed by the engine. */
export class SeenPrints {
  private table = new Uint32Array(2 * 512)
  private used: number[] = []

  constructor(readonly fingerprint: Fingerprint) {}

  clear(): void {
    for (const slot of this.used) this.table[slot] = this.table[slot + 1] = 0
    this.used = []
  }

  /** False when it was there. Leaves the URL's halves in `fingerprint`. */
  add(url: string): boolean {
    const { fingerprint } = this
    fingerprint.of(url)
    return this.insert(fingerprint.high, fingerprint.low)
  }

  private insert(high: number, low: number): boolean {
    const { table } = this
    const mask = table.length - 1
    let slot = (low << 1) & mask
    while (table[slot] !== 0 || table[slot + 1] !== 0) {
      if (table[slot] === high && table[slot + 1] === low) return false
      slot = (slot + 2) & mask
    }
    table[slot] = high
    table[slot + 1] = low
    this.used.push(slot)
    if (this.used.length * 4 > table.length) this.grow()
    return true
  }

  private grow(): void {
    const old = this.table
    const slots = this.used
    this.table = new Uint32Array(old.length * 2)
    this.used = []
    for (const slot of slots) this.insert(old[slot], old[slot + 1])
  }
}
