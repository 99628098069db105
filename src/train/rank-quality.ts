/**
 * How good is an order? Predictions are places (smaller is fetched earlier), made one after the other by something that learns.
 * The area under the curve needs no threshold. For the other measures one is chosen on the earlier half of the predictions and
 * tried on the later half, so that nothing is measured on what it was chosen on.
 */
import { confusionOf, qualityOf } from '../learn/index.js'

export interface RankQuality {
  /** Predictions that were made. */
  readonly predictions: number
  /** Chance that a relevant page had a better place than an irrelevant one; 0.5 is guessing. Of the later half. */
  readonly auc: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
  readonly gMean: number
}

const LEAST = 10

/** Null when a half holds fewer than 10 pages of one kind. */
export function rankQuality(places: Float64Array, labels: Uint8Array): RankQuality | null {
  const half = places.length >> 1
  const [early, late] = [sorted(places, labels, 0, half), sorted(places, labels, half, places.length)]
  for (const { relevant, order } of [early, late]) if (relevant < LEAST || order.length - relevant < LEAST) return null
  const threshold = bestThreshold(early, places, labels)
  const predicted = places.subarray(half).map(place => (place <= threshold ? 1 : 0))
  const { precision, recall, f1, gMean } = qualityOf(confusionOf(labels.subarray(half), predicted))
  return { predictions: places.length, auc: areaUnderCurve(late, places, labels), precision, recall, f1, gMean }
}

interface Sorted {
  /** Positions, best place first. */
  readonly order: Uint32Array
  readonly relevant: number
}

function sorted(places: Float64Array, labels: Uint8Array, start: number, end: number): Sorted {
  const order = Uint32Array.from({ length: end - start }, (_, i) => start + i).sort((a, b) => places[a] - places[b])
  return { order, relevant: order.reduce((sum, i) => sum + labels[i], 0) }
}

/** Calls `see` at the end of every run of equal places with what it holds. */
function eachPlace(
  { order }: Sorted,
  places: Float64Array,
  labels: Uint8Array,
  see: (relevant: number, others: number, place: number) => void,
): void {
  let relevant = 0
  let others = 0
  for (let i = 0; i < order.length; i++) {
    if (labels[order[i]] === 1) relevant++
    else others++
    const place = places[order[i]]
    if (i + 1 < order.length && places[order[i + 1]] === place) continue
    see(relevant, others, place)
    relevant = others = 0
  }
}

/** Equal places count half. */
function areaUnderCurve(half: Sorted, places: Float64Array, labels: Uint8Array): number {
  const irrelevant = half.order.length - half.relevant
  let area = 0
  let before = 0
  eachPlace(half, places, labels, (relevant, others) => {
    area += relevant * (irrelevant - before - others / 2)
    before += others
  })
  return area / (half.relevant * irrelevant)
}

/** By G-mean. */
function bestThreshold(half: Sorted, places: Float64Array, labels: Uint8Array): number {
  const irrelevant = half.order.length - half.relevant
  let [taken, wrong, best, threshold] = [0, 0, -1, -Infinity]
  eachPlace(half, places, labels, (relevant, others, place) => {
    taken += relevant
    wrong += others
    const gMean = (taken / half.relevant) * (1 - wrong / irrelevant)
    if (gMean > best) [best, threshold] = [gMean, place]
  })
  return threshold
}
