/** collection/: what was collected, read in one way: crawls (also while they run), syllabi, portals, and archives of anybody. */
export { lockHolder } from '../disk/lock.js'
export { crawlDirectory, readIdentity, type CrawlDirectory, type CrawlIdentity } from './crawl-directory.js'
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
