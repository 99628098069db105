/** collection/: what was collected, read in one way: crawls (also while they run), syllabi, portals, and archives of anybody. */
export { lockHolder } from '../disk/lock.js'
export { crawlDirectory, readIdentity, type CrawlDirectory, type CrawlIdentity } from './crawl-directory.js'
export { readHostReport, type HostLine } from './host-report.js'
export { askToGoOn, askToPause, isPauseAsked } from './pause-file.js'
export { readStatus, writtenAt, type Expectation, type Status } from './status.js'
export {
  hasLog,
  lastEntry,
  logSize,
  readLog,
  readLogLines,
  type LoggedLine,
  type LogPosition,
} from './log/read-log.js'
export {
  type EmbedEntry,
  type LogEntry,
  type LoggedEmbed,
  type LoggedLink,
  type PageEntry,
  type RunEntry,
  type StopEntry,
  type WarcPlace,
} from './log/entry.js'
export { firstRun } from './first-run.js'
export { isContinued, LOG_START, readOn, type LogMark, type LogReading } from './follow-log.js'
export {
  LogFold,
  SpooledInMemory,
  type AnswerKind,
  type AnswerNumbers,
  type GivenUp,
  type LoggedCapture,
  type LogVisitor,
  type SpooledPages,
} from './log-fold.js'
