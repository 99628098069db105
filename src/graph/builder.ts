/**
 * Puts a graph together from pages and links in whatever order they come. Importers talk to it in ids; it knows nothing
 * of files.
 *
 *   page(url) → id ─▶ describe · link · redirect · seed ─▶ finish → WebGraph
 *
 * - Redirects have no length: a link to one leads where the redirect leads, and the redirect itself is no page of the
 *   graph. One that leads in a circle, or over more than 20 hops, leads nowhere: links to it are dropped.
 * - What is said first about a page stays; later words only fill gaps. A page that was crawled is no redirect.
 * - Memory: about 40 bytes per URL and its front-coded text, 4 bytes per link (12 where sources alternate), more with text
 *   (builder-text.ts).
 */
import { LongtailError } from '../errors.js'
import { grow, Words } from './builder-columns.js'
import { UrlKeyTable } from './builder-keys.js'
import { DROPPED, LinkRows } from './builder-links.js'
import { resolveRedirects } from './builder-redirects.js'
import { countriesOf, oneServer, ServerNumbers } from './builder-servers.js'
import type { LinkColumns } from './builder-text.js'
import { openUrls, UrlEncoder, type UrlParts } from './url-column.js'
import {
  CRAWLED,
  RELEVANT,
  sharedBytes,
  sharedShorts,
  sharedWords,
  type CountryColumn,
  type LinkContext,
  type WebGraph,
} from './web-graph.js'

/** What is known of a crawled page; absent: not known. */
export interface PageFacts {
  /** ISO 639-3. */
  readonly language?: string
  readonly relevant?: boolean
  /** 0…1 */
  readonly score?: number
  /** One of CHARSET in contracts.ts. */
  readonly charset?: number
  /** Page.simhash. */
  readonly simhash?: readonly [high: number, low: number]
}

export interface FinishOptions {
  readonly target?: readonly string[]
  readonly origin?: Readonly<Record<string, unknown>>
  /** What the context scores of links were read from; the default is 'elements'. */
  readonly context?: LinkContext
  /** All ids in the order in which the pages of the graph are to be numbered; by default as they came. */
  readonly order?: Uint32Array
}

const CAPTURED = 4
const JUDGED = 8
const SCORED = 16
/** One byte per page names 256 languages. The rest of them share ISO 639-3's code for what has no code of its own. */
const MAX_LANGUAGES = 255
const OTHER_LANGUAGE = 'mis'
/** No more of them than a column of 16 bits can number. */
const COUNTRY = /^[A-Z]{2}$/
/** Ids are 32-bit numbers, and one of them means "none". */
const MAX_PAGES = 0xffff_fff0

export class GraphBuilder {
  private readonly table = new UrlKeyTable()
  private readonly encoder = new UrlEncoder()
  private flags = new Uint8Array(1024)
  private language = new Uint8Array(1024)
  private charset = new Uint8Array(1024)
  private score = new Uint16Array(1024)
  /** Two by id; made when the first one is told. */
  private simhash: Uint32Array | null = null
  private readonly rows = new LinkRows()
  private readonly redirects = new Words()
  private readonly seeds = new Words()
  private readonly countriesTold = new Words()
  private readonly countries = new Map<string, number>([['', 0]])
  private readonly languages = new Map<string, number>([['und', 0]])
  private hasScores = false
  private hasCharsets = false
  /** Ids given so far. */
  size = 0

  /** Without URLs pages are numbers, and `page` must not be called. */
  constructor(private readonly hasUrls = true) {}

  /** Links given so far, duplicates included. */
  get links(): number {
    return this.rows.length
  }

  /** Links to ids that were never given; known after `finish`. */
  get lostLinks(): number {
    return this.rows.lost
  }

  /** The id of a canonical URL. */
  page(url: string): number {
    const id = this.table.add(url)
    if (id === this.size) {
      this.reserve(id)
      this.encoder.add(url)
    }
    return id
  }

  /** The id of a canonical URL seen before, or -1. */
  find(url: string): number {
    return this.table.find(url)
  }

