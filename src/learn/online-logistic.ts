import type { Persistent, StateFields } from '../contracts.js'
import { tellInto } from '../state-collections.js'

/**
 * Logistic regression learned one example at a time, with a step per weight that shrinks as the weight has been moved
 * (AdaGrad). An example is a few named numbers: `begin`, `put` each, ask for the `logit`, and when the truth is known
 * `learn`. Nothing is allocated per example.
 *
 * Several of these may share one prediction: their logits are added, and each learns from the common error.
 */
export interface LogisticOptions {
  readonly features: number
  /** Most features that one example has. */
  readonly active: number
  readonly rate: number
  /** Sum of squared gradients to begin with: the larger, the smaller the first steps. */
  readonly caution: number
  /** Features that are many and each rare learn faster: from the first to before the last, so many times. */
  readonly faster?: { readonly from: number; readonly to: number; readonly times: number }
}

export class OnlineLogistic implements Persistent {
  readonly weights: Float64Array
  private readonly squares: Float64Array
  private readonly active: Int32Array
  private readonly values: Float64Array
  private readonly rates: Float64Array
  private count = 0

  constructor({ features, active, rate, caution, faster }: LogisticOptions) {
    this.weights = new Float64Array(features)
    this.squares = new Float64Array(features).fill(caution)
    this.active = new Int32Array(active)
    this.values = new Float64Array(active)
    this.rates = new Float64Array(features).fill(rate)
    if (faster !== undefined) this.rates.fill(rate * faster.times, faster.from, faster.to)
  }

  /** The example at hand is not told: nobody keeps one from visit to visit. */
  persist(fields: StateFields): void {
    tellInto(fields, 'weights', this.weights)
    tellInto(fields, 'squares', this.squares)
  }

  begin(): void {
    this.count = 0
  }

  put(feature: number, value: number): void {
    if (value === 0) return
    this.active[this.count] = feature
    this.values[this.count++] = value
  }

  /** Of the example at hand. */
  logit(): number {
    const { weights, active, values, count } = this
    let sum = 0
    for (let i = 0; i < count; i++) sum += weights[active[i]] * values[i]
    return sum
  }

  /**
   * Moves the weights of the example at hand. `error` is the predicted probability minus the truth (0 or 1); `times`: the example stands
   * for so many like it.
   */
  learn(error: number, times = 1): void {
    const { weights, squares, rates, active, values, count } = this
    for (let i = 0; i < count; i++) {
      const feature = active[i]
      const gradient = error * values[i]
      squares[feature] += times * gradient * gradient
      weights[feature] -= (rates[feature] * times * gradient) / Math.sqrt(squares[feature])
    }
  }
}

export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}

/** Log-odds of a probability, which is kept away from 0 and 1 first. */
export function logitOf(probability: number): number {
  const clipped = probability < 0.001 ? 0.001 : probability > 0.999 ? 0.999 : probability
  return Math.log(clipped / (1 - clipped))
}

const LOG = Float64Array.from({ length: 1024 }, (_, count) => Math.log(1 + count))

/** log (1 + count), which models ask for millions of times and mostly of small counts. */
export function logOfNext(count: number): number {
  return count < LOG.length ? LOG[count] : Math.log(1 + count)
}
