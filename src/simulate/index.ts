/**
 * simulate/: every strategy on a graph, with the very code of the live crawl. simulate.ts is the loop; the queues keep the
 * order that contracts.ts' Frontier defines, each for the kind of strategy it is fast for. network.ts is the loop with a
 * simulated network; study.ts runs many strategies side by side.
 */
export { simulate, type SimulateOptions } from './simulate.js'
export { readModels } from './models.js'
export { DEFAULT_NETWORK, networkHelp, parseNetwork, type NetworkModel } from './network-model.js'
export { simulateNetwork, type NetworkOptions } from './network.js'
export { perfectPaths } from './perfect-paths.js'
export type { CurvePoint, MissedAt, NetworkResult, RunResult, SimulationResult } from './result.js'
export { runStrategy, strategyFor, type StrategyRunOptions } from './run-strategy.js'
export { openSavedRuns, type SavedRuns } from './saved-runs.js'
export { runStudy, type StudyOptions } from './study.js'
