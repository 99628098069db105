/**
 * The most frequent byte n-grams (n = 1…5) of a text, cut the way libTextCat cuts it: white space and digits end a word, every
 * word is padded with `_`, and n-grams stay within the padded word. 1,000 bytes are 5,000 n-grams, so they are counted in a
 * hash table of typed arrays and never become strings.
 */
export const MAX_N = 5

/** An n-gram as a number below 2^40: its bytes, the first highest. Unique, because byte 0 never occurs in a word. */
export type Ngram = number

const PAD = 0x5f
const FIRST_SLOTS = 1 << 14
const TWO_32 = 2 ** 32

/** 1 for bytes that end a word. Letters of any charset, punctuation and the bytes of UTF-8 are parts of words. */
const endsWord = new Uint8Array(256)
for (const byte of [0, 9, 10, 11, 12, 13, 32]) endsWord[byte] = 1
endsWord.fill(1, 0x30, 0x3a)

/** Most frequent first; equally frequent ones shorter first, then by bytes, so that the order is stable. */
export function topNgrams(bytes: Uint8Array, wanted: number): Ngram[] {
  const table = new NgramTable()
  const padded = new Uint8Array(bytes.length + 2)
  let length = 1
  padded[0] = PAD
  for (let i = 0; i <= bytes.length; i++) {
    if (i < bytes.length && endsWord[bytes[i]] === 0) padded[length++] = bytes[i]
    else if (length > 1) {
      padded[length++] = PAD
      for (let start = 0; start < length; start++) {
        // five bytes do not fit into an integer: the first of five goes into `high`
        let high = 0
        let low = 0
        const end = Math.min(length, start + MAX_N)
        for (let k = start; k < end; k++) {
          high = low >>> 24
          low = (low << 8) | padded[k]
          table.count(high, low)
        }
      }
      length = 1
    }
  }
  return table.top(wanted)
}

class NgramTable {
  private high = new Uint8Array(FIRST_SLOTS)
  private low = new Int32Array(FIRST_SLOTS)
  private counts = new Uint32Array(FIRST_SLOTS)
  private used = 0

  count(high: number, low: number): void {
    const slot = this.slotOf(high, low)
    if (this.counts[slot]++ > 0) return
    this.high[slot] = high
    this.low[slot] = low
    if (++this.used * 2 > this.counts.length) this.grow()
  }

  top(wanted: number): Ngram[] {
    const cut = this.countOfRank(wanted)
    const above: { ngram: Ngram; count: number }[] = []
    const tied: Ngram[] = []
    for (let slot = 0; slot < this.counts.length; slot++) {
      const count = this.counts[slot]
      if (count < cut || count === 0) continue
      const ngram = this.high[slot] * TWO_32 + (this.low[slot] >>> 0)
      if (count === cut) tied.push(ngram)
      else above.push({ ngram, count })
    }
    // shorter n-grams are smaller numbers
    above.sort((a, b) => b.count - a.count || a.ngram - b.ngram)
    const rest = Float64Array.from(tied)
      .sort()
      .subarray(0, Math.max(0, wanted - above.length))
    return [...above.slice(0, wanted).map(({ ngram }) => ngram), ...rest]
  }

  /** The count of the n-gram at this rank; 1 when there are fewer. */
  private countOfRank(rank: number): number {
    const most = 1024
    const withCount = new Uint32Array(most + 1)
    for (let slot = 0; slot < this.counts.length; slot++) withCount[Math.min(most, this.counts[slot])]++
    let count = most
    for (let seen = withCount[most]; seen < rank && count > 1; seen += withCount[--count]);
    return count
  }

  private slotOf(high: number, low: number): number {
    const mask = this.counts.length - 1
    let slot = ((Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> 9) & mask
    while (this.counts[slot] > 0 && (this.low[slot] !== low || this.high[slot] !== high)) slot = (slot + 1) & mask
    return slot
  }

  private grow(): void {
    const { high, low, counts } = this
    this.high = new Uint8Array(high.length * 2)
    this.low = new Int32Array(high.length * 2)
    this.counts = new Uint32Array(high.length * 2)
    for (let old = 0; old < counts.length; old++) {
      if (counts[old] === 0) continue
      const slot = this.slotOf(high[old], low[old])
      this.high[slot] = high[old]
      this.low[slot] = low[old]
      this.counts[slot] = counts[old]
    }
  }
}
