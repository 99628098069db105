/** A collection as one file for Kiwix. Docs: docs/export-zim.md. */
export { exportZim, type ZimSummary } from './export-zim.js'
export type { ZimOptions } from './metadata.js'
