/** The columns of a graph as a strategy asks for them: groups, and features by group or by link. */
import { NO_FEATURES, type Features, type GroupBy, type Strategy, type StrategyNeed } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { segmentsOf, type WebGraph } from '../graph/index.js'
import { askedBy, hasScores } from './link-columns.js'

export function groupsOf(graph: WebGraph, groupBy: GroupBy): { group: Uint32Array; groups: number } {
  if (groupBy === 'directory') return { group: graph.directory, groups: graph.directories }
  if (groupBy === 'segment') {
    const { segment, segments } = segmentsOf(graph)
    return { group: segment, groups: segments }
  }
  return { group: graph.server, groups: graph.servers }
}

/** Fails before the run when the graph lacks a column that the strategy cannot do without. */
export function checkNeeds(graph: WebGraph, { name, needs }: Pick<Strategy, 'name' | 'needs'>): void {
  const missing = needs.flatMap(need => MISSING[need]?.(graph) ?? [])
  if (missing.length === 0) return
  throw new LongtailError('E_STRATEGY', `strategy ${name} cannot run on this graph: ${missing.join('; ')}`)
}

const TEXT = 'import it from archives or a crawl with --text'
const SCORED = `${TEXT}, and archives with the --campaign that says which pages are relevant`

/** What is wrong and what to do, by need; undefined when nothing is. What is not named here every graph has. */
const MISSING: Partial<Record<StrategyNeed, (graph: WebGraph) => string | undefined>> = {
  // without a charset column every page is as one that declares none, which no strategy is the worse for
  anchorInTarget: ({ anchors }) =>
    anchors === null
      ? 'it has no anchors in the target language, which are known only for languages with a script of their own; choose other features'
      : undefined,
  duplicate: ({ simhash }) =>
    simhash === undefined ? 'it does not say which texts repeat others; import it from archives or a crawl' : undefined,
  words: ({ linkText }) => ((linkText?.words ?? null) === null ? `it has no words of links; ${TEXT}` : undefined),
  tagPath: missingPlaces,
  listPlace: missingPlaces,
  names: ({ linkText }) => ((linkText?.names ?? null) === null ? `it has no names in links; ${SCORED}` : undefined),
  'link-score': graph => missingScores(graph, 'link-score', 'elements'),
  'link-score-words': graph => missingScores(graph, 'link-score-words', 'words'),
  country: ({ country }) =>
    country === undefined
      ? 'it has no countries of servers; import a crawl whose strategy recorded them, or archives that contain IP addresses'
      : undefined,
}

function missingPlaces({ linkText }: WebGraph): string | undefined {
  if ((linkText?.places ?? null) !== null) return undefined
  return `it does not say where links are in their pages; import it with --text from archives, or from a crawl whose strategy recorded that`
}

function missingScores(
  graph: WebGraph,
  need: 'link-score' | 'link-score-words',
  context: 'elements' | 'words',
): string | undefined {
  if (hasScores(graph, need)) return undefined
  if ((graph.linkText?.contextScore ?? null) === null) return `it has no scores of links; ${SCORED}`
  return `its links were scored with another context than ${context}; import it with --link-context ${context}`
}

/** Columns that stay the same for the whole run; those by link are filled or pointed at page by page. */
export function featuresOf(graph: WebGraph, strategy: Strategy, longestRow: number): Features {
  checkNeeds(graph, strategy)
  const asked = askedBy(strategy)
  if (asked.size === 0) return { ...NO_FEATURES }
  return {
    ...NO_FEATURES,
    anchorInTarget: linksHaveAnchors(graph, strategy) ? new Uint8Array(longestRow) : null,
    tld: asked.has('tld') ? byGroup(graph, strategy.groupBy, graph.serverTld) : null,
    domain: asked.has('domain') ? byGroup(graph, strategy.groupBy, graph.serverDomain) : null,
    host: asked.has('host') ? serverOfGroups(graph, strategy.groupBy) : null,
    ...(asked.has('tld') ? { tldNames: graph.tlds } : {}),
    ...(asked.has('country') && graph.country !== undefined ? { countryNames: graph.country.codes } : {}),
    ...(asked.has('parent') && strategy.groupBy === 'segment' ? { parent: segmentsOf(graph).parent } : {}),
  }
}

export function linksHaveAnchors(graph: WebGraph, strategy: Strategy): boolean {
  return graph.anchors !== null && askedBy(strategy).has('anchorInTarget')
}

/** By group. */
export function serverOfGroups(graph: WebGraph, groupBy: GroupBy): Uint32Array {
  if (groupBy === 'segment') return segmentsOf(graph).server
  const { group, groups } = groupsOf(graph, groupBy)
  const servers = new Uint32Array(groups)
  for (let page = 0; page < graph.pages; page++) servers[group[page]] = graph.server[page]
  return servers
}

/** A column by server as one by group. */
function byGroup<T extends Uint16Array | Uint32Array>(graph: WebGraph, groupBy: GroupBy, column: T): T
function byGroup(graph: WebGraph, groupBy: GroupBy, column: Uint16Array | Uint32Array): Uint16Array | Uint32Array {
  if (groupBy === 'none' || groupBy === 'server') return column
  const servers = serverOfGroups(graph, groupBy)
  const grouped = column instanceof Uint16Array ? new Uint16Array(servers.length) : new Uint32Array(servers.length)
  for (let group = 0; group < servers.length; group++) grouped[group] = column[servers[group]]
  return grouped
}

/** Bits start … end-1 as one byte each. */
export function readAnchors(bits: Uint8Array, start: number, end: number, into: Uint8Array): void {
  for (let i = start; i < end; i++) into[i - start] = (bits[i >>> 3] >>> (i & 7)) & 1
}
