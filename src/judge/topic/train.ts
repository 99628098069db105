/** Teaches a topic: pages → terms → classifier → probabilities, with a report that says how good it is and whether it is too vague. */
import { LongtailError } from '../../errors.js'
import { DEFAULT_SELECTION, PAPER_SELECTION } from '../../learn/index.js'
import { createStemmer } from '../../page/words/stem.js'
import { hostOf } from '../../page/url/parts.js'
import { DEFAULT_PRIOR, errorsAt } from './threshold.js'
import { oddRows } from './clean-pages.js'
import type { TopicDocument } from './documents.js'
import { featuresOf, maskedRows, rowOf } from './features.js'
import { fit, type FitExamples, type Fitted } from './fit.js'
import { phraseModel, phrasesOf } from './phrase-model.js'
import { prepare, type Prepared } from './prepare.js'
import { snippetsOf } from './short-text.js'
import { TermReader, zoneOf } from './term-reader.js'
import type { TopicModel } from './model-file.js'
import type { TopicReport, TopicTraining, Weighting } from './types.js'
import { coherenceOf, vagueness } from './vagueness.js'
import { chooseTerms, zoneTerms } from './vocabulary.js'

const FEW_POSITIVES = 10
const MAX_REPORTED = 30
/** The strongest of the terms that speak for the topic name it: a tenth of them, and never more than these. */
const STRONG_SHARE = 0.1
const MAX_STRONG = 200
const MIN_STRONG = 20

/** Throws E_MODEL when there is nothing to learn from. */
export function trainTopic(training: TopicTraining): { model: TopicModel; report: TopicReport } {
  const { name, prior = DEFAULT_PRIOR } = training
  if (!(prior > 0 && prior < 1))
    throw new LongtailError('E_MODEL', `${name}: the prior is ${prior}; it must be between 0 and 1`)
  const prepared = prepare(training)
  if (prepared.positives.length === 0 || prepared.negatives.length === 0) {
    const fallback = phraseModel(training)
    if (fallback === null) throw nothingToLearn(training)
    const { leftOut } = prepared
    const { report } = fallback
    return {
      model: fallback.model,
      report: { ...report, leftOut, warnings: [...report.warnings, ...emptyPages(prepared)] },
    }
  }
  const whole = learn(training, prepared, prepared.positives)
  // likeness is a cosine: only rows of length 1 have one
  const odd = whole.weighting === 'log-tf-idf' ? oddRows(whole.rows, prepared.positives.length) : []
  if (!odd.includes(true)) return finish(training, prepared, whole)
  const rest = prepared.positives.filter((_, i) => !odd[i])
  prepared.positives.forEach(({ page: { url } }, i) => {
    if (odd[i]) prepared.leftOut.push({ url, reason: 'shares hardly any words with the other pages' })
  })
  return finish(training, prepared, learn(training, prepared, rest))
}

type Learned = ReturnType<typeof learn>

/** Terms and features, without a classifier yet. */
function learn(training: TopicTraining, prepared: Prepared, positives: readonly TopicDocument[]) {
  const { list, negatives, background, stopWords, stemming, made } = prepared
  // made pages have neither phrases nor titles, and no common words of web pages ("home", "copyright"): whatever has them
  // would look wanted. The published rule leaves common words out.
  const usual = made > 0 ? PAPER_SELECTION : DEFAULT_SELECTION
  const selection = training.selection === null ? null : { ...usual, ...training.selection }
  const maxWords = made > 0 ? 1 : (selection ?? usual).maxWords
  const choice = { selection, maxWords, background, stopWords }
  const chosen = chooseTerms(positives, list, choice)
  const terms = new Set(chosen.terms)
  const others = new Set<string>()
  const stem = createStemmer(stemming)
  if (made === 0) for (const phrase of phrasesOf(training)) others.add(phrase.slice(0, 5).map(stem).join(' '))
  if (training.contrast ?? made === 0) for (const term of chooseTerms(negatives, list, choice).terms) others.add(term)
  if ((training.zones ?? true) && made === 0)
    for (const term of zoneTerms([...positives, ...negatives], list)) others.add(term)
  for (const term of others) terms.add(term)
  const documents = [...positives, ...negatives]
  const reader = new TermReader([...terms], stem)
  const weighting: Weighting = training.weighting ?? 'log-tf-idf'
  const { rows, rarity } = featuresOf(documents, list, reader, weighting)
  /** By term: whether it would have been chosen with these of the wanted pages alone. */
  const keptBy = (some: readonly TopicDocument[]): Uint8Array => {
    const own = new Set(chooseTerms(some, list, choice).terms)
    return Uint8Array.from(terms, term => Number(others.has(term) || own.has(term)))
  }
  return { positives, documents, terms: [...terms], chosen, reader, rows, rarity, weighting, keptBy }
}

function finish(
  training: TopicTraining,
  prepared: Prepared,
  learned: Learned,
): { model: TopicModel; report: TopicReport } {
  const { classifier = 'svm', folds = 5, seed = 1, prior = DEFAULT_PRIOR } = training
  const { positives, documents, reader, rows, rarity, weighting } = learned
  const wordOf = reader.wordsIn(prepared.list)
  const snippets = snippetsOf(documents, seed).map(texts =>
    texts.map(places => {
      reader.readPlaces(places, wordOf)
      const { columns, values } = rowOf(reader, rarity, weighting)
      return { columns: Uint32Array.from(columns), values: Float64Array.from(values) }
    }),
  )
  const labels = Uint8Array.from(documents, (_, i) => Number(i < positives.length))
  const groups = documents.map(({ page: { url } }) => groupOf(url))
  const rowsFor: FitExamples['rowsFor'] = (examples, of) =>
    maskedRows(of, learned.keptBy(examples.filter(i => i < positives.length).map(i => positives[i])), weighting)
  const fitted = fit({ rows, labels, groups, snippets, rowsFor }, { classifier, folds, seed, prior })
  const model = modelOf(training, prepared, learned, fitted)
  return { model, report: reportOf(training, prepared, learned, fitted, model) }
}

