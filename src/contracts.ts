/**
 * Every interface between the stages of a crawl, in the order in which a page meets them (docs/architecture.md).
 *   Frontier ─take→ Web.fetch ─Exchange→ analyse ─Page→ Judge ─Verdict→ Archive + crawl log
 *       ▲                                     └─ links ─→ Strategy.score ─ levels ─┐
 *       └──────────────────────────────────────────────────────────────────────────┘
 *
 * Directions, said once:
 * - a *level* is a small integer, 1 is fetched first, larger is later, 0 drops the link;
 * - a group's *bias* is subtracted from the level of all its queued pages: a larger bias is fetched earlier;
 * - equal places are served by age: the page offered first is fetched first.
 */

import type { Features, StrategyNeed } from './features.js'
import type { PageDocument, PageSign } from './page-notes.js'
import type { ForeignLinks, ForeignSource, QueuePlace, SharedExample } from './partition-messages.js'
import type { StateFields } from './state-fields.js'

export { NO_FEATURES, type Features, type NameColumns, type StrategyNeed, type WordRows } from './features.js'
export type { DocumentKind, PageDocument, PageSign } from './page-notes.js'
export type { ForeignLinks, ForeignSource, QueuePlace, SharedExample } from './partition-messages.js'
export type { Checkpointed, Persistent, StateArray, StateFields } from './state-fields.js'

/** URLs, hosts and groups are interned once; after that everything is a number. Ids are dense and start at 0. */
export type PageId = number
export type HostId = number
export type GroupId = number

// ───────────────────────────────────────────────────────────── web

/** Name and value as they came over the wire, in order, duplicates kept. */
export type HeaderLine = readonly [name: string, value: string]

/** What was asked and what came back. Bodies are free of transfer-encoding (chunks) but still content-encoded (gzip…). */
export interface Exchange {
  readonly ok: true
  readonly url: string
  /** Milliseconds since the epoch, when the request was sent. */
  readonly startedAt: number
  readonly fetchMs: number
  readonly ip: string | null
  /** Protocol that was really spoken. */
  readonly protocol: 'http/1.0' | 'http/1.1' | 'h2'
  readonly requestHeaders: readonly HeaderLine[]
  readonly status: number
  readonly statusText: string
  readonly headers: readonly HeaderLine[]
  readonly body: Uint8Array
  /** Why the body is not whole; null when it is. */
  readonly truncated: 'length' | 'time' | 'disconnect' | null
}

/** No response. `retry`: the same request may succeed later; `skip`: it will not. */
export interface FetchFailure {
  readonly ok: false
  readonly url: string
  readonly startedAt: number
  readonly fetchMs: number
  readonly code: string
  readonly message: string
  readonly consequence: 'retry' | 'skip'
  /** Present when nothing went wrong but it is not the server's turn (E_FETCH_LATER): ask again at this time, by the steady clock. */
  readonly notBefore?: number
}

export type FetchOutcome = Exchange | FetchFailure

/** The live network, an archive, or a graph. Never follows redirects: targets go through the frontier. Never throws for what a server does. */
export interface Web {
  /** `conditions`: If-None-Match and If-Modified-Since, for a server that may answer that nothing changed. */
  fetch(url: string, signal: AbortSignal, conditions?: readonly HeaderLine[]): Promise<FetchOutcome>
  close(): Promise<void>
}

// ───────────────────────────────────────────────────────────── page

export type LinkKind =
  'a' | 'area' | 'frame' | 'iframe' | 'alternate' | 'next' | 'canonical' | 'refresh' | 'redirect' | 'sitemap'

export interface PageLink {
  /** Canonical absolute URL (docs/urls.md). */
  readonly url: string
  readonly kind: LinkKind
  /** Visible text of the link, white space folded, cut at 200 characters. */
  readonly anchor: string
  /** Up to 100 characters of visible text before and after the anchor. */
  readonly before: string
  readonly after: string
  /** Text of the two elements that stand before the link and the two after it, whole where short, nearest text kept where long. */
  readonly neighbours: string
  readonly nofollow: boolean
  /** The path of elements that leads to it, and how many links with the same path stand before it (Features); 0 unless asked for. */
  readonly tagPath: number
  readonly listPlace: number
}

/** Where the charset of a page was read, strongest first; `evidence` means it was guessed from the bytes. */
export type CharsetSource = 'bom' | 'header' | 'meta' | 'evidence' | 'default'

