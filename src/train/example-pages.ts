/**
 * Example pages from whatever people have: files, directories of files, archives (WARC, ARC, WACZ), crawls of ours, addresses,
 * and lists of addresses (text or a browser's bookmarks). Addresses are only collected here; fetch-pages.ts fetches them.
 *
 * Of a crawl its relevant pages are taken, or, where a list of addresses is given beside it, those that the list names.
 */
import { readdirSync, readFileSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { archivedPages, fileExchange, isArchive } from '../archive/stored-pages.js'
import type { Exchange } from '../contracts.js'
import { crawlDirectory, readIdentity } from '../collection/index.js'
import { LongtailError } from '../errors.js'
import { trainingPageOf, type TrainingPage } from '../judge/topic/index.js'
import { createRandom } from '../learn/index.js'
import { readPage } from '../documents/read-page.js'
import { canonicalUrl } from '../page/index.js'
import { CrawledCaptures } from './crawled-captures.js'
import { urlsInList } from './url-lists.js'

export interface LeftOut {
  readonly source: string
  readonly reason: string
}

export interface ExampleOptions {
  readonly signal: AbortSignal
  /** More than this are sampled. */
  readonly maxPages?: number
  readonly onProgress?: (source: string, pages: number) => void
}

/** A topic is learned from tens or hundreds of pages; thousands are for negatives. */
export const MAX_EXAMPLES = 2000
const MAX_FILES = 100_000
const MAX_DEPTH = 50
/** An archive may hold millions of images. */
const MAX_LEFT_OUT = 1000
const MAX_FILE_BYTES = 64 * 1024 * 1024
const PAGE_NAME = /\.(?:x?html?|php|aspx?|txt|md|pdf|epub|docx|odt|pptx|odp|xlsx|rtf)$/i
const ARCHIVE_NAME = /\.(?:w?arc(?:\.gz)?|wacz)$/i

type Source =
  | { readonly kind: 'urls'; readonly urls: readonly string[]; readonly isList: boolean }
  | { readonly kind: 'crawl' | 'archive' | 'page'; readonly path: string }

export async function readExamplePages(given: readonly string[], options: ExampleOptions) {
  const sources = given.flatMap(source => legibly(source, () => classify(source)))
  const sample = new PageSample(options.maxPages ?? MAX_EXAMPLES)
  const leftOut: LeftOut[] = []
  const urls = new Set(sources.flatMap(source => (source.kind === 'urls' ? source.urls : [])))
  const hasList = sources.some(source => source.kind === 'urls' && source.isList)
  for (const source of sources) {
    if (source.kind === 'urls') continue
    const { path } = source
    const take = async (exchange: Exchange): Promise<void> => {
      options.signal.throwIfAborted()
      const page = await readablePage(exchange)
      if (typeof page === 'string') {
        if (leftOut.length < MAX_LEFT_OUT) leftOut.push({ source: exchange.url, reason: page })
      } else sample.add(page)
      options.onProgress?.(path, sample.seen)
    }
    if (source.kind === 'page') await take(legibly(path, () => fileExchange(path)))
    else if (source.kind === 'archive') for await (const exchange of archivedPages(path)) await take(exchange)
    else await readCrawl(path, hasList ? urls : null, take)
  }
  return {
    pages: sample.pages,
    /** Canonical addresses of pages that are still to be fetched. */
    urls: [...urls],
    leftOut,
  }
}

/** Addresses that are still to be fetched, without reading any page where that can be told without. */
export async function readExampleUrls(given: readonly string[], options: ExampleOptions): Promise<readonly string[]> {
  const sources = given.flatMap(source => legibly(source, () => classify(source)))
  const urls = sources.flatMap(source => (source.kind === 'urls' ? source.urls : []))
  // a crawl may have what a list names
  const isRead = urls.length > 0 && sources.some(({ kind }) => kind === 'crawl')
  return isRead ? (await readExamplePages(given, options)).urls : [...new Set(urls)]
}

/** The page as learners see it, or why it is none. */
export async function readablePage(exchange: Exchange): Promise<TrainingPage | string> {
  if (exchange.status < 200 || exchange.status >= 300) return `answered with status ${exchange.status}`
  const page = await readPage(exchange)
  const isReadable = page.document !== undefined || /html|text\/plain/.test(page.mime)
  if (!isReadable) return `no text but ${page.mime}`
  if (page.text === '' && page.document !== undefined) return page.document.problem
  return trainingPageOf(page)
}

/** What the disk does not give is the user's to see to. */
function legibly<T>(given: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof LongtailError || !(error instanceof Error) || !('code' in error)) throw error
    throw new LongtailError(
      'E_USAGE',
      `${given}: cannot be read (${error.message}); remove it, or check its permissions`,
    )
  }
}

