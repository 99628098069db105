/**
 * Our own crawls as sources of graphs: crawl.json says what was wanted, the log says what was found (docs/formats.md).
 *
 * Pages are the log's pages with a status in the 200s, with the verdicts they got; redirects are hops; whatever was only
 * seen, given up or answered with an error is known by its URL alone. Where a page was fetched more than once (it was put
 * off, or robots.txt changed) the first line counts.
 */
import { existsSync } from 'node:fs'
import {
  crawlDirectory,
  hasLog,
  logDirectories,
  LOG_START,
  LogFold,
  logSize,
  readIdentity,
  readOn,
  type AnswerKind,
  type AnswerNumbers,
  type GivenUp,
  type LogVisitor,
  type PageEntry,
  type RunEntry,
} from '../../collection/index.js'
import { crawlLanguages, knownLanguages } from '../../collection/crawl-languages.js'
import { LongtailError } from '../../errors.js'
import type { LanguageModel } from '../../page/language/learned/language-model.js'
import { codesOf, modelsAmong } from '../../page/language/wanted-languages.js'
import { canonicalUrl } from '../../page/index.js'
import { parseSimhash } from '../../page/text/simhash.js'
import { charsetFamily, languageCode } from '../codes.js'
import type { ImportContext } from './context.js'
import { LoggedText } from './text-reader.js'

export const crawlImporter = {
  /** Whether the path is a crawl; asked before anything else looks at it. */
  accepts: (path: string): boolean => {
    const directory = crawlDirectory(path)
    return existsSync(directory.identity) && logDirectories(directory).some(hasLog)
  },
  /** Bytes, for progress. */
  size: (path: string): number => logDirectories(crawlDirectory(path)).reduce((sum, one) => sum + logSize(one), 0),
  /** Languages that the relevance of its pages stands for; empty when that is not known. */
  target: (path: string): readonly string[] => languagesOf(path, false),
  /** Languages that are wanted beside something else, which relevance stands for. */
  spoken: (path: string): readonly string[] => languagesOf(path, true),
  /** Of either kind, those that the identifier does not know. */
  learned: (path: string): readonly LanguageModel[] => modelsAmong(knownLanguages(crawlLanguages(path))),
  /** What that is, for people, and different for different targets; '' where relevance stands for languages. */
  aim: (path: string): string => {
    const target = readIdentity(crawlDirectory(path))?.target
    return target === undefined || !asksForMore(target) ? '' : JSON.stringify(target)
  },
  read: readCrawl,
}

/** Where more than a language is asked for, relevance stands for something else. */
export function asksForMore(target: object): boolean {
  return ['topic', 'nation', 'keywords'].some(more => Reflect.get(target, more) !== undefined)
}

/** As the log names them: a crawl for cmn has pages in zho. */
function languagesOf(path: string, isMoreAskedFor: boolean): string[] {
  const target = readIdentity(crawlDirectory(path))?.target
  if (target === undefined || asksForMore(target) !== isMoreAskedFor) return []
  return codesOf(knownLanguages(crawlLanguages(path)))
}

async function readCrawl(path: string, context: ImportContext): Promise<void> {
  const { judge, isTargetGiven, isRelevant } = context
  if (judge !== null && isTargetGiven && isRelevant('und') === undefined) {
    throw new LongtailError(
      'E_GRAPH',
      `its log has no verdicts for this target; import its archives, ${crawlDirectory(path).warc}, to judge the pages again`,
    )
  }
  let before = 0
  // each partition has numbers of its own; what they stand for is the same page in all
  for (const directory of logDirectories(crawlDirectory(path))) {
    const fold = new LogFold(new LogReader(context))
    const { mark, damage } = await readOn(directory, LOG_START, ({ entry, end }) => {
      context.signal?.throwIfAborted()
      context.progress(before + end)
      fold.add(entry)
    })
    before += mark.end
    if (damage !== '') context.skip('crawl logs that are damaged, read up to the damage')
  }
}

/** A URL that is none, of a log that somebody changed. */
const NO_PAGE = -1

class LogReader implements LogVisitor {
  /** Number in the log → id in the graph. */
  private readonly ids: number[] = []
  private readonly texts: LoggedText | null

  constructor(private readonly context: ImportContext) {
    const { text, isTargetGiven } = context
    this.texts = text === null ? null : new LoggedText(text.context, !isTargetGiven)
  }

  url(written: string): void {
    const url = canonicalUrl(written)
    this.ids.push(url === null ? NO_PAGE : this.context.builder.page(url))
    this.texts?.addUrl(url ?? '')
  }

  run({ strategy }: RunEntry, seeds: readonly number[]): void {
    this.texts?.beginRun(strategy)
    for (const seed of seeds) if (this.idOf(seed) !== NO_PAGE) this.context.builder.seed(this.idOf(seed))
  }

  givenUp({ what }: GivenUp): void {
    if (what === 'page') this.context.skip('URLs that the crawl gave up')
  }

  answer(entry: PageEntry, kind: AnswerKind, { isKnown, links, leads }: AnswerNumbers): void {
    const { builder, skip } = this.context
    const page = isKnown ? this.idOf(entry.id) : NO_PAGE
    const [lead = NO_PAGE] = leads
    if (page === NO_PAGE) skip('log lines about a URL that the log does not number')
    else if (kind === 'sitemap') skip('URLs in sitemaps, which are no links', leads.length)
    else if (kind === 'redirect') {
      if (this.idOf(lead) !== NO_PAGE) builder.redirect(page, this.idOf(lead))
      else skip('redirects that lead nowhere')
    } else if (kind === 'text') skip('pages that were fetched for their text alone')
    else if (!(entry.status >= 200 && entry.status < 300)) skip('answers with a status that is an error')
    else if (!builder.capture(page)) skip('further captures of a page')
    else this.addPage(page, entry, links, leads)
  }

  private addPage(page: number, entry: PageEntry, links: readonly number[], leads: readonly number[]): void {
    const { builder, wanted, isTargetGiven, isRelevant, isAnchorInTarget } = this.context
    const language = languageCode(entry.language, wanted)
    const verdict = isTargetGiven
      ? { relevant: isRelevant(language) }
      : { relevant: entry.relevant === true, score: entry.score }
    const charset = charsetFamily(entry.charset ?? '', wanted)
    const simhash = parseSimhash(entry.simhash)
    builder.describe(page, { language, charset, ...verdict, ...(simhash === null ? {} : { simhash }) })
    // frames and refreshes took this page's own place in the queue: ahead of its links
    for (const lead of leads)
      if (this.idOf(lead) !== NO_PAGE) builder.link(page, this.idOf(lead), isAnchorInTarget?.(''))
    const anchors = Array.isArray(entry.anchors) ? entry.anchors : []
    const columns = this.texts?.columns(entry, links)
    if (this.texts !== null && typeof entry.country === 'string') builder.country(page, entry.country)
    for (let i = 0; i < links.length; i++) {
      const id = this.idOf(links[i])
      if (id !== NO_PAGE) builder.link(page, id, isAnchorInTarget?.(String(anchors[i] ?? '')), columns, i)
    }
  }

  private idOf(number: number): number {
    return this.ids[number] ?? NO_PAGE
  }
}
