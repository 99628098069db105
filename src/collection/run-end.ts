/**
 * Why a run of a crawl ended: the one list of codes, and the one set of words. The log, --json and status.json have the codes; the
 * terminal, `status`, the report and the English dashboard have the words.
 */
import type { StopEntry } from './log/entry.js'

export type StopReason = 'finished' | 'pages' | 'quota' | 'budget' | 'bytes' | 'time' | 'interrupted' | 'failed'

/** What a finished crawl leaves unfetched: nothing, what the strategy or silent hosts hold back, or what is parked. */
export type Leftover = 'nothing' | 'held' | 'silent' | 'parked'

/** Whatever weighs most is told of the whole. */
const BY_WEIGHT: readonly Leftover[] = ['held', 'silent', 'parked']

/** What a crawl of many parts leaves, from what each of them does. Codes of another version count as nothing. */
export function mergeLeftovers(parts: readonly string[]): Leftover {
  return BY_WEIGHT.find(left => parts.includes(left)) ?? 'nothing'
}

export type RunEnd = Exclude<StopReason, 'finished'> | 'finished' | `finished-${Leftover}`

export const END_WORDS: Readonly<Record<RunEnd, string>> = {
  // of logs that do not say what was left
  finished: 'finished',
  'finished-nothing': 'finished, nothing is left to fetch',
  'finished-held': 'finished, the rest of the queue is not worth its downloads',
  'finished-silent': 'finished, the hosts of the rest of the queue do not answer',
  'finished-parked': 'finished, the hosts of the rest of the queue are at their limit or given up',
  pages: 'the limit of pages was reached',
  quota: 'enough relevant pages were found',
  budget: 'the budget of the round was used up',
  bytes: 'the limit of bytes was reached',
  time: 'the limit of time was reached',
  interrupted: 'interrupted',
  failed: 'an error stopped it',
}

/** `reason`, and `left` where it is known. */
export type Ending = Pick<StopEntry, 'reason' | 'left'>

/** Null for a code of another version. */
export function runEnd({ reason, left }: Ending): RunEnd | null {
  const precise = left === undefined ? reason : `${reason}-${left}`
  if (isRunEnd(precise)) return precise
  return isRunEnd(reason) ? reason : null
}

/** A code of another version stands for itself. */
export function endInWords(ending: Ending): string {
  const end = runEnd(ending)
  return end === null ? ending.reason : END_WORDS[end]
}

function isRunEnd(code: string): code is RunEnd {
  return Object.hasOwn(END_WORDS, code)
}
