/** The part of a collection that somebody asks for: up to the end of a round (`DIR@3`), one round, or what came since a round or a date. */
import { LongtailError } from '../errors.js'
import { roundStarts } from './round-starts.js'
import type { SourceSpec } from './source-list.js'

export interface PeriodOptions {
  /** What came after the end of this round, or from this date on: `3`, `2026-11-30`, `2026-11-30T12:00:00Z`. */
  readonly since?: string
  /** What this round brought. */
  readonly round?: number
}

/** Milliseconds since the epoch: captured at `from` or later, and before `to`. */
export interface Period {
  readonly from: number
  readonly to: number
}

const ROUND = /^\d{1,6}$/
/** A date, or a date and a time with its zone: a time without one would mean something else on every machine. */
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/

/** A round, or a date. */
export function isTime(written: string): boolean {
  return ROUND.test(written) || DATE.test(written)
}

/** By source; null when everything is asked for. */
export async function periodsOf(specs: readonly SourceSpec[], options: PeriodOptions): Promise<Period[] | null> {
  const { since, round } = options
  if (since !== undefined && round !== undefined)
    throw new LongtailError('E_USAGE', '--since and --round cannot be combined: give one of them')
  const isAll = since === undefined && round === undefined
  if (isAll && specs.every(({ lastRound }) => lastRound === null)) return null
  return Promise.all(specs.map(spec => periodOf(spec, options)))
}

async function periodOf({ path, kind, lastRound }: SourceSpec, { since, round }: PeriodOptions): Promise<Period> {
  const date = since === undefined || ROUND.test(since) ? null : dateIn(since)
  const after = round !== undefined ? round - 1 : since === undefined || date !== null ? null : Number(since)
  const last = Math.min(round ?? Infinity, lastRound ?? Infinity)
  if (after === null && last === Infinity) return { from: date ?? -Infinity, to: Infinity }
  const starts = kind === 'crawl' ? await roundStarts(path) : []
  if (starts.length === 0)
    throw new LongtailError(
      'E_USAGE',
      `${path} has no rounds: give a date (--since 2026-11-30), or leave the round out`,
    )
  const begun = starts.length === 1 ? 'one round' : `${starts.length} rounds`
  if (last !== Infinity && last > starts.length)
    throw new LongtailError('E_USAGE', `${path} has ${begun}, and no round ${last}: "longtail status" shows them`)
  if (after !== null && after >= starts.length)
    throw new LongtailError('E_USAGE', `${path} has ${begun}: there is nothing after round ${after}`)
  const start = (number: number): number => Date.parse(starts[number - 1]) || 0
  return {
    // round 1 has all that was there before round 2
    from: after === null || after === 0 ? (date ?? -Infinity) : start(after + 1),
    to: last < starts.length ? start(last + 1) : Infinity,
  }
}

function dateIn(written: string): number {
  const at = DATE.test(written) ? Date.parse(written) : NaN
  if (!Number.isNaN(at)) return at
  throw new LongtailError(
    'E_USAGE',
    `--since ${written} is neither a round nor a date: write, for example, 3, 2026-11-30 or 2026-11-30T12:00:00Z`,
  )
}
