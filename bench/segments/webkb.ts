/**
 * WebKB as a web for crawling by segments: 8,213 real pages of universities on 606 hosts with their own links, anchors and
 * URLs. What is wanted is a kind of page (course, faculty, student, project), and as in the thesis the judge says which
 * pages are of that kind, not the label: a topic judge, trained on pages of the small collections. Names in links are the
 * words that this judge takes for its topic's. The four universities that were collected whole are the webs to crawl, one at a time;
 * everything else (the other three and the small collections) trains the predictor.
 */
import { join } from 'node:path'
import { exchangeOf, readWarc, targetUri } from '../../src/archive/index.js'
import { createTextReader } from '../../src/graph/import/text-reader.js'
import { importGraph } from '../../src/graph/import/index.js'
import { CRAWLED, RELEVANT, urlOf, type WebGraph } from '../../src/graph/index.js'
import { createJudge, type JudgeSpec } from '../../src/judge/index.js'
import { trainTopic, trainingPageOf, writeTopicModel, type TrainingPage } from '../../src/judge/topic/index.js'
import { confusionOf, createRandom, qualityOf, shuffle, type Quality } from '../../src/learn/index.js'
import { analyse, canonicalUrl } from '../../src/page/index.js'
import { readWebkbKinds } from '../webkb-kinds.js'

export const KINDS = ['course', 'faculty', 'student', 'project'] as const
export const UNIVERSITIES = ['cornell.edu', 'utexas.edu', 'washington.edu', 'wisc.edu'] as const
const WARC = 'webkb.warc.gz'
/** Pages of the kind and others that the judge learns from. */
const POSITIVES = 200
const NEGATIVES = 800

export interface KindWeb {
  readonly kind: string
  readonly graph: WebGraph
  /** Of the judge, on the pages of the four universities, against the labels. */
  readonly judge: Quality
}

function isOfFour(url: string): boolean {
  return UNIVERSITIES.some(university => isOf(url, university))
}

function isOf(url: string, university: string): boolean {
  const { hostname } = new URL(url)
  return hostname === university || hostname.endsWith(`.${university}`)
}

async function readSmallCollections(data: string): Promise<TrainingPage[]> {
  const pages: TrainingPage[] = []
  for await (const record of readWarc(join(data, WARC))) {
    const url = record.type === 'response' ? canonicalUrl(targetUri(record)) : null
    const exchange = url === null || isOfFour(url) ? null : exchangeOf(record)
    if (url !== null && exchange !== null)
      pages.push({ ...trainingPageOf(analyse({ ...exchange, url })), language: 'eng' })
  }
  return pages
}

function sample(pages: readonly TrainingPage[], size: number): TrainingPage[] {
  const order = Uint32Array.from(pages.keys())
  shuffle(order, createRandom(1))
  return [...order.subarray(0, size)].map(i => pages[i])
}

/** One graph for each kind; models of the judges go into `folder`. */
export async function* readWebkb(
  data: string,
  folder: string,
  kinds: readonly string[] = KINDS,
): AsyncGenerator<KindWeb> {
  const kindOf = readWebkbKinds(data)
  const pages = await readSmallCollections(data)
  for (const kind of kinds) {
    const isWanted = ({ url }: TrainingPage): boolean => kindOf.get(url) === kind
    const model = join(folder, `${kind}.model`)
    const { model: trained } = trainTopic({
      name: kind,
      positives: sample(pages.filter(isWanted), POSITIVES),
      negatives: sample(
        pages.filter(page => !isWanted(page)),
        NEGATIVES,
      ),
    })
    writeTopicModel(model, trained)
    const spec: JudgeSpec = { kind: 'topic', model }
    const { graph } = await importGraph([join(data, WARC)], {
      judge: createJudge(spec),
      text: createTextReader(spec, 'elements'),
    })
    yield { kind, graph, judge: qualityOn(graph, url => kindOf.get(url) === kind) }
  }
}

function qualityOn(graph: WebGraph, isWanted: (url: string) => boolean): Quality {
  const labels: number[] = []
  const verdicts: number[] = []
  for (let page = 0; page < graph.pages; page++) {
    const url = urlOf(graph, page)
    if ((graph.flags[page] & CRAWLED) === 0 || !isOfFour(url)) continue
    labels.push(Number(isWanted(url)))
    verdicts.push(Number((graph.flags[page] & RELEVANT) !== 0))
  }
  return qualityOf(confusionOf(labels, verdicts))
}

/** 1 for pages of a university. */
export function pagesOf(graph: WebGraph, university: string): Uint8Array {
  return Uint8Array.from({ length: graph.pages }, (_, page) => Number(isOf(urlOf(graph, page), university)))
}

/** The graph with only some of its pages fetched, as if nothing were known of the others but their URLs. */
export function limitedTo(graph: WebGraph, isIn: Uint8Array): WebGraph {
  const flags = graph.flags.map((flag, page) => ((flag & CRAWLED) !== 0 && isIn[page] === 1 ? flag : 0))
  return { ...graph, flags, seeds: graph.seeds.filter(seed => isIn[seed] === 1) }
}
