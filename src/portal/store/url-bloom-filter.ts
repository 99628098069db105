/**
 * Which URLs may be in a collection, in two bytes for each: for one that is not there the answer is "no" 98 times of 100, for one that is
 * there never (Bloom 1970). Whoever looks for millions of links, of which most lead elsewhere, asks the database for the others only.
 */
const BITS_PER_URL = 16
const LEAST_BITS = 1 << 10
const MOST_BITS = 2 ** 31

export class UrlBloomFilter {
  readonly #bits: Uint8Array
  readonly #mask: number

  /** `count`: how many URLs will come; with more, more is taken to be there. */
  constructor(count: number) {
    let size = LEAST_BITS
    while (size < count * BITS_PER_URL && size < MOST_BITS) size *= 2
    this.#bits = new Uint8Array(size / 8)
    this.#mask = size - 1
  }

  add(url: string): void {
    const hash = hashOf(url)
    for (const bit of [hash, second(hash)]) this.#bits[(bit & this.#mask) >>> 3] |= 1 << (bit & 7)
  }

  mayHave(url: string): boolean {
    const hash = hashOf(url)
    return this.#has(hash) && this.#has(second(hash))
  }

  #has(bit: number): boolean {
    return (this.#bits[(bit & this.#mask) >>> 3] & (1 << (bit & 7))) !== 0
  }
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return mixed(hash)
}

function second(hash: number): number {
  return mixed(hash ^ 0x9e3779b9)
}

function mixed(number: number): number {
  let hash = Math.imul(number ^ (number >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
