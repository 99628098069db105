/** collection/: what was collected, read in one way: crawls (also while they run), syllabi, portals, and archives of anybody. */
export { crawlDirectory, lockHolder, readIdentity, type CrawlDirectory, type CrawlIdentity } from './crawl-directory.js'
export {
  type EmbedEntry,
  type LogEntry,
  type LoggedEmbed,
  type LoggedLink,
  type PageEntry,
  type WarcPlace,
} from './log/entry.js'
export { hasLog, logSize, readLog, readLogLines, type LoggedLine, type LogPosition } from './log/read-log.js'
