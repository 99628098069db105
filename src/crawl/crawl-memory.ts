/**
 * Everything that a crawl remembers, as the sum of the entries of its log: `apply` is the only way in. The live loop writes an entry
 * and applies it in one step (journal.ts), a start reads entries and applies them (resume.ts), so what the log says is what
 * happened. A checkpoint holds the same sum, up to some entry.
 *
 * What belongs to one run only (connections, delays, pages under way, silent hosts) is not here, or not saved.
 */
import { LANGUAGE, type PageId, type Persistent, type StateFields } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { isMissing, isOutside, mayPass } from '../collection/log/entry.js'
import { TRAP_KINDS, TrapWatch } from '../traps/index.js'
import type {
  AbsorbedEntry,
  EmbedEntry,
  HeldEntry,
  LinksEntry,
  LogEntry,
  LoggedEmbed,
  LoggedLink,
  PageEntry,
  SitemapsEntry,
  SkipEntry,
  TrapEntry,
} from '../collection/log/entry.js'
import type { LessonReader } from '../collection/lessons.js'
import type { AgainEntry } from '../collection/log/round-entry.js'
import { Crashes } from './crashes.js'
import { parseSimhash } from '../page/text/simhash.js'
import type { CrawlState } from './crawl-state.js'
import type { EmbedId, EmbedQueue } from './embed-queue.js'
import type { LearnedVersions } from './learned-versions.js'
import type { Ledger } from './ledger.js'
import type { LinkFeatures } from './link-features.js'
import type { KnownOfLinks } from './link-scoring.js'
import type { Neighbours } from './neighbours.js'
import { RenderingMemory } from './rendering-memory.js'
import { RoundMemory } from './round-memory.js'
import type { Spool } from './spool.js'

const NO_TEXT: readonly [number, number] = [0, 0]

/** What the analysis of a page has worked out already. A replay works it out again, from the texts in the entry. */
export interface GivenColumns extends KnownOfLinks {
  /** Two numbers for each of `links`, `leads` and `sitemaps`, in this order. */
  readonly fingerprints: Uint32Array
}

export interface MemoryParts {
  readonly state: CrawlState
  readonly ledger: Ledger
  readonly embeds: EmbedQueue
  /** Null unless records may have to wait (archive.keep: path). */
  readonly spool: Spool | null
  readonly features: LinkFeatures
  /** ISO 639-3 codes that count as the target language; empty where the target is not only a language. */
  readonly targets: ReadonlySet<string>
  /** Null for a crawl of one partition. */
  readonly neighbours: Neighbours | null
  /** Null unless the crawl learns a language on. */
  readonly learned: LearnedVersions | null
  /** What lines of the log refer to; null or absent for a crawl of one partition. */
  readonly lessons?: Pick<LessonReader, 'read'> | null
}

export class CrawlMemory implements Persistent {
  readonly state: CrawlState
  readonly ledger: Ledger
  readonly embeds: EmbedQueue
  readonly spool: Spool | null
  readonly crashes = new Crashes()
  readonly traps: TrapWatch
  readonly neighbours: Neighbours | null
  readonly learned: LearnedVersions | null
  readonly round = new RoundMemory()
  readonly rendering = new RenderingMemory()

  constructor(private readonly parts: MemoryParts) {
    this.state = parts.state
    this.ledger = parts.ledger
    this.embeds = parts.embeds
    this.spool = parts.spool
    this.neighbours = parts.neighbours
    this.learned = parts.learned
    const { state } = parts
    this.traps = new TrapWatch(url => {
      const page = state.find(url)
      return page !== -1 && state.pages.isGood(page) ? page : -1
    })
  }

