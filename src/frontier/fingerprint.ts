import { randomBytes } from 'node:crypto'

/**
 * 64-bit fingerprints of URLs: HalfSipHash-1-3 with 64 bits of output over the URL's UTF-8 bytes.
 *
 * Keyed, because everything from the Web is hostile: with an unkeyed hash (xxHash, Murmur) a site could publish URLs that
 * collide with a victim's page, which would then count as seen and never be fetched, or that all fall into one bucket of the
 * URL table. Measured on 61-character URLs: 165 ns, xxHash64 in WebAssembly with its BigInt split into halves 145 ns.
 *
 * The key may differ from run to run (ids depend on the order of URLs, not on fingerprints), but all threads whose
 * fingerprints meet in one table must share it.
 */
export type FingerprintKey = readonly [number, number]

export function randomFingerprintKey(): FingerprintKey {
  const bytes = randomBytes(8)
  return [bytes.readUInt32LE(0), bytes.readUInt32LE(4)]
}

/** `of(url)` leaves its answer in `high` and `low` (unsigned): no allocation per link. */
export interface Fingerprint {
  readonly high: number
  readonly low: number
  of(url: string): void
}

export function createFingerprint(key: FingerprintKey): Fingerprint {
  return new HalfSipHash(key[0] | 0, key[1] | 0)
}

class HalfSipHash implements Fingerprint {
  high = 0
  low = 0

  constructor(
    private readonly k0: number,
    private readonly k1: number,
  ) {}

  of(url: string): void {
    // Canonical URLs are ASCII; anything else takes the detour over its bytes, one character each.
    if (!this.hash(url)) this.hash(Buffer.from(url, 'utf8').toString('latin1'))
  }

  /** False when a character does not fit into a byte or, unless the string stands for bytes, into 7 bits. */
  private hash(text: string): boolean {
    const k0 = this.k0
    const k1 = this.k1
    const length = text.length
    const whole = length & ~3
    let v0 = k0
    let v1 = k1 ^ 0xee
    let v2 = 0x6c796765 ^ k0
    let v3 = 0x74656462 ^ k1
    let seen = 0
    let word = 0
    // A round for each four bytes, one for the 0–3 bytes that are left and the length, as SipHash pads, and six to end with.
    for (let i = 0; i <= whole + 6 * 4; i += 4) {
      if (i < whole) {
        const a = text.charCodeAt(i)
        const b = text.charCodeAt(i + 1)
        const c = text.charCodeAt(i + 2)
        const d = text.charCodeAt(i + 3)
        seen |= a | b | c | d
        word = a | (b << 8) | (c << 16) | (d << 24)
      } else if (i === whole) {
        word = length << 24
        for (let j = whole, shift = 0; j < length; j++, shift += 8) {
          const code = text.charCodeAt(j)
          seen |= code
          word |= code << shift
        }
      } else if (i === whole + 4) {
        word = 0
        v2 ^= 0xee
      } else if (i === whole + 4 * 4) {
        this.low = (v1 ^ v3) >>> 0
        v1 ^= 0xdd
      }
      v3 ^= word
      v0 = (v0 + v1) | 0
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0
      v0 = (v0 << 16) | (v0 >>> 16)
      v2 = (v2 + v3) | 0
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2
      v0 = (v0 + v3) | 0
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0
      v2 = (v2 + v1) | 0
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2
      v2 = (v2 << 16) | (v2 >>> 16)
      v0 ^= word
    }
    this.high = (v1 ^ v3) >>> 0
    return seen < 0x80
  }
}
