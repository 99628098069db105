/**
 * Synthetic webs, drawn to the measurements of real ones (docs/calibration.md). A preset is of one of three models:
 *
 *   crawl (this folder)   a national crawl, on several threads:
 *                         plan (servers, directories, shares) ─▶ label-pages (count) ─▶ hooks ─▶ write-links (fill)
 *   hosts (host-web/)     home pages of hosts: places (communities, circles) ─▶ host-links
 *   campus (campus/)      one organisation: hosts ─▶ host-pages ─▶ campus-links, put together by the GraphBuilder
 *
 * Invariants:
 * - preset, scale, seed and parameters decide every bit of the graph; the number of threads does not.
 * Of the model `crawl` besides:
 * - every fetched page can be reached from the seeds;
 * - a row has exactly the links that were counted: a link that is there already is drawn again, never dropped, so that
 *   shares do not drift with the scale.
 */
export { generateGraph } from './generate.js'
export type { GenerateOptions, GenerateProgress } from './generate.js'
export type { LabelScheme } from './names.js'
export { PARAMETERS } from './parameters.js'
export type { ParameterName, Parameters } from './parameters.js'
export { parameterHelp, PRESETS } from './presets.js'
export type { CrawlPreset, Preset } from './presets.js'
