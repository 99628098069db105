/** What is noted about a page besides its text and its links. */

/** A mark of pages that hold little for a reader who is offline, or who has no account or no money to spend there. */
export interface PageSign {
  readonly kind: 'needs-script' | 'paywall' | 'shop'
  /** 0…1: how sure. */
  readonly strength: number
  /** What was seen, in a few words for people. */
  readonly because: string
}

export type DocumentKind = 'pdf' | 'epub' | 'docx' | 'odt' | 'pptx' | 'odp' | 'xlsx' | 'rtf'

/** Of a page that is a document and no HTML. Its text has a form feed before each of its pages but the first. */
export interface PageDocument {
  readonly kind: DocumentKind
  /** Number of its pages; 0 where it has none. */
  readonly pages: number
  /** Why there is no text, or not all of it, in words for people; '' when nothing is wrong. */
  readonly problem: string
}
