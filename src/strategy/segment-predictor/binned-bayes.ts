/**
 * Naive Bayes over values in bins and over names that stand for themselves (`com-th`), where any may be missing: what is
 * missing is left out of the product. Both classes count alike, however many examples they have: the counts of the larger
 * class are scaled down to those of the smaller, which is what under-sampling does on average.
 *
 *   odds = ∏ (s₁·n(v, 1) + 1) / (s₁·n(1) + |A|)  /  (s₀·n(v, 0) + 1) / (s₀·n(0) + |A|)      over the features that are there
 */
import type { Persistent, StateFields, StrategyModel } from '../../contracts.js'
import { LongtailError } from '../../errors.js'
import { tellInto } from '../../state-collections.js'

/** Beyond so many different names, new ones are as if missing: a bound against hostile webs, not a limit of real ones. */
const MOST_NAMES = 1 << 16

export const MISSING = -1

export class BinnedBayes implements Persistent {
  /** Examples by class. */
  readonly examples = new Float64Array(2)
  /** Two counts for each bin of each feature. */
  private readonly bins: Float64Array
  /** By bin: what it adds to the log-odds. */
  private readonly odds: Float64Array
  /** By feature and class: examples in which it is not missing. */
  private readonly seen: Float64Array
  /** By named feature: two counts for each name. */
  private readonly named: Map<number, Float64Array>[]

  /** `features` values in `bins` bins, followed by `names` names. */
  constructor(
    readonly features: number,
    readonly binCount: number,
    readonly names: number,
  ) {
    this.bins = new Float64Array(2 * features * binCount)
    this.odds = new Float64Array(features * binCount)
    this.seen = new Float64Array(2 * (features + names))
    this.named = Array.from({ length: names }, () => new Map<number, Float64Array>())
  }

  persist(fields: StateFields): void {
    tellInto(fields, 'examples', this.examples)
    tellInto(fields, 'bins', this.bins)
    tellInto(fields, 'odds', this.odds)
    tellInto(fields, 'seen', this.seen)
    this.named.forEach((counts, i) => tellNames(fields, `names-${i}`, counts))
  }

  get isTrained(): boolean {
    return this.examples[0] > 0 && this.examples[1] > 0
  }

  /** `values`: the number of the bin for each binned feature, then the key of each name; MISSING where there is none. */
  add(values: Float64Array, relevant: boolean): void {
    const column = relevant ? 1 : 0
    this.examples[column]++
    for (let i = 0; i < this.features; i++) {
      if (values[i] === MISSING) continue
      this.seen[2 * i + column]++
      this.bins[2 * (i * this.binCount + values[i]) + column]++
    }
    for (let i = 0; i < this.names; i++) {
      const name = values[this.features + i]
      if (name === MISSING) continue
      let counts = this.named[i].get(name)
      if (counts === undefined) {
        if (this.named[i].size === MOST_NAMES) continue
        this.named[i].set(name, (counts = new Float64Array(2)))
      }
      this.seen[2 * (this.features + i) + column]++
      counts[column]++
    }
  }

  logOdds(values: Float64Array): number {
    const { odds, binCount, features } = this
    let sum = 0
    for (let i = 0; i < features; i++) if (values[i] !== MISSING) sum += odds[i * binCount + values[i]]
    for (let i = 0; i < this.names; i++) {
      const name = values[features + i]
      const counts = name === MISSING ? undefined : this.named[i].get(name)
      if (counts === undefined) continue // a pair never seen says nothing
      sum += this.evidence(counts[0], counts[1], features + i, this.named[i].size + 1)
    }
    return sum
  }

  /** Lets predictions know what was added to bins since the last time. */
  refresh(): void {
    const { bins, odds, binCount } = this
    for (let at = 0; at < odds.length; at++) {
      odds[at] = this.evidence(bins[2 * at], bins[2 * at + 1], Math.floor(at / binCount), binCount)
    }
  }

  private evidence(no: number, yes: number, feature: number, kinds: number): number {
    const { examples, seen } = this
    const least = Math.min(examples[0], examples[1])
    if (least === 0) return 0
    const scale0 = least / examples[0]
    const scale1 = least / examples[1]
    const ofRelevant = (scale1 * yes + 1) / (scale1 * seen[2 * feature + 1] + kinds)
    return Math.log(ofRelevant / ((scale0 * no + 1) / (scale0 * seen[2 * feature] + kinds)))
  }

  probability(values: Float64Array): number {
    return 1 / (1 + Math.exp(-this.logOdds(values)))
  }

  /** `keepsNames`: whether the keys of names mean the same to another crawl. */
  save(prefix: string, keepsNames: boolean): StrategyModel {
    const lists: Record<string, readonly number[]> = {
      [`${prefix}.examples`]: [...this.examples],
      [`${prefix}.bins`]: [...this.bins],
      [`${prefix}.seen`]: [...this.seen],
    }
    this.named.forEach((counts, i) => {
      const names = keepsNames ? [...counts].flatMap(([name, [no, yes]]) => [name, no, yes]) : []
      lists[`${prefix}.names${i}`] = names
    })
    return lists
  }

  load(prefix: string, model: StrategyModel): void {
    fill(this.examples, `${prefix}.examples`, model)
    fill(this.bins, `${prefix}.bins`, model)
    fill(this.seen, `${prefix}.seen`, model)
    this.named.forEach((counts, i) => {
      const list = listOf(`${prefix}.names${i}`, model)
      if (list.length % 3 !== 0 || list.length > 3 * MOST_NAMES) throw mismatch(`${prefix}.names${i}`)
      counts.clear()
      for (let at = 0; at < list.length; at += 3) counts.set(list[at], Float64Array.of(list[at + 1], list[at + 2]))
      if (list.length === 0) this.seen.fill(0, 2 * (this.features + i), 2 * (this.features + i) + 2)
    })
    this.refresh()
  }
}

/** In the order in which they were met. */
function tellNames(fields: StateFields, name: string, named: Map<number, Float64Array>): void {
  const rows = [...named].flatMap(([key, counts]) => [key, ...counts])
  const loaded = fields.array(name, Float64Array.from(rows))
  if (!fields.isLoading) return
  named.clear()
  for (let at = 0; at < loaded.length; at += 3) named.set(loaded[at], loaded.slice(at + 1, at + 3))
}

export function listOf(name: string, model: StrategyModel): readonly number[] {
  const list = Object.hasOwn(model, name) ? model[name] : undefined
  // sums of counts must be numbers, too
  if (list === undefined || !list.every(value => value >= 0 && value <= Number.MAX_SAFE_INTEGER)) throw mismatch(name)
  return list
}

export function mismatch(name: string): LongtailError {
  return new LongtailError(
    'E_STRATEGY',
    `strategy segment-predictor: the model's "${name}" is not a list of counts as this version writes it; ` +
      'make the model again with "longtail train segments"',
  )
}

function fill(into: Float64Array, name: string, model: StrategyModel): void {
  const list = listOf(name, model)
  if (list.length !== into.length) throw mismatch(name)
  into.set(list)
}
