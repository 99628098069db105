/**
 * Real topics to train and test judges on.
 *
 * WebKB: the kind of a university's page (course, faculty, student, project) against all others. Wikischools: the subject of
 * an article for schools. Its pages name their subjects in a line of links at the top; that line is cut out, or the judge would
 * only have to read it.
 */
import { join } from 'node:path'
import { getDomain } from 'tldts'
import { exchangeOf } from '../../src/archive/exchange-of.js'
import { readWarc } from '../../src/archive/warc-reader.js'
import { readWebkbKinds } from '../../bench/webkb-kinds.js'
import type { Page } from '../../src/contracts.js'
import { createRandom } from '../../src/learn/index.js'
import { analyse, canonicalUrl } from '../../src/page/index.js'

export interface TopicPage {
  readonly page: Page
  /** What the page is about or of which kind it is. */
  readonly topics: ReadonlySet<string>
  /** Pages of one site are never on both sides; for wikischools, one host, each page is a site of its own. */
  readonly site: string
}

export interface TopicSet {
  readonly name: string
  readonly topics: readonly string[]
  readonly pages: readonly TopicPage[]
}

export interface TopicSplit {
  readonly positives: readonly Page[]
  readonly negatives: readonly Page[]
  readonly test: readonly { readonly page: Page; readonly isWanted: boolean }[]
}

const MAX_NEGATIVES = 1000

export async function readWebKb(data: string): Promise<TopicSet> {
  const kinds = readWebkbKinds(data)
  const pages: TopicPage[] = []
  for await (const page of readPages(join(data, 'webkb.warc.gz'))) {
    const kind = kinds.get(canonicalUrl(page.url) ?? page.url)
    // registrable domains rather than hosts: the hosts of a university share its templates
    if (kind !== undefined) pages.push({ page, topics: new Set([kind]), site: siteOf(page.url) })
  }
  return { name: 'webkb', topics: ['course', 'faculty', 'student', 'project'], pages }
}

const SUBJECT_INDEX = /\/wp\/index\/subject\.(.+)\.htm$/
const SUBJECT_LINE = /^.*(Related subjects:|Schools Wikipedia Selection).*$/gm
export const TRAINED_ON = 50
const MIN_TESTED = 3

/** Index pages are lists and belong to nobody. Topics: the subjects with most pages, as many as leave some to be tested on. */
export async function readWikischools(data: string, count: number): Promise<TopicSet> {
  const pages: TopicPage[] = []
  const sizes = new Map<string, number>()
  for await (const whole of readPages(join(data, 'wikischools-dev.warc.gz'))) {
    if (whole.url.includes('/wp/index/')) continue
    const topics = new Set<string>()
    for (const { url } of whole.links) {
      const subject = SUBJECT_INDEX.exec(url)?.[1].split('.') ?? []
      subject.forEach((_, depth) => topics.add(subject.slice(0, depth + 1).join('.')))
    }
    const page = {
      ...whole,
      text: whole.text.replace(SUBJECT_LINE, ''),
      fullText: whole.fullText.replace(SUBJECT_LINE, ''),
    }
    for (const topic of topics) sizes.set(topic, (sizes.get(topic) ?? 0) + 1)
    pages.push({ page, topics, site: page.url })
  }
  const largest = [...sizes].filter(([, size]) => size >= TRAINED_ON + MIN_TESTED).sort((a, b) => b[1] - a[1])
  return { name: 'wikischools', topics: largest.slice(0, count).map(([topic]) => topic), pages }
}

/** Half of the sites to train on, of these 50 wanted pages and up to 1,000 others; all pages of the other half to test. */
export function splitTopic({ pages }: TopicSet, topic: string, seed: number): TopicSplit {
  const random = createRandom(seed * 7919)
  const isWanted = ({ topics }: TopicPage): boolean => topics.has(topic)
  const sites = shuffled([...new Set(pages.map(({ site }) => site))], random)
  const wantedSites = new Set(pages.filter(isWanted).map(({ site }) => site))
  // where every page is a site, half of a small topic would be fewer than 50: as many as it takes
  const isOnePageEach = sites.length === pages.length
  const first = isOnePageEach
    ? [
        ...sites.filter(site => wantedSites.has(site)).slice(0, TRAINED_ON),
        ...sites.filter(site => !wantedSites.has(site)).slice(0, (pages.length - wantedSites.size) / 2),
      ]
    : sites.slice(0, sites.length / 2)
  const trained = new Set(first)
  const side = shuffled(
    pages.filter(({ site }) => trained.has(site)),
    random,
  )
  return {
    positives: side
      .filter(isWanted)
      .slice(0, TRAINED_ON)
      .map(({ page }) => page),
    negatives: side
      .filter(page => !isWanted(page))
      .slice(0, MAX_NEGATIVES)
      .map(({ page }) => page),
    test: pages.filter(({ site }) => !trained.has(site)).map(one => ({ page: one.page, isWanted: isWanted(one) })),
  }
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const copy = [...items]
  for (let i = copy.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1))
    ;[copy[i], copy[other]] = [copy[other], copy[i]]
  }
  return copy
}

async function* readPages(warc: string): AsyncGenerator<Page> {
  for await (const record of readWarc(warc)) {
    const exchange = exchangeOf(record)
    if (exchange !== null) yield analyse(exchange)
  }
}

function siteOf(url: string): string {
  return getDomain(url) ?? url
}

/** The constants of the judge were chosen on one half of WebKB's sites; what is reported comes from the other. */
export function reportedHalf(set: TopicSet): TopicSet {
  return { ...set, pages: set.pages.filter(({ site }) => hash(site) % 2 === 1) }
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  return (value ^ (value >>> 12)) >>> 0
}