/**
 * Where the text of a page was read. Text that nobody sees is read only where there is next to nothing to see: `hidden`, text that a
 * script will show; `noscript`, that for browsers without scripts or frames.
 */
export type TextSource = 'visible' | 'hidden' | 'noscript'

/** What the declarations of a page say, before anybody looks at the text. */
export interface Declarations {
  readonly charset: string
  readonly charsetSource: CharsetSource
  /** The last charset a META element names, as written, lower-cased; '' when none. The old policies judge by it. */
  readonly metaCharset: string
  /** html lang, Content-Language (meta, then header), lower-cased language of the tag ('de' of 'de-AT', 'yue' of 'zh-yue'); '' when none. */
  readonly language: string
}

export interface Page {
  readonly url: string
  readonly status: number
  readonly mime: string
  readonly declared: Declarations
  readonly title: string
  /** Text as a reader sees it, paragraphs separated by \n, main content only (navigation and boilerplate left out). */
  readonly text: string
  /** All visible text including navigation. */
  readonly fullText: string
  readonly textSource: TextSource
  /** The body's bytes after content-decoding: the byte-level policies need them. Of a document its text. */
  readonly bytes: Uint8Array
  readonly document?: PageDocument
  readonly links: readonly PageLink[]
  /** Canonical URLs of what the page shows and does not link to: images, styles, fonts, scripts as files, media. */
  readonly embeds: readonly string[]
  readonly signs: readonly PageSign[]
  /** meta robots / X-Robots-Tag. */
  readonly nofollow: boolean
  readonly noindex: boolean
  /** 64-bit simhash of the main text as two unsigned 32-bit halves; both 0 when the text is too short to compare. */
  readonly simhash: readonly [high: number, low: number]
}

// ───────────────────────────────────────────────────────────── judge

export interface Verdict {
  readonly relevant: boolean
  /** 0…1: how sure the judge is that the page is wanted. */
  readonly score: number
  /** ISO 639-3 of the main language, 'und' when unknown. */
  readonly language: string
  /** Share of the text in the target language, 0…1. */
  readonly share: number
  /** The page says nothing about itself (too little text): a policy may let it inherit its parent's verdict. */
  readonly unknown: boolean
  /** Short sentences for people, strongest reason first. */
  readonly reasons: readonly string[]
}

/** Pure and synchronous; runs in analysis workers. */
export interface Judge {
  readonly name: string
  judge(page: Page): Verdict
}

/** How often a judge is wrong, as shares: of the unwanted pages it takes, and of the wanted pages it misses. */
export interface JudgeErrors {
  readonly falsePositive: number
  readonly falseNegative: number
}

/** Words of a text that name what is wanted (a nation's places and people, a topic's terms), out of how many. */
export interface NameCount {
  readonly named: number
  readonly words: number
}

/** What the target makes of the few words of a link, before anybody has fetched its page. Pure; runs beside the judge. */
export interface LinkJudge {
  /** 0…1: how much these words read like those of a wanted page. */
  score(words: string): number
  names(words: string): NameCount
}

// ───────────────────────────────────────────────────────────── strategy

/** Languages as a strategy sees them. */
export const LANGUAGE = { unknown: 0, target: 1, english: 2, other: 3 } as const

/** Families of declared charsets as a strategy sees them. `target`: made for the target language's script (TIS-620 for Thai). */
export const CHARSET = { none: 0, target: 1, utf8: 2, latin1: 3, other: 4 } as const

/** One fetched page, as numbers. */
export interface Visit {
  readonly page: PageId
  readonly host: HostId
  readonly relevant: boolean
  readonly score: number
  readonly language: number
  /** One of CHARSET; `none` unless the strategy needs 'charset'. */
  readonly charset: number
  /** The page says nearly the same as one fetched before; false unless the strategy asks for 'duplicate'. */
  readonly duplicate: boolean
  /** Links followed from a seed to this page, along the path by which it was found; 0 unless the strategy needs 'distance'. */
  readonly distance: number
  /** Where a crawl has many partitions: a hash of the host's name in 32 bits, the same in all of them. */
  readonly hostKey?: number
}

/**
 * The out-links of the visited page: `to[start] … to[end-1]`, page ids, self-links and duplicates removed.
 * `group` is indexed by page id, not by link: `group[to[i]]` is the target's group, `group[visit.page]` the source's.
 */
export interface Links {
  readonly to: Uint32Array
  readonly start: number
  readonly end: number
  readonly group: Uint32Array
  readonly features: Features
  /** Where links to other partitions are left out, for `receive` to see them there: the keys of their hosts, as `Visit.hostKey`. */
  readonly elsewhere?: Uint32Array
}

