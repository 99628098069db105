/** A Xapian database of format glass in one file, written in one go from documents in any number, in bounded memory. */

export interface XapianDocument {
  /** What a program gets back for a hit. */
  readonly data: string
  /** By slot. */
  readonly values: ReadonlyMap<number, string>
  /** At most 245 bytes of UTF-8 each, a zero byte counting twice; longer ones are left out. */
  readonly terms: ReadonlyMap<string, XapianTerm>
}

export interface XapianTerm {
  /** How often it counts in this document. */
  readonly wdf: number
  /** Where it stands, ascending, from 1; empty: phrases do not find it. */
  readonly positions: readonly number[]
}

export interface XapianWriterOptions {
  /** The file to be written. */
  readonly path: string
  /** Directory for sorted runs that do not fit into memory. */
  readonly scratch: string
  readonly metadata: Readonly<Record<string, string>>
  /** Terms of documents that are held before they become a run: 20 bytes each. Two million when it is not said. */
  readonly postingsInMemory?: number
  readonly signal?: AbortSignal
}

/** Where a table of the file begins and ends. */
export interface TableRoot {
  /** 0: there is none, the table is empty. */
  readonly block: number
  readonly level: number
  readonly entries: number
  /** The first number behind the blocks of the table. */
  readonly end: number
}
