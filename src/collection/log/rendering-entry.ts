/** The part of a page's line in the log that says what a browser made of it. */

/** A browser has rendered a page, or could not. What else the entry says is then about what the browser made of it. */
export interface LoggedRendering {
  readonly ms: number
  /** Why it seemed to need it (RenderingNeed); '' where all pages are rendered. */
  readonly need: string
  /** Why nothing came of it: then the entry is about the page as the server sent it. */
  readonly failed?: string
  /** Of a page asked for again: it was rendered again, and its document is the one that is archived. */
  readonly same?: boolean
  /** When the conversion record was made, and where it is, counted from the first of the page's records. */
  readonly at?: string
  readonly place?: readonly [offset: number, length: number]
  readonly digest?: string
  /** Characters to read, links, and whether it was relevant, before; what the rest of the entry says is after. */
  readonly text?: readonly [before: number, after: number]
  readonly links?: readonly [before: number, after: number]
  readonly was?: boolean
  /** It brought something: text, links or another verdict. */
  readonly brought?: boolean
  /** Requests of the page that were passed on to servers or answered from this run, and those refused. */
  readonly asked?: number
  readonly refused?: number
  /** Why the page was not waited for longer. */
  readonly cut?: string
}
