/** collection/: what was collected, read in one way: crawls (also while they run), syllabi, portals, and archives of anybody. */
export { crawlDirectory, lockHolder, readIdentity, type CrawlDirectory, type CrawlIdentity } from './crawl-directory.js'
export { readHostReport, type HostLine } from './host-report.js'
export { askToGoOn, askToPause, isPauseAsked } from './pause-file.js'
export { readStatus, writtenAt, type Expectation, type Status } from './status.js'
export {
  readLog,
  type EmbedEntry,
  type LogEntry,
  type LoggedEmbed,
  type LoggedLine,
  type LoggedLink,
  type PageEntry,
  type WarcPlace,
} from './crawl-log.js'
