/** What the server's thread and the searching threads say to each other. */
import type { SearchRequest } from '../contracts.js'

export type Question =
  | { readonly kind: 'search'; readonly request: SearchRequest }
  | { readonly kind: 'suggest'; readonly typed: string; readonly limit: number }
  | { readonly kind: 'nearest'; readonly url: string; readonly words: string; readonly limit: number }
  | { readonly kind: 'subtopics'; readonly slug: string; readonly limit: number }

export type ToWorker =
  { readonly id: number; readonly question: Question } | { readonly hide: readonly string[] } | { readonly close: true }

/** `ready` once, when the index is open; then one answer to each question. */
export type FromWorker =
  | { readonly ready: true }
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: string; readonly code: string }

export interface WorkerSettings {
  /** index.db. */
  readonly path: string
  readonly hidden: readonly string[]
}
