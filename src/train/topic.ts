/** One topic from whatever is known of it to a model file: what `longtail train topic` does. */
import { LongtailError } from '../errors.js'
import {
  trainTopic,
  writeTopicModel,
  type TopicReport,
  type TopicTraining,
  type TrainingPage,
} from '../judge/topic/index.js'
import { loadBackground, type BackgroundTable } from '../learn/index.js'
import type { SearchEngine } from '../web/search.js'
import { aboutOtherThings, BackgroundSample, spacedPage } from './background-sample.js'
import { readExamplePages, type LeftOut } from './example-pages.js'
import { fetchForModel, readFetched, type FetchedPages, type ModelFetch } from './fetch-pages.js'
import { SavedSearches } from './saved-searches.js'

export interface TopicRequest extends Pick<TopicTraining, 'name' | 'phrases' | 'classifier' | 'folds'>, ModelFetch {
  readonly query: string
  /** Files, directories, archives, crawls, URLs and lists of URLs. */
  readonly examples: readonly string[]
  readonly negatives: readonly string[]
  readonly search: TopicSearch | null
  /** Path of a table of counts instead of the built-in one. */
  readonly counts?: string
}

export interface TopicSearch {
  readonly engine: SearchEngine
  readonly results: number
  /** Pages about anything that the topic is told from; 0 for none. */
  readonly background: number
  readonly language?: string
}

export interface TrainedTopic {
  readonly report: TopicReport
  /** Where the pages that the topic was told from came from. */
  readonly against: { readonly given: number; readonly background: number }
  /** Of the examples that were given, those that could not be used at all. */
  readonly leftOut: readonly LeftOut[]
}

/** Null when it was stopped before the model was made; the same request goes on. */
export async function trainTopicFrom(request: TopicRequest): Promise<TrainedTopic | null> {
  const { signal, out, onProgress } = request
  const background = request.counts === undefined ? undefined : loadBackground(request.counts)
  const reading = { signal, onProgress: (source: string, pages: number) => onProgress(`${source}: ${pages} pages`) }
  const examples = await readExamplePages(request.examples, reading)
  const negatives = await readExamplePages(request.negatives, reading)
  const searches = request.search === null ? null : new SavedSearches(`${out}.search.json`)
  const found = await searchFor(request, searches)
  const wanted = [...new Set([...examples.urls, ...found])]
  const given = [...new Set([...wanted, ...negatives.urls])]
  const sample = searches === null ? null : backgroundOf(request, searches)
  const early = await fetchForModel([...given, ...(sample?.urls ?? [])], request)
  if (early === null) return null
  const more = await readFetched(wanted, early)
  const against = await readFetched(negatives.urls, early)
  const positives: TrainingPage[] = [...examples.pages, ...more.pages]
  if (positives.length === 0 && (request.examples.length > 0 || request.search !== null))
    throw new LongtailError(
      'E_MODEL',
      `${request.name}: no example is a page that can be read (${firstReasons([...examples.leftOut, ...more.leftOut])}); give other examples`,
    )
  const anything = await readBackground(request, sample, positives, background, early)
  if (anything === null) return null
  const isGiven = new Set([...given, ...positives.map(({ url }) => url)])
  const phrases = [request.name, request.query, ...(request.phrases ?? [])]
  const others = aboutOtherThings(anything.filter(({ url }) => !isGiven.has(url)).map(spacedPage), phrases)
  const unwanted = [...negatives.pages, ...against.pages]
  const { model, report } = trainTopic({
    name: request.name,
    query: request.query,
    phrases: request.phrases,
    positives,
    negatives: [...unwanted, ...others],
    classifier: request.classifier,
    folds: request.folds,
    background,
  })
  if (signal.aborted) return null
  writeTopicModel(out, { ...model, query: request.query })
  return {
    report,
    against: { given: unwanted.length, background: others.length },
    leftOut: [...examples.leftOut, ...negatives.leftOut, ...more.leftOut, ...against.leftOut],
  }
}

async function searchFor({ search, query, signal }: TopicRequest, searches: SavedSearches | null): Promise<string[]> {
  if (search === null || searches === null) return []
  const { engine, results, language } = search
  return (await searches.search(engine, query, { results, language, signal })).map(({ url }) => url)
}

function backgroundOf({ search }: TopicRequest, searches: SavedSearches): BackgroundSample | null {
  if (search === null) return null
  return new BackgroundSample({ searches, engine: search.engine, pages: search.background, language: search.language })
}

/** Pages about anything: those of an earlier run, or found now. Null when it was stopped. */
async function readBackground(
  request: TopicRequest,
  sample: BackgroundSample | null,
  positives: readonly TrainingPage[],
  counts: BackgroundTable | undefined,
  early: FetchedPages,
): Promise<readonly TrainingPage[] | null> {
  const { name, query, signal, warn, onProgress } = request
  if (sample === null) return []
  let fetched: FetchedPages | null = early
  if (!sample.isComplete) {
    const onSearch = (word: string): void => onProgress(`pages about anything: searching for "${word}"`)
    await sample.ask(positives, [name, query, ...(request.phrases ?? [])], counts, { signal, warn, onSearch })
    fetched = await fetchForModel(sample.urls, request)
  }
  return fetched === null ? null : (await readFetched(sample.urls, fetched)).pages
}

function firstReasons(leftOut: readonly LeftOut[]): string {
  const shown = leftOut.slice(0, 3).map(({ source, reason }) => `${source}: ${reason}`)
  return shown.length === 0 ? 'nothing was found' : shown.join('; ')
}
