import type { Persistent, StateFields } from '../contracts.js'
import { grownDoubles, grownWords } from '../growing-arrays.js'
import type { LogisticOptions } from './online-logistic.js'

/** Weights to begin with. */
const FIRST = 256

/**
 * The same as OnlineLogistic, number by number, for features of which few are ever met: only those take memory. A crawl of 64 partitions has
 * 64 of these in one process, and a table of all words of all languages for each would be most of its memory.
 */
export class SparseLogistic implements Persistent {
  // by weight, in the order in which their features were met
  private weights: Float64Array = new Float64Array(FIRST)
  private squares: Float64Array = new Float64Array(FIRST)
  private features: Uint32Array = new Uint32Array(FIRST)
  private used = 0
  /** Weight + 1 by hash of the feature; 0 is free. At most half full. */
  private table = new Uint32Array(2 * FIRST)
  private readonly active: Uint32Array
  private readonly values: Float64Array
  private count = 0

  constructor(private readonly options: Omit<LogisticOptions, 'features' | 'faster'>) {
    this.active = new Uint32Array(options.active)
    this.values = new Float64Array(options.active)
  }

  /** The example at hand is not told: nobody keeps one from visit to visit. */
  persist(fields: StateFields): void {
    this.used = fields.number('used', this.used)
    this.features = fields.array('features', this.features)
    this.weights = fields.array('weights', this.weights)
    this.squares = fields.array('squares', this.squares)
    if (fields.isLoading) this.index(this.features.length)
  }

  begin(): void {
    this.count = 0
  }

  put(feature: number, value: number): void {
    if (value === 0) return
    this.active[this.count] = this.find(feature) ?? this.add(feature)
    this.values[this.count++] = value
  }

  /** Of a feature. */
  weight(feature: number): number {
    const found = this.find(feature)
    return found === null ? 0 : this.weights[found]
  }

  /** Of the example at hand. */
  logit(): number {
    const { weights, active, values, count } = this
    let sum = 0
    for (let i = 0; i < count; i++) sum += weights[active[i]] * values[i]
    return sum
  }

  /** As OnlineLogistic.learn. */
  learn(error: number, times = 1): void {
    const { weights, squares, active, values, count } = this
    const { rate } = this.options
    for (let i = 0; i < count; i++) {
      const at = active[i]
      const gradient = error * values[i]
      squares[at] += times * gradient * gradient
      weights[at] -= (rate * times * gradient) / Math.sqrt(squares[at])
    }
  }

  private find(feature: number): number | null {
    const { table, features } = this
    const mask = table.length - 1
    for (let seat = feature & mask; ; seat = (seat + 1) & mask) {
      const found = table[seat]
      if (found === 0) return null
      if (features[found - 1] === feature) return found - 1
    }
  }

  private add(feature: number): number {
    const { used } = this
    if (used === this.features.length) {
      this.features = grownWords(this.features, used + 1)
      this.weights = grownDoubles(this.weights, used + 1)
      this.squares = grownDoubles(this.squares, used + 1)
      this.index(this.features.length)
    }
    this.features[used] = feature
    this.squares[used] = this.options.caution
    this.seat(used)
    this.used++
    return used
  }

  /** With room for so many weights. */
  private index(most: number): void {
    this.table = new Uint32Array(2 * most)
    for (let at = 0; at < this.used; at++) this.seat(at)
  }

  private seat(at: number): void {
    const { table, features } = this
    const mask = table.length - 1
    let seat = features[at] & mask
    while (table[seat] !== 0) seat = (seat + 1) & mask
    table[seat] = at + 1
  }
}
