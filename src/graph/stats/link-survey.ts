/**
 * One pass over the links. All tables about links are sums over the same few cells: which page links, to what, how near, and
 * with what anchor. So each link adds 1 to one of some hundred cells, and the tables (link-tables.ts) are made of cells afterwards.
 */
import { CRAWLED, RELEVANT, type WebGraph } from '../web-graph.js'
import type { Degrees, SourceClass } from './graph-stats.js'
import { DESTINATION, RELEVANT_SERVER, type PagePlaces } from './places.js'
import { Tally } from './tally.js'

export const SOURCES: readonly SourceClass[] = ['relevant', 'irrelevantOnRelevantServer', 'irrelevantElsewhere']
const NEARNESS = ['server', 'domain', 'elsewhere'] as const

export interface LinkCell {
  readonly source: SourceClass
  /** The nearest that both ends have in common. */
  readonly within: (typeof NEARNESS)[number]
  readonly destination: keyof typeof DESTINATION
  /** The destination is on a server with a relevant page. */
  readonly toRelevantServer: boolean
  readonly anchorInTarget: boolean
  readonly links: number
}

/** Bits of a cell's number, above the anchor's one bit: kind of the destination (3), nearness (2), source. */
const KIND_SHIFT = 1
const NEARNESS_SHIFT = 4
const SOURCE_SHIFT = 6

/** Small enough for a batch to stay in the processor's cache. */
const LINKS_PER_BATCH = 4096
const PAGES_PER_REPORT = 1 << 20

export function surveyLinks(graph: WebGraph, places: PagePlaces, onPage: (done: number) => void) {
  const { pages, offsets, to, server, serverDomain, anchors, flags } = graph
  const { kind } = places
  const cells = new Float64Array(SOURCES.length << SOURCE_SHIFT)
  const pagesBySource = SOURCES.map(() => 0)
  const inDegrees = new Uint32Array(pages)
  const out = { crawled: new Tally(), relevant: new Tally() }
  const outToCrawled = { crawled: new Tally(), relevant: new Tally() }
  /** Of the links of a batch: server and kind of the page they lead to. */
  let hosts = new Uint32Array(LINKS_PER_BATCH)
  let kinds = new Uint8Array(LINKS_PER_BATCH)

  // Links lead all over a large graph, so that this pass waits for memory more than for anything else. A loop that decides
  // nothing by what it reads lets the processor go on to the next links while memory still looks for the first ones.
  const gather = (begin: number, end: number): void => {
    if (end - begin > hosts.length) {
      hosts = new Uint32Array(end - begin)
      kinds = new Uint8Array(end - begin)
    }
    for (let i = begin, k = 0; i < end; i++, k++) {
      const target = to[i]
      hosts[k] = server[target]
      kinds[k] = kind[target]
      inDegrees[target]++
    }
  }
  const count = (page: number, begin: number): void => {
    const flag = flags[page]
    if ((flag & CRAWLED) === 0) return
    const source = (flag & RELEVANT) !== 0 ? 0 : (kind[page] & RELEVANT_SERVER) !== 0 ? 1 : 2
    const host = server[page]
    const domain = serverDomain[host]
    const start = offsets[page]
    const end = offsets[page + 1]
    let toCrawled = 0
    for (let i = start; i < end; i++) {
      const targetHost = hosts[i - begin]
      const what = kinds[i - begin]
      const near = targetHost === host ? 0 : serverDomain[targetHost] === domain ? 1 : 2
      const anchor = anchors === null ? 0 : (anchors[i >>> 3] >> (i & 7)) & 1
      cells[(source << SOURCE_SHIFT) | (near << NEARNESS_SHIFT) | (what << KIND_SHIFT) | anchor]++
      if ((what & DESTINATION.uncrawled) === 0) toCrawled++
    }
    pagesBySource[source]++
    out.crawled.add(end - start)
    outToCrawled.crawled.add(toCrawled)
    if (source !== 0) return
    out.relevant.add(end - start)
    outToCrawled.relevant.add(toCrawled)
  }

  let said = -PAGES_PER_REPORT
  for (let first = 0, last = 0; first < pages; first = last) {
    if (first - said >= PAGES_PER_REPORT) onPage((said = first))
    const begin = offsets[first]
    do last++
    while (last < pages && offsets[last + 1] - begin <= LINKS_PER_BATCH)
    gather(begin, offsets[last])
    for (let page = first; page < last; page++) count(page, begin)
  }
  return {
    cells: decode(cells),
    /** By SOURCES: pages of the class. */
    pagesBySource,
    degrees: {
      out: { crawled: out.crawled.summary(), relevant: out.relevant.summary() },
      outToCrawled: { crawled: outToCrawled.crawled.summary(), relevant: outToCrawled.relevant.summary() },
      in: inDegreesBy(inDegrees, flags),
    },
  }
}

function decode(counts: Float64Array): LinkCell[] {
  const destinations = ['irrelevant', 'relevant', 'uncrawled', 'neverFetched'] as const
  const cells: LinkCell[] = []
  counts.forEach((links, number) => {
    if (links === 0) return
    const kind = (number >> KIND_SHIFT) & 7
    cells.push({
      source: SOURCES[number >> SOURCE_SHIFT],
      within: NEARNESS[(number >> NEARNESS_SHIFT) & 3],
      destination: destinations[kind & 3],
      toRelevantServer: (kind & RELEVANT_SERVER) !== 0,
      anchorInTarget: (number & 1) === 1,
      links,
    })
  })
  return cells
}

function inDegreesBy(inDegrees: Uint32Array, flags: Uint8Array): Degrees['in'] {
  const all = new Tally()
  const crawled = new Tally()
  const relevant = new Tally()
  for (let page = 0; page < flags.length; page++) {
    const degree = inDegrees[page]
    all.add(degree)
    if ((flags[page] & CRAWLED) === 0) continue
    crawled.add(degree)
    if ((flags[page] & RELEVANT) !== 0) relevant.add(degree)
  }
  return { all: all.summary(), crawled: crawled.summary(), relevant: relevant.summary() }
}
