/** What the server's thread and the searching threads say to each other. */
import { hasFields } from '../../threads/messages.js'
import type { Cluster, PageCard, SearchRequest, SearchResult, Suggestion } from '../contracts.js'

export type Question =
  | { readonly kind: 'search'; readonly request: SearchRequest }
  | { readonly kind: 'suggest'; readonly typed: string; readonly limit: number }
  | { readonly kind: 'nearest'; readonly url: string; readonly words: string; readonly limit: number }
  | { readonly kind: 'subtopics'; readonly slug: string; readonly limit: number }

/**
 * Under the name of its question. It crosses as JSON: a page of results is written and read in half the time that a message of some hundred
 * small objects takes.
 */
export interface SearchAnswer {
  readonly search?: SearchResult
  readonly suggest?: readonly Suggestion[]
  readonly nearest?: readonly PageCard[]
  readonly subtopics?: readonly Cluster[]
}

/** Which answer it has is seen where that is taken. */
export const isSearchAnswer = hasFields<SearchAnswer>()

/** What searching threads are started with, and told again when what is hidden changes. */
export interface SearchSettings {
  /** index.db. */
  readonly path: string
  readonly hidden: readonly string[]
}
