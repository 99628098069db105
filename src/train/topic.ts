/** One topic from whatever is known of it to a model file: what `longtail train topic` does. */
import type { Campaign } from '../campaign/index.js'
import type { Progress } from '../crawl/index.js'
import { LongtailError } from '../errors.js'
import {
  trainTopic,
  writeTopicModel,
  type TopicReport,
  type TopicTraining,
  type TrainingPage,
} from '../judge/topic/index.js'
import { loadBackground } from '../learn/background.js'
import type { SearchEngine } from '../web/search.js'
import { readExamplePages, type LeftOut } from './example-pages.js'
import { fetchPages, openFetched, readFetched } from './fetch-pages.js'
import { KeptSearches } from './kept-searches.js'

export interface TopicRequest extends Pick<TopicTraining, 'name' | 'phrases' | 'classifier' | 'folds'> {
  readonly query: string
  /** Files, directories, archives, crawls, URLs and lists of URLs. */
  readonly examples: readonly string[]
  readonly negatives: readonly string[]
  readonly search: { readonly engine: SearchEngine; readonly results: number; readonly language?: string } | null
  /** Path of a table of counts instead of the built-in one. */
  readonly counts?: string
  /** Says who asks; without it nothing is fetched. */
  readonly campaign: Campaign | null
  /** The model; what is fetched is kept beside it. */
  readonly out: string
  readonly signal: AbortSignal
  readonly warn: (message: string) => void
  readonly onProgress: (progress: Progress | string) => void
}

export interface TrainedTopic {
  readonly report: TopicReport
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
  const found = await searchFor(request)
  const wanted = [...new Set([...examples.urls, ...found])]
  const fetched = await fetchAll([...new Set([...wanted, ...negatives.urls])], request)
  if (fetched === null) return null
  const nothing = { pages: [], leftOut: [] }
  const more = fetched === 'nothing' ? nothing : await readFetched(wanted, fetched)
  const against = fetched === 'nothing' ? nothing : await readFetched(negatives.urls, fetched)
  const positives: TrainingPage[] = [...examples.pages, ...more.pages]
  if (positives.length === 0 && (request.examples.length > 0 || request.search !== null))
    throw new LongtailError(
      'E_MODEL',
      `${request.name}: none of the examples is a page that can be read (${firstReasons([...examples.leftOut, ...more.leftOut])}); give others`,
    )
  const { model, report } = trainTopic({
    name: request.name,
    query: request.query,
    phrases: request.phrases,
    positives,
    negatives: [...negatives.pages, ...against.pages],
    classifier: request.classifier,
    folds: request.folds,
    background,
  })
  if (signal.aborted) return null
  writeTopicModel(out, { ...model, query: request.query })
  return { report, leftOut: [...examples.leftOut, ...negatives.leftOut, ...more.leftOut, ...against.leftOut] }
}

/** Where what is fetched for a model is kept. */
export function pagesDirectory(out: string): string {
  return `${out}.pages`
}

async function searchFor({ search, query, out, signal }: TopicRequest): Promise<string[]> {
  if (search === null) return []
  const { engine, results, language } = search
  const searches = new KeptSearches(`${out}.search.json`)
  return (await searches.search(engine, query, { results, language, signal })).map(({ url }) => url)
}

async function fetchAll(urls: readonly string[], { campaign, out, signal, warn, onProgress }: TopicRequest) {
  if (urls.length === 0) return 'nothing'
  if (campaign === null)
    throw new LongtailError(
      'E_USAGE',
      `${urls[0]}: fetching a page needs --campaign, whose contact tells the site who asks`,
    )
  const directory = pagesDirectory(out)
  const stopped = await fetchPages(urls, {
    campaign,
    out: directory,
    warn,
    onProgress,
    onStart: stop => {
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    },
  })
  return stopped === 'interrupted' ? null : openFetched(directory)
}

function firstReasons(leftOut: readonly LeftOut[]): string {
  const shown = leftOut.slice(0, 3).map(({ source, reason }) => `${source}: ${reason}`)
  return shown.length === 0 ? 'nothing was found' : shown.join('; ')
}
