/** Gives the links of a page their places: asks the strategy, and offers them to the frontier. */
import type {
  ForeignSource,
  Frontier,
  HostId,
  Links,
  PageId,
  PlaceControl,
  Strategy,
  Visit,
  WordRows,
} from '../contracts.js'
import { serverKeyOf } from '../page/url/parts.js'
import type { LinkJudgements } from '../collection/link-judgements.js'
import type { LinkPlaces } from '../collection/link-places.js'
import type { CompletedPage } from './crawl-state.js'
import type { Groups } from './groups.js'
import type { PageColumns } from './page-columns.js'

/** What the strategy is told about links, by link. */
export interface KnownOfLinks {
  /** 1 when the anchor is in the target language; null unless the strategy asks for it. */
  readonly anchorInTarget: Uint8Array | null
  /** Null unless the strategy asks for them. */
  readonly words: WordRows | null
  /** What the target makes of it; columns are null unless the strategy asks for them. */
  readonly judgements: LinkJudgements
  /** Where it stands in the page; the same. */
  readonly places: LinkPlaces
}

/** A page of another partition. */
export interface ReceivedSource extends Omit<ForeignSource, 'host'> {
  readonly url: string
  /** By link, as ForeignLinks has them. */
  readonly counts: Uint32Array
  /** By link: the level that the other partition gave it; empty for a strategy that receives links itself. */
  readonly levels: readonly number[]
}

/** What is said of a page that was asked for again. */
export type AgainSource = Pick<ForeignSource, 'relevant' | 'score' | 'language' | 'charset'>

/** Farther from a relevant page is all the same. */
const FARTHEST = 7

export class LinkScoring {
  private to = new Uint32Array(256)
  private out = new Uint16Array(256)
  /** By link of the page that was scored last, where the strategy prices links to other partitions at their source: their levels. */
  levels: readonly number[] = []

  constructor(
    private readonly strategy: Strategy,
    private readonly frontier: Frontier,
    private readonly pages: PageColumns,
    private readonly groups: Groups,
    private readonly control: PlaceControl,
    /** Of a partition: the URL of a page. */
    private readonly urlOf: ((page: PageId) => string) | null,
  ) {}

  score(done: CompletedPage, host: HostId, areFollowed: boolean): void {
    const { page } = done
    const own = areFollowed ? this.ownLinks(done) : { links: [], columns: done }
    const { urlOf } = this
    const visit: Visit = {
      page,
      host,
      relevant: done.relevant,
      score: done.score,
      language: done.language,
      charset: done.charset,
      duplicate: done.duplicate,
      distance: this.pages.hops(page),
      ...(urlOf === null ? {} : { hostKey: hostKey(urlOf(page)) }),
    }
    const links = {
      ...this.linksOf(own.links, own.columns),
      ...(areFollowed ? this.elsewhere(done.links, own.links) : {}),
    }
    this.strategy.score(visit, links, this.out, this.control)
    if (this.pricesAtSource && this.hasForeign(own.links)) this.levels = own.links.map((_link, i) => this.out[i])
    this.offer(own.links)
  }

  private get pricesAtSource(): boolean {
    return this.strategy.receive === undefined
  }

  private hasForeign(links: readonly PageId[]): boolean {
    return links.some(link => this.pages.isForeign(link))
  }

  receive(source: ReceivedSource, host: HostId, to: readonly PageId[], columns: KnownOfLinks): void {
    const links = this.linksOf(to, columns)
    const { out } = this
    const { strategy } = this
    if (strategy.receive === undefined) {
      // the better of two prices counts
      to.forEach((page, i) => {
        const level = source.levels[i] ?? 0
        const before = this.frontier.levelOf(page)
        out[i] = before === 0 || level < before ? level : 0
      })
    } else strategy.receive({ ...source, host }, { ...links, counts: source.counts }, out, this.control)
    this.offer(to)
  }

  /**
   * New links of a page from which the strategy has learned before: to it they are as those of a page of another partition. One that
   * cannot score them without learning gets them at `level`, with what it knows of the page.
   */
  receiveAgain(
    page: PageId,
    host: HostId,
    about: AgainSource,
    to: readonly PageId[],
    columns: KnownOfLinks,
    level: number,
  ): void {
    const { strategy, pages } = this
    const distance = pages.hops(page)
    const note = [Number(about.relevant), about.relevant ? 0 : Math.min(distance, FARTHEST)]
    const links = this.linksOf(to, columns)
    if (strategy.receive === undefined) {
      for (const link of to) strategy.hop?.(page, link)
      this.out.fill(level, 0, to.length)
    } else {
      const counts = new Uint32Array(to.length).fill(1)
      const source = { ...about, duplicate: false, distance, note, host }
      strategy.receive(source, { ...links, counts }, this.out, this.control)
    }
    this.offer(to)
  }

