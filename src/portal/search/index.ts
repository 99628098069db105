/**
 * Full-text search. Building: `createIndexWriter` (words → segments of lists, index-*.ts). Serving: `openSearcher` (threads, each
 * with an engine). Both see words through fold.ts, words.ts and grams.ts, so that what was indexed is what is found.
 * Docs: docs/portal-search.md.
 */
export { createIndexWriter, type IndexedPage, type IndexWriter } from './index-writer.js'
export { openSearcher, type SearcherOptions } from './searcher.js'
