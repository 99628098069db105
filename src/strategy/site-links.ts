/** Which site links to which, each pair once, and for every source the list of its targets; about 24 bytes a pair. */
import type { GroupId, Persistent, StateFields } from '../contracts.js'
import { grownWords } from '../growing-arrays.js'
import { PairTable } from './pair-table.js'

export class SiteLinks implements Persistent {
  private readonly pairs = new PairTable()
  /** By pair. */
  private next: Uint32Array = new Uint32Array(1)
  /** By source: its newest pair. */
  private newest: Uint32Array = new Uint32Array(0)

  reserve(sites: number): void {
    this.newest = grownWords(this.newest, sites)
  }

  persist(fields: StateFields): void {
    fields.part('pairs', this.pairs)
    this.next = fields.array('next', this.next)
    this.newest = fields.array('newest', this.newest)
  }

  /** False when the pair is known. */
  add(source: GroupId, target: GroupId): boolean {
    if (this.pairs.find(source, target) !== 0) return false
    const pair = this.pairs.add(source, target)
    this.next = grownWords(this.next, this.pairs.used)
    this.next[pair] = this.newest[source]
    this.newest[source] = pair
    return true
  }

  /** The targets of a source, newest first: `for (let p = links.first(s); p !== 0; p = links.after(p)) links.targetOf(p)`. */
  first(source: GroupId): number {
    return this.newest[source]
  }

  after(pair: number): number {
    return this.next[pair]
  }

  targetOf(pair: number): GroupId {
    return this.pairs.target[pair]
  }
}
