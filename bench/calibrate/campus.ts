/** What is compared of the web of one organisation: hosts, directories, menus, what is repeated, what is not there, and where a topic sits. */
import { CRAWLED, distancesFromSeeds, RELEVANT, urlOf, type WebGraph } from '../../src/graph/index.js'
import { hostOf } from '../../src/page/url/parts.js'
import { NearDuplicates } from '../../src/page/text/near-duplicate.js'
import type { Row } from './compare.js'
import { crawlRows } from './crawls.js'

const UNREACHED = 255

/** Pages that answer, one for each set of twins, and the other addresses of these pages. */
interface Addresses {
  readonly pages: readonly number[]
  readonly twins: readonly number[]
}

export function measureCampus(graph: WebGraph): Row[] {
  const { pages, twins } = addressesOf(graph)
  const homes = homePages(graph, pages)
  return [
    { name: 'pages that answer, twins once', unit: 'count', value: pages.length },
    ...hostRows(graph, pages),
    ...linkRows(graph, pages),
    ...repeatedRows(graph, pages, twins),
    ...distanceRows(graph, pages, homes),
    ...topicRows(graph, pages),
    ...crawlRows(graph, homes),
  ]
}

/** An address that nobody fetched counts as a twin where another spelling of it answers. */
function addressesOf(graph: WebGraph): Addresses {
  const first = new Map<string, number>()
  const twins: number[] = []
  const isCrawled = (page: number): boolean => (graph.flags[page] & CRAWLED) !== 0
  for (let page = 0; page < graph.pages; page++) {
    if (!isCrawled(page)) continue
    const key = spelling(urlOf(graph, page))
    if (first.has(key)) twins.push(page)
    else first.set(key, page)
  }
  for (let page = 0; page < graph.pages; page++)
    if (!isCrawled(page) && first.has(spelling(urlOf(graph, page)))) twins.push(page)
  return { pages: [...first.values()], twins }
}

function spelling(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
}

function hostRows(graph: WebGraph, pages: readonly number[]): Row[] {
  const sizes = down(countBy(pages, page => hostOf(urlOf(graph, page))))
  const directories = down(countBy(pages, page => graph.directory[page]))
  return [
    { name: 'hosts', unit: 'count', value: sizes.length },
    { name: 'pages of the largest host', unit: '', value: sizes[0] },
    percent('pages on the three largest hosts', sum(sizes.slice(0, 3)), pages.length),
    percent('pages on the ten largest hosts', sum(sizes.slice(0, 10)), pages.length),
    { name: 'pages of a host, median', unit: '', value: sizes[Math.floor(sizes.length / 2)] },
    { name: 'directories', unit: 'count', value: directories.length },
    percent('directories with one page', directories.filter(size => size === 1).length, directories.length),
    { name: 'pages of the largest directory', unit: '', value: directories[0] },
  ]
}

function linkRows(graph: WebGraph, pages: readonly number[]): Row[] {
  const own = new Set(pages.map(page => hostOf(urlOf(graph, page))))
  const hosts = Array.from({ length: graph.pages }, (_, page) => hostOf(urlOf(graph, page)))
  const into = new Uint32Array(graph.pages)
  const out: number[] = []
  const to = { answers: 0, otherHost: 0, notThere: 0, outside: 0, all: 0 }
  for (const page of pages) {
    const { offsets } = graph
    out.push(offsets[page + 1] - offsets[page])
    for (const target of graph.to.subarray(offsets[page], offsets[page + 1])) {
      into[target]++
      to.all++
      if ((graph.flags[target] & CRAWLED) !== 0) to.answers++
      else if (own.has(hosts[target])) to.notThere++
      else to.outside++
      if (own.has(hosts[target]) && hosts[target] !== hosts[page]) to.otherHost++
    }
  }
  const known = [...into.keys()].filter(page => (graph.flags[page] & CRAWLED) === 0)
  const dead = known.filter(page => own.has(hosts[page]))
  const outside = known.filter(page => !own.has(hosts[page]))
  return [
    { name: 'links', unit: 'count', value: to.all },
    percent('links to pages that answer', to.answers, to.all),
    percent('links to pages of the hosts that are not there', to.notThere, to.all),
    percent('links to other organisations', to.outside, to.all),
    percent('links to another host of the organisation', to.otherHost, to.all),
    { name: 'pages of the hosts that are not there', unit: 'count', value: dead.length },
    { name: 'pages of other organisations', unit: 'count', value: outside.length },
    { name: 'hosts of other organisations', unit: 'count', value: new Set(outside.map(page => hosts[page])).size },
    ...quantiles('links on a page', out),
    ...quantiles(
      'links to a page',
      pages.map(page => into[page]),
    ),
  ]
}

