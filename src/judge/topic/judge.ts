/** Judges pages and links by a topic model: one pass over the words, one sum over the terms found. */
import type { Judge, LinkJudge, Page, Verdict } from '../../contracts.js'
import { probabilityOf } from '../../learn/index.js'
import { createStemmer } from '../../page/words/stem.js'
import { weigh } from './features.js'
import { readTopicModel, type TopicModel } from './model-file.js'
import { TermReader } from './term-reader.js'
import { readable } from './train.js'
import { trainingPageOf } from './types.js'

export interface TopicJudgeOptions {
  /** Path of a model that `train topic` made. */
  readonly model: string
  /** Smallest probability of a relevant page; default 0.5. */
  readonly minScore?: number
}

/** Pages with fewer words say nothing about themselves. */
const MIN_WORDS = 8
const REASONS = 5

export function createTopicJudge({ model, minScore }: TopicJudgeOptions): Judge & LinkJudge {
  return topicJudgeOf(readTopicModel(model), minScore)
}

export function topicJudgeOf(model: TopicModel, minScore = 0.5): Judge & LinkJudge {
  const { name, terms, weighting, constant, page: pageCalibration, link: linkCalibration, strong } = model
  const reader = new TermReader(terms, createStemmer(model.stemming))
  const weights = Float64Array.from(model.weights)
  const rarity = Float64Array.from(model.rarity)
  /** By term that names the topic: its words. */
  const namingWords = new Uint8Array(terms.length)
  for (const t of strong) if (t < terms.length) namingWords[t] = terms[t].split(' ').length
  const normalised = weighting === 'log-tf-idf'

  const score = (): number => {
    const { counts, touched, size } = reader
    let sum = 0
    let squares = 0
    for (let i = 0; i < size; i++) {
      const term = touched[i]
      const value = weigh(counts[term], rarity[term], weighting)
      sum += value * weights[term]
      squares += value * value
    }
    const scored = normalised && squares > 0 ? sum / Math.sqrt(squares) + constant : sum + constant
    // weights beyond all measure, in a model that nobody trained
    return Number.isNaN(scored) ? constant : scored
  }

  /** The terms that moved the score most towards (1) or away from (-1) the topic. */
  const telling = (sign: number): string[] => {
    const { counts, touched, size } = reader
    const best: { term: number; effect: number }[] = []
    for (let i = 0; i < size; i++) {
      const term = touched[i]
      const effect = sign * weights[term] * weigh(counts[term], rarity[term], weighting)
      if (effect <= 0 || (best.length === REASONS && effect <= best[REASONS - 1].effect)) continue
      if (best.length === REASONS) best.pop()
      let at = best.length
      while (at > 0 && best[at - 1].effect < effect) at--
      best.splice(at, 0, { term, effect })
    }
    return best.map(({ term }) => readable(terms[term]))
  }

  return {
    name: `about ${name}`,
    judge(page: Page): Verdict {
      reader.read(trainingPageOf(page))
      const probability = probabilityOf(pageCalibration, score())
      const relevant = probability >= minScore
      const found = telling(relevant ? 1 : -1)
      const what = found.length === 0 ? '' : `: ${found.join(', ')}`
      const reason = relevant ? `reads like ${name}${what}` : `does not read like ${name}${what}`
      const unknown = reader.words < MIN_WORDS
      return {
        relevant,
        score: probability,
        language: 'und',
        share: 0,
        unknown,
        reasons: unknown ? [reason, `too little text (${reader.words} words)`] : [reason],
      }
    },
    score(words) {
      reader.readWords(words)
      return probabilityOf(linkCalibration, score())
    },
    names(words) {
      reader.readWords(words)
      const { counts, touched, size } = reader
      let named = 0
      for (let i = 0; i < size; i++) named += counts[touched[i]] * namingWords[touched[i]]
      return { named: Math.min(named, reader.words), words: reader.words }
    },
  }
}
