/** Fits the classifier, finds out by cross-validation how good it is, and turns its scores into probabilities. */
import {
  confusionOf,
  createRandom,
  fitSigmoid,
  groupedFolds,
  pickRows,
  probabilityOf,
  qualityOf,
  shareRange,
  shuffle,
  stratifiedFolds,
  rowScore,
  svmScore,
  svmScores,
  trainMultinomial,
  trainSvm,
  type LinearModel,
  type Rows,
} from '../../learn/index.js'
import { errorsByScore, withBorder, type ErrorsByScore } from './threshold.js'
import type { Calibration, MeanSpread, TopicClassifier, TopicQuality } from './types.js'

/** Price of an error; chosen on half of the domains of WebKB from 0.1, 0.3, 1, 3, 10. */
const SVM_PRICE = 0.3
/** The prior of naive Bayes, chosen there from 0.1 and 1. */
const SMOOTHING = 1
const MIN_FOLD_POSITIVES = 2
/** Unwanted examples per wanted one that cross-validation and the classifier see at most: the others are left out by chance. */
const MAX_RATIO = 40

export interface FitExamples {
  readonly rows: Rows
  readonly labels: Uint8Array
  /** Hosts: pages of one are never on both sides. */
  readonly groups: readonly string[]
  /** The rows by the terms that these of the examples, the wanted ones first, would have been read by. */
  readonly rowsFor: (examples: readonly number[], rows: Rows) => Rows
  /** Short texts of each example. */
  readonly snippets: readonly (readonly { columns: Uint32Array; values: Float64Array }[])[]
}

export interface Fitted {
  readonly model: LinearModel
  readonly page: Calibration
  readonly link: Calibration
  readonly quality: TopicQuality | null
  /** Null where no example could be held back. */
  readonly errors: ErrorsByScore | null
  /** Of the border where both classes weigh the same, whatever the prior. */
  readonly balancedGMean: number | null
  readonly folds: number
}

export function trainClassifier(rows: Rows, labels: ArrayLike<number>, classifier: TopicClassifier): LinearModel {
  return classifier === 'svm'
    ? trainSvm(rows, labels, { c: SVM_PRICE, balanced: true, maxPasses: 100 })
    : trainMultinomial(rows, labels, SMOOTHING)
}

export interface FitOptions {
  readonly classifier: TopicClassifier
  readonly folds: number
  readonly seed: number
  /** Share of wanted pages among those to be judged. */
  readonly prior: number
}

export function fit(all: FitExamples, { classifier, folds: wantedFolds, seed, prior }: FitOptions): Fitted {
  const examples = underSampled(all, seed)
  const { rows, labels, groups } = examples
  const positives = labels.reduce((sum, label) => sum + label, 0)
  const folds = Math.min(wantedFolds, Math.floor(positives / MIN_FOLD_POSITIVES))
  const model = trainClassifier(rows, labels, classifier)
  // too few to hold any back: the model's own scores, halved, because they flatter
  if (folds < 2) {
    const scores = svmScores(model, rows)
    const { a, b } = fitSigmoid(scores, labels, { balanced: true })
    const halved = { a: a / 2, b: b / 2 }
    const link = linkCalibration(examples, () => model) ?? halved
    const page = withBorder(halved, scores, labels, prior)
    return { model, page, link, quality: null, errors: null, balancedGMean: null, folds: 0 }
  }
  const foldOf = spreadFolds(labels, groups, folds, seed)
  const models: LinearModel[] = []
  const scores = new Float64Array(labels.length)
  for (let fold = 0; fold < folds; fold++) {
    const others = positionsOf(foldOf, of => of !== fold)
    // terms are chosen without what is held back, or they would say too much about it
    const inFold = examples.rowsFor(others, rows)
    const partial = trainClassifier(
      pickRows(inFold, others),
      others.map(i => labels[i]),
      classifier,
    )
    models.push(partial)
    for (const i of positionsOf(foldOf, of => of === fold)) scores[i] = rowScore(partial, inFold, i)
  }
  const balanced = fitSigmoid(scores, labels, { balanced: true })
  const page = withBorder(balanced, scores, labels, prior)
  const link = linkCalibration(examples, i => models[foldOf[i]]) ?? balanced
  const quality = qualityOverFolds(scores, labels, foldOf, folds, page)
  const balancedGMean = qualityOverFolds(scores, labels, foldOf, folds, balanced).gMean.mean
  return { model, page, link, quality, errors: errorsByScore(page, scores, labels), balancedGMean, folds }
}

