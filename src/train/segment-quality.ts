/** How well a predictor of segments tells relevant from irrelevant: k folds, the training side under-sampled, repeated. */
import { confusionOf, createRandom, qualityOf, shuffle, stratifiedFolds, type Quality } from '../learn/index.js'
import { meanVote, NO_VOTE, type Predictor } from '../strategy/segment-predictor/predictor.js'
import { meanSpread } from '../judge/topic/fit.js'
import type { MeanSpread } from '../judge/topic/types.js'
import type { Labelled } from './segment-examples.js'

export interface SegmentQuality {
  readonly gMean: MeanSpread
  readonly precision: MeanSpread
  readonly recall: MeanSpread
  readonly specificity: MeanSpread
  readonly f1: MeanSpread
  /** G-mean of each classifier alone; null where it has nothing to say. */
  readonly links: MeanSpread | null
  readonly words: MeanSpread | null
  /** G-mean with the neighbourhood as a third vote. It is that of the whole web: a crawl knows less of it. */
  readonly withNeighbourhood: MeanSpread | null
}

export interface CrossValidation {
  readonly folds: number
  readonly repeats: number
  readonly seed: number
}

/** Null with fewer examples of a class than folds: nothing could be held back. */
export function crossValidateSegments(
  labelled: readonly Labelled[],
  makePredictor: () => Predictor,
  { folds, repeats, seed }: CrossValidation,
): SegmentQuality | null {
  const labels = Uint8Array.from(labelled, ({ relevant }) => Number(relevant))
  const positives = labels.reduce((sum, label) => sum + label, 0)
  if (Math.min(positives, labels.length - positives) < folds) return null
  const runs: Quality[] = []
  const others: Quality[][] = [[], [], []]
  for (let repeat = 0; repeat < repeats; repeat++) {
    const fold = stratifiedFolds(labels, folds, seed + repeat)
    const ensemble = new Float64Array(labels.length)
    const columns = others.map(() => new Float64Array(labels.length).fill(NO_VOTE))
    for (let held = 0; held < folds; held++) {
      const predictor = makePredictor()
      for (const i of underSampled(labels, fold, held, seed + repeat * folds + held)) {
        predictor.learnExample(labelled[i].example, labelled[i].relevant)
      }
      predictor.refresh()
      for (let i = 0; i < labels.length; i++) {
        if (fold[i] !== held) continue
        const [links, words, neighbourhood] = predictor.votesOf(labelled[i].example)
        ensemble[i] = meanVote([links, words])
        columns[0][i] = links
        columns[1][i] = words
        if (neighbourhood !== NO_VOTE) columns[2][i] = meanVote([links, words, neighbourhood])
      }
    }
    runs.push(qualityBy(labels, ensemble))
    columns.forEach((column, k) => {
      if (column.some(vote => vote !== NO_VOTE)) others[k].push(qualityBy(labels, column))
    })
  }
  const over = (of: (quality: Quality) => number): MeanSpread => meanSpread(runs.map(of))
  const [links, words, withNeighbourhood] = others.map(all =>
    all.length === 0 ? null : meanSpread(all.map(quality => quality.gMean)),
  )
  return {
    gMean: over(({ gMean }) => gMean),
    precision: over(({ precision }) => precision),
    recall: over(({ recall }) => recall),
    specificity: over(({ specificity }) => specificity),
    f1: over(({ f1 }) => f1),
    links,
    words,
    withNeighbourhood,
  }
}

/** Half convinced is not convinced. */
function qualityBy(labels: Uint8Array, votes: Float64Array): Quality {
  return qualityOf(
    confusionOf(
      labels,
      Uint8Array.from(votes, vote => Number(vote > 0.5)),
    ),
  )
}

/** The training examples, as many of each class. */
function underSampled(labels: Uint8Array, fold: Uint32Array, held: number, seed: number): Uint32Array {
  const classes = [0, 1].map(label => {
    const of = Uint32Array.from(labels.keys()).filter(i => fold[i] !== held && labels[i] === label)
    shuffle(of, createRandom(seed * 2 + label))
    return of
  })
  const size = Math.min(classes[0].length, classes[1].length)
  return Uint32Array.of(...classes[0].subarray(0, size), ...classes[1].subarray(0, size))
}
