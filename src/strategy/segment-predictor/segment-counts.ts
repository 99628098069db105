/** What was fetched of each segment: pages, how many were relevant, and what the judge thought of them. */
import type { GroupId, Persistent, StateFields, Visit } from '../../contracts.js'
import { grownDoubles, grownWords } from '../../grown.js'

export class SegmentCounts implements Persistent {
  pages: Uint32Array = new Uint32Array(0)
  finds: Uint32Array = new Uint32Array(0)
  private scores: Float64Array = new Float64Array(0)

  /** `threshold`: a segment is relevant when more than this share of its pages is. */
  constructor(readonly threshold: number) {}

  reserve(segments: number): void {
    this.pages = grownWords(this.pages, segments)
    this.finds = grownWords(this.finds, segments)
    this.scores = grownDoubles(this.scores, segments)
  }

  persist(fields: StateFields): void {
    this.pages = fields.array('pages', this.pages)
    this.finds = fields.array('finds', this.finds)
    this.scores = fields.array('scores', this.scores)
  }

  add(segment: GroupId, { relevant, score }: Visit): void {
    this.pages[segment]++
    if (relevant) this.finds[segment]++
    this.scores[segment] += score >= 0 ? Math.min(score, 1) : 0 // no number counts as 0
  }

  /** Relevance degree: relevant pages among those fetched; -1 when there are none. */
  degree(segment: GroupId): number {
    const pages = this.pages[segment]
    return pages === 0 ? -1 : this.finds[segment] / pages
  }

  /** Mean score of the pages; 0 when there are none. */
  meanScore(segment: GroupId): number {
    const pages = this.pages[segment]
    return pages === 0 ? 0 : this.scores[segment] / pages
  }

  isRelevant(segment: GroupId): boolean {
    return this.finds[segment] > this.threshold * this.pages[segment]
  }
}
