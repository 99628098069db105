/** The columns of a graph as a strategy asks for them: groups, and features by group or by link. */
import { NO_FEATURES, type Features, type GroupBy, type Strategy } from '../contracts.js'
import { LongtailError } from '../errors.js'
import type { WebGraph } from '../graph/index.js'

export function groupsOf(graph: WebGraph, groupBy: GroupBy): { group: Uint32Array; groups: number } {
  if (groupBy === 'directory') return { group: graph.directory, groups: graph.directories }
  if (groupBy === 'segment') {
    throw new LongtailError('E_GRAPH', 'a graph has servers and directories, but no segments: choose another strategy')
  }
  return { group: graph.server, groups: graph.servers }
}

/** Fails before the run when the graph lacks a column that the strategy cannot do without. */
export function featuresOf(graph: WebGraph, strategy: Strategy, longestRow: number): Features {
  const { needs, name, wants = [] } = strategy
  if (needs.length + wants.length === 0) return NO_FEATURES
  const asked = new Set([...needs, ...wants])
  // without a charset column every page is as one that declares none, which no strategy is the worse for
  const missing = needs.filter(need => need === 'text' || (need === 'anchor' && graph.anchors === null))
  if (missing.length > 0) {
    throw new LongtailError(
      'E_STRATEGY',
      `strategy ${name} needs ${missing.join(' and ')}, which this graph does not have; choose other features or another strategy`,
    )
  }
  return {
    ...NO_FEATURES,
    anchorInTarget: linksHaveAnchors(graph, strategy) ? new Uint8Array(longestRow) : null,
    tld: asked.has('tld') ? byGroup(graph, strategy.groupBy, graph.serverTld) : null,
    domain: asked.has('domain') ? byGroup(graph, strategy.groupBy, graph.serverDomain) : null,
    host: asked.has('host') ? hostsByGroup(graph, strategy.groupBy) : null,
  }
}

export function linksHaveAnchors(graph: WebGraph, strategy: Strategy): boolean {
  const { needs, wants = [] } = strategy
  return (needs.includes('anchor') || wants.includes('anchor')) && graph.anchors !== null
}

function hostsByGroup(graph: WebGraph, groupBy: GroupBy): Uint32Array {
  const { group, groups } = groupsOf(graph, groupBy)
  const hosts = new Uint32Array(groups)
  for (let page = 0; page < graph.pages; page++) hosts[group[page]] = graph.server[page]
  return hosts
}

/** A column by server as one by group. */
function byGroup<T extends Uint16Array | Uint32Array>(graph: WebGraph, groupBy: GroupBy, column: T): T
function byGroup(graph: WebGraph, groupBy: GroupBy, column: Uint16Array | Uint32Array): Uint16Array | Uint32Array {
  const { group, groups } = groupsOf(graph, groupBy)
  if (group === graph.server) return column
  const grouped = column instanceof Uint16Array ? new Uint16Array(groups) : new Uint32Array(groups)
  for (let page = 0; page < graph.pages; page++) grouped[group[page]] = column[graph.server[page]]
  return grouped
}

/** Bits start … end-1 as one byte each. */
export function readAnchors(bits: Uint8Array, start: number, end: number, into: Uint8Array): void {
  for (let i = start; i < end; i++) into[i - start] = (bits[i >>> 3] >>> (i & 7)) & 1
}
