export { runCrawl, type CrawlSummary, type RunOptions } from './run.js'
export { type StopReason } from './budget.js'
export { keptTarget } from './identity.js'
export { type SharedPages } from './session.js'