  apply(entry: LogEntry, given: GivenColumns | null = null): void {
    this.neighbours?.next()
    if ('warc' in entry && entry.warc !== undefined) this.ledger.addRecords(entry.warc)
    if ('url' in entry && entry.t !== 'later') this.crashes.settle(entry.url)
    switch (entry.t) {
      case 'run':
        this.ledger.addRun(entry)
        this.round.startRun(entry.at)
        for (const seed of entry.seeds) this.state.addSeed(typeof seed === 'number' ? this.state.urls.url(seed) : seed)
        break
      case 'page':
      case 'redirect':
      case 'sitemap':
        this.applyPage(entry, given)
        break
      case 'round':
        if (entry.round !== this.round.number) this.state.links.nextRound()
        this.round.begin(entry, this.ledger.bytes)
        break
      case 'again':
        this.applyAgain(entry)
        break
      case 'embed':
        this.applyEmbed(entry)
        break
      case 'robots':
        this.ledger.robotsArchived.add(entry.url)
        break
      case 'sitemaps':
        this.applySitemaps(entry)
        break
      case 'skip':
      case 'later':
        this.applySkip(entry)
        break
      case 'trap':
        this.applyTrap(entry)
        break
      case 'held':
        this.applyHeld(entry)
        break
      case 'archived':
        this.spool?.forget(entry.id)
        this.keep(entry.id)
        break
      case 'crash':
        this.crashes.add(entry.urls, entry.alone ?? [])
        break
      case 'links':
        this.applyLinks(entry)
        break
      case 'absorbed':
      case 'lessons':
        this.applyAbsorbed(entry.t === 'absorbed' ? entry : (this.parts.lessons?.read(entry) ?? null))
        break
      case 'learned':
        this.learned?.addLearned(entry)
        break
      case 'stop':
        this.round.stopRun(entry.reason)
        break
      case 'survived': // settled above
        break
    }
  }

  persist(fields: StateFields): void {
    fields.part('state', this.state)
    fields.part('ledger', this.ledger)
    fields.part('embeds', this.embeds)
    fields.part('crashes', this.crashes)
    fields.part('traps', this.traps)
    fields.part('round', this.round)
    fields.part('rendering', this.rendering)
    if (this.spool !== null) fields.part('spool', this.spool)
    if (this.neighbours !== null) fields.part('neighbours', this.neighbours)
    if (this.learned !== null) fields.part('learned', this.learned)
  }

  private applyPage(entry: PageEntry, given: GivenColumns | null): void {
    const { state, ledger } = this
    const { features } = this.parts
    const page = entry.id
    ledger.addExchange(entry)
    this.learned?.addPage(entry)
    if (entry.rendered !== undefined) this.rendering.add(entry, entry.rendered)
    if (entry.t === 'page' && !entry.frontier) this.round.newPage(entry.relevant)
    if (entry.warc !== undefined) this.keep(page)
    if (entry.warc !== undefined && !entry.revisit) ledger.addCapture(entry, false)
    if (entry.simhash !== undefined) ledger.addText(entry.simhash, page, entry.near)
    if (entry.spool !== undefined) this.spool?.remember(page, entry.spool[0], entry.spool[1])
    const numbers = new TargetNumbers(state, page, given?.fingerprints ?? null)
    const links = numbers.of(entry.links, false)
    const hops = numbers.of(entry.leads ?? [], true)
    const sitemaps = numbers.of(entry.sitemaps ?? [], true)
    this.rememberEmbeds(entry.embeds ?? [], page, null)
    const level = entry.level ?? state.frontier.levelOf(page)
    if (!entry.frontier) this.watch(entry, hops)
    if (entry.frontier) return state.completeText(page, entry.t === 'page', hops, entry.level ?? 1)
    state.complete({
      page,
      relevant: entry.relevant,
      score: entry.score,
      language: this.languageClass(entry),
      charset: features.charset(entry.charset ?? ''),
      duplicate: features.isDuplicate(entry.near),
      isPage: entry.t === 'page',
      links,
      ...(given ?? this.columnsOf(entry, links)),
      country: features.hasCountry && typeof entry.country === 'string' ? entry.country : '',
      hops,
      sitemaps,
      level,
    })
    const { neighbours } = this
    if (neighbours === null) return
    if (entry.t === 'page' && state.followsLinksOf(page)) neighbours.addLinks(links, state.pages, state.urls)
    neighbours.addTargets('leads', hops, state.pages, state.urls)
    neighbours.addTargets('sitemaps', sitemaps, state.pages, state.urls)
  }

