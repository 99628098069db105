/**
 * simulate/: every strategy on a graph, with the very code of the live crawl. simulate.ts is the loop; the queues keep the
 * order that contracts.ts' Frontier defines, each for the kind of strategy it is fast for.
 */
export { simulate, type SimulateOptions } from './simulate.js'
export type { CurvePoint, MissedAt, NetworkResult, RunResult, SimulationResult } from './result.js'
