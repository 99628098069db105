/** A crawl at a glance: what a few small files say, without the log. */
import { existsSync } from 'node:fs'
import {
  hasLog,
  isPauseAsked,
  lastEntry,
  lockHolder,
  readIdentity,
  readStatus,
  type CrawlDirectory,
  type Status,
} from '../../collection/index.js'
import { LongtailError } from '../../errors.js'
import { clip, textIn } from '../../collection/untrusted.js'
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
  /** Why the last run stopped, as the log has it; '' while it runs. */
  readonly stopped: string
  /** The process that crawls; 0 when none does. */
  readonly process: number
  readonly isPauseAsked: boolean
  readonly live: Status | null
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
  const rest = { crawl, process, live, isPauseAsked: isPauseAsked(directory) }
  if (!existsSync(directory.identity)) return { ...rest, title: fallback, state: 'never', stopped: '', problem: '' }
  let title = fallback
  try {
    title = crawl.topic || clip(textIn(readIdentity(directory)?.name), 200) || fallback
  } catch (error) {
    const problem = error instanceof LongtailError ? error.message : String(error)
    return { ...rest, title, state: 'unreadable', stopped: '', problem }
  }
  if (process > 0) return { ...rest, title, state: runningState(rest), stopped: '', problem: '' }
  const last = await stopReason(directory)
  if (last === null) return { ...rest, title, state: 'never', stopped: '', problem: '' }
  return { ...rest, title, state: last === '' ? 'brokenOff' : endState(last), stopped: last, problem: '' }
}

function runningState({ live, isPauseAsked }: Pick<Glance, 'live' | 'isPauseAsked'>): CrawlCondition {
  if (!isPauseAsked) return 'running'
  return live?.paused === true && live.underWay === 0 ? 'paused' : 'pausing'
}

function endState(reason: string): CrawlCondition {
  return DONE.has(reason) ? 'finished' : 'stopped'
}

/** Why the last run stopped; '' when the log does not end with that, null when there is no log. */
async function stopReason(directory: CrawlDirectory): Promise<string | null> {
  if (!hasLog(directory)) return null
  const last = await lastEntry(directory)
  return last?.t === 'stop' ? clip(textIn(last.reason), 40) : ''
}
