import type { Persistent, StateFields } from '../contracts.js'
import { tellInto } from '../state-collections.js'

/**
 * Naive Bayes over a few attributes with few values each, two classes, learning one example at a time:
 *
 *   P(c | a) ∝ P(c) ∏ (n(a_i, c) + 1) / (n(c) + |A_i|)
 *
 * kept as log-odds, so that a prediction is a sum: `prior()` plus one `evidence(i, a_i)` per attribute.
 */
export class CategoricalBayes implements Persistent {
  /** Examples seen, by class: irrelevant, relevant. */
  private readonly examples = new Float64Array(2)
  /** Two counts per value, the values of all attributes one after the other. */
  private readonly counts: Float64Array
  private readonly first: readonly number[]

  /** `sizes[i]` is |A_i|: attribute i has the values 0 … sizes[i] - 1. */
  constructor(private readonly sizes: readonly number[]) {
    let values = 0
    this.first = sizes.map(size => (values += size) - size)
    this.counts = new Float64Array(2 * values)
  }

  persist(fields: StateFields): void {
    tellInto(fields, 'examples', this.examples)
    tellInto(fields, 'counts', this.counts)
  }

  get size(): number {
    return this.examples[0] + this.examples[1]
  }

  add(values: ArrayLike<number>, relevant: boolean): void {
    const column = relevant ? 1 : 0
    this.examples[column]++
    for (let i = 0; i < this.sizes.length; i++) this.counts[2 * (this.first[i] + values[i]) + column]++
  }

  /** log P(relevant) / P(irrelevant); both counts are one larger than seen, so that it is finite from the first example on. */
  prior(): number {
    return Math.log((this.examples[1] + 1) / (this.examples[0] + 1))
  }

  /** What the value of one attribute adds to the log-odds. */
  evidence(attribute: number, value: number): number {
    const size = this.sizes[attribute]
    const at = 2 * (this.first[attribute] + value)
    const [irrelevant, relevant] = this.examples
    return Math.log(((this.counts[at + 1] + 1) * (irrelevant + size)) / ((this.counts[at] + 1) * (relevant + size)))
  }

  logOdds(values: ArrayLike<number>): number {
    let sum = this.prior()
    for (let i = 0; i < this.sizes.length; i++) sum += this.evidence(i, values[i])
    return sum
  }
}
