/**
 * Seeded randomness in integer arithmetic only, so that every machine builds the same web. A stream is named by its keys
 * (`random(seed, 'links', 17)`): what one page draws never depends on how much another page drew before it.
 */
export type Random = ReturnType<typeof random>

export function random(...keys: readonly (string | number)[]) {
  let state = hash(keys.join('\u0000'))
  // splitmix32: one addition and two multiplications per draw, full period for any start
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    mixed ^= mixed >>> 15
    return (mixed >>> 0) / 4294967296
  }
  return {
    /** 0 ≤ x < 1 */
    next,
    /** 0 ≤ n < limit */
    below: (limit: number): number => Math.floor(next() * limit),
    chance: (probability: number): boolean => next() < probability,
    pick: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)],
  }
}

/** A copy in random order. */
export function shuffled<T>(items: readonly T[], draw: Random): T[] {
  const copy = [...items]
  for (let i = copy.length - 1; i > 0; i--) {
    const j = draw.below(i + 1)
    const kept = copy[i]
    copy[i] = copy[j]
    copy[j] = kept
  }
  return copy
}

/** 32-bit FNV-1a over UTF-16 units with a final mix: short keys that differ in one character start far apart. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
