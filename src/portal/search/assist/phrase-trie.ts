/**
 * Sequences of stems, with columns beside them: node 0 is the empty one, a child is its parent and one more stem. Children are found
 * in a table of our own: each word of each page asks for one, and a Map of pairs took a third of the time.
 */
export class PhraseTrie {
  /** Nodes by the hash of their parent and stem; 0 is free. */
  private slots = new Int32Array(1 << 12)
  readonly parents: number[] = [0]
  readonly stems: number[] = [-1]
  readonly depths: number[] = [0]

  constructor(private readonly maxNodes: number) {}

  get size(): number {
    return this.parents.length
  }

  /** 0 when there is none. */
  child(node: number, stem: number): number {
    return this.slots[this.slotOf(node, stem)]
  }

  /** 0 when there is no more room. */
  grow(node: number, stem: number): number {
    const slot = this.slotOf(node, stem)
    const known = this.slots[slot]
    if (known !== 0 || this.size >= this.maxNodes) return known
    const fresh = this.size
    this.slots[slot] = fresh
    this.parents.push(node)
    this.stems.push(stem)
    this.depths.push(this.depths[node] + 1)
    if (this.size * 2 > this.slots.length) this.enlarge()
    return fresh
  }

  add(stems: readonly number[]): number {
    let node = 0
    for (const stem of stems) {
      node = this.grow(node, stem)
      if (node === 0) return 0
    }
    return node
  }

  sequence(node: number): number[] {
    const stems: number[] = []
    for (let at = node; at !== 0; at = this.parents[at]) stems.push(this.stems[at])
    return stems.reverse()
  }

  private slotOf(node: number, stem: number): number {
    const { slots, parents, stems } = this
    const mask = slots.length - 1
    let hash = Math.imul(node, 0x9e3779b1) ^ Math.imul(stem, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    let slot = (hash ^ (hash >>> 13)) & mask
    for (let at = slots[slot]; at !== 0 && (stems[at] !== stem || parents[at] !== node); at = slots[slot])
      slot = (slot + 1) & mask
    return slot
  }

  private enlarge(): void {
    this.slots = new Int32Array(this.slots.length * 2)
    for (let node = 1; node < this.size; node++) this.slots[this.slotOf(this.parents[node], this.stems[node])] = node
  }
}
