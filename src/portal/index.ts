/** A library of crawled pages: built, served, and read by programs. Docs: docs/portal.md, docs/architecture.md. */
export type * from './contracts.js'
export { buildPortal, type BuildOptions, type BuildProgress, type BuildSummary } from './build/index.js'
export { startPortal, type PortalOptions, type RunningPortal } from './server/index.js'
export { openSearcher, type SearcherOptions } from './search/index.js'
export { openLibrary } from './store/library.js'
export { portalDirectory, type PortalDirectory } from '../collection/portal-directory.js'
