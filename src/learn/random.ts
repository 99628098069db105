/** Mulberry32: the same numbers from the same seed on every machine, 0 <= x < 1. */
export type RandomSource = () => number

export function createRandom(seed: number): RandomSource {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let x = Math.imul(state ^ (state >>> 15), 1 | state)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Shuffles in place (Fisher-Yates). */
export function shuffle(items: Uint32Array, random: RandomSource): void {
  for (let i = items.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1))
    const item = items[i]
    items[i] = items[other]
    items[other] = item
  }
}
