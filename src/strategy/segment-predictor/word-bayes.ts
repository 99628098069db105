/**
 * Multinomial naive Bayes over the words of links, hashed into a table of counts. Both classes count alike: the counts of
 * the one with more words are scaled down to those of the other. A word stands once for each pair of segments, however many
 * links repeat it (segment-pairs.ts). Words that were never seen say nothing.
 */
import type { Persistent, StateFields, StrategyModel } from '../../contracts.js'
import { tellInto } from '../../state-collections.js'
import { listOf, mismatch } from './binned-bayes.js'

export const WORD_SLOTS = 1 << 18

export class WordBayes implements Persistent {
  /** Two counts for each slot. */
  private counts = new Float64Array(2 * WORD_SLOTS)
  private readonly totals = new Float64Array(2)
  /** By slot: what the word adds to the log-odds. */
  private readonly weights = new Float32Array(WORD_SLOTS)

  get isTrained(): boolean {
    return this.totals[0] > 0 && this.totals[1] > 0
  }

  persist(fields: StateFields): void {
    this.counts = fields.array('counts', this.counts)
    tellInto(fields, 'totals', this.totals)
    tellInto(fields, 'weights', this.weights)
  }

  add(words: Uint32Array, count: number, relevant: boolean): void {
    const column = relevant ? 1 : 0
    const { counts } = this
    for (let i = 0; i < count; i++) {
      const at = 2 * (words[i] & (WORD_SLOTS - 1))
      counts[at + column]++
    }
    this.totals[column] += count
  }

  logOdds(words: Uint32Array, count: number): number {
    const { weights } = this
    let sum = 0
    for (let i = 0; i < count; i++) sum += weights[words[i] & (WORD_SLOTS - 1)]
    return sum
  }

  /** Lets predictions know what was added since the last time. */
  refresh(): void {
    const { counts, weights } = this
    const least = Math.min(this.totals[0], this.totals[1])
    if (least === 0) return
    const scale0 = least / this.totals[0]
    const scale1 = least / this.totals[1]
    for (let slot = 0; slot < WORD_SLOTS; slot++) {
      const no = counts[2 * slot]
      const yes = counts[2 * slot + 1]
      // the denominators are alike, because both classes have `least` words after scaling
      if (no + yes > 0) weights[slot] = Math.log((scale1 * yes + 1) / (scale0 * no + 1))
    }
  }

  /** -1, no opinion, without words. */
  probability(words: Uint32Array, count: number): number {
    return count === 0 ? -1 : 1 / (1 + Math.exp(-this.logOdds(words, count)))
  }

  save(prefix: string): StrategyModel {
    const slots: number[] = []
    const irrelevant: number[] = []
    const relevant: number[] = []
    for (let slot = 0; slot < WORD_SLOTS; slot++) {
      const no = this.counts[2 * slot]
      const yes = this.counts[2 * slot + 1]
      if (no + yes === 0) continue
      slots.push(slot)
      irrelevant.push(no)
      relevant.push(yes)
    }
    return { [`${prefix}.slots`]: slots, [`${prefix}.irrelevant`]: irrelevant, [`${prefix}.relevant`]: relevant }
  }

  load(prefix: string, model: StrategyModel): void {
    const slots = listOf(`${prefix}.slots`, model)
    const irrelevant = listOf(`${prefix}.irrelevant`, model)
    const relevant = listOf(`${prefix}.relevant`, model)
    if (irrelevant.length !== slots.length) throw mismatch(`${prefix}.irrelevant`)
    if (relevant.length !== slots.length) throw mismatch(`${prefix}.relevant`)
    const counts = new Float64Array(2 * WORD_SLOTS)
    this.totals.fill(0)
    slots.forEach((slot, i) => {
      if (!Number.isInteger(slot) || slot >= WORD_SLOTS) throw mismatch(`${prefix}.slots`)
      counts[2 * slot] = irrelevant[i]
      counts[2 * slot + 1] = relevant[i]
      this.totals[0] += irrelevant[i]
      this.totals[1] += relevant[i]
    })
    this.counts = counts
    this.weights.fill(0)
    this.refresh()
  }
}
