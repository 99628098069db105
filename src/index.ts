/** The library: everything the command line does, as functions. Parts are also exported one by one: `longtail/crawl`, `longtail/strategy`, … */
export * from './contracts.js'
export { ERROR_CODES, LongtailError, type Consequence, type ErrorCode } from './errors.js'
export { loadCampaign, parseCampaign, type Campaign } from './campaign/index.js'
export { runCrawl, type CrawlSummary, type RunOptions } from './crawl/index.js'
export { createStrategy, STRATEGIES } from './strategy/index.js'
export { createJudge, type JudgeSpec } from './judge/index.js'
export { analyse } from './page/index.js'
