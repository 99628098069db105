/**
 * The simulated loop: the way of a page through a web that is only numbers. The strategy is the live crawl's own object;
 * the graph takes the place of the network, the archive and the judge.
 *
 *   take → look the page up → score links → offer → sample the curves
 */
import {
  LANGUAGE,
  type Features,
  type GroupBy,
  type Links,
  type PageId,
  type PlaceControl,
  type Strategy,
  type Visit,
} from '../contracts.js'
import { CRAWLED, RELEVANT, type WebGraph } from '../graph/index.js'
import { NearDuplicates } from '../page/text/near-duplicate.js'
import { groupControl, pageControl } from '../strategy/index.js'
import { createCountries, type Countries } from './countries.js'
import { CurveSampler } from './curve.js'
import { FlatQueue } from './flat-queue.js'
import { FrontierQueue } from './frontier-queue.js'
import { GroupedQueue } from './grouped-queue.js'
import { featuresOf, groupsOf, linksHaveAnchors, readAnchors, serverOfGroups } from './graph-columns.js'
import { askedBy, createRows, type Mutable } from './link-columns.js'
import { missedByDistance } from './missed.js'
import type { PageQueue } from './queue.js'
import type { CurvePoint, RunResult } from './result.js'
import { createVias, type Vias } from './vias.js'

export interface SimulateOptions {
  /** Name of the run in the result. */
  readonly spec: string
  readonly seeds: Uint32Array
  readonly maxPages?: number
  /** A page without a language of its own is as relevant to the strategy as the page that led to it. Results count true labels. */
  readonly inheritUnknown?: boolean
  /** By page, 255 for unreachable (graph/distances.ts): for the miss ratios, which are left out without it. */
  readonly distances?: Uint8Array
  readonly onVisit?: (page: PageId) => void
  /** Every few thousand pages; false stops the run. */
  readonly onProgress?: (pages: number, relevant: number) => boolean
}

export const PROGRESS_EVERY = 1 << 13

export function simulate(graph: WebGraph, strategy: Strategy, options: SimulateOptions): RunResult {
  const began = performance.now()
  const { offsets, to, server, flags } = graph
  const { group, groups } = groupsOf(graph, strategy.groupBy)
  const { queue, control } = createSimulationQueue(graph, strategy, group, groups)
  const maxPages = options.maxPages ?? Infinity
  const view = createView(graph, strategy, options)
  const { visit, links, out } = view
  const seenServer = new Uint8Array(graph.servers)
  const curve = new CurveSampler()
  let pages = 0
  let relevant = 0
  let servers = 0
  let linksSeen = 0
  let maxQueue = 0
  let stopped: RunResult['stopped'] = 'finished'

  strategy.reserve(graph.pages, groups)
  for (const seed of options.seeds) queue.offer(seed, strategy.seed(seed))
  while (true) {
    const { size } = queue
    if (size > maxQueue) maxQueue = size
    if (pages === curve.next) curve.add({ pages, relevant, queue: size, servers })
    if (pages >= maxPages) {
      stopped = 'pages'
      break
    }
    if (pages % PROGRESS_EVERY === 0 && options.onProgress?.(pages, relevant) === false) {
      stopped = 'interrupted'
      break
    }
    const page = queue.take()
    if (page === -1) break
    pages++
    if ((flags[page] & RELEVANT) !== 0) relevant++
    if (seenServer[server[page]] === 0) {
      seenServer[server[page]] = 1
      servers++
    }
    options.onVisit?.(page)
    links.start = offsets[page]
    links.end = offsets[page + 1]
    view.look(page)
    linksSeen += links.end - links.start
    strategy.score(visit, links, out, control)
    queue.offerLinks(to, links.start, links.end, out)
  }

  const last = { pages, relevant, queue: queue.size, servers }
  const counts = { began, maxQueue, links: linksSeen, stopped }
  return resultOf(graph, options, counts, curve.finish(last), page => queue.wasTaken(page))
}

/** `curve` ends with what the run came to; `began` is when it did. */
export function resultOf(
  graph: WebGraph,
  { spec, distances }: SimulateOptions,
  { began, ...counts }: Pick<RunResult, 'maxQueue' | 'links' | 'stopped'> & { readonly began: number },
  curve: readonly CurvePoint[],
  wasTaken: (page: PageId) => boolean,
): RunResult {
  const { pages, relevant, servers } = curve[curve.length - 1]
  const inGraph = countRelevant(graph)
  return {
    strategy: spec,
    pages,
    relevant,
    coverage: inGraph === 0 ? 0 : relevant / inGraph,
    harvest: pages === 0 ? 0 : relevant / pages,
    servers,
    seconds: (performance.now() - began) / 1000,
    ...counts,
    curve,
    missed: distances === undefined ? [] : missedByDistance(graph, distances, wasTaken),
  }
}

