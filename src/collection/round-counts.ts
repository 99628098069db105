/** What a round of a crawl came to so far, as numbers: one count for the crawl itself, for `status` and for the report. */
import { isRecord } from '../json.js'
import type { AgainEntry, AgainFound, RoundEntry } from './log/round-entry.js'
import { clip, numberIn, textIn } from './untrusted-values.js'

export interface RoundNumbers {
  /** 1: the crawl as it began, in which nothing is asked for again. */
  readonly round: number
  /** ISO 8601. */
  readonly since: string
  /** Which pages were chosen; '' for the first. */
  readonly policy: string
  /** Pages to be asked for again, and those that were. */
  readonly planned: number
  readonly asked: number
  /** What came of them. */
  readonly notModified: number
  readonly same: number
  readonly changed: number
  readonly moved: number
  readonly gone: number
  readonly failed: number
  readonly refused: number
  /** Pages that were fetched for the first time, and those of them that are relevant. */
  readonly newPages: number
  readonly newRelevant: number
}

const NAMES: Readonly<Record<AgainFound, keyof RoundNumbers>> = {
  'not-modified': 'notModified',
  same: 'same',
  changed: 'changed',
  moved: 'moved',
  gone: 'gone',
  failed: 'failed',
  refused: 'refused',
}
const COUNTS = ['planned', 'asked', ...Object.values(NAMES), 'newPages', 'newRelevant'] as const

export const NO_ROUND: RoundNumbers = roundIn(null)

/** Of a file that anybody may have changed. */
export function roundIn(value: unknown): RoundNumbers {
  const fields = isRecord(value) ? value : {}
  const count = (name: string): number => Math.floor(numberIn(fields[name]))
  return {
    round: Math.max(1, count('round')),
    since: clip(textIn(fields.since), 40),
    policy: clip(textIn(fields.policy), 40),
    ...countsOf(count),
  }
}

type Counts = Omit<RoundNumbers, 'round' | 'since' | 'policy'>

function countsOf(count: (name: string) => number): Counts {
  return {
    planned: count('planned'),
    asked: count('asked'),
    notModified: count('notModified'),
    same: count('same'),
    changed: count('changed'),
    moved: count('moved'),
    gone: count('gone'),
    failed: count('failed'),
    refused: count('refused'),
    newPages: count('newPages'),
    newRelevant: count('newRelevant'),
  }
}

/** Counts on from what is known. */
export class RoundTally {
  private readonly counts = new Map<string, number>()

  constructor(private known: RoundNumbers = NO_ROUND) {
    this.set(known)
  }

  get numbers(): RoundNumbers {
    const { round, since, policy } = this.known
    return { round, since, policy, ...countsOf(name => this.get(name)) }
  }

  get round(): number {
    return this.known.round
  }

  /** The first run of a crawl is when its first round begins. */
  start(at: string): void {
    if (this.known.since === '') this.known = { ...this.known, since: at }
  }

  get(name: string): number {
    return this.counts.get(name) ?? 0
  }

  set(known: RoundNumbers): void {
    this.known = known
    for (const name of COUNTS) this.counts.set(name, Number(known[name]))
  }

  begin({ round, at, policy, pages }: RoundEntry): void {
    // the same round once more: its plan was lost, and what was asked counts on
    if (round === this.known.round) this.counts.set('planned', this.get('asked') + pages)
    else this.set({ ...NO_ROUND, round, since: at, policy, planned: pages })
  }

  again({ found }: Pick<AgainEntry, 'found'>): void {
    this.count('asked')
    this.count(NAMES[found] ?? 'failed')
  }

  newPage(isRelevant: boolean): void {
    this.count('newPages')
    if (isRelevant) this.count('newRelevant')
  }

  private count(name: string): void {
    this.counts.set(name, this.get(name) + 1)
  }
}

/** "round 3: 40 of 50 pages asked again: 30 not modified, …" as `status` and the end of a run say it. */
export function roundInWords(numbers: RoundNumbers): string {
  const { round, planned, asked, newPages, newRelevant } = numbers
  const found = [
    [numbers.notModified, 'not modified'],
    [numbers.same, 'the same'],
    [numbers.changed, 'changed'],
    [numbers.moved, 'moved'],
    [numbers.gone, 'gone'],
    [numbers.failed, 'failed'],
    [numbers.refused, 'refused'],
  ] as const
  const parts = found.flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`]))
  const again = `${asked} of ${planned} known pages requested again${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`
  return `round ${round}: ${again}; ${newPages} new ${newPages === 1 ? 'page' : 'pages'}, ${newRelevant} relevant`
}
