/**
 * What is known of the neighbourhood of a segment: ratios of relevant pages and of relevant segments, of its host, of the
 * directory above, of its siblings and of what lies inside it (Suebchua et al. 2018). Five bins, any value may be missing.
 *
 * The paper has ten values. Two are left out: the share of relevant pages of the segment itself, which is what is asked for
 * (its own pages are left out of all the others as well, so that what is learned from a segment that was fetched holds for
 * one that was not), and the segments two levels down.
 */
import type { GroupId, Persistent, StateFields } from '../../contracts.js'
import { growAll, tellAll } from '../../growing-arrays.js'
import { binOf } from './segment-link-features.js'
import type { SegmentCounts } from './segment-counts.js'

export const NEIGHBOURS = 8
export const NEIGHBOUR_BINS = 5

export class Neighbourhood implements Persistent {
  /** By segment, as the last visit showed it; without them fewer values are known. */
  host: Uint32Array | null = null
  parent: Uint32Array | undefined = undefined
  private readonly hosts = {
    pages: new Uint32Array(0),
    finds: new Uint32Array(0),
    segments: new Uint32Array(0),
    relevant: new Uint32Array(0),
  }
  private readonly of = {
    // of the segments right inside it that were visited
    children: new Uint32Array(0),
    relevantChildren: new Uint32Array(0),
    degrees: new Float64Array(0), // sum
    state: new Uint32Array(0), // 0 not visited, 1 irrelevant, 2 relevant
    counted: new Float64Array(0), // the degree that its parent has counted
  }

  constructor(private readonly counts: SegmentCounts) {}

  reserve(segments: number): void {
    growAll(this.hosts, segments)
    growAll(this.of, segments)
  }

  persist(fields: StateFields): void {
    tellAll(fields, this.hosts)
    tellAll(fields, this.of)
  }

  /** A page of the segment was counted. */
  note(segment: GroupId, isFind: boolean): void {
    const { host } = this
    const { state } = this.of
    const before = state[segment]
    const now = this.counts.isRelevant(segment) ? 2 : 1
    state[segment] = now
    if (host !== null) {
      const at = host[segment]
      this.hosts.pages[at]++
      if (isFind) this.hosts.finds[at]++
      if (before === 0) this.hosts.segments[at]++
      this.hosts.relevant[at] += now - (before === 0 ? 1 : before)
    }
    const above = this.above(segment)
    if (above === -1) return
    const degree = this.counts.degree(segment)
    if (before === 0) this.of.children[above]++
    this.of.relevantChildren[above] += now - (before === 0 ? 1 : before)
    this.of.degrees[above] += degree - this.of.counted[segment]
    this.of.counted[segment] = degree
  }

  fill(segment: GroupId, values: Float64Array): void {
    const { counts, host } = this
    const { state } = this.of
    const visited = state[segment] === 0 ? 0 : 1
    const relevant = state[segment] === 2 ? 1 : 0
    const at = host === null ? -1 : host[segment]
    values[0] =
      at === -1
        ? -1
        : ratio(this.hosts.finds[at] - counts.of.finds[segment], this.hosts.pages[at] - counts.of.pages[segment])
    values[1] = at === -1 ? -1 : ratio(this.hosts.relevant[at] - relevant, this.hosts.segments[at] - visited)
    values[2] = ratio(this.of.relevantChildren[segment], this.of.children[segment])
    values[3] = ratio(this.of.degrees[segment], this.of.children[segment])
    const above = this.above(segment)
    if (above === -1) values.fill(-1, 4, NEIGHBOURS)
    else {
      const siblings = this.of.children[above] - visited
      const top = this.above(above)
      values[4] = counts.degree(above)
      values[5] = top === -1 ? -1 : ratio(this.of.relevantChildren[top], this.of.children[top])
      values[6] = ratio(this.of.degrees[above] - this.of.counted[segment], siblings)
      values[7] = ratio(this.of.relevantChildren[above] - relevant, siblings)
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
