/**
 * A number for each word as it stands in a text, looked up in place: no string is made of a word that is known, which was a third
 * of the time of indexing. The seed is drawn anew each time, so that nobody can make pages whose words all fall into one place.
 */
export const UNKNOWN = -0x80000000

export class RawWords {
  readonly #seed = Math.floor(Math.random() * 0x100000000) | 0
  readonly #words: string[] = []
  /** Number of the word + 1; 0 is free. */
  #slots = new Int32Array(1 << 14)
  #hashes = new Int32Array(1 << 13)
  #values = new Int32Array(1 << 13)

  /** The value of text[start … end - 1]; UNKNOWN where it has none. */
  find(text: string, start: number, end: number): number {
    const hash = this.#hash(text, start, end)
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot] - 1
      if (entry < 0) return UNKNOWN
      if (this.#hashes[entry] === hash && isAt(text, start, end, this.#words[entry])) return this.#values[entry]
    }
  }

  /** `word` is not known yet. */
  add(word: string, value: number): void {
    const entry = this.#words.push(word) - 1
    if (entry === this.#values.length) this.#enlarge()
    this.#hashes[entry] = this.#hash(word, 0, word.length)
    this.#values[entry] = value
    this.#place(entry)
  }

  #place(entry: number): void {
    const mask = this.#slots.length - 1
    let slot = this.#hashes[entry] & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    this.#slots[slot] = entry + 1
  }

  #enlarge(): void {
    const { length } = this.#values
    const hashes = new Int32Array(length * 2)
    hashes.set(this.#hashes)
    this.#hashes = hashes
    const values = new Int32Array(length * 2)
    values.set(this.#values)
    this.#values = values
    this.#slots = new Int32Array(length * 4)
    for (let entry = 0; entry < length; entry++) this.#place(entry)
  }

  #hash(text: string, start: number, end: number): number {
    let hash = this.#seed
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    return hash ^ (hash >>> 13)
  }
}

function isAt(text: string, start: number, end: number, word: string): boolean {
  if (end - start !== word.length) return false
  for (let i = 0; i < word.length; i++) if (text.charCodeAt(start + i) !== word.charCodeAt(i)) return false
  return true
}
