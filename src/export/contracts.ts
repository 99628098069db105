/**
 * A crawl for the tools that people already have. Three ways out of one crawl:
 *
 *   crawl directories, WARC, WACZ, portals ─┬─ wacz/    archives as they are, with an index and a list of pages   → ReplayWeb.page, pywb
 *                                           ├─ zim/     the portal as one file: pages, topics, lessons, search    → Kiwix
 *                                           └─ corpus/  clean text, one object per page: JSONL, Parquet, WET      → language models, linguists
 *
 * What they share: `holdings` (collection/holdings.ts) say which pages there are and where, for wacz/ and corpus/, and read-in-order.ts
 * reads them in threads; zim/ goes by a portal, which is built where none was given. disk/output.ts puts what is written in the place of what
 * was there at the end, or not at all. xapian/ (the search of a ZIM) and zstd.ts write formats that Node has not.
 *
 * Invariants: the sources are only read; memory does not grow with the crawl; an export that stops for whatever reason leaves the last
 * good one in its place, and the same command goes on or starts over.
 */
import type { HoldingsOptions } from '../collection/holdings.js'

export interface ExportProgress {
  /** What is being done, for people: "reading pages". */
  readonly stage: string
  readonly done: number
  /** 0 when it is not known. */
  readonly total: number
}

export interface ExportOptions extends Pick<
  HoldingsOptions,
  'sources' | 'all' | 'since' | 'round' | 'signal' | 'onWarning'
> {
  /** The file (or directory) to be written. */
  readonly out: string
  readonly onProgress?: (progress: ExportProgress) => void
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
