/** What the steps of a build share. */
import type { Database } from '../store/sqlite.js'

export interface BuildProgress {
  readonly stage: 'reading' | 'extracting' | 'linking' | 'indexing' | 'finishing'
  readonly done: number
  /** 0 when it is not known. */
  readonly total: number
  /** What is being read. */
  readonly name: string
}

export interface BuildContext {
  readonly database: Database
  /** Directory of the portal, absolute. */
  readonly portal: string
  /** Where archives are unpacked or copied to. */
  readonly archives: string
  readonly all: boolean
  readonly signal: AbortSignal | undefined
  readonly progress: (progress: BuildProgress) => void
  /** Told where an archive lies that had to be unpacked: `member` of `file`, or '' for `file` itself. */
  readonly onUnpacked?: (path: string, file: string, member: string) => void
  /** Something was left out: said to the user once each. */
  readonly warn: (message: string) => void
}
