/** What the graph is: its counts and origin, and with statistics the papers' tables about links and domains. */
import type { Destinations, GraphStats } from '../../graph/stats/graph-stats.js'
import type { SimulationResult } from '../../simulate/result.js'
import { markup, type Markup, type Piece } from '../../markup.js'
import { count, percent, short } from '../numbers.js'
import { drawTable, type Row } from '../page/table.js'

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

export function linkTables(stats: GraphStats): readonly Markup[] {
  const { linksByPage, linksByServer, linksByAnchor, topLevelDomains } = stats
  const pageRows = [
    destinationRow('relevant pages', [linksByPage.relevant.all, linksByPage.relevant.betweenServers]),
    destinationRow('other pages on servers with relevant ones', [
      linksByPage.irrelevantOnRelevantServer.all,
      linksByPage.irrelevantOnRelevantServer.betweenServers,
    ]),
    destinationRow('pages elsewhere', [
      linksByPage.irrelevantElsewhere.all,
      linksByPage.irrelevantElsewhere.betweenServers,
    ]),
  ]
  const serverRows = [
    destinationRow('servers with relevant pages', [linksByServer.relevant.all, linksByServer.relevant.betweenServers]),
    destinationRow('other servers', [linksByServer.irrelevant.all, linksByServer.irrelevant.betweenServers]),
  ]
  const columns = (what: string) => [
    { head: 'links' },
    { head: `to relevant ${what}` },
    { head: 'links between servers' },
    { head: `to relevant ${what}` },
  ]
  const tables = [
    drawTable('Where the links of pages lead (links to crawled pages)', 'links from', columns('pages'), pageRows),
    drawTable('Where the links of servers lead', 'links from', columns('servers'), serverRows),
  ]
  if (linksByAnchor !== null) {
    const { relevant, irrelevant } = linksByAnchor
    const rows = [
      destinationRow('relevant pages', [relevant.anchorInTarget, relevant.otherAnchor]),
      destinationRow('other pages', [irrelevant.anchorInTarget, irrelevant.otherAnchor]),
    ]
    const heads = ['anchor in the target language', 'to relevant pages', 'other anchor', 'to relevant pages']
    tables.push(
      drawTable(
        'Where links lead by the language of their anchor',
        'links from',
        heads.map(head => ({ head })),
        rows,
      ),
    )
  }
  const domains = topLevelDomains.slice(0, 12).map((row): Row => ({
    head: clip(row.tld, 40),
    cells: [
      count(row.pages),
      { text: percent(row.share), bar: row.share },
      count(row.relevant),
      { text: percent(row.relevantShare), bar: row.relevantShare },
      { text: percent(row.shareOfRelevant), bar: row.shareOfRelevant },
    ],
  }))
  const heads = ['crawled pages', 'share', 'relevant', 'of its pages', 'of all relevant']
  tables.push(
    drawTable(
      'Top-level domains',
      'domain',
      heads.map(head => ({ head })),
      domains,
    ),
  )
  return tables
}

function destinationRow(head: string, destinations: readonly Destinations[]): Row {
  return {
    head: markup`${head}`,
    cells: destinations.flatMap(one => [
      count(one.links),
      { text: percent(one.relevantShare), bar: one.relevantShare },
    ]),
  }
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
