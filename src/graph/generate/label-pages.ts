/** First pass: what each page is, and how many links it has. Fills the columns of a range of servers. */
import { CHARSET } from '../../contracts.js'
import { CRAWLED, RELEVANT } from '../web-graph.js'
import type { GeneratedColumns } from './columns.js'
import { LinkCountTables } from './link-counts.js'
import type { Plan } from './plan.js'
import { keyOf, PURPOSE, Stream } from './random.js'
import { detourLength } from './detours.js'
import { KIND } from './servers.js'
import { GeneratedSite } from './site.js'

/** Positions in the list of languages. */
const UNKNOWN = 0
const TARGET = 1
const ENGLISH = 2

export class Labeller {
  private readonly site: GeneratedSite
  private readonly counts: LinkCountTables
  private readonly random: Stream

  constructor(
    private readonly plan: Plan,
    private readonly columns: GeneratedColumns,
  ) {
    this.site = new GeneratedSite(plan, columns.flags)
    this.counts = new LinkCountTables(plan, columns.flags)
    this.random = new Stream(keyOf(plan.seed, PURPOSE.labels))
  }

  run(fromServer: number, toServer: number): void {
    for (let s = fromServer; s < toServer; s++) {
      this.place(s)
      if (s < this.plan.servers.fetched) {
        this.random.start(s)
        if (this.plan.servers.kind[s] !== KIND.other) this.markRelevant(s)
        this.label(s)
        this.countLinks(s)
      }
    }
  }

  /** Server and directory of all its pages; unfetched pages lie in the same directories as the fetched. */
  private place(s: number): void {
    const { servers, firstPage, directories } = this.plan
    const { server, directory, flags } = this.columns
    const first = firstPage[s]
    const size = servers.size[s]
    const leaves = servers.leaves[s]
    const firstDirectory = directories.firstOf[s]
    const endDirectory = directories.firstOf[s + 1]
    server.fill(s, first, firstPage[s + 1])
    if (endDirectory - firstDirectory === 1) {
      directory.fill(firstDirectory, first, firstPage[s + 1])
    } else {
      for (let d = firstDirectory; d < endDirectory; d++) {
        const from = directories.start[d]
        const to = d + 1 < endDirectory ? directories.start[d + 1] : size
        directory.fill(d, first + from, first + to)
        directory.fill(
          d,
          first + size + Math.floor((from * leaves) / size),
          first + size + Math.floor((to * leaves) / size),
        )
      }
    }
    flags.fill(CRAWLED, first, first + size)
  }

  private markRelevant(s: number): void {
    const { servers, firstPage, directories, relevance, parameters } = this.plan
    const { flags } = this.columns
    const { random } = this
    const first = firstPage[s]
    const size = servers.size[s]
    const free = size - relevance.detourPages[s]
    const inside = servers.kind[s] === KIND.hidden ? relevance.gates[s] + relevance.splash[s] : 0
    const mark = CRAWLED | RELEVANT
    const isSeed = this.plan.seeds.includes(s)
    let relevant = 0
    let directory = directories.firstOf[s]
    const lastDirectory = directories.firstOf[s + 1] - 1
    for (let p = inside; p < free; p++) {
      while (directory < lastDirectory && p >= directories.start[directory + 1]) directory++
      let chance = directories.share[directory]
      if (p === 0 && relevance.share[s] > 0.4) chance = parameters['relevant-homes']
      if (p === inside && (inside > 0 || isSeed)) chance = 1
      if (random.unit() >= chance) continue
      flags[first + p] = mark
      relevant++
    }
    let detour = relevance.firstDetour[s]
    for (let p = free; p < size; detour++) {
      p += detourLength(relevance.detourTable, detour)
      flags[first + Math.min(p, size) - 1] = mark
      relevant++
    }
    if (relevant === 0) flags[first + random.below(free)] = mark
  }

  private label(s: number): void {
    const { servers, firstPage, names, parameters } = this.plan
    const { flags, language, charset } = this.columns
    const { random } = this
    const declared = parameters['meta-charset']
    const english = names.english[s]
    const other = english + names.unknown[s]
    const end = firstPage[s] + servers.size[s]
    for (let page = firstPage[s]; page < end; page++) {
      const chance = random.unit()
      const about = random.unit()
      if ((flags[page] & RELEVANT) !== 0) {
        language[page] = TARGET
        if (about < declared) charset[page] = CHARSET.target
        else if (chance < 0.6) charset[page] = CHARSET.none
        else charset[page] = chance < 0.85 ? CHARSET.latin1 : CHARSET.utf8
      } else if (chance < other) {
        language[page] = chance < english ? ENGLISH : UNKNOWN
        if (about < 0.45) charset[page] = CHARSET.latin1
        else if (about < 0.85) charset[page] = CHARSET.none
        else charset[page] = about < 0.95 ? CHARSET.utf8 : CHARSET.other
      } else {
        language[page] = names.main[s]
        if (about < 0.5) charset[page] = CHARSET.other
        else if (about < 0.75) charset[page] = CHARSET.latin1
        else charset[page] = about < 0.95 ? CHARSET.none : CHARSET.utf8
      }
    }
  }

  private countLinks(s: number): void {
    const { site, counts } = this
    const { offsets, freshOf } = this.columns
    site.open(s)
    let fresh = 0
    for (let p = 0; p < site.size; p++) {
      offsets[site.first + p + 1] = counts.count(site, p)
      fresh += counts.fresh
    }
    freshOf[s] = fresh
  }
}