export type GroupBy = 'none' | 'server' | 'directory' | 'segment'

/**
 * What a strategy does to pages that are queued already. Loops choose their queue by it, and a strategy that does more than it
 * declares ends the run with E_STRATEGY (strategy/reordering.ts).
 * - never: nothing but offer or move them to a better level;
 * - seldom: also parks, re-admits and biases a group, a few times each, the bias being at most ± its levels;
 * - often: whatever GroupControl and PlaceControl have, at any time.
 */
export type Reordering = 'never' | 'seldom' | 'often'

/** What a strategy expects still to find, if the crawl went on for ever. */
export interface Estimate {
  /** Relevant pages fetched, less those that a judge who errs is thought to have taken for relevant. */
  readonly found: number
  /** Relevant pages not fetched yet: the most likely number, and a range that should hold it 9 times out of 10. */
  readonly remaining: number
  readonly low: number
  readonly high: number
}

/** What a strategy has learned, in a form that can be kept and handed to another crawl: named lists of numbers. */
export type StrategyModel = Readonly<Record<string, readonly number[]>>

/**
 * Which link next? Decides by numbers alone, so that the same object serves the live crawl, the replay of an archive and
 * the simulation of a graph. State lives in typed arrays indexed by page and group id.
 *
 * Rules: synchronous; no clock, no randomness that is not seeded; the same sequence of calls gives the same levels
 * (resume rebuilds a strategy by calling it again from the log: a strategy that breaks this resumes into another crawl).
 */
export interface Strategy {
  readonly name: string
  /** Largest level it gives. */
  readonly levels: number
  readonly groupBy: GroupBy
  /** Checked before the run, never per link. */
  readonly needs: readonly StrategyNeed[]
  /** The same, for what it can do without: given where it can be had. */
  readonly wants?: readonly StrategyNeed[]
  readonly reorders: Reordering
  /** Called whenever ids may have grown past what was reserved: arrays must hold `pages` and `groups` entries and keep their content. */
  reserve(pages: number, groups: number): void
  /** Level for a seed; called once per seed before the crawl. */
  seed(page: PageId): number
  /**
   * Once per visited page, also the moment to learn. Writes one level per link: `out[i - links.start]` for link i.
   * 0 leaves the link alone: a page that is not queued stays out, one that is queued keeps its place.
   */
  score(visit: Visit, links: Links, out: Uint16Array, groups: PlaceControl): void
  /**
   * `from` was only a hop (HTTP redirect, meta refresh, frame set) towards `to`: copy per-page state, so that the hop has no length.
   * The caller offers `to` at the level `from` had. Strategies without per-page state leave it out.
   */
  hop?(from: PageId, to: PageId): void
  /** The page can never be had: refused, out of order, or (in a graph) known by name only. No verdict, but worth knowing. */
  lost?(page: PageId): void
  /**
   * A crawl of many partitions has one strategy object for each, which sees the pages of its partition only. These four let them act
   * as one; a crawl of one partition calls none of them.
   *
   * Links that a page of another partition has to pages of this one: as `score`, but there is nothing to learn. A strategy that has it
   * is given no links to other partitions in `score`. For one that has not `score` prices them where they are found; the level
   * travels with the link, and the page is offered at it where that is better than the level it has.
   */
  receive?(source: ForeignSource, links: ForeignLinks, out: Uint16Array, places: PlaceControl): void
  /** What partitions that receive links of the page scored last should know of it: a few numbers. */
  note?(): readonly number[]
  /** What the page scored last has taught; null when it is not worth telling. Whoever has it has `absorb`. */
  example?(): SharedExample | null
  /**
   * Learns from a page of another partition, numbered `from`, as if it were one's own: the same examples in the same order give the
   * same weights. Places change when the strategy is next given a PlaceControl.
   */
  absorb?(example: SharedExample, from: number): void
  /** The crawl comes back: whether enough was found is to be asked anew. What was learned stays. */
  nextRound?(places: PlaceControl): void
  estimate?(): Estimate | null
  signs?(): Readonly<Record<string, number>> // what the estimate goes by, for those who calibrate its range
  /** Why a host's pages are wanted early, late or not any more, in a sentence. */
  explain?(host: HostId): string
  /** Numbers that another crawl may begin with. */
  model?(): StrategyModel
  /**
   * Everything it remembers, for checkpoints: a new strategy that loads what another one saved goes on exactly as that one would.
   * Strategies that remember nothing say so by an empty one; one that has none is rebuilt by replaying the log at every start.
   */
  persist?(fields: StateFields): void
}

