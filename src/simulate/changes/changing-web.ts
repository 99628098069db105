/**
 * A graph whose pages are born, change and go away. Nothing happens until somebody looks: each page has its own stream of chance, which
 * is drawn on up to the time of a visit. So the web is the same for all policies of one seed, and costs nothing where nobody looks.
 *
 * - Changes of a page are a Poisson process with the rate that the model draws for it.
 * - Births appear as links on home pages and lists, seldom on articles, at moments when those change: how many, is a property of the page.
 * - A newborn is an article of its parent's server and directory. It is wanted as often as the pages that its parent linked to before.
 * - Deaths come once, at a rate by kind.
 */
import { CRAWLED, RELEVANT, type WebGraph } from '../../graph/index.js'
import { keyOf, scrambled, Stream } from '../../graph/generate/random.js'
import { growAll } from '../../growing-arrays.js'
import type { PageKind } from '../../recrawl/index.js'
import type { ChangeModel } from './change-model.js'
import { pageKinds } from './page-kinds.js'

/** What streams of numbers are for: above those of graph/generate/random.ts. */
const DRAWS = { servers: 101, pages: 102, events: 103, births: 104 } as const

/** How much more often births are announced here than on a list, per change. */
const ANNOUNCES: Record<PageKind, number> = { list: 1, home: 0.7, article: 0.03, other: 0 }
const LIVES_SHORTER: Record<PageKind, number> = { home: 0.1, list: 1 / 3, article: 1, other: 1 }

/** What a visit finds. */
export interface LiveVisit {
  gone: boolean
  changed: boolean
  /** When the copy that was there before went out of date; Infinity when it did not. */
  staleSince: number
}

export class ChangingWeb {
  count: number
  readonly kind: PageKind[]
  columns: {
    server: Uint32Array
    directory: Uint32Array
    /** Changes per day. */
    rate: Float64Array
    bornAt: Float64Array
    diesAt: Float64Array
    nextChange: Float64Array
    /** Newborns per change, on average. */
    announces: Float64Array
    wantedShare: Float32Array
    worth: Float32Array
    wanted: Uint8Array
    /** Of the page's stream of changes. */
    state: Int32Array
  }
  /** Worth times days of wanted pages that were alive before the end, found or not: filled by `close`. */
  wantedDays = 0
  wantedBirths = 0
  readonly #model: ChangeModel
  readonly #serverFactor: Float64Array
  readonly #births: Stream
  readonly #end: number

  /** A graph in which nothing is relevant is wanted as a whole. */
  constructor(graph: WebGraph, model: ChangeModel, seed: number, end: number) {
    this.#model = model
    this.#end = end
    this.#births = new Stream(keyOf(seed, DRAWS.births))
    const crawled: number[] = []
    for (let page = 0; page < graph.pages; page++) if ((graph.flags[page] & CRAWLED) !== 0) crawled.push(page)
    const count = crawled.length
    this.count = count
    const kinds = pageKinds(graph)
    this.kind = crawled.map(page => kinds[page])
    const room = Math.ceil(count * (1 + model.births * end)) + 1
    this.columns = {
      server: new Uint32Array(room),
      directory: new Uint32Array(room),
      rate: new Float64Array(room),
      bornAt: new Float64Array(room),
      diesAt: new Float64Array(room),
      nextChange: new Float64Array(room),
      announces: new Float64Array(room),
      wantedShare: new Float32Array(room),
      worth: new Float32Array(room),
      wanted: new Uint8Array(room),
      state: new Int32Array(room),
    }
    const servers = new Stream(keyOf(seed, DRAWS.servers))
    this.#serverFactor = new Float64Array(graph.servers)
    for (let server = 0; server < graph.servers; server++) {
      servers.start(server)
      this.#serverFactor[server] = model.serverFactor(servers)
    }
    this.#drawPages(graph, crawled, seed)
    this.#scaleBirths(count)
  }

