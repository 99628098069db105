import type { Persistent, StateFields } from '../contracts.js'
import { tellInto, tellMap } from '../state-collections.js'

/**
 * Top-level domains as a few classes: numbered in the order in which a crawl meets them, the last class for all that come
 * too late. The numbers in `Features.tld` differ from one loop to the other; the order of meeting does not, so a strategy
 * learns the same from both. Those that matter (a nation's own, com, net, org) are met among the first.
 *
 * The numbers also differ from one partition of a crawl to the other. There a top-level domain has a key, made of its name, and may be
 * met by that before any page under it is.
 */
export class TldClasses implements Persistent {
  /** By interned number: class + 1; 0 for one that was not met. A hot loop reads it and asks `meet` when there is none. */
  readonly met = new Uint8Array(0x10000)
  private readonly byKey = new Map<number, number>() // class + 1
  private classes = 0
  private isOnlyRead = false

  /** `size` classes, at most 255. */
  constructor(readonly size: number) {}

  persist(fields: StateFields): void {
    tellInto(fields, 'met', this.met)
    tellMap(fields, 'by-key', this.byKey)
    this.classes = fields.number('classes', this.classes)
  }

  of(tld: number, names?: readonly string[]): number {
    return (this.met[tld] || this.meet(tld, names)) - 1
  }

  /** Gives a top-level domain its class; returns class + 1. */
  meet(tld: number, names?: readonly string[]): number {
    const met = 1 + this.ofKey(tldKey(tld, names))
    return this.isOnlyRead ? met : (this.met[tld] = met)
  }

  /**
   * For those who ask what is expected: a crawl is asked when a clock says so, which no replay repeats. What was not met gets the class that it
   * would have, and is not met.
   */
  onlyRead<T>(read: () => T): T {
    this.isOnlyRead = true
    try {
      return read()
    } finally {
      this.isOnlyRead = false
    }
  }

  ofKey(key: number): number {
    const known = this.byKey.get(key)
    if (known !== undefined) return known - 1
    if (this.isOnlyRead) return Math.min(this.classes, this.size - 1)
    if (this.classes < this.size) this.byKey.set(key, ++this.classes)
    return this.classes - 1
  }
}

/** FNV-1a of the name; the number itself where nobody can say what it stands for. */
export function tldKey(tld: number, names: readonly string[] = []): number {
  const name = tld < names.length ? names[tld] : undefined
  if (name === undefined) return tld
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