/** What a strategy may do to all queued pages of a group at once. */
export interface GroupControl {
  /** Sets (not adds) the group's bias. 0 is the default. */
  bias(group: GroupId, levels: number): void
  /** Its pages, present and future, stay queued but are not handed out. */
  park(group: GroupId): void
  readmit(group: GroupId): void
  /** Pages at a later place (level - bias) than this stay queued and are not handed out. Infinity, the default, holds nothing back. */
  cutoff(place: number): void
  /** Whether all pages of a host are handed out in spite of the cutoff; the default is no. */
  spare(host: HostId, isSpared: boolean): void
}

/** The same, and what it may do to a single page that was offered before. The loops give it to `score`. */
export interface PlaceControl extends GroupControl {
  /**
   * Gives a page that is queued another level, better or worse: an offer, by the frontier's rules, except that it is made
   * at once, before the links of the visit are offered. Does nothing to a page that was fetched.
   */
  move(page: PageId, level: number): void
}

// ───────────────────────────────────────────────────────────── frontier

/**
 * The queue. Order: (level - bias of the group), smaller first, ties by age of the offer. Only pages of hosts that may be
 * asked now are handed out.
 *
 * - Each group belongs to one host and is announced with `addGroup` before its first offer.
 * - The last offer of a page wins: offering a queued page at another level moves it (its age starts again), at the same
 *   level it keeps its age.
 * - A page taken is out until `putBack`. Offers go on to change its level and age, as if it had stayed in the queue, and tell
 *   where it is put back to. Once it is discarded they do nothing.
 * - Keys are never stale-low: whatever bias, park and offer say is true for the very next `take`.
 */
export interface Frontier extends GroupControl {
  addGroup(group: GroupId, host: HostId): void
  offer(page: PageId, group: GroupId, level: number): void
  /** Takes the best page of a host that is ready at `nowMs` and counts one connection to its host; -1 when there is none now. */
  take(nowMs: number): PageId
  /** Where the best pages of hosts that are ready at `nowMs` stand, one for each host, the best `most` of them in order. */
  bestPlaces(nowMs: number, most: number): QueuePlace[]
  /** Offers so far that gave a page a place: the number of the next one is larger. */
  readonly offers: number
  /**
   * By how many levels the best page of a host that is only waiting (busy, or to be asked again before long) beats the page that
   * `take(nowMs)` would hand out; 0 when there is none. Taking the worse one spends a download that nobody wanted yet.
   */
  levelsSkipped(nowMs: number): number
  /** The place (level - bias) of the page that `take(nowMs)` would hand out; Infinity when there is none now. */
  bestPlace(nowMs: number): number
  /** Takes a connection for something that is not queued here; false when the host is busy or waiting. `release` gives it back. */
  acquire(host: HostId, nowMs: number): boolean
  /** Gives the connection back; the host is not asked again before `readyAtMs`, not in this run when that is Infinity. */
  release(host: HostId, readyAtMs: number): void
  /** Not before `readyAtMs`, without a connection having been taken (back-off, shared IP address). */
  hold(host: HostId, readyAtMs: number): void
  /** Undoes the take of a page: it is queued again as if it had stayed. The connection is not released by this. */
  putBack(page: PageId): void
  /** The page was fetched, or will never be (excluded, robots): offers do nothing any more. */
  discard(page: PageId): void
  /** Earliest time at which a waiting host that has queued pages becomes ready; Infinity when none waits. */
  nextReadyAt(): number
  /** Level of the page's last offer that counted; 0 when it was never offered. */
  levelOf(page: PageId): number
  /** Pages queued and not parked, also those that the cutoff holds back. */
  readonly size: number
  /** Pages queued in parked groups. */
  readonly parked: number
  close(): void
}

/**
 * Every URL ever seen, by a 64-bit fingerprint given as two unsigned 32-bit halves (frontier/fingerprint.ts).
 * Two URLs with one fingerprint are one page: at 10^9 URLs the chance of any such pair is 3 %.
 */
export interface UrlTable {
  readonly size: number
  /** The id of a URL seen before, or -1. */
  find(high: number, low: number): PageId
  /** Adds a URL that `find` does not know and gives it the next id. */
  add(high: number, low: number, url: string): PageId
  url(page: PageId): string
  close(): void
}
