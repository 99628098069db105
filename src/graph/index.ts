/**
 * graph/: compact web graphs. web-graph.ts says what a graph is; the rest makes, keeps and measures one:
 *
 *   generate · import ─▶ WebGraph ─▶ graph-file (one file) ─▶ stats · simulate
 */
export { CRAWLED, LINK_CONTEXTS, RELEVANT, sharedBytes, sharedShorts, sharedWords, urlOf } from './web-graph.js'
export type { CountryColumn, LinkContext, LinkText, SegmentColumn, UrlColumn, WebGraph } from './web-graph.js'
export { readGraph, writeGraph } from './graph-file.js'
export { distancesFromSeeds } from './distances.js'
export { chooseSeeds } from './seeds.js'
export { relabelled } from './labels.js'
export { segmentsOf } from './segments.js'
