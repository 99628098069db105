/** One strategy on one graph, by its name: what a worker of study.ts does, and what a program that needs no workers calls. */
import type { Strategy, StrategyModel } from '../contracts.js'
import type { WebGraph } from '../graph/index.js'
import { createStrategy, runsOnGraphsOnly, type GraphKnowledge } from '../strategy/index.js'
import { checkNeeds } from './graph-columns.js'
import type { NetworkModel } from './network-model.js'
import { simulateNetwork } from './network.js'
import { perfectPaths } from './perfect-paths.js'
import type { RunResult } from './result.js'
import { simulate, type SimulateOptions } from './simulate.js'

export interface StrategyRunOptions extends SimulateOptions {
  readonly network?: NetworkModel
  /** What strategies begin with, by their names. */
  readonly models?: ReadonlyMap<string, StrategyModel>
}

/** The strategy without what only oracles know; null for an oracle. Throws E_STRATEGY when this graph is not for it. */
export function strategyFor(
  graph: WebGraph,
  spec: string,
  models: StrategyRunOptions['models'] = new Map(),
): Strategy | null {
  if (runsOnGraphsOnly(spec)) return null
  const strategy = createStrategy(spec, modelFor(spec, models))
  checkNeeds(graph, strategy)
  return strategy
}

function modelFor(spec: string, models: StrategyRunOptions['models']): GraphKnowledge {
  const model = models?.get(nameOf(spec))
  return model === undefined ? {} : { model }
}

/** Without its parameters. */
export function nameOf(spec: string): string {
  return spec.split(':')[0].trim()
}

export function runStrategy(graph: WebGraph, options: StrategyRunOptions): RunResult {
  const { spec, network, models } = options
  const strategy =
    strategyFor(graph, spec, models) ??
    createStrategy(spec, { leadsToRelevant: perfectPaths(graph, options.seeds), ...modelFor(spec, models) })
  return network === undefined
    ? simulate(graph, strategy, options)
    : simulateNetwork(graph, strategy, { ...options, network })
}
