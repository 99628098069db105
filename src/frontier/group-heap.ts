import type { GroupId, HostId, Persistent, StateFields } from '../contracts.js'
import { grownWords } from '../growing-arrays.js'
import { BIAS, CHILD, GROUP_WORDS, NEXT, PREVIOUS, ROOT, ROOT_LEVEL, type GroupTable } from './group-table.js'

/**
 * Each host's groups in a pairing heap, best first by (level of the group's best page - bias, age of that page). The links
 * lie in the groups' records, so a host with a hundred thousand directories costs no more memory than as many hosts with
 * one, and a change costs O(log groups). A group whose key changed must be removed and inserted again before its host's heap
 * is used for anything else; only the best group of a host may improve in place.
 */
export class GroupHeap implements Persistent {
  /** Best group + 1 by host; 0: no group with pages. */
  private best = new Uint32Array(64)

  constructor(private readonly groups: GroupTable) {}

  reserve(host: HostId): void {
    this.best = grownWords(this.best, host + 1)
  }

  persist(fields: StateFields): void {
    this.best = fields.array('best', this.best)
  }

  /** -1 when the host has no group in the heap. */
  bestOf(host: HostId): GroupId {
    return this.best[host] - 1
  }

  insert(host: HostId, group: GroupId): void {
    const { records } = this.groups
    const at = group * GROUP_WORDS
    records[at + CHILD] = 0
    records[at + NEXT] = 0
    records[at + PREVIOUS] = 0
    const best = this.best[host]
    this.best[host] = best === 0 ? group + 1 : this.link(best, group + 1)
  }

  remove(host: HostId, group: GroupId): void {
    const { records } = this.groups
    const at = group * GROUP_WORDS
    const children = this.mergePairs(records[at + CHILD])
    if (this.best[host] === group + 1) {
      this.best[host] = children
      return
    }
    // Cut it out of its parent's list: `previous` is the parent for a first child, else the sibling before.
    const next = records[at + NEXT]
    const previous = records[at + PREVIOUS]
    const before = (previous - 1) * GROUP_WORDS
    if (records[before + CHILD] === group + 1) records[before + CHILD] = next
    else records[before + NEXT] = next
    if (next !== 0) records[(next - 1) * GROUP_WORDS + PREVIOUS] = previous
    if (children !== 0) this.best[host] = this.link(this.best[host], children)
  }

  /** Makes the worse of two roots a child of the better one. */
  private link(a: number, b: number): number {
    const { records } = this.groups
    let winner = (a - 1) * GROUP_WORDS
    let loser = (b - 1) * GROUP_WORDS
    const difference =
      records[winner + ROOT_LEVEL] -
      (records[winner + BIAS] | 0) -
      (records[loser + ROOT_LEVEL] - (records[loser + BIAS] | 0))
    if (difference > 0 || (difference === 0 && records[winner + ROOT] > records[loser + ROOT])) {
      const swap = winner
      winner = loser
      loser = swap
      b = a
      a = winner / GROUP_WORDS + 1
    }
    const child = records[winner + CHILD]
    records[loser + NEXT] = child
    records[loser + PREVIOUS] = a
    if (child !== 0) records[(child - 1) * GROUP_WORDS + PREVIOUS] = b
    records[winner + CHILD] = b
    return a
  }

  /** The usual two passes: pairs from left to right, then all into one from right to left. */
  private mergePairs(first: number): number {
    if (first === 0) return 0
    const { records } = this.groups
    let done = 0
    while (first !== 0) {
      let merged = first
      const second = records[(first - 1) * GROUP_WORDS + NEXT]
      if (second === 0) first = 0
      else {
        first = records[(second - 1) * GROUP_WORDS + NEXT]
        merged = this.link(merged, second)
      }
      records[(merged - 1) * GROUP_WORDS + NEXT] = done
      done = merged
    }
    let root = done
    done = records[(root - 1) * GROUP_WORDS + NEXT]
    while (done !== 0) {
      const next = records[(done - 1) * GROUP_WORDS + NEXT]
      root = this.link(root, done)
      done = next
    }
    records[(root - 1) * GROUP_WORDS + NEXT] = 0
    records[(root - 1) * GROUP_WORDS + PREVIOUS] = 0
    return root
  }
}
