/** A crawl of a small web that can be looked at after every page, with all that a strategy may ask to know about links. */
import type { Features, Frontier, PageId, PlaceControl, Strategy, Visit } from '../../src/contracts.js'
import { featuresByGroup, tagPathOf } from './web.js'
import type { Web } from './web.js'

export interface StepOptions {
  /** Pages taken before the first of them is scored. */
  readonly inFlight: number
  /** The target has an opinion about the words of links. */
  readonly scores: boolean
  /** After so many pages, all that are under way are put back, as whoever goes on from a checkpoint finds them. */
  readonly moments: readonly number[]
}

export interface Step {
  readonly page: PageId
  readonly levels: readonly number[]
  /** What it did to groups and pages. */
  readonly moves: readonly string[]
  readonly size: number
  readonly parked: number
}

export class CrawlSteps {
  private readonly group: Uint32Array
  private readonly columns: Features
  private readonly flying: PageId[] = []
  private moves: string[] = []
  private readonly control: PlaceControl

  constructor(
    private readonly web: Web,
    readonly strategy: Strategy,
    readonly frontier: Frontier,
    private readonly options: StepOptions,
    /** Pages fetched before. */
    public done = 0,
  ) {
    const isFine = strategy.groupBy === 'directory' || strategy.groupBy === 'segment'
    this.group = Uint32Array.from(web.pages, page => (isFine ? page.directory : page.server))
    const groups = this.group.reduce((most, id) => Math.max(most, id + 1), 0)
    this.columns = {
      ...featuresByGroup(web, this.group, groups, false),
      country: Uint16Array.from({ length: groups }, (_, group) => group % 4),
      // as a graph that does not know any, where there are no scores
      ...(options.scores ? { countryNames: ['', 'th', 'us', 'jp'], tldNames: [...new Set(web.tlds)] } : {}),
      parent: Uint32Array.from({ length: groups }, (_, group) => (group % 3 === 0 ? group : group - 1)),
    }
    const note = (...move: (number | string | boolean)[]): void => void this.moves.push(move.join(' '))
    this.control = {
      bias: (id, levels) => (note('bias', id, levels), frontier.bias(id, levels)),
      park: id => (note('park', id), frontier.park(id)),
      readmit: id => (note('readmit', id), frontier.readmit(id)),
      cutoff: place => (note('cutoff', place), frontier.cutoff(place)),
      spare: (host, isSpared) => (note('spare', host, isSpared), frontier.spare(host, isSpared)),
      move: (page, level) => (note('move', page, level), frontier.offer(page, this.group[page], level)),
    }
  }

  begin(): void {
    const { web, strategy, frontier } = this
    this.reserve(web.seeds)
    for (const seed of web.seeds) frontier.offer(seed, this.group[seed], strategy.seed(seed))
  }

  /** Fetches one page; null when nothing is left. */
  next(): Step | null {
    const { web, frontier, flying } = this
    if (this.options.moments.includes(this.done)) for (const page of flying.splice(0)) frontier.putBack(page)
    while (flying.length < this.options.inFlight) {
      const page = frontier.take(0)
      if (page === -1) break
      frontier.release(web.pages[page].server, 0)
      flying.push(page)
    }
    const page = flying.shift()
    if (page === undefined) return null
    this.done++
    this.moves = []
    const levels = this.visit(page)
    return { page, levels, moves: this.moves, size: frontier.size, parked: frontier.parked }
  }

  private visit(page: PageId): number[] {
    const { web, strategy, frontier, group } = this
    const level = frontier.levelOf(page)
    frontier.discard(page)
    const row = web.to.subarray(web.offset[page], web.offset[page + 1])
    this.reserve(row)
    const { server, relevant, language, score, charset, redirect } = web.pages[page]
    if (redirect) {
      strategy.hop?.(page, row[0])
      const known = frontier.levelOf(row[0])
      frontier.offer(row[0], group[row[0]], known === 0 ? level : Math.min(known, level))
    }
    if (redirect || page % 41 === 40) {
      strategy.lost?.(page)
      return []
    }
    const duplicate = page % 9 === 4
    const visit: Visit = { page, host: server, relevant, language, score, charset, duplicate, distance: page % 5 }
    const out = new Uint16Array(row.length)
    const links = { to: Uint32Array.from(row), start: 0, end: row.length, group, features: this.features(page, row) }
    strategy.score(visit, links, out, this.control)
    row.forEach((target, i) => frontier.offer(target, group[target], out[i]))
    return [...out]
  }

  private features(page: PageId, row: Uint32Array): Features {
    const { web, columns, options } = this
    const chance = (target: PageId, of: number): number => (page * 31 + target * 17) % of
    const byLink = (value: (target: PageId) => number): Uint8Array => Uint8Array.from(row, value)
    const scoreOf = (target: PageId, salt: number): number => {
      const drawn = (chance(target, 1000) + salt) % 100
      return web.pages[target].relevant === drawn < 80 ? 155 + drawn : drawn
    }
    const hashes: number[] = []
    const starts = [0]
    for (const target of row) {
      for (let word = chance(target, 60); word > 0; word--) {
        hashes.push((web.pages[target].relevant ? 1_000 : 9_000) + ((target * word) % 700))
      }
      starts.push(hashes.length)
    }
    return {
      ...columns,
      anchorInTarget: web.anchors.subarray(web.offset[page], web.offset[page + 1]),
      tagPath: Uint32Array.from(row, target => tagPathOf(web, page, target)),
      words: { starts: Uint32Array.from(starts), hashes: Uint32Array.from(hashes) },
      names: {
        anchorNames: byLink(target => chance(target, 4)),
        anchorWords: byLink(target => 4 + chance(target, 5)),
        urlNames: byLink(target => chance(target, 3)),
        urlWords: byLink(() => 3),
      },
      anchorScore: options.scores ? byLink(target => scoreOf(target, 0)) : null,
      contextScore: options.scores ? byLink(target => scoreOf(target, 7)) : null,
    }
  }

  private reserve(pages: Iterable<PageId>): void {
    for (const page of pages) {
      const { server } = this.web.pages[page]
      this.strategy.reserve(page + 1, Math.max(this.group[page], server) + 1)
      this.frontier.addGroup(this.group[page], server)
    }
  }
}
