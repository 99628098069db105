/**
 * Embedded objects of relevant pages: which there are, which still wait, and whose turn it is. They have numbers of their own
 * and are no pages: neither strategies nor the frontier know them. Rebuilt from the log like everything else.
 *
 * A page may show thirty images, and a host is asked once in two seconds. So a host takes turns: after an embedded object
 * comes a page, if it has one, and after a page an embedded object. A host that had its turn for a page and did not use it
 * goes on with embedded objects. At the end of a crawl, when no more pages are asked for, they follow each other.
 */
import type { HostId, PageId, Persistent, StateFields, UrlTable } from '../contracts.js'
import type { Fingerprint } from '../frontier/index.js'
import { IndexedHeap } from '../frontier/indexed-heap.js'
import type { LoggedEmbed } from '../collection/log/entry.js'
import { grownBytes, grownWords } from '../growing-arrays.js'

export type EmbedId = number

/** Redirects and references from style sheet to style sheet: more in a row are a trap. */
const MAX_DEPTH = 6
/** Of one page, with all that its style sheets refer to; pages that show more are galleries, or made by machines. */
const MAX_PER_PAGE = 500

/** First in, first out, without shifting an array at every step. */
interface Waiting {
  ids: EmbedId[]
  head: number
}

export class EmbedQueue implements Persistent {
  // by embedded object: there may be many millions
  private roots = new Uint32Array(1024)
  private depths = new Uint8Array(1024)
  private done = new Uint8Array(1024)
  private readonly perPage = new Map<PageId, number>()
  private doneCount = 0
  private readonly waiting = new Map<HostId, Waiting>()
  /** Until then pages of the host come first. */
  private readonly patience = new Map<HostId, number>()
  /** Hosts with something to ask for, by the time from which it is worth a try. */
  private readonly hosts = new IndexedHeap()
  private turn = 0

  constructor(
    private readonly urls: UrlTable,
    private readonly fingerprint: Fingerprint,
    private readonly hostOf: (url: string) => HostId,
  ) {}

  /** Those neither fetched nor given up. */
  get open(): number {
    return this.urls.size - this.doneCount
  }

  url(id: EmbedId): string {
    return this.urls.url(id)
  }

  /** How many there are: the next one gets this number. */
  get size(): number {
    return this.urls.size
  }

  /** The number of one that is known, or -1. */
  find(url: string): EmbedId {
    this.fingerprint.of(url)
    return this.urls.find(this.fingerprint.high, this.fingerprint.low)
  }

  /** Whether this is its number. */
  has(id: EmbedId, url: string): boolean {
    return id < this.urls.size && this.urls.url(id) === url
  }

  /** The page that shows it, first of all. */
  rootOf(id: EmbedId): PageId {
    return this.roots[id]
  }

  /** What belongs into the log of what a page shows: numbers of those that are known, addresses of those that are new. */
  ofPage(urls: readonly string[], page: PageId): LoggedEmbed[] {
    return this.select(urls, page, 1)
  }

  /** The same for what an embedded object leads to or refers to. */
  ofEmbed(urls: readonly string[], from: EmbedId): LoggedEmbed[] {
    return this.select(urls, this.roots[from], this.depths[from] + 1)
  }

  private select(urls: readonly string[], root: PageId, depth: number): LoggedEmbed[] {
    if (depth > MAX_DEPTH) return []
    const fresh = new Set<string>()
    const room = MAX_PER_PAGE - (this.perPage.get(root) ?? 0)
    const logged: LoggedEmbed[] = []
    for (const url of urls) {
      const known = this.find(url)
      if (known !== -1) logged.push(known)
      else if (fresh.size < room && !fresh.has(url)) {
        fresh.add(url)
        logged.push(url)
      }
    }
    return logged
  }

  /** Queues the new ones among `embeds` of a page, or of the embedded object `from`. */
  remember(embeds: readonly unknown[], root: PageId, from: EmbedId | null): void {
    const depth = from === null ? 1 : this.depths[from] + 1
    for (const embed of embeds) {
      if (typeof embed !== 'string') continue
      this.fingerprint.of(embed)
      this.add(embed, root, depth)
    }
  }

