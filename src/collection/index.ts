/**
 * collection/: what was collected, read in one way: crawls (also while they run), syllabi, portals, and archives of anybody.
 *
 *   log of a crawl   log/ (segments, readLog) ─ follow-log.ts (read on from a mark) ─ log-fold.ts (what lines mean)
 *   files of a crawl crawl-directory.ts, status.ts, host-report.ts, pause-file.ts; of a syllabus syllabus-file.ts
 *   captures         source-list.ts ─ read-crawl.ts · read-archive.ts ─▶ capture-tables.ts ─ resolve-revisits.ts ─ chosen-captures.ts
 *                    ─▶ holdings.ts (exports), portal/build/ (portals); extract-pool.ts reads them in threads
 *
 * Invariants: nothing here writes into a source; only this folder and crawl/ know where a log lies and what its lines mean; everything
 * that is read may be somebody else's and is checked; a log that is damaged counts up to the damage.
 */
export { lockHolder } from '../disk/lock.js'
export {
  crawlDirectory,
  logDirectories,
  partPaths,
  readIdentity,
  wholeCrawl,
  type CrawlDirectory,
  type CrawlIdentity,
} from './crawl-directory.js'
export { HOST_LISTS, readHostReport, type HostLine } from './host-report.js'
export { askToGoOn, askToPause, isPauseAsked } from './pause-file.js'
export { END_WORDS, endInWords, runEnd, type Ending, type RunEnd, type StopReason } from './run-end.js'
export { readStatus, writtenAt, type Expectation, type Status } from './status.js'
export { hasLog, lastEntry, logSize, readLog, readLogLines, type LoggedLine, type LogPosition } from './log/read-log.js'
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
export type { AgainEntry, AgainFound, RoundEntry } from './log/round-entry.js'
export { NO_ROUND, roundInWords, RoundTally, type RoundNumbers } from './round-counts.js'
export { firstRun } from './first-run.js'
export { readWholeLog } from './whole-log.js'
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
