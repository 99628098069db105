/**
 * Chance that depends on nothing but a key: the numbers drawn for a page are the same whoever draws them, in whatever
 * order, on however many threads. That is what makes a generated web repeatable.
 */

/** Scrambles 32 bits (the finaliser of MurmurHash3). */
export function mix(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

/** What a stream of numbers is for: two purposes never see the same numbers for one id. */
export const PURPOSE = {
  plan: 1,
  sizes: 2,
  shares: 3,
  labels: 4,
  tree: 5,
  degrees: 6,
  targets: 7,
  homeLinks: 8,
  anchors: 9,
  directories: 10,
  domains: 11,
  tlds: 12,
  unfetched: 13,
} as const

export function keyOf(seed: number, purpose: number): number {
  return mix(mix(seed | 0) + Math.imul(purpose, 0x9e3779b1))
}

const TO_UNIT = 1 / 4294967296

/** The output of Mulberry32 for a state, for those that keep the states of many streams themselves: each goes on by adding 0x6d2b79f5. */
export function scrambled(state: number): number {
  let t = Math.imul(state ^ (state >>> 15), state | 1)
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
  return (t ^ (t >>> 14)) >>> 0
}

/** Mulberry32, started again for each id. */
export class Stream {
  private state = 0

  constructor(
    private readonly key: number,
    id = 0,
  ) {
    this.start(id)
  }

  start(id: number): void {
    this.state = mix(this.key ^ mix(Math.imul(id, 0x9e3779b1)))
  }

  /** 32 random bits, unsigned. */
  bits(): number {
    return scrambled((this.state = (this.state + 0x6d2b79f5) | 0))
  }

  /** In [0, 1). */
  unit(): number {
    return this.bits() * TO_UNIT
  }

  /** An integer in [0, bound). */
  below(bound: number): number {
    return Math.floor(this.bits() * TO_UNIT * bound)
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit())
  }

  /** Marsaglia and Tsang; shapes below 1 by their boost. */
  gamma(shape: number): number {
    if (shape < 1) return this.gamma(shape + 1) * (1 - this.unit()) ** (1 / shape)
    const d = shape - 1 / 3
    const c = 1 / Math.sqrt(9 * d)
    for (;;) {
      const x = this.normal()
      const v = (1 + c * x) ** 3
      if (v > 0 && Math.log(1 - this.unit()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
    }
  }

  beta(a: number, b: number): number {
    const x = this.gamma(a)
    const y = this.gamma(b)
    return x + y === 0 ? (this.unit() < a / (a + b) ? 1 : 0) : x / (x + y)
  }
}

export function shuffle(list: Uint32Array, random: Stream): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    const kept = list[i]
    list[i] = list[j]
    list[j] = kept
  }
}