  /** A page of a round's plan: it stays one page, and nobody learns from it twice. Only where it leads to is new. */
  private applyAgain(entry: AgainEntry): void {
    const { state, ledger } = this
    const { id: page, relevant, links: named = [], level = 1 } = entry
    this.round.again(entry)
    ledger.addAgain(entry)
    if (entry.rendered !== undefined) this.rendering.add(entry, entry.rendered)
    if (entry.warc !== undefined) this.keep(page)
    if (entry.warc !== undefined && !entry.revisit) ledger.addCapture(entry, false)
    state.judgeAgain(page, relevant)
    const numbers = new TargetNumbers(state, page, null)
    const links = numbers.of(named, false)
    const leads = numbers.of(entry.leads ?? [], true)
    const sitemaps = numbers.of(entry.sitemaps ?? [], true)
    this.rememberEmbeds(entry.embeds ?? [], page, null)
    if (links.length > 0 && state.followsLinksOf(page)) {
      const { language = 'und', charset = '', score = 0 } = entry
      const { features } = this.parts
      const about = {
        relevant,
        score,
        language: this.languageClass({ language, relevant }),
        charset: features.charset(charset),
      }
      state.receiveAgain(page, about, links, this.columnsOf(entry, links), level)
    }
    state.takeOver(page, leads, level, false)
    state.takeOver(page, sitemaps, level, true)
  }

  /** Links of a page of another partition. */
  private applyLinks(entry: LinksEntry): void {
    const { state, neighbours } = this
    if (neighbours === null) return
    neighbours.receive(entry.from, entry.epoch, entry.line)
    const url = typeof entry.page === 'string' ? entry.page : state.urls.url(entry.page)
    const page = state.internForeign(url, entry.hops, entry.chain ?? 0, entry.relevant)
    const numbers = new TargetNumbers(state, page, null)
    const links = numbers.of(entry.links, false)
    const leads = numbers.of(entry.leads ?? [], true)
    const sitemaps = numbers.of(entry.sitemaps ?? [], true)
    const { features } = this.parts
    const { counts = [], levels = [], note = [], level = 0 } = entry
    const source = {
      url,
      relevant: entry.relevant,
      score: entry.score,
      language: this.languageClass(entry),
      charset: features.charset(entry.charset ?? ''),
      duplicate: features.isDuplicate(entry.duplicate === true ? page : undefined),
      distance: entry.hops,
      note,
      counts: Uint32Array.from(links, (_link, i) => counts[i] ?? 1),
      levels,
    }
    state.receive(source, links, this.columnsOf(entry, links))
    state.takeOver(page, leads, level, false)
    state.takeOver(page, sitemaps, level, true)
  }

  private applyAbsorbed(entry: AbsorbedEntry | null): void {
    const { strategy } = this.state
    const own = this.neighbours?.split.partition
    entry?.examples.forEach((example, i) => {
      if (entry.from[i] !== own) strategy.absorb?.(example, entry.from[i])
    })
  }

  /** What a page that was crawled says about its pattern and its twins. */
  private watch(entry: PageEntry, hops: readonly PageId[]): void {
    const { id, url, status, near = -1, digest = '', title = '' } = entry
    const { urls, pages } = this.state
    if (entry.t === 'redirect') for (const to of hops) this.traps.noteRedirect(url, urls.url(to))
    if (entry.t !== 'page' || status >= 400) return
    const simhash = parseSimhash(entry.simhash) ?? NO_TEXT
    const nearUrl = near >= 0 && near < urls.size ? urls.url(near) : ''
    this.traps.note({
      page: id,
      url,
      via: pages.via(id),
      near,
      nearUrl,
      simhash,
      digest,
      title,
      relevant: entry.relevant,
    })
    pages.markGood(id)
  }

  private applyTrap({ kind, pattern, open = false, pages, alike }: TrapEntry): void {
    const known = TRAP_KINDS.find(one => one === kind) ?? 'template'
    for (const page of this.traps.decide({ kind: known, pattern, open, pages, alike })) this.state.letBack(page)
  }

