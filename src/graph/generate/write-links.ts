/** Second pass: where the links lead. Writes the rows of a range of servers; every row gets exactly the links that were counted. */
import { LongtailError } from '../../errors.js'
import { RELEVANT } from '../web-graph.js'
import { AnchorWriter } from './anchors.js'
import type { GeneratedColumns, HomeLinks, GeneratedRows } from './columns.js'
import { LinkCountTables } from './link-counts.js'
import type { Plan } from './plan.js'
import { keyOf, PURPOSE, Stream } from './random.js'
import { KIND } from './servers.js'
import { GeneratedSite } from './site.js'
import { LinkTargets } from './targets.js'

const TRIES = 5
const TO_HOME = 0.1

export class LinkWriter {
  private readonly site: GeneratedSite
  private readonly counts: LinkCountTables
  private readonly random: Stream
  private readonly targets: LinkTargets
  private readonly to: Uint32Array
  private readonly anchors: AnchorWriter
  /** By position in the server: the number of the row that last linked there. A scan of the row would be quadratic. */
  private linkedBy: Uint32Array = new Uint32Array(1024)
  private row = 0

  constructor(
    private readonly plan: Plan,
    private readonly columns: GeneratedColumns,
    private readonly homeLinks: HomeLinks,
    rows: GeneratedRows,
  ) {
    this.site = new GeneratedSite(plan, columns.flags)
    this.counts = new LinkCountTables(plan, columns.flags)
    this.random = new Stream(keyOf(plan.seed, PURPOSE.targets))
    this.anchors = new AnchorWriter(plan, columns.flags, rows)
    this.targets = new LinkTargets(plan, columns.flags, this.random)
    this.to = rows.to
  }

  run(fromServer: number, toServer: number): void {
    const last = Math.min(toServer, this.plan.servers.fetched)
    for (let s = fromServer; s < last; s++) this.writeServer(s)
    if (fromServer < last) this.anchors.end(this.columns.offsets[this.plan.firstPage[last]])
  }

  private writeServer(s: number): void {
    const { site, counts, homeLinks, columns, plan } = this
    const { offsets } = columns
    const { directories } = plan
    site.open(s)
    this.targets.from(s)
    let hook = homeLinks.firstOf[s]
    const hookEnd = homeLinks.firstOf[s + 1]
    let fresh = columns.freshOf[s]
    let directory = directories.firstOf[s]
    const lastDirectory = directories.firstOf[s + 1] - 1
    for (let p = 0; p < site.size; p++) {
      while (directory < lastDirectory && p >= directories.start[directory + 1]) directory++
      const page = site.first + p
      counts.count(site, p)
      this.random.start(page)
      this.targets.startPage((columns.flags[page] & RELEVANT) !== 0, counts.bilingual)
      const begin = offsets[page]
      let at = begin
      for (let c = site.childStart[p]; c < site.childStart[p + 1]; c++) this.to[at++] = site.first + site.child[c]
      if (counts.intra > 0) {
        const end = directory < lastDirectory ? directories.start[directory + 1] : site.size
        at = this.writeIntra(begin, at, p, directories.start[directory], Math.min(end, site.free))
      }
      const inter = at
      for (; hook < hookEnd && homeLinks.source[hook] === page; hook++) this.to[at++] = homeLinks.target[hook]
      at = this.writeInter(inter, at)
      at = this.writeUnfetched(at, p, fresh)
      fresh += counts.fresh
      this.shuffle(begin, at)
      this.anchors.write(page, begin, at)
    }
  }

  /** Links within the server: home, the same directory, or anywhere with a preference for the first pages. */
  private writeIntra(begin: number, start: number, position: number, low: number, high: number): number {
    const { site, counts, random, to, plan } = this
    const { flags } = this.columns
    const { first, free, kind } = site
    const relevant = flags[first + position] & RELEVANT
    const stay = TO_HOME + plan.parameters[relevant !== 0 ? 'same-directory-relevant' : 'same-directory']
    const stayHere = relevant !== 0 ? plan.parameters['stay-relevant'] : 1
    const leave =
      relevant !== 0
        ? plan.parameters['leave-relevant']
        : plan.parameters[counts.bilingual ? 'leave-bilingual' : 'leave-irrelevant']
    const mixed = kind !== KIND.other
    const span = high - low
    const end = start + counts.intra
    const linkedBy = this.startRow(begin, start)
    const { row } = this
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
        found = target !== position && linkedBy[target] !== row
      }
      while (!found) {
        target = target + 1 < free ? target + 1 : 0
        found = target !== position && linkedBy[target] !== row
      }
      linkedBy[target] = row
      to[at++] = first + target
    }
    return at
  }

  /** Marks what the row links to so far, all of it within the server. */
  private startRow(begin: number, end: number): Uint32Array {
    const { first, size } = this.site
    if (size > this.linkedBy.length) this.linkedBy = new Uint32Array(2 * size)
    this.row++
    for (let i = begin; i < end; i++) this.linkedBy[this.to[i] - first] = this.row
    return this.linkedBy
  }

  private writeInter(begin: number, start: number): number {
    const { counts, targets, to } = this
    const end = start + counts.inter
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
    throw new LongtailError('E_GRAPH', 'too few servers for so many links between them: choose a larger scale')
  }

  private writeUnfetched(start: number, position: number, freshBefore: number): number {
    const { site, counts, to, targets, random } = this
    const leafFirst = site.first + site.size
    let at = start
    for (let l = site.leafStart[position]; l < site.leafStart[position + 1]; l++) to[at++] = leafFirst + site.leaf[l]
    for (let end = at + counts.known; at < end;) {
      let leaf = random.below(site.leaves)
      while (has(to, start, at, leafFirst + leaf)) leaf = leaf + 1 < site.leaves ? leaf + 1 : 0
      to[at++] = leafFirst + leaf
    }
    const inter = at
    for (let end = at + counts.knownInter; at < end;) {
      const leaf = targets.drawLeaf()
      if (!has(to, inter, at, leaf)) to[at++] = leaf
      else to[at] = targets.nextLeaf(to, inter, at++)
    }
    for (let k = freshBefore; k < freshBefore + counts.fresh; k++) {
      let leaf = targets.freshLeaf(k)
      while (has(to, inter, at, leaf)) leaf = targets.after(leaf)
      to[at++] = leaf
    }
    for (let end = at + counts.wild; at < end;) {
      let leaf = targets.wildLeaf()
      // now and then elsewhere: where a long row has filled one place, the next free one is far
      for (let step = 1; has(to, inter, at, leaf); step++)
        leaf = step % 8 === 0 ? targets.wildLeaf() : targets.after(leaf)
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
}

function has(to: Uint32Array, begin: number, end: number, page: number): boolean {
  for (let i = begin; i < end; i++) if (to[i] === page) return true
  return false
}
