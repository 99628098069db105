/**
 * A crawl becomes a library. Every interface between the parts of the portal, in the order in which a page meets them:
 *
 *   crawl directories, WARC, WACZ ─ build/ ─▶ P/index.db ─┬─ store/   Library:  cards, topics, sites, captures
 *                                                         ├─ search/  Searcher: results, suggestions, nearest pages
 *                                                         └─ replay/  Replay:   archived pages as they looked
 *   readers ─▶ server/ ─ routes of ui/, replay/, people/, dashboard/ ─▶ HTML
 *   updates/ carries index.db and archives to other machines, as signed files, and wishes back
 *   people/ keeps what readers and the administrator make in P/local.db, which no build touches
 *
 * Invariants: serving never writes to index.db and never asks the network; whatever came from the Web is escaped by `markup`,
 * or served in a sandbox without scripts (replay/); every page works without JavaScript.
 */

import type { RecordPlace } from '../archive/record-reader.js'
import type { PageType } from '../collection/page-type.js'

// ───────────────────────────────────────────────────────────── what the library holds

export type { PageType } from '../collection/page-type.js'
export type { RecordPlace } from '../archive/record-reader.js'

/** A page as lists show it. */
export interface PageCard {
  readonly id: number
  /** Canonical. */
  readonly url: string
  /** Its title; where it has none, what links to it say, or the address. Never empty. */
  readonly title: string
  /** Host name. */
  readonly site: string
  /** ISO 639-3, 'und' when unknown. */
  readonly language: string
  readonly type: PageType
  /** Address of an archived image that stands for the page; '' when there is none. */
  readonly image: string
  /** When it was captured, milliseconds since the epoch. */
  readonly at: number
  /** Slugs. */
  readonly topics: readonly string[]
}

export interface Topic {
  readonly slug: string
  /** As the crawl names it; the administrator may have given another one (people/). */
  readonly name: string
  /** Slug of the topic that it belongs to; '' at the top. */
  readonly parent: string
  readonly pages: number
}

export interface Site {
  readonly host: string
  readonly pages: number
  /** Title of its best page. */
  readonly title: string
}

export interface Named {
  readonly value: string
  readonly count: number
}

export interface LibraryFacts {
  readonly title: string
  readonly pages: number
  readonly sites: number
  /** Archived URLs of all kinds, images and styles included. */
  readonly captures: number
  readonly builtAt: number
  /** Most pages first. */
  readonly languages: readonly Named[]
  readonly types: readonly Named[]
  /** Directories of the crawls that it was built from. */
  readonly crawls: readonly string[]
}

/** Where the answer of a URL is archived. `payload`: for a revisit, where the body is. */
export interface CapturePlace {
  readonly url: string
  readonly at: number
  readonly status: number
  readonly mime: string
  /** Where a redirect leads; '' for all others. */
  readonly location: string
  /** SHA-1 of the payload in base32; '' where no record says it. */
  readonly digest: string
  readonly place: RecordPlace
  readonly payload: RecordPlace | null
}

/** Captures of a page that have one content, one after the other. */
export interface PageVersion {
  /** First and last capture, milliseconds since the epoch. */
  readonly from: number
  readonly to: number
}

export interface Range {
  readonly offset: number
  readonly limit: number
}

/** index.db, read. Synchronous: every call is a few microseconds of SQLite. Hidden pages (the blacklist) are never in an answer. */
export interface Library {
  facts(): LibraryFacts
  page(url: string): PageCard | null
  /** Main text, paragraphs separated by \n; '' for what has none. */
  textOf(id: number): string
  topics(): readonly Topic[]
  topic(slug: string): Topic | null
  /** Best first: judged well, linked often. */
  topicPages(slug: string, range: Range): readonly PageCard[]
  /** Most pages first; `startsWith` narrows by host name. */
  sites(range: Range & { readonly startsWith?: string }): readonly Site[]
  site(host: string): Site | null
  sitePages(host: string, range: Range): readonly PageCard[]
  /** The best of all. */
  bestPages(range: Range): readonly PageCard[]
  /** The last that were captured, two of a site at most. */
  newPages(limit: number): readonly PageCard[]
  /** Pages that link to this one, best first. */
  linkedFrom(id: number, limit: number): readonly PageCard[]
  /** The latest that can be read; with `at`, the last until then, else the first after it. */
  capture(url: string, at?: number): CapturePlace | null
  /** Contents that the page had, the last first. `url`: as `capture` gives it. */
  versions(url: string): readonly PageVersion[]
  /** By URL: is it archived and not hidden? */
  has(urls: readonly string[]): boolean[]
  /** Patterns of docs/blacklists.md; takes effect at once. */
  hide(patterns: readonly string[]): void
  isHidden(url: string): boolean
  /** True: a build has put another index.db in place. This one goes on as it was; open the library (and the searcher) again to see the new. */
  changed(): boolean
  close(): void
}

// ───────────────────────────────────────────────────────────── search

export interface SearchFilters {
  readonly topic?: string
  readonly language?: string
  readonly site?: string
  readonly type?: string
}

export interface SearchRequest extends Range {
  /** As typed. "Quoted words" stand side by side, -word is not there, site:host narrows. */
  readonly text: string
  readonly filters: SearchFilters
  /** Pages of one site in a list before the rest is folded to "more from this site"; 0: never fold. */
  readonly perSite: number
  /** Whether to look for phrases by which the results can be explored. */
  readonly clusters: boolean
  /** Search for what was typed, even if it looks misspelt. */
  readonly verbatim: boolean
}

/** Text in which some stretches are marked. */
export type Marked = readonly { readonly text: string; readonly hit: boolean }[]

