/** Plays the log of a crawl back into an empty state: afterwards strategy, frontier and totals are as they were when it stopped. */
import { LANGUAGE, type PageId } from '../contracts.js'
import { LongtailError } from '../errors.js'
import type { EmbedEntry, LogEntry, LoggedLink, LoggedLine, PageEntry } from '../collection/crawl-log.js'
import type { CrawlState } from './crawl-state.js'
import type { EmbedQueue } from './embed-queue.js'
import type { Ledger } from './ledger.js'
import type { LinkFeatures } from './link-features.js'
import type { Spool } from './spool.js'

/** Languages as strategies see them. Where the target is not only a language, whatever is relevant counts as written in it. */
export function languageClass(language: string, targets: ReadonlySet<string>, isRelevant: boolean): number {
  if (isRelevant && targets.size === 0) return LANGUAGE.target
  if (language === 'und') return LANGUAGE.unknown
  if (targets.has(language)) return LANGUAGE.target
  return language === 'eng' ? LANGUAGE.english : LANGUAGE.other
}

export class Replay {
  constructor(
    private readonly state: CrawlState,
    private readonly ledger: Ledger,
    private readonly spool: Spool | null,
    private readonly targets: ReadonlySet<string>,
    private readonly features: LinkFeatures,
    private readonly embeds: EmbedQueue,
  ) {}

  apply({ entry, line }: LoggedLine): void {
    switch (entry.t) {
      case 'run':
        for (const seed of entry.seeds) this.seed(seed)
        break
      case 'page':
      case 'redirect':
      case 'sitemap':
        this.check(entry, line)
        this.page(entry)
        break
      case 'embed':
        this.checkEmbed(entry, line)
        this.embed(entry)
        break
      case 'robots':
        this.ledger.robotsArchived.add(entry.url)
        break
      case 'sitemaps':
        this.state.addSitemaps(entry.for, this.resolve(entry.sitemaps, entry.for, true))
        break
      case 'skip':
        this.check(entry, line)
        this.ledger.addSkip(entry)
        this.state.giveUp(entry.id)
        break
      case 'later':
        break
      case 'archived':
        this.spool?.forget(entry.id)
        this.state.pages.markKept(entry.id)
        break
      case 'stop':
        break
    }
  }

  private seed(seed: LoggedLink): void {
    this.state.addSeed(typeof seed === 'number' ? this.state.urls.url(seed) : seed)
  }

  private page(entry: PageEntry): void {
    const { state, ledger } = this
    const page = entry.id
    ledger.addExchange(entry)
    if (entry.warc !== undefined) state.pages.markKept(page)
    if (entry.warc !== undefined && !entry.revisit) ledger.addCapture(entry, false)
    if (entry.simhash !== undefined) ledger.addText(halves(entry.simhash), page)
    if (entry.spool !== undefined) this.spool?.remember(page, entry.spool[0], entry.spool[1])
    // in the order of the live crawl: URLs and hosts are numbered as they are met
    const links = this.resolve(entry.links, page, false)
    const hops = this.resolve(entry.leads ?? [], page, true)
    const sitemaps = this.resolve(entry.sitemaps ?? [], page, true)
    if (entry.embeds !== undefined) this.embeds.remember(entry.embeds, page, null)
    if (entry.frontier) {
      state.completeText(page, entry.t === 'page', hops, entry.level ?? 1)
      return
    }
    state.complete({
      page,
      relevant: entry.relevant,
      score: entry.score,
      language: languageClass(entry.language, this.targets, entry.relevant),
      charset: this.features.charset(entry.charset ?? ''),
      duplicate: this.features.isDuplicate(entry.near),
      isPage: entry.t === 'page',
      links,
      anchorInTarget: this.features.anchorInTarget(links.length, () => entry.anchors ?? []),
      words: this.features.words(links.length, i => state.urls.url(links[i]), entry),
      judgements: this.features.judgements(links.length, entry),
      country: this.features.hasCountry && typeof entry.country === 'string' ? entry.country : '',
      hops,
      sitemaps,
      level: entry.level ?? state.frontier.levelOf(page),
    })
  }

  private embed(entry: EmbedEntry): void {
    this.ledger.addEmbed(entry)
    if (entry.warc !== undefined && !entry.revisit) this.ledger.addCapture(entry, true)
    this.embeds.remember(entry.embeds ?? [], entry.via, entry.id)
    this.embeds.settle(entry.id)
  }

  private resolve(links: readonly LoggedLink[], from: PageId, isHop: boolean): PageId[] {
    return links.map(link => {
      if (typeof link === 'string') return this.state.internUrl(link, from, isHop)
      if (link < this.state.urls.size) return link
      throw new LongtailError(
        'E_CRAWL_DIR',
        `crawl.log.jsonl: page ${from} links to number ${link}, which no line names; restore the log from a copy`,
      )
    })
  }

  /** Ids are positions: one line missing in the middle would shift all that follow, so it must be noticed. */
  private check(entry: Extract<LogEntry, { id: number; url: string }>, line: number): void {
    const { urls } = this.state
    if (!(entry.id < urls.size && urls.url(entry.id) === entry.url)) this.refuse(entry, line)
  }

  private checkEmbed(entry: EmbedEntry, line: number): void {
    if (!this.embeds.has(entry.id, entry.url)) this.refuse(entry, line)
  }

  private refuse(entry: { readonly id: number; readonly url: string }, line: number): never {
    throw new LongtailError(
      'E_CRAWL_DIR',
      `crawl.log.jsonl:${line}: number ${entry.id} should be ${entry.url}: lines are missing or were changed; ` +
        `restore the log from a copy, or keep its first ${line - 1} lines to go on from there`,
    )
  }
}

function halves(simhash: string): [high: number, low: number] {
  return [parseInt(simhash.slice(0, 8), 16), parseInt(simhash.slice(8), 16)]
}
