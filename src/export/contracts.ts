/**
 * A crawl for the tools that people already have. Three ways out of one crawl:
 *
 *   crawl directories, WARC, WACZ, portals ─┬─ wacz/    archives as they are, with an index and a list of pages   → ReplayWeb.page, pywb
 *                                           ├─ zim/     the portal as one file: pages, topics, lessons, search    → Kiwix
 *                                           └─ corpus/  clean text, one object per page: JSONL, Parquet, WET      → language models, linguists
 *
 * What they share: `holdings` (collection/holdings.ts) say which pages there are and where, for wacz/ and corpus/, and read-in-order.ts
 * reads them in threads; zim/ goes by a portal, which is built where none was given. output.ts puts what is written in the place of what
 * was there at the end, or not at all. xapian/ (the search of a ZIM) and zstd.ts write formats that Node has not.
 *
 * Invariants: the sources are only read; memory does not grow with the crawl; an export that stops for whatever reason leaves the last
 * good one in its place, and the same command goes on or starts over.
 */

export interface ExportProgress {
  /** What is being done, for people: "reading pages". */
  readonly stage: string
  readonly done: number
  /** 0 when it is not known. */
  readonly total: number
}

export interface ExportOptions {
  /** Directories of crawls, syllabuses or portals, WARC, ARC or WACZ files, directories of such files. */
  readonly sources: readonly string[]
  /** The file (or directory) to be written. */
  readonly out: string
  /** Pages that a crawl found irrelevant, too. */
  readonly all?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ExportProgress) => void
  /** Something was left out: said to the user once each. */
  readonly onWarning?: (message: string) => void
}

/** What every export says at its end; each kind adds its own numbers. */
export interface ExportSummary {
  /** What was written, absolute. */
  readonly files: readonly string[]
  /** Their size together. */
  readonly bytes: number
  readonly pages: number
  readonly seconds: number
}
