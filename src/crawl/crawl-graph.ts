/**
 * Our own crawls as sources of graphs: crawl.json says what was wanted, the log says what was found (docs/formats.md).
 *
 * Pages are the log's pages with a status in the 200s, with the verdicts they got; redirects are hops; whatever was only
 * seen, given up or answered with an error is known by its URL alone. Where a page was fetched more than once (it was put
 * off, or robots.txt changed) the first line counts.
 */
import { existsSync, statSync } from 'node:fs'
import { LongtailError } from '../errors.js'
import {
  importGraph,
  type ImportContext,
  type Importer,
  type ImportOptions,
  type ImportReport,
} from '../graph/import/index.js'
import type { WebGraph } from '../graph/index.js'
import { charsetFamily, languageCode } from '../graph/import/codes.js'
import { findLanguage, identifiedAs } from '../judge/codes.js'
import { canonicalUrl } from '../page/index.js'
import { parseSimhash } from '../page/text/simhash.js'
import { crawlDirectory, readIdentity } from '../collection/crawl-directory.js'
import { readLog, type LoggedLink, type LogEntry, type PageEntry } from '../collection/crawl-log.js'
import { LoggedText } from './link-text.js'

export const crawlImporter: Importer = {
  format: 'crawl',
  accepts: path => {
    const { identity, log } = crawlDirectory(path)
    return existsSync(identity) && existsSync(log)
  },
  size: path => statSync(crawlDirectory(path).log).size,
  target: path => languagesOf(readIdentity(crawlDirectory(path))?.target, false),
  spoken: path => languagesOf(readIdentity(crawlDirectory(path))?.target, true),
  aim: path => {
    const target = readIdentity(crawlDirectory(path))?.target
    return target === undefined || !asksForMore(target) ? '' : JSON.stringify(target)
  },
  read: readCrawl,
}

/** Where more than a language is asked for, relevance stands for something else. */
export function asksForMore(target: object): boolean {
  return ['topic', 'nation', 'keywords'].some(more => Reflect.get(target, more) !== undefined)
}

/** As the identifier names them, because that is how the log does: a crawl for cmn has pages in zho. */
function languagesOf(target: unknown, isMoreAskedFor: boolean): string[] {
  if (typeof target !== 'object' || target === null || asksForMore(target) !== isMoreAskedFor) return []
  const nation: unknown = 'nation' in target ? target.nation : null
  const spoken: unknown = typeof nation === 'object' && nation !== null && 'in' in nation ? nation.in : []
  const written: readonly unknown[] = ['language' in target ? target.language : [], spoken].flat(2)
  const codes = written.flatMap(one => {
    const language = typeof one === 'string' ? findLanguage(one) : undefined
    return language === undefined ? [] : identifiedAs(language.code)
  })
  return [...new Set(codes)]
}

/** A graph of one crawl or several. */
export function importCrawl(
  directories: readonly string[],
  options: ImportOptions = {},
): Promise<{ graph: WebGraph; report: ImportReport }> {
  return importGraph(directories, { ...options, importers: [crawlImporter, ...(options.importers ?? [])] })
}

async function readCrawl(path: string, context: ImportContext): Promise<void> {
  const { judge, isTargetGiven, isRelevant } = context
  if (judge !== null && isTargetGiven && isRelevant('und') === undefined) {
    throw new LongtailError(
      'E_GRAPH',
      `its log has no verdicts for this target; name its archives, ${crawlDirectory(path).warc}, to have the pages judged again`,
    )
  }
  const reader = new LogReader(context)
  try {
    for await (const { entry, end } of readLog(crawlDirectory(path).log)) {
      context.signal?.throwIfAborted()
      context.progress(end)
      reader.read(entry)
    }
  } catch (error) {
    // numbers of URLs count all lines before: behind a damaged one nobody knows what they mean
    if (!(error instanceof LongtailError) || error.code !== 'E_CRAWL_DIR') throw error
    context.skip('crawl logs that are damaged, read up to the damage')
  }
}

/** A URL that is none, of a log that somebody changed. */
const NO_PAGE = -1

