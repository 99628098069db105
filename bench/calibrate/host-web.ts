/** What is compared of webs of home pages: degrees, and for each language where links lead and what a crawl can reach. */
import { distancesFromSeeds, relabelled, RELEVANT, type WebGraph } from '../../src/graph/index.js'
import { measureGraph, type Distribution } from '../../src/graph/stats/index.js'
import type { Row } from './compare.js'
import { crawlRows } from './crawls.js'

/** From few to many pages. */
const LANGUAGES = ['ind', 'vie', 'kor', 'ita', 'deu', 'por', 'rus']
const SEEDS = 10
const DRAWS = 20
const FAMOUS = 5
const UNREACHED = 255

export function measureHostWeb(graph: WebGraph): Row[] {
  const { degrees } = measureGraph(graph, { seeds: new Uint32Array(0) })
  const out = degrees.out.crawled
  const into = degrees.in.all
  const linksTo = new Uint32Array(graph.pages)
  for (const page of graph.to) linksTo[page]++
  const famous = linksTo.slice().sort().slice(-FAMOUS)
  return [
    { name: 'pages', unit: 'count', value: graph.pages },
    { name: 'links', unit: 'count', value: graph.links },
    ...bins('pages with %s links on them', out, [0, 1, 2, 4, 8, 16, 64]),
    { name: 'most links on a page', unit: '', value: out.max },
    ...bins('pages with %s links to them', into, [0, 1, 2, 4, 8, 16, 64]),
    { name: 'links to the most linked page', unit: '%', value: (100 * famous[FAMOUS - 1]) / graph.links },
    { name: 'links to the five most linked pages', unit: '%', value: (100 * sum(famous)) / graph.links },
    { name: 'links that are answered by one back', unit: '%', value: 100 * reciprocalShare(graph) },
    ...LANGUAGES.flatMap(language => measureLanguage(graph, language)),
  ]
}

function measureLanguage(graph: WebGraph, language: string): Row[] {
  const wanted = relabelled(graph, language)
  const seeds = mostLinked(wanted)
  const stats = measureGraph(wanted, { seeds })
  const { crawled, relevant } = stats.counts.pages
  const links = stats.linksByPage.relevant.all
  const { byDistance } = stats.distanceFromSeeds
  const last = byDistance[byDistance.length - 1]
  const percent = (name: string, value: number): Row => ({
    name,
    column: language,
    unit: '%',
    value: 100 * value,
  })
  const upTo = (distance: number): Row => {
    const row = byDistance[Math.min(distance, byDistance.length - 1)]
    return percent(`relevant up to distance ${distance}`, row.cumulativeRelevantShare)
  }
  const pagesUpTo = (distance: number): Row => {
    const row = byDistance[Math.min(distance, byDistance.length - 1)]
    return percent(`pages up to distance ${distance}, of those reached`, row.cumulativePages / last.cumulativePages)
  }
  return [
    percent('share of pages', relevant / crawled),
    percent('links that stay', links.relevantShare),
    percent('dead ends', stats.degrees.out.relevant.zeroShare),
    percent('pages nobody links to', stats.degrees.in.relevant.zeroShare),
    percent('found from the 10 pages with most links, of its pages', last.cumulativeRelevant / relevant),
    percent('reached from them, of the web', last.cumulativePages / graph.pages),
    upTo(1),
    upTo(2),
    upTo(4),
    pagesUpTo(2),
    pagesUpTo(4),
    pagesUpTo(10),
    { name: 'largest distance', column: language, unit: '', value: last.distance },
    ...fromRandomPages(wanted, language),
    ...crawlRows(wanted, seeds).map(row => ({ ...row, column: language })),
  ]
}

/** From ten pages drawn by lot: the median of what is found, and how often a twentieth of the web is reached. */
function fromRandomPages(graph: WebGraph, language: string): Row[] {
  const starts = pagesOf(graph)
  const found: number[] = []
  let large = 0
  let state = 1
  for (let draw = 0; draw < DRAWS; draw++) {
    const seeds = Uint32Array.from({ length: SEEDS }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return starts[Math.floor((state / 2 ** 32) * starts.length)]
    })
    const distances = distancesFromSeeds(graph, seeds)
    let pages = 0
    let relevant = 0
    for (let page = 0; page < graph.pages; page++) {
      if (distances[page] === UNREACHED) continue
      pages++
      if ((graph.flags[page] & RELEVANT) !== 0) relevant++
    }
    found.push(relevant)
    if (pages > graph.pages / 20) large++
  }
  const median = found.sort((a, b) => a - b)[DRAWS / 2]
  return [
    { name: 'found from 10 pages drawn by lot, median', column: language, unit: '', value: median },
    { name: 'draws that reach 5 % of the web', column: language, unit: '%', value: (100 * large) / DRAWS },
  ]
}

/** Relevant pages with links. */
function pagesOf({ pages, flags, offsets }: WebGraph): number[] {
  const found: number[] = []
  for (let page = 0; page < pages; page++)
    if ((flags[page] & RELEVANT) !== 0 && offsets[page + 1] > offsets[page]) found.push(page)
  return found
}

function mostLinked(graph: WebGraph): Uint32Array {
  const links = (page: number): number => graph.offsets[page + 1] - graph.offsets[page]
  return Uint32Array.from(
    pagesOf(graph)
      .sort((a, b) => links(b) - links(a) || a - b)
      .slice(0, SEEDS),
  )
}

/** Shares of pages by degree: each bin ends where the next begins. */
function bins(name: string, { histogram, count }: Distribution, starts: readonly number[]): Row[] {
  return starts.map((from, i) => {
    const to = starts[i + 1] ?? Infinity
    const inside = histogram.filter(bin => bin.from >= from && bin.from < to)
    const label = to === Infinity ? `${from} or more` : to === from + 1 ? String(from) : `${from}–${to - 1}`
    return { name: name.replace('%s', label), unit: '%', value: (100 * sum(inside.map(bin => bin.count))) / count }
  })
}

function reciprocalShare({ pages, offsets, to, links }: WebGraph): number {
  const known = new Set<number>()
  for (let page = 0; page < pages; page++)
    for (let i = offsets[page]; i < offsets[page + 1]; i++) known.add(page * pages + to[i])
  let answered = 0
  for (const link of known) if (known.has((link % pages) * pages + Math.floor(link / pages))) answered++
  return answered / links
}

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}
