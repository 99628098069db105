/** How good is a classifier? Counts, the usual measures of them, and folds to test on what was not trained on. */
import { createRandom, shuffle } from './random.js'

export interface Confusion {
  readonly truePositives: number
  readonly falsePositives: number
  readonly falseNegatives: number
  readonly trueNegatives: number
}

export type Quality = Readonly<ReturnType<typeof qualityOf>>

/** Both by example; 1 is the wanted class. */
export function confusionOf(labels: ArrayLike<number>, predictions: ArrayLike<number>): Confusion {
  const counts = [0, 0, 0, 0]
  for (let i = 0; i < labels.length; i++) counts[(labels[i] === 1 ? 2 : 0) + (predictions[i] === 1 ? 1 : 0)]++
  const [trueNegatives, falsePositives, falseNegatives, truePositives] = counts
  return { truePositives, falsePositives, falseNegatives, trueNegatives }
}

/** A share of nothing is 0. */
export function qualityOf(confusion: Confusion) {
  const { truePositives, falsePositives, falseNegatives, trueNegatives } = confusion
  const share = (part: number, rest: number): number => (part === 0 ? 0 : part / (part + rest))
  const precision = share(truePositives, falsePositives)
  const recall = share(truePositives, falseNegatives)
  const specificity = share(trueNegatives, falsePositives)
  return {
    ...confusion,
    accuracy: share(truePositives + trueNegatives, falsePositives + falseNegatives),
    precision,
    /** True positive rate. */
    recall,
    /** True negative rate. */
    specificity,
    f1: share(2 * truePositives, falsePositives + falseNegatives),
    /** √(recall · specificity): no class can be ignored, however rare. */
    gMean: Math.sqrt(recall * specificity),
  }
}

/** Where a share lies with 95 % confidence when `hits` of `of` were counted (Wilson 1927): holds for few, and for all or none. */
export function shareRange(hits: number, of: number): { low: number; high: number } {
  if (of === 0) return { low: 0, high: 1 }
  const z2 = 1.96 ** 2
  const middle = (hits + z2 / 2) / (of + z2)
  const half = (1.96 / (of + z2)) * Math.sqrt((hits * (of - hits)) / of + z2 / 4)
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

/**
 * Each example's fold, 0 … k - 1: every class is spread evenly, in an order drawn from the seed. With fewer examples of a
 * class than folds some folds have none of it.
 */
export function stratifiedFolds(labels: ArrayLike<number>, k: number, seed = 1): Uint32Array {
  if (!Number.isInteger(k) || k < 2) throw new RangeError(`${k} folds; there must be at least 2`)
  const order = Uint32Array.from({ length: labels.length }, (_, i) => i)
  shuffle(order, createRandom(seed))
  const folds = new Uint32Array(labels.length)
  let next = 0
  for (const isWanted of [true, false]) {
    for (const i of order) if ((labels[i] === 1) === isWanted) folds[i] = next++ % k
  }
  return folds
}

/**
 * The same with all examples of a group in one fold: pages of one site are alike, and a model that was tested on the sites it
 * was trained on looks better than it is. The largest groups are placed first, each where there is least of the wanted class,
 * and then least of all.
 */
export function groupedFolds(labels: ArrayLike<number>, groups: readonly string[], k: number): Uint32Array {
  if (!Number.isInteger(k) || k < 2) throw new RangeError(`${k} folds; there must be at least 2`)
  const members = new Map<string, number[]>()
  groups.forEach((group, i) => {
    const list = members.get(group)
    if (list === undefined) members.set(group, [i])
    else list.push(i)
  })
  const wantedIn = (list: readonly number[]): number => list.filter(i => labels[i] === 1).length
  const sized = [...members.values()].map(list => ({ list, wanted: wantedIn(list) }))
  sized.sort((a, b) => b.wanted - a.wanted || b.list.length - a.list.length)
  const wanted = new Float64Array(k)
  const all = new Float64Array(k)
  const folds = new Uint32Array(labels.length)
  for (const group of sized) {
    const load = group.wanted > 0 ? wanted : all
    let best = 0
    for (let fold = 1; fold < k; fold++)
      if (load[fold] < load[best] || (load[fold] === load[best] && all[fold] < all[best])) best = fold
    for (const i of group.list) folds[i] = best
    wanted[best] += group.wanted
    all[best] += group.list.length
  }
  return folds
}
