/** Second pass: where the links lead. Writes the rows of a range of servers; every row gets exactly the links that were counted. */
import { CRAWLED, RELEVANT } from '../web-graph.js'
import type { Columns, Hooks } from './columns.js'
import type { Plan } from './plan.js'
import { keyOf, PURPOSE, Stream } from './random.js'
import { KIND } from './servers.js'
import { Site } from './site.js'
import { Targets } from './targets.js'

const TRIES = 5
const TO_HOME = 0.1

export interface Rows {
  readonly to: Uint32Array
  readonly anchors: Uint8Array
}

export class LinkWriter {
  private readonly site: Site
  private readonly random: Stream
  private readonly targets: Targets
  private readonly to: Uint32Array
  private readonly anchorBits: Stream
  private byte = 0

  constructor(
    private readonly plan: Plan,
    private readonly columns: Columns,
    private readonly hooks: Hooks,
    private readonly rows: Rows,
  ) {
    this.site = new Site(plan, columns.flags)
    this.random = new Stream(keyOf(plan.seed, PURPOSE.targets))
    this.anchorBits = new Stream(keyOf(plan.seed, PURPOSE.anchors))
    this.targets = new Targets(plan, columns.flags, this.random)
    this.to = rows.to
  }

  run(fromServer: number, toServer: number): void {
    const { plan, columns } = this
    const last = Math.min(toServer, plan.servers.fetched)
    if (fromServer >= last) return
    const firstLink = columns.offsets[plan.firstPage[fromServer]]
    this.byte = 0
    for (let s = fromServer; s < last; s++) this.writeServer(s)
    const end = columns.offsets[plan.firstPage[last]]
    if (end > firstLink && (end & 7) !== 0) Atomics.or(this.rows.anchors, (end - 1) >>> 3, this.byte)
  }

  private writeServer(s: number): void {
    const { site, hooks, columns, plan } = this
    const { offsets } = columns
    const { directories } = plan
    site.open(s)
    this.targets.from(s)
    let hook = hooks.firstOf[s]
    const hookEnd = hooks.firstOf[s + 1]
    let fresh = columns.freshOf[s]
    let directory = directories.firstOf[s]
    const lastDirectory = directories.firstOf[s + 1] - 1
    for (let p = 0; p < site.size; p++) {
      while (directory < lastDirectory && p >= directories.start[directory + 1]) directory++
      const page = site.first + p
      site.count(p)
      this.random.start(page)
      this.targets.startPage((columns.flags[page] & RELEVANT) !== 0, site.bilingual)
      const begin = offsets[page]
      let at = begin
      for (let c = site.childStart[p]; c < site.childStart[p + 1]; c++) this.to[at++] = site.first + site.child[c]
      if (site.intra > 0) {
        const end = directory < lastDirectory ? directories.start[directory + 1] : site.size
        at = this.writeIntra(begin, at, p, directories.start[directory], Math.min(end, site.free))
      }
      const inter = at
      for (; hook < hookEnd && hooks.source[hook] === page; hook++) this.to[at++] = hooks.target[hook]
      at = this.writeInter(inter, at)
      at = this.writeUnfetched(at, p, fresh)
      fresh += site.fresh
      this.shuffle(begin, at)
      this.writeAnchors(page, begin, at)
    }
  }

  /** Links within the server: home, the same directory, or anywhere with a preference for the first pages. */
  private writeIntra(begin: number, start: number, position: number, low: number, high: number): number {
    const { site, random, to, plan } = this
    const { flags } = this.columns
    const { first, free, kind } = site
    const relevant = flags[first + position] & RELEVANT
    const stay = TO_HOME + plan.parameters[relevant !== 0 ? 'same-directory-relevant' : 'same-directory']
    const stayHere = relevant !== 0 ? plan.parameters['stay-relevant'] : 1
    const leave =
      relevant !== 0
        ? plan.parameters['leave-relevant']
        : plan.parameters[site.bilingual ? 'leave-bilingual' : 'leave-irrelevant']
    const mixed = kind !== KIND.other
    const span = high - low
    const end = start + site.intra
    let at = start
    while (at < end) {
      let target = 0
      let found = false
      for (let attempt = 0; attempt < TRIES && !found; attempt++) {
        const choice = random.unit()
        if (choice < TO_HOME) target = 0
        else if (choice < stay && span > 1) target = low + random.below(span)
        else {
          const u = random.unit()
          target = Math.floor(u * u * u * free)
        }
        if (mixed && random.unit() >= ((flags[first + target] & RELEVANT) === relevant ? stayHere : leave)) continue
        found = target !== position && !has(to, begin, at, first + target)
      }
      while (!found) {
        target = target + 1 < free ? target + 1 : 0
        found = target !== position && !has(to, begin, at, first + target)
      }
      to[at++] = first + target
    }
    return at
  }

