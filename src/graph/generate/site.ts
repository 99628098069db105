/**
 * One server being drawn: how its pages hang together.
 *
 * Every page but the home page has one parent, so that a crawl can reach it. Positions count from the server's first page:
 *
 *   0 home · gates · splash │ open pages │ detours        (gates and splash only on hidden servers)
 *
 * Links that are drawn freely hit open pages, never detours. Both passes (counting and writing) call `open` and get the same.
 */
import { RELEVANT } from '../web-graph.js'
import { detourLength } from './detours.js'
import type { Plan } from './plan.js'
import { keyOf, PURPOSE, Stream } from './random.js'
import { KIND } from './servers.js'

/** How often a relevant child accepts an irrelevant parent, and the other way round; there may be several tries. */
const ACCEPT_IRRELEVANT = 0.04
const ACCEPT_RELEVANT = 0.5
const TRIES = 6
const FROM_SAME_DIRECTORY = 0.7
/** Parents are drawn from the first of the pages before: a home page has dozens of children, not a quarter of its server. */
const FAN_OUT = 1 / 10

export class GeneratedSite {
  server = 0
  first = 0
  size = 0
  /** Positions below this may be hit by free links. */
  free = 0
  /** Position of the first page behind the gates; 0 when nothing is hidden. */
  inside = 0
  kind = 0
  leaves = 0
  isSeed = false
  /** Irrelevant pages that free links may hit; only counted on servers with relevant pages. */
  irrelevant = 0
  /** Children of position p: `child[childStart[p]] …`, positions; the same for unfetched pages. */
  child = new Uint32Array(0)
  childStart = new Uint32Array(0)
  leaf = new Uint32Array(0)
  leafStart = new Uint32Array(0)
  private parent = new Uint32Array(0)
  private leafParent = new Uint32Array(0)

  private readonly tree: Stream

  constructor(
    private readonly plan: Plan,
    private readonly flags: Uint8Array,
  ) {
    this.tree = new Stream(keyOf(plan.seed, PURPOSE.tree))
  }

  open(server: number): void {
    const { servers, relevance, firstPage } = this.plan
    this.server = server
    this.first = firstPage[server]
    this.size = servers.size[server]
    this.kind = servers.kind[server]
    this.leaves = servers.leaves[server]
    this.free = this.size - relevance.detourPages[server]
    this.inside = this.kind === KIND.hidden ? relevance.gates[server] + relevance.splash[server] : 0
    this.isSeed = this.plan.seeds.includes(server)
    this.reserve()
    this.tree.start(server)
    if (this.kind === KIND.other) this.growPlain()
    else this.growMixed()
    this.growLeaves()
    sortByParent(this.parent, 1, this.size, this.childStart, this.child, this.size)
    sortByParent(this.leafParent, 0, this.leaves, this.leafStart, this.leaf, this.size)
  }

  private reserve(): void {
    if (this.parent.length < this.size) {
      const room = 2 * this.size
      this.parent = new Uint32Array(room)
      this.child = new Uint32Array(room)
    }
    if (this.childStart.length < this.size + 2) {
      this.childStart = new Uint32Array(2 * this.size + 2)
      this.leafStart = new Uint32Array(2 * this.size + 2)
    }
    if (this.leafParent.length < this.leaves) {
      this.leafParent = new Uint32Array(2 * this.leaves)
      this.leaf = new Uint32Array(2 * this.leaves)
    }
  }

  private growPlain(): void {
    const { firstOf, start } = this.plan.directories
    const { parent, tree, size } = this
    let directory = firstOf[this.server]
    const lastDirectory = firstOf[this.server + 1] - 1
    for (let p = 1; p < size; p++) {
      if (directory < lastDirectory && p >= start[directory + 1]) directory++
      const from = start[directory]
      const own = from < p && tree.unit() < FROM_SAME_DIRECTORY
      parent[p] = own ? from + tree.below((p - from) * FAN_OUT) : tree.below(p * FAN_OUT)
    }
  }

  private growMixed(): void {
    const { directories, relevance } = this.plan
    const { firstOf, start } = directories
    const { parent, tree, inside, free, first, flags, server } = this
    const gates = relevance.gates[server]
    for (let p = 1; p < inside; p++) parent[p] = p < gates ? p - 1 : 0
    if (inside > 0) parent[inside] = gates - 1
    this.irrelevant = 0
    for (let p = 0; p < free; p++) if ((flags[first + p] & RELEVANT) === 0) this.irrelevant++
    let directory = firstOf[server]
    const lastDirectory = firstOf[server + 1] - 1
    for (let p = inside + 1; p < free; p++) {
      while (directory < lastDirectory && p >= start[directory + 1]) directory++
      const relevant = flags[first + p] & RELEVANT
      const accept = relevant !== 0 ? ACCEPT_IRRELEVANT : ACCEPT_RELEVANT
      let from = inside
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const low = tree.unit() < FROM_SAME_DIRECTORY ? Math.max(inside, start[directory]) : inside
        from = low < p ? low + tree.below((p - low) * FAN_OUT) : inside
        if ((flags[first + from] & RELEVANT) === relevant || tree.unit() < accept) break
      }
      parent[p] = from
    }
    this.growDetours()
  }

  /** Each detour begins at a relevant page, and nothing but its own chain leads to its end. */
  private growDetours(): void {
    const { detourTable, firstDetour } = this.plan.relevance
    const { parent, tree, free, first, flags, size } = this
    let detour = firstDetour[this.server]
    for (let p = free; p < size; detour++) {
      let from = 0
      for (let attempt = 0; attempt < 30; attempt++) {
        from = tree.below(free)
        if ((flags[first + from] & RELEVANT) !== 0) break
      }
      const end = Math.min(size, p + detourLength(detourTable, detour))
      for (; p < end; p++) {
        parent[p] = from
        from = p
      }
    }
  }

  private growLeaves(): void {
    const { leafParent, tree, leaves, size } = this
    for (let l = 0; l < leaves; l++) leafParent[l] = tree.below(size)
  }
}

function sortByParent(
  parent: Uint32Array,
  from: number,
  count: number,
  start: Uint32Array,
  sorted: Uint32Array,
  parents: number,
): void {
  start.fill(0, 0, parents + 2)
  for (let i = from; i < count; i++) start[parent[i] + 2]++
  for (let p = 2; p <= parents + 1; p++) start[p] += start[p - 1]
  for (let i = from; i < count; i++) sorted[start[parent[i] + 1]++] = i
}
