/** What a topic is taught from, what comes of it, and what is told about it. */
import type { JudgeErrors, Page } from '../../contracts.js'
import type { TopicCorpus } from './corpus.js'
import type { BackgroundTable, BackgroundCounts, TermSelection } from '../../learn/index.js'

export interface TrainingPage {
  readonly url: string
  readonly title: string
  readonly text: string
  /** ISO 639-3; found out when absent. */
  readonly language?: string
}

export type TopicClassifier = 'svm' | 'naive-bayes'

/**
 * How often a term stands on a page → a number. `tf`: as it is (the paper's); `log-tf`: 1 + ln tf; `log-tf-idf`: that times
 * how few of the training pages have it, the whole brought to length 1, so that long and short pages compare.
 */
export type Weighting = 'tf' | 'log-tf' | 'log-tf-idf'

export interface TopicTraining {
  readonly name: string
  readonly query?: string
  readonly phrases?: readonly string[]
  readonly positives: readonly TrainingPage[]
  readonly negatives: readonly TrainingPage[]
  /** Default `svm`. */
  readonly classifier?: TopicClassifier
  /** Default DEFAULT_SELECTION; `null` keeps every term that stands on two pages. */
  readonly selection?: Partial<TermSelection> | null
  /** Default `log-tf-idf`. */
  readonly weighting?: Weighting
  /** Whether terms are chosen from the unwanted pages too; default yes. The paper chooses from the wanted ones alone. */
  readonly contrast?: boolean
  /** Whether words of title and head of the page and of its URL are terms of their own; default yes. */
  readonly zones?: boolean
  /** Counts of the topic's language; default those of the package for English, document frequencies for others. */
  readonly background?: BackgroundCounts | BackgroundTable
  /** Pages that were read before, for other topics: those of `negatives` that are among them are not read again. */
  readonly corpus?: TopicCorpus
  /**
   * Which share of the pages that will be judged is wanted, between 0 and 1: moves the border, not the order of pages
   * (border.ts). Default 0.15; with 0.5 both sides weigh the same.
   */
  readonly prior?: number
  /** Default 5. */
  readonly folds?: number
  readonly seed?: number
}

export interface MeanSpread {
  readonly mean: number
  /** Standard deviation. */
  readonly spread: number
}

export interface TopicQuality {
  readonly precision: MeanSpread
  readonly recall: MeanSpread
  readonly f1: MeanSpread
  readonly gMean: MeanSpread
  /** Where the G-mean lies with 95 % confidence, by the numbers of pages that were held back: wide when they are few. */
  readonly range: { readonly low: number; readonly high: number }
}

export interface TopicReport {
  readonly name: string
  readonly classifier: TopicClassifier | 'phrases'
  /** ISO 639-3 of the wanted pages, most frequent first. */
  readonly languages: readonly string[]
  /** Which counts rarity was measured by. */
  readonly background: string
  readonly folds: number
  /** Over the folds; null when there were too few pages to hold some back. */
  readonly quality: TopicQuality | null
  /** Of pages that were held back; null where there is no quality. */
  readonly errors: JudgeErrors | null
  readonly positives: { readonly given: number; readonly used: number }
  /** `made`: drawn from the background counts. */
  readonly negatives: { readonly given: number; readonly used: number; readonly made: number }
  readonly leftOut: readonly { readonly url: string; readonly reason: string }[]
  /** Of the wanted pages. */
  readonly terms: { readonly seen: number; readonly kept: number }
  /** Strongest first. */
  readonly strongest: readonly { readonly term: string; readonly weight: number }[]
  /** How much the wanted pages are like each other, and how much the unwanted ones are: 0…1. */
  readonly coherence: { readonly wanted: number; readonly unwanted: number } | null
  /** The topic is too vague to be crawled as it is; the reason is among the warnings. */
  readonly vague: boolean
  readonly warnings: readonly string[]
}

/** How scores become probabilities: p = 1 / (1 + exp(a·score + b)). */
export interface Calibration {
  readonly a: number
  readonly b: number
}

/** As judges see a page too: whoever trains on something else trains for something else. */
export function trainingPageOf(page: Page): TrainingPage {
  // navigation included: half of what a page of links or an address book says stands there (docs/topics.md)
  return { url: page.url, title: page.title, text: page.fullText }
}
