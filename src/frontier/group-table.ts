import type { GroupId, HostId, Persistent, StateFields } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { grownWords } from '../growing-arrays.js'

/**
 * What the queue knows about each group, in memory: one record of 48 bytes, so that an offer misses the processor's cache
 * once per group and not once per field. 0 means "none" in every field that names something, hence the `+ 1`s.
 */
export const GROUP_WORDS = 12
export const HOST = 0 // + 1; 0: not announced yet
export const BIAS = 1 // int32, read with `| 0`
export const COUNT = 2 // pages queued
export const ROOT = 3 // best entry of the group's heap; 0: empty
export const ROOT_LEVEL = 4
export const ROOT_PAGE = 5
export const ROOT_CHILD = 6 // the root's first child; the copy in the root's own record is out of date
export const FLAGS = 7
export const CHILD = 8 // the heap of the host's groups, group + 1
export const NEXT = 9
export const PREVIOUS = 10

export const PARKED = 1
/** The group is in its host's heap: it has pages and is not parked. */
export const LISTED = 2

const MAX_GROUPS = 0x0fff_ffff

export class GroupTable implements Persistent {
  records = new Uint32Array(64 * GROUP_WORDS)

  /** Makes room for a group; strategies may bias or park groups that were not announced yet. */
  reserve(group: GroupId): void {
    if (group * GROUP_WORDS < this.records.length) return
    if (!(group <= MAX_GROUPS))
      throw new LongtailError('E_FRONTIER', `group ${group} is past the limit of ${MAX_GROUPS}`)
    this.records = grownWords(this.records, (group + 1) * GROUP_WORDS)
  }

  announce(group: GroupId, host: HostId): void {
    this.reserve(group)
    const at = group * GROUP_WORDS + HOST
    const known = this.records[at]
    if (known !== 0 && known !== host + 1) {
      throw new LongtailError(
        'E_FRONTIER',
        `group ${group} belongs to host ${known - 1} and cannot move to host ${host}`,
      )
    }
    this.records[at] = host + 1
  }
  persist(fields: StateFields): void {
    this.records = fields.array('records', this.records)
  }
}
