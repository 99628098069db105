/** What was read out of a document (src/documents/). Plain data: it crosses between threads. */
import type { DocumentKind } from '../../contracts.js'

/**
 * Stands before the first character of a page but the first, and is no white space: a paragraph that goes on has no line break before it, a
 * word that goes on no space.
 */
export const PAGE_BREAK = '\f'

export interface DocumentLink {
  /** As written. */
  readonly href: string
  readonly anchor: string
  /** Where the anchor begins in `fullText`; -1 where it is not known. */
  readonly at: number
}

export interface DocumentContent {
  readonly kind: DocumentKind
  readonly title: string
  /** As the document declares it: a tag such as de-AT; '' when it does not. */
  readonly language: string
  /** 0 where the kind has none, or where it cannot be known. */
  readonly pages: number
  /** Paragraphs, one to a line, without running heads, running feet and page numbers, with PAGE_BREAK between pages. */
  readonly text: string
  /** The same with them. */
  readonly fullText: string
  readonly links: readonly DocumentLink[]
  /** Why there is no text, or not all of it, in words for people; '' when nothing is wrong. */
  readonly problem: string
}

/** Of a document that cannot be read. */
export function unreadDocument(kind: DocumentKind, problem: string): DocumentContent {
  return { kind, title: '', language: '', pages: 0, text: '', fullText: '', links: [], problem }
}