function repeatedRows(graph: WebGraph, pages: readonly number[], twins: readonly number[]): Row[] {
  const texts = new NearDuplicates()
  const groups = new Map<number, number>()
  let repeated = 0
  let none = 0
  for (const page of pages) {
    const [high, low] = [graph.simhash?.[2 * page] ?? 0, graph.simhash?.[2 * page + 1] ?? 0]
    if (high === 0 && low === 0) none++
    const near = texts.findOrAdd(high, low, page)
    if (near === -1) continue
    repeated++
    groups.set(near, (groups.get(near) ?? 1) + 1)
  }
  const queries = pages.filter(page => urlOf(graph, page).includes('?'))
  return [
    percent('pages with nearly the text of another', repeated, pages.length),
    { name: 'pages with one text, most', unit: '', value: Math.max(...groups.values()) },
    percent('pages with too little text to compare', none, pages.length),
    percent('second addresses of pages', twins.length, pages.length),
    percent('pages with a query in their address', queries.length, pages.length),
  ]
}

/** Where a crawl of an organisation begins: the shortest address of each host. */
function homePages(graph: WebGraph, pages: readonly number[]): Uint32Array {
  const shortest = new Map<string, number>()
  for (const page of pages) {
    const url = urlOf(graph, page)
    const known = shortest.get(hostOf(url))
    if (known === undefined || url.length < urlOf(graph, known).length) shortest.set(hostOf(url), page)
  }
  return Uint32Array.from(shortest.values())
}

function distanceRows(graph: WebGraph, pages: readonly number[], homes: Uint32Array): Row[] {
  const distances = distancesFromSeeds(graph, homes)
  const upTo = (low: number, high: number): number =>
    pages.filter(page => distances[page] >= low && distances[page] <= high).length
  return [
    percent('pages at distance 1 from the home pages', upTo(1, 1), pages.length),
    percent('pages at distance 2', upTo(2, 2), pages.length),
    percent('pages at distance 3–4', upTo(3, 4), pages.length),
    percent('pages at distance 5–20', upTo(5, 20), pages.length),
    percent('pages at larger distances', upTo(21, UNREACHED - 1), pages.length),
    percent('pages that no way leads to', upTo(UNREACHED, UNREACHED), pages.length),
  ]
}

function topicRows(graph: WebGraph, pages: readonly number[]): Row[] {
  const { flags, offsets } = graph
  const isWanted = (page: number): boolean => (flags[page] & RELEVANT) !== 0
  const wanted = pages.filter(isWanted)
  const hosts = down(countBy(wanted, page => hostOf(urlOf(graph, page))))
  const inDirectory = countBy(pages, page => graph.directory[page])
  const wantedIn = countBy(wanted, page => graph.directory[page])
  const mostly = wanted.filter(page => {
    const directory = graph.directory[page]
    return (wantedIn.get(directory) ?? 0) >= 0.75 * (inDirectory.get(directory) ?? 0)
  })
  const links = { wanted: 0, wantedToWanted: 0, other: 0, otherToWanted: 0 }
  for (const page of pages) {
    for (const target of graph.to.subarray(offsets[page], offsets[page + 1])) {
      if ((flags[target] & CRAWLED) === 0) continue
      links[isWanted(page) ? 'wanted' : 'other']++
      if (isWanted(target)) links[isWanted(page) ? 'wantedToWanted' : 'otherToWanted']++
    }
  }
  return [
    percent('wanted pages', wanted.length, pages.length),
    percent('hosts with wanted pages', hosts.length, new Set(pages.map(page => hostOf(urlOf(graph, page)))).size),
    percent('wanted pages on the two hosts with most', sum(hosts.slice(0, 2)), wanted.length),
    percent('wanted pages in directories with three quarters of them', mostly.length, wanted.length),
    percent('links of wanted pages to wanted pages', links.wantedToWanted, links.wanted),
    percent('links of other pages to wanted pages', links.otherToWanted, links.other),
  ]
}

function quantiles(name: string, values: readonly number[]): Row[] {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1]
  return [
    percent(`${name}: none`, sorted.filter(value => value === 0).length, sorted.length),
    { name: `${name}: mean`, unit: '', value: sum(sorted) / sorted.length },
    { name: `${name}: median`, unit: '', value: at(0.5) },
    { name: `${name}: 90th percentile`, unit: '', value: at(0.9) },
    { name: `${name}: 99th percentile`, unit: '', value: at(0.99) },
  ]
}

function percent(name: string, part: number, whole: number): Row {
  return { name, unit: '%', value: (100 * part) / whole }
}

function countBy<K>(pages: readonly number[], keyOf: (page: number) => K): Map<K, number> {
  const counts = new Map<K, number>()
  for (const page of pages) counts.set(keyOf(page), (counts.get(keyOf(page)) ?? 0) + 1)
  return counts
}

function down(counts: ReadonlyMap<unknown, number>): number[] {
  return [...counts.values()].sort((a, b) => b - a)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
