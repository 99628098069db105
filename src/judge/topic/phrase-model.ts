/**
 * A topic without example pages: its name, query and phrases are its terms, each weighing as much as it is rare.
 *
 *   score(page) = Σ weight(t) · (1 + ln tf(t)),     wanted with probability σ(3·(score - 1))
 *
 * A rare word or a phrase that stands twice on a page, or several of them once, is what it takes. This is a rule of thumb and
 * not learned: nothing was there to learn it from.
 */
import { loadBackground, type BackgroundCounts } from '../../learn/index.js'
import { stopWordsOf } from '../../page/words/stop.js'
import { wordsOf } from '../../page/words/words.js'
import type { TopicModel } from './model-file.js'
import type { TopicReport, TopicTraining } from './types.js'
import { isCommonplace } from './vagueness.js'

const STEEPNESS = 3
/** Fewer words make up a link, and the topic's own words in them mean more. */
const LINK_SCORE = 0.4
/** A term as rare as this weighs 1. */
const RARE = 1000
const MAX_PHRASE_WORDS = 5
const MAX_PHRASES = 200

/** Null when there are no phrases that say anything. */
export function phraseModel(training: TopicTraining): { model: TopicModel; report: TopicReport } | null {
  const background = training.background ?? loadBackground()
  const phrases = phrasesOf(training)
  const weights = new Map<string, number>()
  for (const words of phrases) {
    const whole = words.slice(0, MAX_PHRASE_WORDS).join(' ')
    weights.set(whole, Math.max(weights.get(whole) ?? 0, rarity(whole, background)))
    if (words.length === 1) continue
    // a part of a phrase says less than the whole: all parts together say half of it, each by its rarity
    for (const word of words) {
      const part = (0.5 * rarity(word, background)) / words.length
      weights.set(word, Math.max(weights.get(word) ?? 0, part))
    }
  }
  const terms = [...weights.keys()]
  if (terms.length === 0) return null
  const values = terms.map(term => weights.get(term) ?? 0)
  const warnings = [
    training.positives.length === 0
      ? 'no example pages: the topic is learned from its phrases alone, which works less well; give pages, or a search engine to find them'
      : 'the example pages could not be used (too short, or there is nothing to compare them with: neither negative pages nor ' +
        'word counts of their language): the topic is learned from its phrases alone, which works less well; give negative pages in that language',
  ]
  const vague = phrases.every(words => isCommonplace(words, background))
  if (vague)
    warnings.push(
      'too vague to crawl: all words of the topic are among the most common of the Web; add the subject to the query',
    )
  const model: TopicModel = {
    format: 'longtail topic model',
    version: 1,
    name: training.name,
    classifier: 'phrases',
    weighting: 'log-tf',
    stemming: [],
    terms,
    rarity: terms.map(() => 1),
    weights: values,
    constant: 0,
    page: { a: -STEEPNESS, b: STEEPNESS },
    link: { a: -STEEPNESS / LINK_SCORE, b: STEEPNESS },
    strong: terms.map((_, t) => t),
    trainedOn: { positives: 0, negatives: 0 },
  }
  const strongest = terms.map((term, i) => ({ term, weight: values[i] })).sort((a, b) => b.weight - a.weight)
  return {
    model,
    report: {
      name: training.name,
      classifier: 'phrases',
      languages: [],
      background: background.name,
      folds: 0,
      quality: null,
      errors: null,
      positives: { given: training.positives.length, used: 0 },
      negatives: { given: training.negatives.length, used: 0, made: 0 },
      leftOut: [],
      terms: { seen: terms.length, kept: terms.length },
      strongest: strongest.slice(0, 30),
      coherence: null,
      vague,
      warnings,
    },
  }
}

/** Of name, query and phrases; words that any text has are no part of them. */
export function phrasesOf({ name, query, phrases = [] }: TopicTraining): string[][] {
  const stop = stopWordsOf('eng')
  return [name, ...(query === undefined ? [] : [query]), ...phrases]
    .slice(0, MAX_PHRASES)
    .map(text => {
      const words = wordsOf(text, 20)
      const telling = words.filter(word => !stop.has(word))
      return telling.length > 0 ? trimmed(words, stop) : words
    })
    .filter(words => words.length > 0)
}

function trimmed(words: readonly string[], stop: ReadonlySet<string>): string[] {
  let start = 0
  let end = words.length
  while (start < end && stop.has(words[start])) start++
  while (end > start && stop.has(words[end - 1])) end--
  return words.slice(start, end)
}

function rarity(term: string, background: BackgroundCounts): number {
  const { max } = background
  return Math.log(max / Math.max(background.count(term), RARE)) / Math.log(max / RARE)
}
