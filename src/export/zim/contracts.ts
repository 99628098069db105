/**
 * The parts of a ZIM and how they fit:
 *
 *   portal ─ zim/ pages, front page, topics, lessons ─┬─ ZimWriter (file/)   entries, clusters, listings            → OUT
 *                                                     └─ ZimIndex  (words/)  terms ─ XapianWriter (../xapian/) ─▶ X/fulltext/xapian, X/title/xapian
 */

/** Paths are those of namespace C: "www.example.org/a/page?x=1", UTF-8, never percent-encoded, at most 65,535 bytes, any order, each once. */
export interface ZimContent {
  readonly path: string
  /** '' for what has none; at most some hundred characters. */
  readonly title: string
  /** Full MIME type as it is served, parameters included: "text/html; charset=utf-8" is written "text/html". */
  readonly mime: string
  /** An article: it is suggested by its title, drawn at random and counted. */
  readonly isFront: boolean
  readonly body: Uint8Array | string
}

export interface ZimRedirect {
  readonly path: string
  readonly title: string
  /** Path of the entry that it leads to; may be added later. One that never comes is an error of `finish`. */
  readonly target: string
  readonly isFront: boolean
}

export interface ZimWriter {
  /**
   * Bodies that compress are compressed (text, SVG, JSON…), pictures and the like are stored. Waits when threads are behind. False: not
   * taken, because there is an entry with that path, or the path cannot be one (empty, with U+0000, over 65,535 bytes).
   */
  addContent(content: ZimContent): Promise<boolean>
  /** False as above. Redirects to redirects lead to where the last one leads. */
  addRedirect(redirect: ZimRedirect): boolean
  /** Namespace M. Text, or the PNG of an illustration. `Counter` is written by the writer itself. */
  addMetadata(name: string, value: string | Uint8Array, mime?: string): Promise<void>
  /** Namespace X, from a file, stored as it is in a cluster of its own: Xapian reads it in its place. */
  addIndex(name: 'fulltext/xapian' | 'title/xapian', file: string): Promise<void>
  /** Path in namespace C of the page that readers show first. */
  setMainPage(path: string): void
  /** Writes listings, pointers, checksum; the file is whole after this. */
  finish(): Promise<ZimNumbers>
  /** Gives up: threads and scratch files are gone. */
  abort(): Promise<void>
}

export interface ZimNumbers {
  readonly bytes: number
  readonly entries: number
  readonly articles: number
  readonly redirects: number
  readonly clusters: number
}

export interface ZimWriterOptions {
  /** The file to be written (not yet in its place). */
  readonly path: string
  /** Directory for what does not fit into memory. */
  readonly scratch: string
  readonly signal?: AbortSignal
  /** A redirect that leads nowhere, or in a circle, is left out and told here. Without this it is an error of `finish`. */
  readonly onLostRedirect?: (path: string, target: string) => void
}

/** What is searched. */
export interface ZimDocument {
  /** Path of its entry in namespace C. */
  readonly path: string
  readonly title: string
  /** Main text, paragraphs separated by \n. */
  readonly text: string
  /** Headings and other words that count more than the text; may be ''. */
  readonly keywords: string
  /** ISO 639-3, 'und' when unknown. */
  readonly language: string
}

export interface ZimIndex {
  add(document: ZimDocument): Promise<void>
  /** Files with the databases, in the scratch directory. */
  finish(): Promise<{ readonly fulltext: string; readonly title: string }>
  abort(): Promise<void>
}

export interface ZimIndexOptions {
  readonly scratch: string
  /** Most frequent languages of the collection first, ISO 639-3: what the reader's stemmer goes by is the first. */
  readonly languages: readonly string[]
  readonly signal?: AbortSignal
}