  #drawPages(graph: WebGraph, crawled: readonly number[], seed: number): void {
    const random = new Stream(keyOf(seed, DRAWS.pages))
    const events = new Stream(keyOf(seed, DRAWS.events))
    const isWanted = wantedIn(graph)
    const { server, directory, wanted, worth, wantedShare, announces, state } = this.columns
    crawled.forEach((page, place) => {
      random.start(page)
      events.start(page)
      server[place] = graph.server[page]
      directory[place] = graph.directory[page]
      wanted[place] = isWanted(page) ? 1 : 0
      worth[place] = worthOf(graph, page, wanted[place] === 1, random)
      wantedShare[place] = wantedAround(graph, page, isWanted)
      // few lists announce most of what is new
      announces[place] = ANNOUNCES[this.kind[place]] * random.gamma(0.5)
      state[place] = events.bits() | 0
      this.#begin(place, 0, random)
    })
  }

  /** Draws what a page has from its birth on. */
  #begin(place: number, at: number, random: Stream): void {
    const { server, rate, bornAt, diesAt, nextChange } = this.columns
    const kind = this.kind[place]
    rate[place] = this.#model.rate(kind, this.#serverFactor[server[place]], random)
    bornAt[place] = at
    const deaths = this.#model.deaths * LIVES_SHORTER[kind]
    diesAt[place] = deaths === 0 ? Infinity : at - Math.log(1 - random.unit()) / deaths
    nextChange[place] = at + this.#pause(place)
  }

  /** So that births come at the rate of the model. */
  #scaleBirths(count: number): void {
    const { rate, announces } = this.columns
    let perDay = 0
    for (let place = 0; place < count; place++) perDay += rate[place] * announces[place]
    const scale = perDay === 0 ? 0 : (this.#model.births * count) / perDay
    for (let place = 0; place < count; place++) announces[place] *= scale
  }

  /** In [0, 1), from the stream of the page. */
  #unit(place: number): number {
    const { state } = this.columns
    return scrambled((state[place] = (state[place] + 0x6d2b79f5) | 0)) / 0x1_0000_0000
  }

  #pause(place: number): number {
    return -Math.log(1 - this.#unit(place)) / this.columns.rate[place]
  }

  /** What somebody finds at a page at this time. Newborn pages that are alive, and linked since the last visit, go to `found`. */
  visit(place: number, at: number, result: LiveVisit, found: number[]): void {
    const { diesAt, nextChange } = this.columns
    const dies = diesAt[place]
    result.staleSince = Math.min(nextChange[place], dies)
    result.gone = dies <= at
    result.changed = nextChange[place] <= at && !result.gone
    if (result.staleSince > at) result.staleSince = Infinity
    this.#advance(place, Math.min(at, dies), at, found)
  }

  /** Draws the changes of a page up to a time. What was born by then and lives at `at` goes to `found`. */
  #advance(place: number, until: number, at: number, found: number[]): void {
    let next = this.columns.nextChange[place]
    while (next <= until) {
      const mean = this.columns.announces[place]
      const births = mean === 0 ? 0 : poisson(mean, this.#unit(place))
      for (let birth = 0; birth < births; birth++) this.#giveBirth(place, next, at, found)
      next += this.#pause(place)
    }
    this.columns.nextChange[place] = next
  }

  #giveBirth(parent: number, bornAt: number, at: number, found: number[]): void {
    const { server, directory, wantedShare } = this.columns
    const place = this.count
    if (place >= server.length) growAll(this.columns, place + 1)
    const random = this.#births
    random.start(Math.floor(this.#unit(parent) * 0x1_0000_0000))
    const { columns } = this
    this.kind[place] = 'article'
    columns.server[place] = server[parent]
    columns.directory[place] = directory[parent]
    columns.wantedShare[place] = wantedShare[parent]
    columns.wanted[place] = random.unit() < wantedShare[parent] ? 1 : 0
    columns.worth[place] = columns.wanted[place] === 1 ? 0.5 + 0.5 * random.unit() : 0
    columns.announces[place] = 0
    columns.state[place] = random.bits() | 0
    this.#begin(place, bornAt, random)
    const ends = Math.min(columns.diesAt[place], this.#end)
    if (columns.wanted[place] === 1) {
      this.wantedBirths++
      this.wantedDays += columns.worth[place] * Math.max(ends - bornAt, 0)
    }
    // nobody will ever see the others
    if (columns.diesAt[place] <= at) return
    this.count++
    found.push(place)
  }

  /** When a page that was found is fetched for the first time: earlier changes are no changes of the copy. False when it is gone by then. */
  firstVisit(place: number, at: number): boolean {
    const { diesAt, nextChange } = this.columns
    if (diesAt[place] <= at) return false
    while (nextChange[place] <= at) nextChange[place] += this.#pause(place)
    return true
  }

  /** Lets all that nobody looked at happen until the end, so that `wantedDays` and `wantedBirths` are those of the whole web. */
  close(initial: number): void {
    const { diesAt, bornAt, wanted, worth } = this.columns
    for (let place = 0; place < initial; place++) {
      if (wanted[place] === 1) this.wantedDays += worth[place] * (Math.min(diesAt[place], this.#end) - bornAt[place])
    }
    const unseen: number[] = []
    const { count } = this
    for (let place = 0; place < initial; place++) {
      this.#advance(place, Math.min(this.#end, diesAt[place]), this.#end, unseen)
      // their place is free again: only their days count
      this.count = count
      unseen.length = 0
    }
  }
}

function wantedIn({ flags }: WebGraph): (page: number) => boolean {
  const anyRelevant = flags.some(flag => (flag & RELEVANT) !== 0)
  return page => !anyRelevant || (flags[page] & RELEVANT) !== 0
}

/** The judge's score, where the graph has it; otherwise pages differ by how much they are read, at most by half. */
function worthOf({ score }: WebGraph, page: number, isWanted: boolean, random: Stream): number {
  const read = 0.5 + 0.5 * random.unit()
  if (score === null) return isWanted ? read : 0
  return score[page] / (score instanceof Uint16Array ? 1000 : 255)
}

/** Of the crawled pages that a page links to, the share that is wanted, the page itself counted as one of them. */
function wantedAround({ offsets, to, flags }: WebGraph, page: number, isWanted: (page: number) => boolean): number {
  let all = 1
  let wanted = isWanted(page) ? 1 : 0
  for (let i = offsets[page]; i < offsets[page + 1]; i++) {
    if ((flags[to[i]] & CRAWLED) === 0) continue
    all++
    if (isWanted(to[i])) wanted++
  }
  return wanted / all
}

/** The number at this place of the cumulated distribution. */
function poisson(mean: number, unit: number): number {
  if (mean > 30) return Math.round(mean)
  let number = 0
  let chance = Math.exp(-mean)
  let sum = chance
  while (unit > sum && number < 200) {
    number++
    chance *= mean / number
    sum += chance
  }
  return number
}
