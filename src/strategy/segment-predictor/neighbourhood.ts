/**
 * What is known of the neighbourhood of a segment: ratios of relevant pages and of relevant segments, of its host, of the
 * directory above, of its siblings and of what lies inside it (Suebchua et al. 2018). Five bins, any value may be missing.
 *
 * The paper has ten values. Two are left out: the share of relevant pages of the segment itself, which is what is asked for
 * (its own pages are left out of all the others as well, so that what is learned from a segment that was fetched holds for
 * one that was not), and the segments two levels down.
 */
import type { GroupId, Persistent, StateFields } from '../../contracts.js'
import { grownDoubles, grownWords } from '../../grown.js'
import { binOf } from './segment-link-features.js'
import type { SegmentCounts } from './segment-counts.js'

export const NEIGHBOURS = 8
export const NEIGHBOUR_BINS = 5

export class Neighbourhood implements Persistent {
  /** By segment, as the last visit showed it; without them fewer values are known. */
  host: Uint32Array | null = null
  parent: Uint32Array | undefined = undefined
  // by host
  private pages: Uint32Array = new Uint32Array(0)
  private finds: Uint32Array = new Uint32Array(0)
  private segments: Uint32Array = new Uint32Array(0)
  private relevant: Uint32Array = new Uint32Array(0)
  // by segment: of the segments right inside it that were visited
  private children: Uint32Array = new Uint32Array(0)
  private relevantChildren: Uint32Array = new Uint32Array(0)
  private degrees: Float64Array = new Float64Array(0) // sum
  /** By segment: 0 not visited, 1 irrelevant, 2 relevant; and the degree that its parent has counted. */
  private state: Uint32Array = new Uint32Array(0)
  private counted: Float64Array = new Float64Array(0)

  constructor(private readonly counts: SegmentCounts) {}

  reserve(segments: number): void {
    this.pages = grownWords(this.pages, segments)
    this.finds = grownWords(this.finds, segments)
    this.segments = grownWords(this.segments, segments)
    this.relevant = grownWords(this.relevant, segments)
    this.children = grownWords(this.children, segments)
    this.relevantChildren = grownWords(this.relevantChildren, segments)
    this.degrees = grownDoubles(this.degrees, segments)
    this.state = grownWords(this.state, segments)
    this.counted = grownDoubles(this.counted, segments)
  }

  persist(fields: StateFields): void {
    this.pages = fields.array('pages', this.pages)
    this.finds = fields.array('finds', this.finds)
    this.segments = fields.array('segments', this.segments)
    this.relevant = fields.array('relevant', this.relevant)
    this.children = fields.array('children', this.children)
    this.relevantChildren = fields.array('relevant-children', this.relevantChildren)
    this.degrees = fields.array('degrees', this.degrees)
    this.state = fields.array('state', this.state)
    this.counted = fields.array('counted', this.counted)
  }

  /** A page of the segment was counted. */
  note(segment: GroupId, isFind: boolean): void {
    const { host, state } = this
    const before = state[segment]
    const now = this.counts.isRelevant(segment) ? 2 : 1
    state[segment] = now
    if (host !== null) {
      const at = host[segment]
      this.pages[at]++
      if (isFind) this.finds[at]++
      if (before === 0) this.segments[at]++
      this.relevant[at] += now - (before === 0 ? 1 : before)
    }
    const above = this.above(segment)
    if (above === -1) return
    const degree = this.counts.degree(segment)
    if (before === 0) this.children[above]++
    this.relevantChildren[above] += now - (before === 0 ? 1 : before)
    this.degrees[above] += degree - this.counted[segment]
    this.counted[segment] = degree
  }

  fill(segment: GroupId, values: Float64Array): void {
    const { counts, host, state } = this
    const visited = state[segment] === 0 ? 0 : 1
    const relevant = state[segment] === 2 ? 1 : 0
    const at = host === null ? -1 : host[segment]
    values[0] = at === -1 ? -1 : ratio(this.finds[at] - counts.finds[segment], this.pages[at] - counts.pages[segment])
    values[1] = at === -1 ? -1 : ratio(this.relevant[at] - relevant, this.segments[at] - visited)
    values[2] = ratio(this.relevantChildren[segment], this.children[segment])
    values[3] = ratio(this.degrees[segment], this.children[segment])
    const above = this.above(segment)
    if (above === -1) values.fill(-1, 4, NEIGHBOURS)
    else {
      const siblings = this.children[above] - visited
      const top = this.above(above)
      values[4] = counts.degree(above)
      values[5] = top === -1 ? -1 : ratio(this.relevantChildren[top], this.children[top])
      values[6] = ratio(this.degrees[above] - this.counted[segment], siblings)
      values[7] = ratio(this.relevantChildren[above] - relevant, siblings)
    }
    for (let i = 0; i < NEIGHBOURS; i++) values[i] = binOf(values[i], NEIGHBOUR_BINS)
  }

  private above(segment: GroupId): GroupId {
    const above = this.parent === undefined ? segment : this.parent[segment]
    return above === segment ? -1 : above
  }
}

function ratio(part: number, whole: number): number {
  return whole <= 0 ? -1 : part / whole
}