  /** The fingerprint has just been made. */
  private add(url: string, root: PageId, depth: number): void {
    const { high, low } = this.fingerprint
    const id = this.urls.add(high, low, url)
    if (id >= this.roots.length) this.grow(id + 1)
    this.roots[id] = root
    this.depths[id] = depth
    this.perPage.set(root, (this.perPage.get(root) ?? 0) + 1)
    this.wait(id)
  }

  /** Whose turn it is belongs to a run: what is neither fetched nor given up waits again, in the order of its numbers. */
  persist(fields: StateFields): void {
    this.roots = fields.array('roots', this.roots)
    this.depths = fields.array('depths', this.depths)
    this.done = fields.array('done', this.done)
    this.doneCount = fields.number('doneCount', this.doneCount)
    if (!fields.isLoading) return
    for (let id = 0; id < this.urls.size; id++) {
      const root = this.roots[id]
      this.perPage.set(root, (this.perPage.get(root) ?? 0) + 1)
      if (this.done[id] === 0) this.wait(id)
    }
  }

  private grow(least: number): void {
    this.roots = grownWords(this.roots, least)
    this.depths = grownBytes(this.depths, least)
    this.done = grownBytes(this.done, least)
  }

  private wait(id: EmbedId): void {
    const host = this.hostOf(this.urls.url(id))
    const line = this.waiting.get(host)
    if (line !== undefined) {
      line.ids.push(id)
      return
    }
    this.waiting.set(host, { ids: [id], head: 0 })
    this.hosts.set(host, 0, this.turn++)
  }

  /** Fetched, or given up: it never comes again. */
  settle(id: EmbedId): void {
    if (this.done[id] === 1) return
    this.done[id] = 1
    this.doneCount++
  }

  /** The same by its address, if it is one. */
  settleUrl(url: string): void {
    const id = this.find(url)
    if (id !== -1) this.settle(id)
  }

  /** The host that waits longest of those worth a try; -1 when there is none now. `defer` or `take` moves it on. */
  bestHost(nowMs: number): HostId {
    return this.hosts.bestKey <= nowMs ? this.hosts.best : -1
  }

  nextAt(): number {
    return this.hosts.bestKey
  }

  /** Not before this time. */
  defer(host: HostId, untilMs: number): void {
    if (this.waiting.has(host)) this.hosts.set(host, untilMs, this.turn++)
  }

  /** The next one of a host, out of the queue; -1 when there is none. */
  take(host: HostId): EmbedId {
    const line = this.waiting.get(host)
    if (line === undefined) return -1
    while (line.head < line.ids.length) {
      const id = line.ids[line.head++]
      if (line.head > 1024 && line.head * 2 > line.ids.length) {
        line.ids = line.ids.slice(line.head)
        line.head = 0
      }
      if (this.done[id] === 0) return id
    }
    this.forget(host)
    return -1
  }

  /** Taken and not fetched: it comes again, after the others of its host. */
  putBack(id: EmbedId): void {
    this.wait(id)
  }

  /** Nothing more of this host in this run. */
  forget(host: HostId): void {
    this.waiting.delete(host)
    this.hosts.remove(host)
  }

  /** Nothing at all in this run. */
  forgetAll(): void {
    for (const host of this.waitingHosts()) this.forget(host)
  }

  waitingHosts(): HostId[] {
    return [...this.waiting.keys()]
  }

  /** A page of the host was asked for: the next turn is ours. */
  pageStarted(host: HostId, nowMs: number): void {
    if (this.patience.delete(host)) this.defer(host, nowMs)
  }

  /** An embedded object was asked for: until then the host's pages come first. */
  embedStarted(host: HostId, untilMs: number): void {
    this.patience.set(host, untilMs)
  }

  patientUntil(host: HostId): number {
    return this.patience.get(host) ?? 0
  }
}
