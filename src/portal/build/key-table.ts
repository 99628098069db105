/** Numbers by number, in typed arrays: keys of URLs (packed-links.ts) to pages, or to other keys. 16 bytes for each, about twice that with room. */
export class KeyTable {
  private keys = new Float64Array(1024).fill(-1)
  private values = new Float64Array(1024)
  size = 0

  /** The first value of a key stays. */
  add(key: number, value: number): void {
    if (this.find(key) === -1) this.set(key, value)
  }

  set(key: number, value: number): void {
    if ((this.size + 1) * 2 > this.keys.length) this.grow()
    const slot = this.slotOf(key)
    if (this.keys[slot] !== key) this.size++
    this.keys[slot] = key
    this.values[slot] = value
  }

  /** -1 when there is none. */
  find(key: number): number {
    const slot = this.slotOf(key)
    return this.keys[slot] === key ? this.values[slot] : -1
  }

  private slotOf(key: number): number {
    const mask = this.keys.length - 1
    // keys are hashes already
    let slot = (key % 0x40000000) & mask
    while (this.keys[slot] !== -1 && this.keys[slot] !== key) slot = (slot + 1) & mask
    return slot
  }

  private grow(): void {
    const { keys, values } = this
    this.keys = new Float64Array(keys.length * 2).fill(-1)
    this.values = new Float64Array(keys.length * 2)
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] === -1) continue
      const slot = this.slotOf(keys[i])
      this.keys[slot] = keys[i]
      this.values[slot] = values[i]
    }
  }
}
