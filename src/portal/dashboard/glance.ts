/** A crawl at a glance: what a few small files say, without the log. */
import { existsSync } from 'node:fs'
import {
  hasLog,
  logDirectories,
  isPauseAsked,
  lastEntry,
  lockHolder,
  readIdentity,
  readStatus,
  type CrawlDirectory,
  type Ending,
  type Status,
} from '../../collection/index.js'
import { LongtailError } from '../../errors.js'
import { presentWorkers, type PresentWorker } from '../../collection/worker-status.js'
import { clip, textIn } from '../../collection/untrusted-values.js'
import type { KnownCrawl } from './crawls.js'

export type CrawlCondition =
  | 'running'
  /** Asked to pause; it has not noticed yet, or finishes what is under way. */
  | 'pausing'
  | 'paused'
  /** Nothing was left to do, or a limit was reached. */
  | 'finished'
  /** By hand, or by an error. */
  | 'stopped'
  /** Killed. */
  | 'brokenOff'
  | 'never'
  | 'unreadable'

export interface Glance {
  readonly crawl: KnownCrawl
  readonly title: string
  readonly state: CrawlCondition
  /** Why the last run stopped, as the log has it; null while it runs, and when it was killed. */
  readonly ending: Ending | null
  /** The process that crawls; 0 when none does. */
  readonly process: number
  readonly isPauseAsked: boolean
  readonly live: Status | null
  /** Of a crawl of many partitions. */
  readonly workers: readonly PresentWorker[]
  /** What is wrong with the directory; '' when nothing is. */
  readonly problem: string
}

const DONE = new Set(['finished', 'pages', 'quota', 'bytes', 'time'])

export async function glanceAt(crawl: KnownCrawl): Promise<Glance> {
  const { directory } = crawl
  const fallback = crawl.topic || crawl.name
  // asked before the log: a crawl that stops meanwhile was running when we looked
  const process = lockHolder(directory)
  const live = readStatus(directory)
  const rest = { crawl, process, live, workers: presentWorkers(directory), isPauseAsked: isPauseAsked(directory) }
  if (!existsSync(directory.identity)) return { ...rest, title: fallback, state: 'never', ending: null, problem: '' }
  let title = fallback
  try {
    title = crawl.topic || clip(textIn(readIdentity(directory)?.name), 200) || fallback
  } catch (error) {
    const problem = error instanceof LongtailError ? error.message : String(error)
    return { ...rest, title, state: 'unreadable', ending: null, problem }
  }
  if (process > 0) return { ...rest, title, state: runningState(rest), ending: null, problem: '' }
  if (!logDirectories(directory).some(hasLog)) return { ...rest, title, state: 'never', ending: null, problem: '' }
  const ending = await lastEnding(directory)
  return { ...rest, title, state: ending === null ? 'brokenOff' : endState(ending), ending, problem: '' }
}

function runningState({ live, isPauseAsked }: Pick<Glance, 'live' | 'isPauseAsked'>): CrawlCondition {
  // a crawl also pauses by itself, while the disk has no room
  if (!isPauseAsked) return live?.paused === true ? 'paused' : 'running'
  return live?.paused === true && live.underWay === 0 ? 'paused' : 'pausing'
}

function endState({ reason }: Ending): CrawlCondition {
  return DONE.has(reason) ? 'finished' : 'stopped'
}

/** Null when the log does not end with that. */
async function lastEnding(directory: CrawlDirectory): Promise<Ending | null> {
  const last = await lastEntry(directory)
  return last?.t === 'stop' ? { reason: clip(textIn(last.reason), 40), left: last.left } : null
}
