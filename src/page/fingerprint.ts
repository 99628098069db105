/**
 * A 64-bit fingerprint of a canonical URL, as two unsigned 32-bit halves: what the seen-set and the logs of a crawl know pages by.
 *
 * The algorithm is part of the file formats (docs/formats.md, "Fingerprint") and never changes: two lanes of 32 bits that mix
 * eight characters per round and feed each other, in the manner of MurmurHash3. For a fixed rest, a change within one round's
 * eight characters always changes the fingerprint. Against chance only: whoever wants to can construct collisions.
 */
const C1 = 0xcc9e2d51
const C2 = 0x1b873593
const C3 = 0xab0e9789
const C4 = 0x38b34ae5

/** Writes the upper half to `out[at]`, the lower to `out[at + 1]`. Canonical URLs are ASCII; of other characters 8 bits count. */
export function fingerprint(url: string, out: Uint32Array, at: number): void {
  const length = url.length
  const whole = length & ~7
  let h1 = 0x9e3779b9
  let h2 = 0x85ebca6b
  let i = 0
  for (; i < whole; i += 8) {
    let k1 =
      (url.charCodeAt(i) & 255) |
      ((url.charCodeAt(i + 1) & 255) << 8) |
      ((url.charCodeAt(i + 2) & 255) << 16) |
      (url.charCodeAt(i + 3) << 24)
    let k2 =
      (url.charCodeAt(i + 4) & 255) |
      ((url.charCodeAt(i + 5) & 255) << 8) |
      ((url.charCodeAt(i + 6) & 255) << 16) |
      (url.charCodeAt(i + 7) << 24)
    k1 = Math.imul(k1, C1)
    h1 ^= Math.imul((k1 << 15) | (k1 >>> 17), C2)
    h1 = (((h1 << 13) | (h1 >>> 19)) + h2) | 0
    h1 = (Math.imul(h1, 5) + 0xe6546b64) | 0
    k2 = Math.imul(k2, C3)
    h2 ^= Math.imul((k2 << 17) | (k2 >>> 15), C4)
    h2 = (((h2 << 17) | (h2 >>> 15)) + h1) | 0
    h2 = (Math.imul(h2, 5) + 0x561ccd1b) | 0
  }
  // the last round: up to seven characters, zeros behind them
  if (i < length) {
    let k1 = 0
    let k2 = 0
    for (let shift = 0; i < length; i++, shift += 8) {
      if (shift < 32) k1 |= (url.charCodeAt(i) & 255) << shift
      else k2 |= (url.charCodeAt(i) & 255) << (shift - 32)
    }
    k1 = Math.imul(k1, C1)
    h1 ^= Math.imul((k1 << 15) | (k1 >>> 17), C2)
    k2 = Math.imul(k2, C3)
    h2 ^= Math.imul((k2 << 17) | (k2 >>> 15), C4)
  }
  h1 ^= length
  h2 ^= length
  h1 = (h1 + h2) | 0
  h2 = (h2 + h1) | 0
  h1 = mix(h1)
  h2 = mix(h2)
  h1 = (h1 + h2) | 0
  h2 = (h2 + h1) | 0
  out[at] = h1
  out[at + 1] = h2
}

function mix(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
