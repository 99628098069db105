/** One strategy on one graph, by its name: what a worker of study.ts does, and what a program that needs no workers calls. */
import type { WebGraph } from '../graph/index.js'
import { createStrategy, STRATEGIES } from '../strategy/index.js'
import type { NetworkModel } from './network-model.js'
import { simulateNetwork } from './network.js'
import { perfectPaths } from './perfect-paths.js'
import type { RunResult } from './result.js'
import { simulate, type SimulateOptions } from './simulate.js'

export interface RunOptions extends SimulateOptions {
  readonly network?: NetworkModel
}

export function runStrategy(graph: WebGraph, options: RunOptions): RunResult {
  const { spec, network } = options
  const name = spec.split(':')[0].trim()
  const isOracle = STRATEGIES.some(entry => entry.name === name && entry.graphsOnly)
  const knowledge = isOracle ? { leadsToRelevant: perfectPaths(graph, options.seeds) } : undefined
  const strategy = createStrategy(spec, knowledge)
  return network === undefined
    ? simulate(graph, strategy, options)
    : simulateNetwork(graph, strategy, { ...options, network })
}
