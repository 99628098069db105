/** Which round a crawl is in, what of its plan is done, and whether it has ended: a part of the crawl's memory. */
import type { RoundEntry, AgainEntry } from '../collection/log/round-entry.js'
import { roundIn, RoundTally, type RoundNumbers } from '../collection/round-counts.js'
import type { PageId, Persistent, StateFields } from '../contracts.js'
import { parseJson } from '../json.js'
import { tellFlag, tellSet } from '../state-collections.js'

/** A run that ended so has not done what it was to do: the next one goes on with the same round. */
const UNFINISHED = new Set(['interrupted', 'failed'])

export class RoundMemory implements Persistent {
  private readonly tally = new RoundTally()
  /** Pages that were asked for again in this round. */
  readonly done = new Set<PageId>()
  /** SHA-256 of the plan; '' in the first round. */
  plan = ''
  /** Downloads that the round may make; 0: no limit. */
  budget = 0
  /** Bytes fetched before the round. */
  bytesBefore = 0
  /** The last run has done what the round asked for. */
  isOver = false

  get numbers(): RoundNumbers {
    return this.tally.numbers
  }

  get number(): number {
    return this.tally.round
  }

  /** Pages fetched for the first time in this round, and those of them that are relevant: what limits are about. */
  get found(): { readonly pages: number; readonly relevant: number } {
    return { pages: this.tally.get('newPages'), relevant: this.tally.get('newRelevant') }
  }

  /** Downloads that the round may still make. */
  get left(): number {
    return this.budget === 0 ? Infinity : this.budget - this.tally.get('asked') - this.tally.get('newPages')
  }

  startRun(at: string): void {
    this.isOver = false
    this.tally.start(at)
  }

  stopRun(reason: string): void {
    this.isOver = !UNFINISHED.has(reason)
  }

  /** `bytes`: fetched so far. */
  begin(entry: RoundEntry, bytes: number): void {
    if (entry.round !== this.number) {
      this.bytesBefore = bytes
      this.done.clear()
      this.budget = entry.budget ?? 0
    }
    this.tally.begin(entry)
    this.plan = entry.plan
    this.isOver = false
  }

  again(entry: AgainEntry): void {
    this.done.add(entry.id)
    this.tally.again(entry)
  }

  newPage(isRelevant: boolean): void {
    this.tally.newPage(isRelevant)
  }

  persist(fields: StateFields): void {
    const numbers = fields.text('numbers', JSON.stringify(this.numbers))
    if (fields.isLoading) this.tally.set(roundIn(parseJson(numbers)))
    this.plan = fields.text('plan', this.plan)
    this.budget = fields.number('budget', this.budget)
    this.bytesBefore = fields.number('bytesBefore', this.bytesBefore)
    this.isOver = tellFlag(fields, 'isOver', this.isOver)
    tellSet(fields, 'done', this.done)
  }
}
