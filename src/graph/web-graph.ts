/**
 * A web as numbers: who links to whom, and what is known about each page. All columns are typed arrays over
 * SharedArrayBuffers, so that many simulations run on one copy (a graph can be posted to worker threads as it is).
 *
 * Invariants, checked when a file is read (graph-file.ts):
 * - ids are dense from 0; `offsets` never falls; every id in a column is below the count of what it names;
 * - the links of a page are in document order, without links to itself and without duplicates;
 * - only crawled pages have links, a language and relevance; the others are known from links alone.
 */
import type { NameColumns, WordRows } from '../contracts.js'
import type { UrlParts } from './url-column.js'

export const CRAWLED = 1
export const RELEVANT = 2

export interface WebGraph {
  readonly pages: number
  readonly links: number
  readonly servers: number
  readonly directories: number
  readonly domains: number
  /** Where a crawl begins; may be empty (seeds.ts chooses then). */
  readonly seeds: Uint32Array
  /** Links of page p: `to[offsets[p]] … to[offsets[p + 1] - 1]`. */
  readonly offsets: Uint32Array
  readonly to: Uint32Array
  // by page
  readonly server: Uint32Array
  /** Host + first path segment, as docs/urls.md defines it; each belongs to one server. */
  readonly directory: Uint32Array
  /** CRAWLED | RELEVANT. */
  readonly flags: Uint8Array
  /** Index into `languages`. */
  readonly language: Uint8Array
  /** ISO 639-3 codes; 0 is 'und'. */
  readonly languages: readonly string[]
  /** Codes of the languages that the relevance bit stands for; empty when it stands for something else, or nothing. */
  readonly target: readonly string[]
  // by server
  /** Index into `tlds`. */
  readonly serverTld: Uint16Array
  /** Without dot, lower case; 0 is '' (an address in numbers, or unknown). */
  readonly tlds: readonly string[]
  readonly serverDomain: Uint32Array
  // optional columns
  /** By page: one of CHARSET in contracts.ts. */
  readonly charset: Uint8Array | null
  /**
   * By page: the judge's score in thousandths, as crawl logs write it; in bytes, as older graphs have it, 255 stands for 1.
   * Without it a relevant page scores 1 and another 0.
   */
  readonly score: Uint8Array | Uint16Array | null
  /** Two entries per page: the halves of the simhash of its text, high and low, both 0 where there is too little text. */
  readonly simhash?: Uint32Array
  /** By link, one bit each, least significant first: the anchor is written in the target language. */
  readonly anchors: Uint8Array | null
  /** What links say; absent unless the graph was imported with text. */
  readonly linkText?: LinkText
  /** Where servers stand; absent when nobody knows of any. */
  readonly country?: CountryColumn
  /** Left in the file until asked for, because a simulation needs none. */
  readonly urls: UrlColumn | null
  /** Website segments, for who has no URLs to find them by (segments.ts); absent otherwise. */
  readonly segments?: SegmentColumn
  /** How it was made, for people and for `report`: preset and parameters, or source files. */
  readonly origin: Readonly<Record<string, unknown>>
}

/** The text of links as numbers, made for one target; a part is null when no source had it. Links without text say nothing. */
export interface LinkText {
  /** By link, 255 for a page that is surely wanted, 128 where there was nothing to judge. */
  readonly anchorScore: Uint8Array | null
  readonly contextScore: Uint8Array | null
  /** What contextScore was read from: the elements beside the link, or the two nearest words on each side. */
  readonly context: LinkContext
  readonly names: NameColumns | null
  /** Indexed by link: `starts` has one entry more than there are links. */
  readonly words: WordRows | null
  /** Where links stand in their pages, as Features has it. */
  readonly places: PlaceColumns | null
}

export interface PlaceColumns {
  readonly tagPath: Uint32Array
  readonly listPlace: Uint8Array
}

export const LINK_CONTEXTS = ['elements', 'words'] as const
export type LinkContext = (typeof LINK_CONTEXTS)[number]

export interface CountryColumn {
  /** By server: index into `codes`. */
  readonly server: Uint16Array
  /** ISO 3166, two letters; 0 is '' (nobody knows). */
  readonly codes: readonly string[]
}

export interface SegmentColumn {
  readonly segments: number
  /** By page. */
  readonly segment: Uint32Array
  // by segment
  readonly server: Uint32Array
  /** The segment of the directory above; a top one is its own. */
  readonly parent: Uint32Array
}

export interface UrlColumn {
  url(page: number): string
  readonly parts: UrlParts
}

/** The URL of a page; a graph without URLs (generated, or imported from bare numbers) gets made-up ones that agree with its columns. */
export function urlOf(graph: WebGraph, page: number): string {
  if (graph.urls !== null) return graph.urls.url(page)
  const server = graph.server[page]
  const tld = graph.tlds[graph.serverTld[server]] || 'example'
  return `http://s${server}.d${graph.serverDomain[server]}.${tld}/${graph.directory[page]}/${page}.html`
}

export function sharedBytes(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length))
}

export function sharedShorts(length: number): Uint16Array {
  return new Uint16Array(new SharedArrayBuffer(length * 2))
}

export function sharedWords(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * 4))
}