  /** Without URLs: ids up to this one exist. */
  reserve(id: number): void {
    if (id < this.size) return
    if (id >= MAX_PAGES)
      throw new LongtailError('E_GRAPH', `a graph is limited to ${MAX_PAGES} pages; import fewer files`)
    this.size = id + 1
    if (this.size <= this.flags.length) return
    this.flags = grow(this.flags, this.size)
    this.language = grow(this.language, this.size)
    this.charset = grow(this.charset, this.size)
    this.score = grow(this.score, this.size)
    if (this.simhash !== null) this.simhash = grow(this.simhash, 2 * this.flags.length)
  }

  /** Takes the page for read; false when it was before. */
  capture(id: number): boolean {
    if ((this.flags[id] & CAPTURED) !== 0) return false
    this.flags[id] |= CAPTURED
    return true
  }

  isCaptured(id: number): boolean {
    return (this.flags[id] & CAPTURED) !== 0
  }

  isCrawled(id: number): boolean {
    return (this.flags[id] & CRAWLED) !== 0
  }

  /** The page was crawled, and this is known of it. */
  describe(id: number, { language, relevant, score, charset, simhash }: PageFacts): void {
    this.flags[id] |= CRAWLED
    if (language !== undefined && this.language[id] === 0) this.language[id] = this.languageNumber(language)
    if (charset !== undefined && charset !== 0 && this.charset[id] === 0) {
      this.charset[id] = charset
      this.hasCharsets = true
    }
    if (simhash !== undefined) this.describeText(id, simhash)
    if (relevant !== undefined && (this.flags[id] & JUDGED) === 0) {
      this.flags[id] |= relevant ? JUDGED | RELEVANT : JUDGED
      if (score !== undefined) {
        this.flags[id] |= SCORED
        this.score[id] = Math.round(1000 * Math.min(1, Math.max(0, score)))
        this.hasScores = true
      }
    }
  }

  private describeText(id: number, [high, low]: readonly [number, number]): void {
    this.simhash ??= new Uint32Array(2 * this.flags.length)
    if (this.simhash[2 * id] !== 0 || this.simhash[2 * id + 1] !== 0) return
    this.simhash[2 * id] = high
    this.simhash[2 * id + 1] = low
  }

  private languageNumber(code: string): number {
    const known = this.languages.get(code)
    if (known !== undefined) return known
    const number = this.languages.size
    if (number < MAX_LANGUAGES) {
      this.languages.set(code, number)
      return number
    }
    if (number === MAX_LANGUAGES) this.languages.set(OTHER_LANGUAGE, number)
    return this.languages.get(OTHER_LANGUAGE) ?? 0
  }

  /** `columns`, of the page it stands on, say what the link says: it is link `k` in them. They are read at once. */
  link(from: number, to: number, anchorInTarget?: boolean, columns?: LinkColumns, k?: number): void {
    this.rows.add(from, to, anchorInTarget, columns, k)
  }

  /** The server of this page, which is no redirect, stands in a country (ISO 3166, two letters). */
  country(id: number, code: string): void {
    if (!this.hasUrls || !COUNTRY.test(code)) return
    let number = this.countries.get(code)
    if (number === undefined) this.countries.set(code, (number = this.countries.size))
    this.countriesTold.push(id)
    this.countriesTold.push(number)
  }

  redirect(from: number, to: number): void {
    this.redirects.push(from)
    this.redirects.push(to)
  }

  seed(id: number): void {
    this.seeds.push(id)
  }