  private applyHeld({ id, pattern }: HeldEntry): void {
    this.state.holdBack(id)
    this.traps.hold(pattern, id)
    this.ledger.held++
  }

  /** From what the log has about the links of a page. */
  private columnsOf(entry: PageEntry | LinksEntry | AgainEntry, links: readonly PageId[]): KnownOfLinks {
    const { features } = this.parts
    return {
      anchorInTarget: features.anchorInTarget(links.length, () => entry.anchors ?? []),
      words: features.words(links.length, i => this.state.urls.url(links[i]), entry),
      judgements: features.judgements(links.length, entry),
      places: features.places(links.length, entry),
    }
  }

  /** Languages as strategies see them. Where the target is not only a language, whatever is relevant counts as written in it. */
  private languageClass({ language, relevant }: Pick<PageEntry, 'language' | 'relevant'>): number {
    const { targets } = this.parts
    if (relevant && targets.size === 0) return LANGUAGE.target
    if (language === 'und') return LANGUAGE.unknown
    if (targets.has(language)) return LANGUAGE.target
    return language === 'eng' ? LANGUAGE.english : LANGUAGE.other
  }

  private applyEmbed(entry: EmbedEntry): void {
    this.ledger.addEmbed(entry)
    if (entry.warc !== undefined && !entry.revisit) this.ledger.addCapture(entry, true)
    this.rememberEmbeds(entry.embeds ?? [], entry.via, entry.id)
    this.embeds.settle(entry.id)
  }

  /** Its records are in the archive. What is archived as a page need not be archived again as something that a page shows. */
  private keep(page: PageId): void {
    this.state.pages.markKept(page)
    if (this.embeds.open > 0) this.embeds.settleUrl(this.state.urls.url(page))
  }

  private rememberEmbeds(embeds: readonly LoggedEmbed[], page: PageId, from: EmbedId | null): void {
    this.embeds.remember(embeds, page, from)
    for (const url of embeds) {
      const asPage = typeof url === 'string' ? this.state.find(url) : -1
      if (asPage !== -1 && this.state.pages.isKept(asPage)) this.embeds.settleUrl(this.state.urls.url(asPage))
    }
  }

  private applySitemaps(entry: SitemapsEntry): void {
    const numbers = new TargetNumbers(this.state, entry.for, null)
    const sitemaps = numbers.of(entry.sitemaps, true)
    this.state.addSitemaps(entry.for, sitemaps)
    this.neighbours?.addTargets('sitemaps', sitemaps, this.state.pages, this.state.urls)
  }

  /** What is put off stays queued: the next run tries again. */
  private applySkip(entry: SkipEntry): void {
    this.ledger.addSkip(entry)
    if (isForGood(entry, this.state)) this.state.giveUp(entry.id)
    else if (isOutside(entry.reason)) this.state.pages.markOutside(entry.id)
  }
}

function isForGood({ t, id, reason }: SkipEntry, { pages }: CrawlState): boolean {
  return t === 'skip' && !mayPass(reason) && !(isMissing(reason) && pages.isSeed(id))
}

/** The numbers of the URLs that one page leads to. New ones are numbered as they are met, so the order of calls matters. */
class TargetNumbers {
  private index = 0

  constructor(
    private readonly state: CrawlState,
    private readonly from: PageId,
    private readonly fingerprints: Uint32Array | null,
  ) {}

  of(links: readonly LoggedLink[], isHop: boolean): PageId[] {
    return links.map(link => this.numberOf(link, this.index++, isHop))
  }

  private numberOf(link: LoggedLink, index: number, isHop: boolean): PageId {
    const { state, from, fingerprints } = this
    if (typeof link === 'string') {
      if (fingerprints === null) return state.internUrl(link, from, isHop)
      return state.intern(fingerprints[2 * index], fingerprints[2 * index + 1], link, from, isHop)
    }
    if (link < state.urls.size) return link
    throw new LongtailError(
      'E_CRAWL_DIR',
      `the log of the crawl: page ${from} links to number ${link}, which is in no line; restore the log from a copy`,
    )
  }
}
