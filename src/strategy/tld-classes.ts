import type { Persistent, StateFields } from '../contracts.js'
import { tellInto } from '../state-collections.js'

/**
 * Top-level domains as a few classes: numbered in the order in which a crawl meets them, the last class for all that come
 * too late. The numbers in `Features.tld` differ from one loop to the other; the order of meeting does not, so a strategy
 * learns the same from both. Those that matter (a nation's own, com, net, org) are met among the first.
 */
export class TldClasses implements Persistent {
  /** By interned number: class + 1; 0 for one that was not met. A hot loop reads it and asks `meet` when there is none. */
  readonly met = new Uint8Array(0x10000)
  private classes = 0

  /** `size` classes, at most 255. */
  constructor(readonly size: number) {}

  persist(fields: StateFields): void {
    tellInto(fields, 'met', this.met)
    this.classes = fields.number('classes', this.classes)
  }

  of(tld: number): number {
    return (this.met[tld] || this.meet(tld)) - 1
  }

  /** Gives a top-level domain its class; returns class + 1. */
  meet(tld: number): number {
    if (this.classes < this.size) this.classes++
    return (this.met[tld] = this.classes)
  }
}
