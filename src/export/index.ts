/** A crawl for the tools that people already have: WACZ, ZIM, corpora of text. Docs: docs/export-wacz.md, export-zim.md, export-corpus.md. */
export type * from './contracts.js'
export { exportWacz, type WaczOptions, type WaczSummary } from './wacz/export-wacz.js'
export { splitPlaces } from './wacz/part-files.js'
export { exportZim, type ZimSummary } from './zim/export-zim.js'
export type { ZimOptions } from './zim/metadata.js'
export { exportCorpus } from './corpus/export-corpus.js'
export type * from './corpus/contracts.js'
