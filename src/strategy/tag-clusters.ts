import type { Persistent, StateFields } from '../contracts.js'
import { growAll, tellAll } from '../growing-arrays.js'
import { setBits } from '../set-bits.js'
import { tellMap } from '../state-collections.js'

const BITS = 32
/** Beyond, a path joins the nearest cluster, however far: choosing looks at all of them for each page. */
const MOST = 1024

/**
 * Like tag paths as one number. A path joins the cluster whose centre is nearest, if their angle allows it (`likeness` is its cosine),
 * else it begins a cluster of its own. Paths are sketches in which the share of bits that differ is the angle as a share of π
 * (page/html/tag-paths.ts); a centre has each bit as most of its paths have it.
 */
export class TagClusters implements Persistent {
  size = 0
  private readonly of = { centre: new Uint32Array(0), votes: new Int32Array(0) }
  private readonly known = new Map<number, number>()
  private readonly mostApart: number

  constructor(likeness: number) {
    this.mostApart = Math.floor((BITS * Math.acos(likeness)) / Math.PI)
  }

  persist(fields: StateFields): void {
    this.size = fields.number('size', this.size)
    tellAll(fields, this.of)
    tellMap(fields, 'known', this.known)
  }

  /** The cluster of a path, which is a new one (`size` grows) when no other is like it. */
  clusterOf(path: number): number {
    const before = this.known.get(path)
    if (before !== undefined) return before
    const cluster = this.nearest(path)
    this.known.set(path, cluster)
    this.join(cluster, path)
    return cluster
  }

  private nearest(path: number): number {
    const { centre } = this.of
    let nearest = this.size
    let apart = this.size < MOST ? this.mostApart + 1 : BITS + 1
    for (let cluster = 0; cluster < this.size; cluster++) {
      const bits = setBits(centre[cluster] ^ path)
      if (bits >= apart) continue
      apart = bits
      nearest = cluster
    }
    return nearest
  }

  private join(cluster: number, path: number): void {
    if (cluster === this.size) this.size++
    growAll(this.of, BITS * this.size)
    const { centre, votes } = this.of
    let bits = 0
    for (let bit = 0; bit < BITS; bit++) {
      const vote = (votes[BITS * cluster + bit] += (path >>> bit) & 1 ? 1 : -1)
      // a tie leaves the bit as it was
      if (vote > 0 || (vote === 0 && ((centre[cluster] >>> bit) & 1) === 1)) bits |= 1 << bit
    }
    centre[cluster] = bits >>> 0
  }
}
