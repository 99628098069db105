/** What was fetched of each segment: pages, how many were relevant, and what the judge thought of them. */
import type { GroupId, Persistent, StateFields, Visit } from '../../contracts.js'
import { growAll, tellAll } from '../../growing-arrays.js'
import { shareOf } from '../definition.js'

export class SegmentCounts implements Persistent {
  readonly of = { pages: new Uint32Array(0), finds: new Uint32Array(0), scores: new Float64Array(0) }

  /** `threshold`: a segment is relevant when more than this share of its pages is. */
  constructor(readonly threshold: number) {}

  reserve(segments: number): void {
    growAll(this.of, segments)
  }

  persist(fields: StateFields): void {
    tellAll(fields, this.of)
  }

  add(segment: GroupId, { relevant, score }: Visit): void {
    this.of.pages[segment]++
    if (relevant) this.of.finds[segment]++
    this.of.scores[segment] += shareOf(score)
  }

  /** Relevance degree: relevant pages among those fetched; -1 when there are none. */
  degree(segment: GroupId): number {
    const pages = this.of.pages[segment]
    return pages === 0 ? -1 : this.of.finds[segment] / pages
  }

  /** Mean score of the pages; 0 when there are none. */
  meanScore(segment: GroupId): number {
    const pages = this.of.pages[segment]
    return pages === 0 ? 0 : this.of.scores[segment] / pages
  }

  isRelevant(segment: GroupId): boolean {
    return this.of.finds[segment] > this.threshold * this.of.pages[segment]
  }
}