function classify(given: string): Source[] {
  if (/^https?:\/\//i.test(given)) {
    const url = canonicalUrl(given)
    if (url === null) throw new LongtailError('E_USAGE', `${given}: not a URL`)
    return [{ kind: 'urls', urls: [url], isList: false }]
  }
  const stat = existing(given)
  if (stat.isDirectory())
    return isCrawl(given) ? [{ kind: 'crawl', path: given }] : filesIn(given).flatMap(path => classifyFile(path))
  if (!stat.isFile()) throw new LongtailError('E_USAGE', `${given} is neither a file nor a directory`)
  return classifyFile(given)
}

function existing(path: string): Stats {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat !== undefined) return stat
  throw new LongtailError(
    'E_USAGE',
    `${path}: no such file; give pages (HTML, text), directories, archives, crawl directories, URLs or lists of URLs`,
  )
}

function isCrawl(path: string): boolean {
  try {
    return readIdentity(crawlDirectory(path)) !== null
  } catch (error) {
    if (error instanceof LongtailError && error.code === 'E_OUT_DIR') return false
    throw error
  }
}

function filesIn(directory: string): string[] {
  const files: string[] = []
  collectFiles(directory, 0, files)
  if (files.length === 0)
    throw new LongtailError('E_USAGE', `${directory} contains no pages (.html, .htm, .txt…), no archives and no crawl`)
  return files.slice(0, MAX_FILES)
}

/** Links to directories are not followed: they may lead back here. */
function collectFiles(directory: string, depth: number, files: string[]): void {
  const entries = readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    if (files.length >= MAX_FILES) return
    const path = join(directory, entry.name)
    if (entry.isDirectory() && depth < MAX_DEPTH) collectFiles(path, depth + 1, files)
    else if ((PAGE_NAME.test(entry.name) || ARCHIVE_NAME.test(entry.name)) && isFile(path)) files.push(path)
  }
}

/** A link that leads nowhere is none. */
function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function classifyFile(path: string): Source[] {
  if (isArchive(path)) return [{ kind: 'archive', path }]
  const urls = urlsInList(readText(path))
  return [urls === null ? { kind: 'page', path } : { kind: 'urls', urls, isList: true }]
}

function readText(path: string): string {
  if (statSync(path).size > MAX_FILE_BYTES)
    throw new LongtailError('E_USAGE', `${path}: larger than 64 MiB; not a page`)
  return readFileSync(path, 'utf8')
}

/** `listed`: only these, and they are struck off; null: the relevant ones. */
async function readCrawl(
  path: string,
  listed: Set<string> | null,
  take: (exchange: Exchange) => Promise<void>,
): Promise<void> {
  const captures = new CrawledCaptures()
  const wanted: string[] = []
  await captures.add(path, {
    answer({ t, url, relevant }) {
      if (t === 'page' && (listed === null ? relevant : listed.has(url))) wanted.push(url)
    },
  })
  for (const url of new Set(wanted)) {
    const exchange = await captures.find(url)
    if (exchange === null) continue
    await take(exchange)
    listed?.delete(url)
  }
}

/** Each page as likely as any other to be kept (Vitter's algorithm R); the same input gives the same sample. */
class PageSample {
  readonly pages: TrainingPage[] = []
  private readonly random = createRandom(1)
  seen = 0

  constructor(private readonly capacity: number) {}

  add(page: TrainingPage): void {
    const slot = this.seen < this.capacity ? this.seen : Math.floor(this.random() * (this.seen + 1))
    this.seen++
    if (slot < this.capacity) this.pages[slot] = page
  }
}