class LogReader {
  /** Number in the log → id in the graph. */
  private readonly ids: number[] = []
  private readonly texts: LoggedText | null

  constructor(private readonly context: ImportContext) {
    const { text, isTargetGiven } = context
    this.texts = text === null ? null : new LoggedText(text.context, !isTargetGiven)
  }

  read(entry: LogEntry): void {
    const { builder, skip } = this.context
    switch (entry.t) {
      case 'run':
        this.texts?.beginRun(String(entry.strategy))
        for (const seed of this.number(entry.seeds)) if (seed !== NO_PAGE) builder.seed(seed)
        break
      case 'page':
      case 'redirect':
      case 'sitemap':
        this.readAnswer(entry)
        break
      case 'sitemaps':
        this.number(entry.sitemaps)
        break
      case 'skip':
      case 'later':
        skip('URLs that the crawl gave up')
        break
      default:
    }
  }

  private readAnswer(entry: PageEntry): void {
    const { builder, skip } = this.context
    const page = this.ids[entry.id] ?? NO_PAGE
    const firstNew = this.ids.length
    const links = this.number(entry.links)
    const leads = this.number(entry.leads ?? [])
    this.number(entry.sitemaps ?? [])
    if (page === NO_PAGE) skip('log lines about a URL that the log does not number')
    else if (entry.t === 'sitemap') skip('URLs in sitemaps, which are no links', leads.length)
    else if (entry.t === 'redirect') {
      if (leads.length > 0 && leads[0] !== NO_PAGE) builder.redirect(page, leads[0])
      else skip('redirects that lead nowhere')
    } else if (entry.frontier === true) skip('pages that were fetched for their text alone')
    else if (!(entry.status >= 200 && entry.status < 300)) skip('answers with a status that is an error')
    else if (!builder.capture(page)) skip('further captures of a page')
    else this.addPage(page, entry, links, leads, firstNew)
  }

  /** `firstNew`: the number that the first new URL among the links has in the log. */
  private addPage(
    page: number,
    entry: PageEntry,
    links: readonly number[],
    leads: readonly number[],
    firstNew: number,
  ): void {
    const { builder, wanted, isTargetGiven, isRelevant, isAnchorInTarget } = this.context
    const language = languageCode(String(entry.language))
    const verdict = isTargetGiven
      ? { relevant: isRelevant(language) }
      : { relevant: entry.relevant === true, score: entry.score }
    const charset = charsetFamily(String(entry.charset ?? ''), wanted)
    const simhash = parseSimhash(entry.simhash)
    builder.describe(page, { language, charset, ...verdict, ...(simhash === null ? {} : { simhash }) })
    // frames and refreshes took this page's own place in the queue: ahead of its links
    for (const lead of leads) if (lead !== NO_PAGE) builder.link(page, lead, isAnchorInTarget?.(''))
    const anchors = Array.isArray(entry.anchors) ? entry.anchors : []
    const columns = this.texts?.columns(entry, numbersOf(entry.links, firstNew))
    if (this.texts !== null && typeof entry.country === 'string') builder.country(page, entry.country)
    for (let i = 0; i < links.length; i++) {
      if (links[i] !== NO_PAGE) builder.link(page, links[i], isAnchorInTarget?.(String(anchors[i] ?? '')), columns, i)
    }
  }

  /** The ids of logged links; new URLs get the next number of the log. */
  private number(links: readonly LoggedLink[]): number[] {
    if (!Array.isArray(links)) throw new LongtailError('E_CRAWL_DIR', 'a line of the crawl log has no list of links')
    return links.map(link => {
      if (typeof link === 'number') return this.ids[link] ?? NO_PAGE
      const url = canonicalUrl(String(link))
      const id = url === null ? NO_PAGE : this.context.builder.page(url)
      this.ids.push(id)
      this.texts?.addUrl(url ?? '')
      return id
    })
  }
}

/** Numbers in the log of the URLs of a list in which new ones are texts. */
function numbersOf(links: readonly LoggedLink[], firstNew: number): number[] {
  let next = firstNew
  return links.map(link => (typeof link === 'number' ? link : next++))
}