function createSimulationQueue(
  graph: WebGraph,
  strategy: Strategy,
  group: Uint32Array,
  groups: number,
): { queue: PageQueue; control: PlaceControl } {
  switch (strategy.reorders) {
    case 'never': {
      const queue = new FlatQueue(graph, strategy)
      return { queue, control: pageControl(strategy, queue) }
    }
    case 'seldom': {
      const queue = new GroupedQueue(graph, strategy.levels, group, groups)
      return { queue, control: groupControl(strategy, queue) }
    }
    case 'often': {
      const queue = new FrontierQueue(graph, group, groups, strategy)
      return { queue, control: queue }
    }
  }
}

/** What a strategy sees of a page. One object of each kind for the whole run: nothing is allocated per page. */
export interface View {
  readonly visit: Mutable<Visit>
  readonly links: Mutable<Links>
  readonly out: Uint16Array
  /** Fills `visit` and the features for a page whose row is set in `links`. */
  look(page: PageId): void
}

export function createView(
  graph: WebGraph,
  strategy: Strategy,
  options: Pick<SimulateOptions, 'inheritUnknown' | 'seeds'>,
): View {
  const { offsets, to, server, flags, language, score, charset, simhash } = graph
  const rows = longestRow(offsets)
  const features: Mutable<Features> = featuresOf(graph, strategy, rows)
  const { group } = groupsOf(graph, strategy.groupBy)
  const classOf = languageClasses(graph)
  const unknownClass = LANGUAGE.unknown
  const asked = askedBy(strategy)
  const needsDistance = asked.has('distance')
  const needsCharset = asked.has('charset') && charset !== null
  const anchors = linksHaveAnchors(graph, strategy) ? graph.anchors : null
  const texts = asked.has('duplicate') && simhash !== undefined ? new NearDuplicates() : null
  const pointAtRow = createRows(graph, asked, features)
  const countries = asked.has('country') ? countriesOf(graph, strategy.groupBy) : null
  features.country = countries?.byGroup ?? null
  const inherit = options.inheritUnknown === true
  const vias: Vias | null = inherit || needsDistance ? createVias(graph.pages, options.seeds) : null
  const visit: Mutable<Visit> = {
    page: 0,
    host: 0,
    relevant: false,
    score: 0,
    language: 0,
    charset: 0,
    duplicate: false,
    distance: 0,
  }
  const links: Mutable<Links> = { to, start: 0, end: 0, group, features }
  const whole = score instanceof Uint16Array ? 1000 : 255
  const byLabel = graph.target.length === 0

  return {
    visit,
    links,
    out: new Uint16Array(rows),
    look(page) {
      const isRelevant = (flags[page] & RELEVANT) !== 0
      visit.page = page
      visit.host = server[page]
      visit.relevant = isRelevant
      visit.score = score === null ? (isRelevant ? 1 : 0) : score[page] / whole
      visit.language = byLabel && isRelevant ? LANGUAGE.target : classOf[language[page]]
      if (needsCharset && charset !== null) visit.charset = charset[page]
      if (texts !== null && simhash !== undefined) {
        visit.duplicate = texts.findOrAdd(simhash[2 * page], simhash[2 * page + 1], page) !== -1
      }
      if (vias !== null) {
        if (inherit && !isRelevant && visit.language === unknownClass) visit.relevant = vias.parentIsRelevant(page)
        visit.distance = vias.distance(page)
        vias.visit(page, visit.relevant, links)
      }
      if (anchors !== null && features.anchorInTarget !== null) {
        readAnchors(anchors, links.start, links.end, features.anchorInTarget)
      }
      pointAtRow?.(links.start, links.end)
      countries?.visit(visit.host)
    },
  }
}

function countriesOf(graph: WebGraph, groupBy: GroupBy): Countries | null {
  if (graph.country === undefined) return null
  const isByServer = groupBy === 'none' || groupBy === 'server'
  return createCountries(graph.country, isByServer ? null : serverOfGroups(graph, groupBy), graph.servers)
}

function languageClasses(graph: WebGraph): Uint8Array {
  return Uint8Array.from(graph.languages, code => {
    if (graph.target.includes(code)) return LANGUAGE.target
    return code === 'und' ? LANGUAGE.unknown : code === 'eng' ? LANGUAGE.english : LANGUAGE.other
  })
}

function longestRow(offsets: Uint32Array): number {
  let longest = 0
  for (let page = 1; page < offsets.length; page++) {
    const length = offsets[page] - offsets[page - 1]
    if (length > longest) longest = length
  }
  return longest
}

function countRelevant(graph: WebGraph): number {
  const both = CRAWLED | RELEVANT
  let count = 0
  for (const flag of graph.flags) if ((flag & both) === both) count++
  return count
}
