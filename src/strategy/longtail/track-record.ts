/**
 * What pages of a given promise have turned out to be of late. A model says of a page that its chance is one in ten; whether that is so
 * is known once pages of which it said so were fetched. For each step of the predicted log-odds the last outcomes are counted, older
 * ones fading out.
 *
 * It says where downloads no longer pay: not by the prediction, which is too low where little is relevant and the crawl has just begun,
 * but by the most that such pages can have paid given what they did pay.
 */
import type { Persistent, StateFields } from '../../contracts.js'
import { sigmoid } from '../../learn/index.js'
import { tellInto } from '../../state-collections.js'

/** One for each unit of log-odds, the outer ones for all beyond. */
export const STEPS = 16
const LOWEST = -8
const LEAST_WINDOW = 400

export class TrackRecord implements Persistent {
  readonly asked = new Float64Array(STEPS)
  readonly finds = new Float64Array(STEPS)
  private readonly window: number

  constructor(window: number) {
    this.window = Math.max(LEAST_WINDOW, window)
  }

  persist(fields: StateFields): void {
    tellInto(fields, 'asked', this.asked)
    tellInto(fields, 'finds', this.finds)
  }

  /** A page was fetched of which this was predicted. */
  note(logit: number, isFind: boolean, times = 1): void {
    this.noteAt(stepOf(logit), isFind, times)
  }

  noteAt(step: number, isFind: boolean, times = 1): void {
    this.asked[step] += times
    if (isFind) this.finds[step] += times
    if (this.asked[step] < this.window) return
    this.asked[step] /= 2
    this.finds[step] /= 2
  }

  /**
   * Log-odds below which fewer than 1 in `worth` downloads pay, as far as is known; -Infinity as long as nothing is. Steps that
   * promise less than that are taken together with all below; one that may promise more must have shown that it does not keep it.
   * `error` is the share of finds that a judge sees where there are none.
   */
  limit(worth: number, error: number): number {
    const paysLess = (finds: number, asked: number): boolean => (mostOf(finds) - error * asked) * worth < asked
    let asked = 0
    let finds = 0
    let limit = -Infinity
    for (let step = 0; step < STEPS; step++) {
      const own = this.finds[step] - error * this.asked[step]
      if (own > 1 && own * worth > this.asked[step]) break
      if (sigmoid(LOWEST + step + 1) * worth >= 1 && !paysLess(this.finds[step], this.asked[step])) break
      asked += this.asked[step]
      finds += this.finds[step]
      if (paysLess(finds, asked)) limit = LOWEST + step + 1
    }
    return limit
  }
}

export function stepOf(logit: number): number {
  const step = Math.floor(logit) - LOWEST
  return step < 0 ? 0 : step >= STEPS ? STEPS - 1 : step
}

/** How many finds were to be expected at most where so many were seen: 19 times out of 20 it was fewer (Poisson, nearly). */
export function mostOf(finds: number): number {
  return finds + 1.35 + 1.64 * Math.sqrt(finds + 0.7)
}
