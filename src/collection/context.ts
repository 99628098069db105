/** What those who read sources into a table of captures share. */
import type { Database } from '../disk/sqlite.js'

export interface ReadingProgress {
  readonly stage: 'reading'
  readonly done: number
  /** 0 when it is not known. */
  readonly total: number
  /** What is being read. */
  readonly name: string
}

export interface ReadingContext {
  readonly database: Database
  /** Directory, absolute: paths of archives that lie below or beside it are kept as seen from it. */
  readonly home: string
  /** Where archives are unpacked or copied to. */
  readonly archives: string
  readonly signal: AbortSignal | undefined
  readonly progress: (progress: ReadingProgress) => void
  /** Told where an archive lies that had to be unpacked: `member` of `file`, or '' for `file` itself. */
  readonly onUnpacked?: (path: string, file: string, member: string) => void
  /** Something was left out: said to the user once each. */
  readonly warn: (message: string) => void
}
