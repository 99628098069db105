/**
 * Synthetic webs, drawn to the measurements of a real crawl (docs/calibration.md): servers first, then pages, then links.
 *
 *   parameters + presets ─▶ plan (servers, directories, shares) ─▶ label-pages (count) ─▶ hooks ─▶ write-links (fill)
 *
 * Invariants:
 * - preset, scale, seed and parameters decide every bit of the graph; the number of threads does not;
 * - every fetched page can be reached from the seeds;
 * - a row has exactly the links that were counted: a link that is there already is drawn again, never dropped, so that
 *   shares do not drift with the scale.
 */
export { generateGraph, LARGEST_SCALE, SMALLEST_SCALE } from './generate.js'
export type { GenerateOptions, GenerateProgress } from './generate.js'
export type { LabelScheme } from './names.js'
export { PARAMETERS } from './parameters.js'
export type { ParameterName, Parameters } from './parameters.js'
export { parameterHelp, PRESETS } from './presets.js'
export type { Preset } from './presets.js'