function modelOf(training: TopicTraining, prepared: Prepared, learned: Learned, fitted: Fitted): TopicModel {
  const weights = Array.from(fitted.model.weights, rounded)
  const rarity = Array.from(learned.rarity, rounded)
  return {
    format: 'longtail topic model',
    version: 1,
    name: training.name,
    classifier: training.classifier ?? 'svm',
    weighting: learned.weighting,
    stemming: prepared.stemming,
    terms: learned.terms,
    rarity,
    weights,
    constant: fitted.model.constant,
    page: { a: fitted.page.a, b: fitted.page.b },
    link: { a: fitted.link.a, b: fitted.link.b },
    ...(fitted.errors === null ? {} : { errors: fitted.errors }),
    strong: strongTerms(learned, contributions(learned, weights)),
    trainedOn: { positives: learned.positives.length, negatives: prepared.negatives.length - prepared.made },
  }
}

function reportOf(
  training: TopicTraining,
  prepared: Prepared,
  learned: Learned,
  { quality, errors, balancedGMean, folds }: Fitted,
  { weights }: TopicModel,
): TopicReport {
  const { positives, rows, terms, chosen } = learned
  // one page is like nothing but itself, which says nothing
  const isComparable = learned.weighting === 'log-tf-idf' && positives.length > 1
  const coherence = isComparable ? coherenceOf(rows, positives.length) : null
  const reasons = vagueness({ gMean: balancedGMean, keptTerms: chosen.terms.length, coherence })
  const warnings = [...prepared.warnings, ...emptyPages(prepared)]
  if (positives.length < FEW_POSITIVES)
    warnings.push(
      `only ${positives.length} example pages: give 30 or more where you can` +
        (quality === null
          ? ''
          : `; measured on so few pages, the G-mean may be anywhere from ${quality.range.low.toFixed(2)} to ${quality.range.high.toFixed(2)}`),
    )
  if (reasons.length > 0)
    warnings.unshift(
      `too vague to crawl: ${reasons.join('; ')}. Add the subject to the query ("riveting" → "riveting metalwork"), ` +
        'give example pages that are all about it, or negative pages that are not',
    )
  const gains = contributions(learned, weights)
  const strongest = terms
    .map((term, t) => ({ term: readable(term), weight: gains[t] }))
    .sort((a, b) => b.weight - a.weight)
  return {
    name: training.name,
    classifier: training.classifier ?? 'svm',
    languages: prepared.languages,
    background: prepared.background.name,
    folds,
    quality,
    errors: errors === null ? null : errorsAt(errors, 0.5),
    positives: { given: training.positives.length, used: positives.length },
    negatives: {
      given: training.negatives.length,
      used: prepared.negatives.length - prepared.made,
      made: prepared.made,
    },
    leftOut: prepared.leftOut,
    terms: { seen: chosen.seen, kept: chosen.terms.length },
    strongest: strongest.slice(0, MAX_REPORTED).filter(({ weight }) => weight > 0),
    coherence,
    vague: reasons.length > 0,
    warnings,
  }
}

/** What each term adds to the score of a wanted page, on average: a name that stands on one of them weighs much and says little. */
function contributions({ rows, positives }: Learned, weights: readonly number[]): Float64Array {
  const sums = new Float64Array(weights.length)
  const end = rows.offsets[positives.length]
  for (let i = 0; i < end; i++) sums[rows.columns[i]] += rows.values[i]
  return sums.map((sum, t) => (sum * weights[t]) / positives.length)
}

function strongTerms({ terms }: Learned, gains: Float64Array): number[] {
  const forTopic = [...gains.keys()]
    .filter(t => gains[t] > 0 && zoneOf(terms[t]) === '')
    .sort((a, b) => gains[b] - gains[a])
  return forTopic.slice(0, Math.min(MAX_STRONG, Math.max(MIN_STRONG, Math.round(forTopic.length * STRONG_SHARE))))
}

function emptyPages({ leftOut }: Prepared): string[] {
  if (leftOut.length === 0) return []
  return [`${leftOut.length} example pages were left out (too short, copies, or unlike the rest)`]
}

/** `^exam` → `exam (in the title)`. */
export function readable(term: string): string {
  const zone = zoneOf(term)
  if (zone === '') return term
  return `${term.slice(1)} (${zone === '^' ? 'in the title' : zone === '>' ? 'at the beginning' : 'in the URL'})`
}

function groupOf(url: string): string {
  return url.startsWith('http') ? hostOf(url) : url
}

/** Six digits are more than the data are worth, and keep the file small. */
function rounded(value: number): number {
  return Number(value.toPrecision(6))
}

function nothingToLearn({ name }: TopicTraining): LongtailError {
  return new LongtailError(
    'E_MODEL',
    `topic "${name}": nothing to learn from; give example pages, a query or key phrases with a few words in them`,
  )
}
