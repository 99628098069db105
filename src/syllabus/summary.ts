/** What a run over a syllabus found, as `longtail crawl --json` prints it. */
import { existsSync } from 'node:fs'
import { endInWords } from '../collection/run-end.js'
import type { CrawlSummary, StopReason, UnfetchedUrls } from '../crawl/index.js'
import type { Collection } from './collection.js'
import type { Syllabus } from './syllabus.js'

export interface TopicSummary {
  readonly name: string
  readonly directory: string
  /** Path of its model; null as long as there is none. */
  readonly model: string | null
  readonly pages: number
  readonly relevant: number
  readonly harvest: number
  /** Pages and embedded objects that other topics had fetched before. */
  readonly reused: number
  /** As of a crawl; also `vague` and `no-seeds` for topics that were not crawled, and `waiting` for those not reached. */
  readonly stopped: string
  /** Of the topic's judge, cross-validated. */
  readonly gMean: number | null
  /** Pages that it was told from: of other topics, about anything, given by the user. */
  readonly against: { readonly topics: number; readonly background: number; readonly given: number }
  readonly warnings: readonly string[]
}

/** The JSON of `longtail crawl --json` for a syllabus. */
export interface SyllabusSummary extends CrawlSummary {
  readonly topics: readonly TopicSummary[]
}

export interface RunFacts {
  /** By slug: what became of a topic in this run. */
  readonly crawled: ReadonlyMap<string, string>
  readonly hosts: number
  readonly seconds: number
  readonly stopped: StopReason
  readonly unfetched: readonly UnfetchedUrls[]
}

export function summaryOf(
  syllabus: Syllabus,
  collection: Collection,
  { crawled, hosts, seconds, stopped, unfetched }: RunFacts,
): SyllabusSummary {
  const topics = syllabus.topics.map((topic): TopicSummary => {
    const { pages, relevant, reused, gMean, against, warnings, stopped: earlier } = collection.stateOf(topic)
    return {
      name: topic.name,
      directory: collection.directoryOf(topic),
      model: existsSync(collection.modelOf(topic)) ? collection.modelOf(topic) : null,
      pages,
      relevant,
      harvest: pages === 0 ? 0 : relevant / pages,
      reused,
      stopped: crawled.get(topic.slug) ?? (earlier === '' ? 'waiting' : earlier),
      gMean,
      against,
      warnings,
    }
  })
  const states = syllabus.topics.map(topic => collection.stateOf(topic))
  const total = (field: 'pages' | 'relevant' | 'bytes' | 'embeds' | 'reused' | 'texts'): number =>
    states.reduce((sum, state) => sum + state[field], 0)
  const pages = total('pages')
  return {
    topics,
    pages,
    relevant: total('relevant'),
    harvest: pages === 0 ? 0 : total('relevant') / pages,
    bytes: total('bytes'),
    hosts,
    embeds: total('embeds'),
    reused: total('reused'),
    texts: total('texts'),
    seconds,
    stopped,
    why: endInWords({ reason: stopped }),
    unfetched,
    warc: collection.archives(syllabus.topics),
  }
}