export interface Hit {
  readonly page: PageCard
  readonly title: Marked
  readonly snippet: Marked
  readonly score: number
  /** Further results of the same site that were folded into this one. */
  readonly moreFromSite: number
  /** Pages with nearly the same text that were folded into this one. */
  readonly duplicates: number
  /** Of a PDF, the page on which the words stand; 0 for all else. */
  readonly pageNumber: number
}

export interface Cluster {
  /** A phrase that a person would choose. */
  readonly label: string
  /** Search for this to see its pages. */
  readonly query: string
  readonly count: number
}

export interface Facets {
  readonly topics: readonly Named[]
  readonly languages: readonly Named[]
  readonly sites: readonly Named[]
  readonly types: readonly Named[]
}

export interface SearchResult {
  readonly hits: readonly Hit[]
  /** How many pages match (folded ones included). */
  readonly total: number
  /** False: `total` is a lower bound or an estimate. */
  readonly exact: boolean
  /** `asked`: the results are for `text` because what was typed finds (nearly) nothing. Otherwise only a proposal. */
  readonly correction: { readonly text: string; readonly asked: boolean } | null
  /** True when no page has all the words and the results have some of them. */
  readonly relaxed: boolean
  readonly facets: Facets
  readonly clusters: readonly Cluster[]
  readonly ms: number
}

export interface Suggestion {
  readonly text: string
  /** A topic or page to go to directly; '' to search for the text. */
  readonly url: string
  readonly kind: 'query' | 'title' | 'topic'
}

/** Answers in worker threads, so that one heavy query keeps nobody else waiting. */
export interface Searcher {
  search(request: SearchRequest): Promise<SearchResult>
  suggest(typed: string, limit: number): Promise<readonly Suggestion[]>
  /** Pages that may stand in for one that is not here: by the words of its address and of the link to it. */
  nearest(url: string, words: string, limit: number): Promise<readonly PageCard[]>
  /** Phrases that divide the pages of a topic: its sub-topics. */
  subtopics(slug: string, limit: number): Promise<readonly Cluster[]>
  hide(patterns: readonly string[]): void
  close(): Promise<void>
}

// ───────────────────────────────────────────────────────────── replay

/** An archived answer, ready to be sent: headers are ours alone, the body is rewritten where it has to be. */
export interface Replayed {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string
}

/** What is written into an archived page, in the reader's language. */
export interface ReplayWords {
  /** Beside a link that leads to nothing in the library. */
  readonly away: string
  /** Beside a field or button: forms do not work in an archive. */
  readonly form: string
}

export interface PageReplay {
  /** `base`: origin and path prefix under which archived pages are reached, e.g. http://10.0.0.2:8080/raw/. Null: not archived. */
  /** `at`: the page of then, with the images and styles of then. */
  raw(url: string, base: string, words?: ReplayWords, at?: number): Promise<Replayed | null>
  /** The same for a browser that uses the portal as its HTTP proxy: addresses stay as they are. */
  proxied(url: string, portal: string, words?: ReplayWords): Promise<Replayed | null>
  close(): Promise<void>
}

// ───────────────────────────────────────────────────────────── people

export interface Lesson {
  /** Unguessable; whoever has it may read the lesson. */
  readonly id: string
  readonly title: string
  readonly notes: string
  readonly items: readonly LessonItem[]
  readonly updatedAt: number
}

/** A lesson as lists show it. */
export interface LessonName {
  readonly id: string
  readonly title: string
  /** How many pages it has. */
  readonly items: number
  readonly updatedAt: number
  readonly isPublished: boolean
}

/** A page; or, where `url` is '', a question or task for pupils, whose text is in `notes` (people/lessons.ts, isTask). */
export interface LessonItem {
  readonly url: string
  readonly title: string
  readonly notes: string
}

/** The lesson that somebody is making: pages are added to it by one click. */
export interface LessonInHand {
  readonly id: string
  readonly title: string
  /** Of its pages. */
  readonly urls: ReadonlySet<string>
}

/** A picture that was checked (people/logo.ts). */
export interface Logo {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'
  readonly width: number
  readonly height: number
  /** Changes with the content. */
  readonly version: string
  readonly bytes: Uint8Array
}

/** What the administrator decided. Kept in local.db. */
export interface HouseRules {
  /** The portal's name; '' for the one it was built with. */
  readonly title: string
  /** The school's colour as it was chosen, #rrggbb; '' for ours. */
  readonly colour: string
  readonly logo: Logo | null
  /** Lines of a blacklist (docs/blacklists.md). */
  readonly blacklist: string
  /** Whether teachers may open classes. */
  readonly hasClasses: boolean
  /** Names by slug of the topic. */
  readonly topicNames: ReadonlyMap<string, string>
  /** URLs of pages that the front page (slug '') or a topic's page shows first. */
  readonly featured: ReadonlyMap<string, readonly string[]>
}

export interface People {
  /** False on a medium that cannot be written: no bookmarks, no lessons, no administration. */
  readonly isWritable: boolean
  rules(): HouseRules
  /** Lessons that the administrator shows to everybody: the last changed first. */
  publishedLessons(): readonly LessonName[]
  /** Lessons that were made from this shelf (PortalRequest.shelf). */
  lessonsOf(shelf: string): readonly LessonName[]
  /** The one of them that was changed last, if that was lately. */
  lessonInHand(shelf: string): LessonInHand | null
  hasBookmark(shelf: string, url: string): boolean
  /** A page was opened by whoever has this cookie of a class; '' or any nonsense: by nobody who is in one. Days are counted without it. */
  opened(pupil: string, url: string): void
  /** Called with each search that found nothing, and with each missing page that somebody wanted. Never throws, bounded. */
  missed(kind: 'search' | 'page', text: string): void
  close(): void
}