function qualityOverFolds(
  scores: Float64Array,
  labels: Uint8Array,
  foldOf: Uint32Array,
  folds: number,
  page: Calibration,
): TopicQuality {
  const said = Uint8Array.from(scores, score => Number(probabilityOf(page, score) >= 0.5))
  const qualities = Array.from({ length: folds }, (_, fold) => {
    const held = positionsOf(foldOf, of => of === fold)
    return qualityOf(
      confusionOf(
        held.map(i => labels[i]),
        held.map(i => said[i]),
      ),
    )
  })
  const over = (name: 'precision' | 'recall' | 'f1' | 'gMean'): MeanSpread => meanSpread(qualities.map(q => q[name]))
  const { truePositives, falseNegatives, trueNegatives, falsePositives } = confusionOf(labels, said)
  const recall = shareRange(truePositives, truePositives + falseNegatives)
  const specificity = shareRange(trueNegatives, trueNegatives + falsePositives)
  const range = { low: Math.sqrt(recall.low * specificity.low), high: Math.sqrt(recall.high * specificity.high) }
  return { precision: over('precision'), recall: over('recall'), f1: over('f1'), gMean: over('gMean'), range }
}

/** Hosts stay together where there are enough of them; otherwise pages are spread evenly. */
function spreadFolds(labels: Uint8Array, groups: readonly string[], folds: number, seed: number): Uint32Array {
  const hosts = new Set(groups.filter((_, i) => labels[i] === 1))
  const unwanted = new Set(groups.filter((_, i) => labels[i] !== 1))
  if (hosts.size < folds || unwanted.size < folds) return stratifiedFolds(labels, folds, seed)
  const spread = groupedFolds(labels, groups, folds)
  const isWhole = Array.from({ length: folds }, (_, fold) => fold).every(fold => {
    const inFold = positionsOf(spread, of => of === fold)
    return inFold.some(i => labels[i] === 1) && inFold.some(i => labels[i] !== 1)
  })
  return isWhole ? spread : stratifiedFolds(labels, folds, seed)
}

function linkCalibration(examples: FitExamples, modelOf: (example: number) => LinearModel): Calibration | null {
  const scores: number[] = []
  const labels: number[] = []
  examples.snippets.forEach((snippets, i) => {
    for (const { columns, values } of snippets) {
      scores.push(svmScore(modelOf(i), columns, values))
      labels.push(examples.labels[i])
    }
  })
  if (!labels.includes(1) || !labels.includes(0)) return null
  const { a, b } = fitSigmoid(scores, labels, { balanced: true })
  // never the wrong way round: words that speak for the topic speak for the link
  return a < 0 ? { a, b } : null
}

function underSampled(examples: FitExamples, seed: number): FitExamples {
  const positives = positionsOf(examples.labels, label => label === 1)
  const negatives = Uint32Array.from(positionsOf(examples.labels, label => label !== 1))
  const most = Math.max(200, positives.length * MAX_RATIO)
  if (negatives.length <= most) return examples
  shuffle(negatives, createRandom(seed))
  const kept = [...positives, ...negatives.subarray(0, most).sort()]
  return {
    ...examples,
    rows: pickRows(examples.rows, kept),
    labels: Uint8Array.from(kept, i => examples.labels[i]),
    groups: kept.map(i => examples.groups[i]),
    snippets: kept.map(i => examples.snippets[i]),
  }
}

function positionsOf(values: ArrayLike<number>, test: (value: number) => boolean): number[] {
  const found: number[] = []
  for (let i = 0; i < values.length; i++) if (test(values[i])) found.push(i)
  return found
}

export function meanSpread(values: readonly number[]): MeanSpread {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1)
  return { mean, spread: Math.sqrt(variance) }
}
