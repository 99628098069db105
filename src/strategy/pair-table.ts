/**
 * Pairs of groups, each with a number, from 1 on in the order in which they were met; 0 is none. A hash table with open
 * addressing over typed arrays, because a crawl of half a million sites meets millions of pairs.
 */
import type { GroupId, Persistent, StateFields } from '../contracts.js'
import { grownWords } from '../growing-arrays.js'

export class PairTable implements Persistent {
  // by pair
  source: Uint32Array = new Uint32Array(1)
  target: Uint32Array = new Uint32Array(1)
  /** Numbers given out, 0 included: what lists by pair must hold. */
  used = 1
  /** At most half full; 0 is free. */
  private table: Uint32Array = new Uint32Array(1024)

  persist(fields: StateFields): void {
    this.source = fields.array('source', this.source)
    this.target = fields.array('target', this.target)
    this.table = fields.array('table', this.table)
    this.used = fields.number('used', this.used)
  }

  get size(): number {
    return this.used - 1
  }

  /** 0 when the pair was never met. */
  find(source: GroupId, target: GroupId): number {
    return this.table[this.slotOf(source, target)]
  }

  /** The number of a pair that `find` does not know. */
  add(source: GroupId, target: GroupId): number {
    const slot = this.slotOf(source, target)
    const pair = this.used++
    this.source = grownWords(this.source, this.used)
    this.target = grownWords(this.target, this.used)
    this.source[pair] = source
    this.target[pair] = target
    this.table[slot] = pair
    if (2 * this.used > this.table.length) this.grow()
    return pair
  }

  /** Where the pair stands, or would stand. */
  private slotOf(source: GroupId, target: GroupId): number {
    const { table, source: sources, target: targets } = this
    const mask = table.length - 1
    let slot = hash(source, target) & mask
    for (let pair = table[slot]; pair !== 0; pair = table[slot]) {
      if (sources[pair] === source && targets[pair] === target) return slot
      slot = (slot + 1) & mask
    }
    return slot
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
