/**
 * Which site links to which, each pair once: a hash table over (source, target), and for every source the list of its
 * targets. Typed arrays, because a crawl of half a million sites meets millions of pairs; about 24 bytes each.
 */
import type { GroupId } from '../contracts.js'
import { grownWords } from './grown.js'

export class SiteLinks {
  // by pair; pair 0 is none
  private source: Uint32Array = new Uint32Array(1)
  private target: Uint32Array = new Uint32Array(1)
  private next: Uint32Array = new Uint32Array(1)
  private used = 1
  /** By source: its newest pair. */
  private newest: Uint32Array = new Uint32Array(0)
  /** Open addressing, at most half full; 0 is free. */
  private table: Uint32Array = new Uint32Array(1024)

  reserve(sites: number): void {
    this.newest = grownWords(this.newest, sites)
  }

  get size(): number {
    return this.used - 1
  }

  /** False when the pair is known. */
  add(source: GroupId, target: GroupId): boolean {
    const { table } = this
    const mask = table.length - 1
    let slot = hash(source, target) & mask
    for (let pair = table[slot]; pair !== 0; pair = table[slot]) {
      if (this.source[pair] === source && this.target[pair] === target) return false
      slot = (slot + 1) & mask
    }
    const pair = this.used++
    this.source = grownWords(this.source, this.used)
    this.target = grownWords(this.target, this.used)
    this.next = grownWords(this.next, this.used)
    this.source[pair] = source
    this.target[pair] = target
    this.next[pair] = this.newest[source]
    this.newest[source] = pair
    table[slot] = pair
    if (2 * this.used > table.length) this.grow()
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
    return this.target[pair]
  }

  private grow(): void {
    const table = new Uint32Array(this.table.length * 2)
    const mask = table.length - 1
    for (let pair = 1; pair < this.used; pair++) {
      let slot = hash(this.source[pair], this.target[pair]) & mask
      while (table[slot] !== 0) slot = (slot + 1) & mask
      table[slot] = pair
    }
    this.table = table
  }
}

function hash(source: number, target: number): number {
  const mixed = Math.imul(source, 0x9e37_79b1) ^ Math.imul(target + 0x7f4a_7c15, 0x85eb_ca6b)
  return mixed ^ (mixed >>> 15)
}
