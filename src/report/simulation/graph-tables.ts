/** What the graph is: its counts and origin, and with statistics the papers' tables about links and domains. */
import type { Destinations, GraphStats } from '../../graph/stats/graph-stats.js'
import type { SimulationResult } from '../../simulate/result.js'
import type { Markup, Piece } from '../../markup.js'
import { count, percent, short } from '../numbers.js'
import { drawTable, shareCell } from '../page/table.js'

type Fact = readonly [name: string, value: Piece]

const MOST_FACTS = 100
const LONGEST_VALUE = 300

export function graphFacts({ graph, options }: SimulationResult, stats: GraphStats | null): readonly Fact[] {
  const target = options.target ?? stats?.target.join(', ') ?? ''
  const average = graph.crawled > 0 ? (graph.links / graph.crawled).toFixed(1) : '–'
  return [
    ['file', graph.file],
    ['pages known', count(graph.pages)],
    ['pages crawled', count(graph.crawled)],
    ['links', `${count(graph.links)} (${average} per crawled page)`],
    ['servers', count(graph.servers)],
    ['relevant pages', `${count(graph.relevant)} (${percent(graph.crawled > 0 ? graph.relevant / graph.crawled : 0)})`],
    ...(target === '' ? [] : [['target', target] as const]),
    ['relevant pages within reach', count(graph.reachable)],
    ['seeds', seedList(graph.seeds)],
  ]
}

export interface OriginGroup {
  /** '' for what stands at the top. */
  readonly name: string
  readonly facts: readonly Fact[]
}

/** Whatever a graph file says of itself, by groups; bounded, because anybody may have written it. */
export function originGroups(origin: Readonly<Record<string, unknown>>): readonly OriginGroup[] {
  const top: Fact[] = []
  const groups: OriginGroup[] = []
  for (const [name, value] of Object.entries(origin).slice(0, MOST_FACTS)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) top.push(factOf(name, value))
    else groups.push({ name: clip(name, 80), facts: factsOf(Object.entries(value)) })
  }
  return top.length > 0 ? [{ name: '', facts: top }, ...groups] : groups
}

function factsOf(entries: readonly (readonly [string, unknown])[]): readonly Fact[] {
  const facts = entries.slice(0, MOST_FACTS).map(([name, value]) => factOf(name, value))
  return entries.length > MOST_FACTS ? [...facts, ['…', 'more in results.json']] : facts
}

function factOf(name: string, value: unknown): Fact {
  return [clip(name, 80), clip(valueText(value), LONGEST_VALUE)]
}

type Destination = readonly [from: string, all: Destinations, some: Destinations]

export function linkTables(stats: GraphStats): readonly Markup[] {
  const { linksByPage, linksByServer, linksByAnchor, topLevelDomains } = stats
  const { relevant, irrelevantOnRelevantServer: near, irrelevantElsewhere: elsewhere } = linksByPage
  const between = (what: string) => ['links', `to relevant ${what}`, 'links between servers', `to relevant ${what}`]
  const tables = [
    destinationTable('Where the links of pages lead (links to crawled pages)', between('pages'), [
      ['relevant pages', relevant.all, relevant.betweenServers],
      ['other pages on servers with relevant ones', near.all, near.betweenServers],
      ['pages elsewhere', elsewhere.all, elsewhere.betweenServers],
    ]),
    destinationTable('Where the links of servers lead', between('servers'), [
      ['servers with relevant pages', linksByServer.relevant.all, linksByServer.relevant.betweenServers],
      ['other servers', linksByServer.irrelevant.all, linksByServer.irrelevant.betweenServers],
    ]),
  ]
  if (linksByAnchor !== null) {
    const heads = ['anchor in the target language', 'to relevant pages', 'other anchor', 'to relevant pages']
    tables.push(
      destinationTable('Where links lead by the language of their anchor', heads, [
        ['relevant pages', linksByAnchor.relevant.anchorInTarget, linksByAnchor.relevant.otherAnchor],
        ['other pages', linksByAnchor.irrelevant.anchorInTarget, linksByAnchor.irrelevant.otherAnchor],
      ]),
    )
  }
  const domains = drawTable('Top-level domains', 'domain', topLevelDomains.slice(0, 12), ({ tld }) => clip(tld, 40), [
    { head: 'crawled pages', cell: row => count(row.pages) },
    { head: 'share', cell: row => shareCell(row.share) },
    { head: 'relevant', cell: row => count(row.relevant) },
    { head: 'of its pages', cell: row => shareCell(row.relevantShare) },
    { head: 'of all relevant', cell: row => shareCell(row.shareOfRelevant) },
  ])
  return [...tables, domains]
}

function destinationTable(caption: string, heads: readonly string[], rows: readonly Destination[]): Markup {
  return drawTable(caption, 'links from', rows, ([from]) => from, [
    { head: heads[0], cell: ([, all]) => count(all.links) },
    { head: heads[1], cell: ([, all]) => shareCell(all.relevantShare) },
    { head: heads[2], cell: ([, , some]) => count(some.links) },
    { head: heads[3], cell: ([, , some]) => shareCell(some.relevantShare) },
  ])
}

function seedList(seeds: readonly number[]): string {
  const shown = seeds.slice(0, 12).join(', ')
  if (seeds.length === 0) return 'none'
  return `${count(seeds.length)}: page ${shown}${seeds.length > 12 ? ' …' : ''}`
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  // results.json has all digits
  if (typeof value === 'number') return Number.isInteger(value) ? count(value) : short(value, 6)
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    // a cycle or a bigint: made in memory, never read from a file
    return String(value)
  }
}

function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