  private writeInter(begin: number, start: number): number {
    const { site, targets, to } = this
    const end = start + site.inter
    let at = start
    while (at < end) {
      let target = -1
      const sort = targets.sort()
      for (let attempt = 0; attempt < 3 * TRIES && target < 0; attempt++) {
        target = targets.draw(sort)
        if (target >= 0 && has(to, begin, at, target)) target = -1
      }
      if (target < 0) target = this.anywhere(begin, at)
      to[at++] = target
    }
    return at
  }

  /** When chance keeps hitting what is there already (tiny graphs): the next home page that is not. */
  private anywhere(begin: number, at: number): number {
    const { servers, firstPage } = this.plan
    const { site, to, random } = this
    let s = random.below(servers.fetched)
    for (let step = 0; step < servers.fetched; step++) {
      s = s + 1 < servers.fetched ? s + 1 : 0
      if (s !== site.server && !has(to, begin, at, firstPage[s])) return firstPage[s]
    }
    for (let page = 0; ; page++) {
      const ok = (this.columns.flags[page] & CRAWLED) !== 0 && this.columns.server[page] !== site.server
      if (ok && !has(to, begin, at, page)) return page
    }
  }

  private writeUnfetched(start: number, position: number, freshBefore: number): number {
    const { site, to, targets } = this
    const { random } = this
    const leafFirst = site.first + site.size
    let at = start
    for (let l = site.leafStart[position]; l < site.leafStart[position + 1]; l++) to[at++] = leafFirst + site.leaf[l]
    for (let end = at + site.known; at < end;) {
      let leaf = random.below(site.leaves)
      while (has(to, start, at, leafFirst + leaf)) leaf = leaf + 1 < site.leaves ? leaf + 1 : 0
      to[at++] = leafFirst + leaf
    }
    const inter = at
    for (let end = at + site.knownInter; at < end;) {
      const leaf = targets.drawLeaf()
      if (!has(to, inter, at, leaf)) to[at++] = leaf
      else to[at] = targets.nextLeaf(to, inter, at++)
    }
    const wild = at
    for (let k = freshBefore; k < freshBefore + site.fresh; k++) {
      let leaf = targets.freshLeaf(k)
      while (has(to, inter, wild, leaf)) leaf = targets.after(leaf)
      to[at++] = leaf
    }
    for (let end = at + site.wild; at < end;) {
      let leaf = targets.wildLeaf()
      while (has(to, inter, at, leaf)) leaf = targets.after(leaf)
      to[at++] = leaf
    }
    return at
  }

  private shuffle(begin: number, end: number): void {
    const { to, random } = this
    for (let i = end - 1; i > begin; i--) {
      const j = begin + random.below(i - begin + 1)
      const kept = to[i]
      to[i] = to[j]
      to[j] = kept
    }
  }

  /** Other threads write their links beside ours, perhaps in the same byte at both ends of the range. */
  private writeAnchors(page: number, begin: number, end: number): void {
    const { to, anchorBits } = this
    const { flags } = this.columns
    const { anchors } = this.rows
    const { parameters } = this.plan
    const relevant = (flags[page] & RELEVANT) !== 0
    const toRelevant = parameters[relevant ? 'anchor-rr' : 'anchor-ir'] * 4294967296
    const toIrrelevant = parameters[relevant ? 'anchor-ri' : 'anchor-ii'] * 4294967296
    anchorBits.start(page)
    let byte = this.byte
    for (let link = begin; link < end; link++) {
      const limit = (flags[to[link]] & RELEVANT) !== 0 ? toRelevant : toIrrelevant
      if (anchorBits.bits() < limit) byte |= 1 << (link & 7)
      if ((link & 7) === 7) {
        Atomics.or(anchors, link >>> 3, byte)
        byte = 0
      }
    }
    this.byte = byte
  }
}

function has(to: Uint32Array, begin: number, end: number, page: number): boolean {
  for (let i = begin; i < end; i++) if (to[i] === page) return true
  return false
}
