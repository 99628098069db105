/**
 * Search engines as sources of seeds and training pages. One small interface; search-searxng.ts is the engine that is built
 * in, because it is one that a school can run itself. Whatever an engine answers is hostile: results are canonical http(s)
 * URLs without duplicates, their texts are cut, and nothing else of the answer is kept.
 */
import { canonicalUrl } from '../page/url/canonical.js'

export interface SearchHit {
  /** Canonical. */
  readonly url: string
  readonly title: string
  /** The few words that the engine shows of the page. */
  readonly excerpt: string
}

export interface SearchOptions {
  /** How many are wanted at most. */
  readonly results: number
  /** ISO 639-1, where the engine is to look for pages in one language. */
  readonly language?: string
  /** Whether the engine is to leave out what is not for children. */
  readonly isSafe?: boolean
  readonly signal: AbortSignal
}

/** Throws E_SEARCH that says what to change on the server, or how to go on without one. Finding nothing is no error. */
export interface SearchEngine {
  readonly name: string
  search(query: string, options: SearchOptions): Promise<SearchHit[]>
  close(): Promise<void>
}

const MAX_TITLE = 300
const MAX_EXCERPT = 1000

/** Takes results in order, each URL once. */
export class ResultList {
  readonly results: SearchHit[] = []
  private readonly seen = new Set<string>()

  constructor(private readonly wanted: number) {}

  get isFull(): boolean {
    return this.results.length >= this.wanted
  }

  /** False when it is no page of the Web, or was there before. */
  add(url: unknown, title: unknown, excerpt: unknown): boolean {
    const canonical = typeof url === 'string' ? canonicalUrl(url.trim()) : null
    if (canonical === null || this.isFull || this.seen.has(canonical)) return false
    this.seen.add(canonical)
    this.results.push({ url: canonical, title: text(title, MAX_TITLE), excerpt: text(excerpt, MAX_EXCERPT) })
    return true
  }
}

function text(value: unknown, max: number): string {
  return typeof value === 'string' ? value.slice(0, max) : ''
}