  /** Ends the graph; the builder is of no use afterwards. */
  finish({ target = [], origin = {}, context = 'elements', order }: FinishOptions = {}): WebGraph {
    const { flags } = this
    const isCrawled = (id: number): boolean => (flags[id] & CRAWLED) !== 0
    const leads = resolveRedirects(this.size, this.redirects, isCrawled)
    const { place, kept } = this.places(leads, order)
    const pages = kept.length
    const { offsets, to, anchors, linkText } = this.rows.compress(place, pages, isCrawled, context)
    const columns = this.pageColumns(kept)
    const byUrl = this.hasUrls ? this.serversOf(kept) : null
    const country = byUrl === null ? undefined : this.countriesOf(byUrl, place)
    return {
      pages,
      links: to.length,
      seeds: this.seedsOf(place),
      offsets,
      to,
      server: byUrl?.server ?? sharedWords(pages),
      directory: byUrl?.directory ?? sharedWords(pages),
      ...columns,
      languages: [...this.languages.keys()],
      target,
      ...(byUrl?.columns ?? oneServer()),
      anchors,
      ...(linkText === undefined ? {} : { linkText }),
      ...(country === undefined ? {} : { country }),
      urls: byUrl === null ? null : openUrls(byUrl.parts),
      origin,
    }
  }

  private countriesOf({ server, columns }: UrlNumbers, place: Uint32Array): CountryColumn | undefined {
    return countriesOf(this.countriesTold, [...this.countries.keys()], id => server[place[id]], columns.servers)
  }

  /** Which page of the graph each id becomes: redirects become what they lead to. Only crawled pages keep their links. */
  private places(leads: Uint32Array | null, order: Uint32Array | undefined): { place: Uint32Array; kept: Uint32Array } {
    const { size } = this
    const place = new Uint32Array(size)
    const kept = new Uint32Array(size)
    let pages = 0
    for (let i = 0; i < size; i++) {
      const id = order === undefined ? i : order[i]
      if (leads !== null && leads[id] !== id) continue
      kept[pages] = id
      place[id] = pages++
    }
    if (leads === null) return { place, kept }
    for (let id = 0; id < size; id++) {
      if (leads[id] !== id) place[id] = leads[id] === DROPPED ? DROPPED : place[leads[id]]
    }
    return { place, kept: kept.slice(0, pages) }
  }

  private pageColumns(kept: Uint32Array): Pick<WebGraph, 'flags' | 'language' | 'charset' | 'score' | 'simhash'> {
    const pages = kept.length
    const flags = sharedBytes(pages)
    const language = sharedBytes(pages)
    const charset = this.hasCharsets ? sharedBytes(pages) : null
    const score = this.hasScores ? sharedShorts(pages) : null
    const simhash = this.simhash === null ? null : sharedWords(2 * pages)
    for (let page = 0; page < pages; page++) {
      const id = kept[page]
      const known = this.flags[id]
      flags[page] = known & (CRAWLED | RELEVANT)
      language[page] = this.language[id]
      if (charset !== null) charset[page] = this.charset[id]
      if (simhash !== null && this.simhash !== null) simhash.set(this.simhash.subarray(2 * id, 2 * id + 2), 2 * page)
      if (score !== null) score[page] = (known & SCORED) !== 0 ? this.score[id] : (known & RELEVANT) !== 0 ? 1000 : 0
    }
    return { flags, language, charset, score, ...(simhash === null ? {} : { simhash }) }
  }

  private serversOf(kept: Uint32Array): UrlNumbers {
    const collected = this.encoder.finish()
    const urls = openUrls(collected)
    const numbers = new ServerNumbers()
    const server = sharedWords(kept.length)
    const directory = sharedWords(kept.length)
    const again = kept.length === this.size && kept.every((id, page) => id === page) ? null : new UrlEncoder()
    for (let page = 0; page < kept.length; page++) {
      const url = urls.url(kept[page])
      numbers.of(url)
      server[page] = numbers.server
      directory[page] = numbers.directory
      again?.add(url)
    }
    return { server, directory, columns: numbers.columns(), parts: again?.finish() ?? collected }
  }

  private seedsOf(place: Uint32Array): Uint32Array {
    const seeds = new Set<number>()
    for (let i = 0; i < this.seeds.length; i++) {
      const page = place[this.seeds.values[i]]
      if (page !== DROPPED) seeds.add(page)
    }
    const column = sharedWords(seeds.size)
    column.set([...seeds])
    return column
  }
}

interface UrlNumbers {
  readonly server: Uint32Array
  readonly directory: Uint32Array
  readonly columns: ReturnType<ServerNumbers['columns']>
  readonly parts: UrlParts
}
