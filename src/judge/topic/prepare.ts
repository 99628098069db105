/** From what the user gives to what can be learned from: languages found out, empty pages and copies left out, unwanted pages seen to. */
import { createRandom, loadBackground, shuffle, WEB_1T_MAX, type BackgroundCounts } from '../../learn/index.js'
import { stemmedLanguages } from '../../page/words/stem.js'
import { stopWordsOf } from '../../page/words/stop.js'
import { dropUninformative, type LeftOutPage } from './clean-pages.js'
import { prepareCorpus, type TopicCorpus } from './corpus.js'
import { BREAK, type TopicDocument, type WordList } from './documents.js'
import { isTable, makeSyntheticPages } from './synthetic-pages.js'
import type { TopicTraining, TrainingPage } from './types.js'

/** More teach little and cost time; chosen among by the seed. */
const MAX_POSITIVES = 1000
const MAX_NEGATIVES = 1000
/** With fewer unwanted pages than this, others are made. */
export const FEW_NEGATIVES = 20
const MIN_MADE = 100
const MAX_MADE = 500

export interface Prepared {
  readonly languages: readonly string[]
  readonly stemming: readonly string[]
  readonly list: WordList
  readonly positives: readonly TopicDocument[]
  readonly negatives: readonly TopicDocument[]
  readonly made: number
  readonly background: BackgroundCounts
  readonly stopWords: ReadonlySet<string>
  readonly leftOut: LeftOutPage[]
  readonly warnings: string[]
}

export function prepare(training: TopicTraining): Prepared {
  const { seed = 1, corpus = prepareCorpus([]) } = training
  const warnings: string[] = []
  const leftOut: LeftOutPage[] = []
  const wanted = sample(training.positives, MAX_POSITIVES, seed)
  const languages = languagesOf(wanted, corpus)
  // measured on WebKB: English is told apart better by the words as they are
  const stemming = stemmedLanguages(languages.filter(language => language !== 'eng'))
  const reader = corpus.readerFor(stemming)
  const { list } = reader
  const positives = dropUninformative(
    wanted.map(page => reader.documentOf(page)),
    leftOut,
  )
  const isWanted = new Set(wanted.map(({ url }) => url))
  const others = training.negatives.filter(({ url }) => !isWanted.has(url))
  const given = sample(others, MAX_NEGATIVES, seed).map(page => reader.documentOf(page))
  let negatives: readonly TopicDocument[] = given.filter(({ words }) => words > 0)
  const background = backgroundFor(training, languages, negatives, list)
  let made = 0
  if (negatives.length < FEW_NEGATIVES && positives.length > 0 && isTable(background)) {
    const words = Math.round(positives.reduce((sum, document) => sum + document.words, 0) / positives.length)
    made = Math.min(MAX_MADE, Math.max(MIN_MADE, 2 * positives.length))
    const pages = makeSyntheticPages(background, made, Math.max(20, words), seed)
    negatives = [...negatives, ...pages.map(page => reader.documentOf(page))]
    warnings.push(
      `${given.length === 0 ? 'no' : `only ${given.length}`} negative pages were given: ${made} were made up of words as ` +
        'frequent as on the Web; real ones (other topics, a crawl of anything) make a better judge',
    )
  }
  warnOfLanguages(languages, training.negatives, corpus, warnings)
  const stopWords = new Set(languages.slice(0, 3).flatMap(language => [...stopWordsOf(language)]))
  return { languages, stemming, list, positives, negatives, made, background, stopWords, leftOut, warnings }
}

function sample(pages: readonly TrainingPage[], count: number, seed: number): readonly TrainingPage[] {
  if (pages.length <= count) return pages
  const order = Uint32Array.from(pages, (_, i) => i)
  shuffle(order, createRandom(seed))
  return [...order.subarray(0, count)].map(i => pages[i])
}

/** ISO 639-3, most frequent first; a language of a few pages among many is an accident. */
function languagesOf(pages: readonly TrainingPage[], corpus: TopicCorpus): string[] {
  const counts = new Map<string, number>()
  for (const page of pages) {
    const language = corpus.languageOf(page)
    if (language !== 'und') counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count >= Math.max(1, pages.length / 20))
    .sort((a, b) => b[1] - a[1])
    .map(([language]) => language)
}

function backgroundFor(
  { background }: TopicTraining,
  languages: readonly string[],
  negatives: readonly TopicDocument[],
  list: WordList,
): BackgroundCounts {
  if (background !== undefined) return background
  if (languages.length === 0 || languages[0] === 'eng') return loadBackground()
  return documentFrequencies(negatives, list)
}

/** For languages without counts: how many of the unwanted pages have the word, scaled to Nmax. Phrases count as their rarest word. */
function documentFrequencies(documents: readonly TopicDocument[], list: WordList): BackgroundCounts {
  const pages = new Map<string, number>()
  for (const { body } of documents)
    for (const word of new Set(body))
      if (word !== BREAK) for (const form of list.formsOf(word)) pages.set(form, (pages.get(form) ?? 0) + 1)
  const scale = WEB_1T_MAX / Math.max(1, documents.length)
  return {
    name: `document frequencies in ${documents.length} negative pages`,
    max: WEB_1T_MAX,
    count: term => Math.min(...term.split(' ').map(word => (pages.get(word) ?? 0) * scale)),
  }
}

function warnOfLanguages(
  languages: readonly string[],
  negatives: readonly TrainingPage[],
  corpus: TopicCorpus,
  warnings: string[],
): void {
  if (languages.length === 0 || negatives.length < FEW_NEGATIVES) return
  const some = negatives.slice(0, 200)
  const shared = some.filter(page => languages.includes(corpus.languageOf(page))).length
  if (shared < some.length / 10)
    warnings.push(
      `hardly any negative page is in the language of the positive ones (${languages.slice(0, 3).join(', ')}): ` +
        'the judge may learn the language instead of the topic; add negative pages in that language',
    )
}
