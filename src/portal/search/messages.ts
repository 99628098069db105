/** What the server's thread and the searching threads say to each other. */
import type { Cluster, PageCard, SearchRequest, SearchResult, Suggestion } from '../contracts.js'

export type Question =
  | { readonly kind: 'search'; readonly request: SearchRequest }
  | { readonly kind: 'suggest'; readonly typed: string; readonly limit: number }
  | { readonly kind: 'nearest'; readonly url: string; readonly words: string; readonly limit: number }
  | { readonly kind: 'subtopics'; readonly slug: string; readonly limit: number }

/** Under the name of its question. */
export interface SearchAnswer {
  readonly search?: SearchResult
  readonly suggest?: readonly Suggestion[]
  readonly nearest?: readonly PageCard[]
  readonly subtopics?: readonly Cluster[]
}

export type ToWorker =
  { readonly id: number; readonly question: Question } | { readonly hide: readonly string[] } | { readonly close: true }

/**
 * `ready` once, when the index is open; then one answer to each question, as JSON: a page of results is written and read in half the
 * time that a message of some hundred small objects takes.
 */
export type FromWorker =
  | { readonly ready: true }
  | { readonly id: number; readonly answer: string }
  | { readonly id: number; readonly error: string }

export interface WorkerSettings {
  /** index.db. */
  readonly path: string
  readonly hidden: readonly string[]
}