  /** The strategy may have held everything back, since enough was found. */
  nextRound(): void {
    this.strategy.nextRound?.(this.control)
  }

  /** Links to other partitions are theirs to score, where the strategy can. */
  private ownLinks(done: CompletedPage): { readonly links: readonly PageId[]; readonly columns: KnownOfLinks } {
    const { pages } = this
    const { links } = done
    if (this.pricesAtSource || !this.hasForeign(links)) return { links, columns: done }
    const rows: number[] = []
    links.forEach((link, i) => {
      if (!pages.isForeign(link)) rows.push(i)
    })
    return { links: rows.map(i => links[i]), columns: pickRows(done, rows) }
  }

  /** The hosts of links that were left out. */
  private elsewhere(all: readonly PageId[], own: readonly PageId[]): Pick<Links, 'elsewhere'> {
    const { urlOf, pages } = this
    if (urlOf === null || own.length === all.length) return {}
    return {
      elsewhere: Uint32Array.from(
        all.filter(link => pages.isForeign(link)),
        link => hostKey(urlOf(link)),
      ),
    }
  }

  private linksOf(links: readonly PageId[], columns: KnownOfLinks): Links {
    const end = links.length
    if (end > this.to.length) {
      this.to = new Uint32Array(end * 2)
      this.out = new Uint16Array(end * 2)
    }
    const { to } = this
    for (let i = 0; i < end; i++) to[i] = links[i]
    const { tld, domain, host, country, tldNames, countryNames, parent } = this.groups
    const { anchorInTarget, words } = columns
    const { anchorScore, contextScore, names } = columns.judgements
    const { tagPath, listPlace } = columns.places
    // field by field: this is done for every page and for all that comes from other partitions
    const features = {
      tld,
      domain,
      host,
      country,
      tldNames,
      countryNames,
      parent: parent ?? undefined,
      anchorInTarget,
      words,
      anchorScore,
      contextScore,
      names,
      tagPath,
      listPlace,
    }
    return { to, start: 0, end, group: this.pages.group, features }
  }

  private offer(links: readonly PageId[]): void {
    const { out, frontier, pages } = this
    const { group } = pages
    for (let i = 0; i < links.length; i++) {
      const page = links[i]
      if (out[i] > 0 && !pages.isForeign(page)) frontier.offer(page, group[page], out[i])
    }
  }
}

/** The columns of some links. */
function pickRows({ anchorInTarget, words, judgements, places }: KnownOfLinks, rows: readonly number[]): KnownOfLinks {
  const bytes = (column: Uint8Array | null): Uint8Array | null =>
    column === null ? null : Uint8Array.from(rows, i => column[i])
  const { names } = judgements
  const { tagPath } = places
  return {
    anchorInTarget: bytes(anchorInTarget),
    words: words === null ? null : pickWords(words, rows),
    judgements: {
      anchorScore: bytes(judgements.anchorScore),
      contextScore: bytes(judgements.contextScore),
      names:
        names === null
          ? null
          : {
              anchorNames: Uint8Array.from(rows, i => names.anchorNames[i]),
              anchorWords: Uint8Array.from(rows, i => names.anchorWords[i]),
              urlNames: Uint8Array.from(rows, i => names.urlNames[i]),
              urlWords: Uint8Array.from(rows, i => names.urlWords[i]),
            },
    },
    places: {
      tagPath: tagPath === null ? null : Uint32Array.from(rows, i => tagPath[i]),
      listPlace: bytes(places.listPlace),
    },
  }
}

function pickWords({ starts, hashes }: WordRows, rows: readonly number[]): WordRows {
  const picked = new Uint32Array(rows.length + 1)
  const kept: number[] = []
  rows.forEach((row, k) => {
    for (let i = starts[row]; i < starts[row + 1]; i++) kept.push(hashes[i])
    picked[k + 1] = kept.length
  })
  return { starts: picked, hashes: Uint32Array.from(kept) }
}

/** FNV-1a of the name of the host. */
function hostKey(url: string): number {
  const name = serverKeyOf(url)
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
