/** One strategy on one graph, by its name: what a worker of study.ts does, and what a program that needs no workers calls. */
import type { JudgeErrors, Strategy, StrategyModel } from '../contracts.js'
import type { WebGraph } from '../graph/index.js'
import { createStrategy, nameOf, runsOnGraphsOnly, type GraphKnowledge } from '../strategy/index.js'
import { checkNeeds } from './graph-columns.js'
import type { NetworkModel } from './network-model.js'
import { simulateNetwork } from './network.js'
import { perfectPaths } from './perfect-paths.js'
import type { RunResult } from './result.js'
import { simulate, simulatePartitions, type SimulateOptions } from './simulate.js'

export interface StrategyRunOptions extends SimulateOptions {
  readonly network?: NetworkModel
  /** What strategies begin with, by their names. */
  readonly models?: ReadonlyMap<string, StrategyModel>
  /** How many partitions the crawl has, and how many pages later what they tell each other arrives. None: one queue for all. */
  readonly partitions?: number
  readonly delay?: number
  /** All partitions have the same strategy, which sees the whole crawl: only the queues are split. */
  readonly isShared?: boolean
  /** How often the labels of the graph are wrong, where somebody knows. */
  readonly judgeErrors?: JudgeErrors
}

type Known = Pick<StrategyRunOptions, 'models' | 'judgeErrors'>

/** The strategy without what only oracles know; null for an oracle. Throws E_STRATEGY when this graph is not for it. */
export function strategyFor(graph: WebGraph, spec: string, known: Known = {}): Strategy | null {
  if (runsOnGraphsOnly(spec)) return null
  const strategy = createStrategy(spec, knowledgeOf(spec, known))
  checkNeeds(graph, strategy)
  return strategy
}

function knowledgeOf(spec: string, { models, judgeErrors }: Known): GraphKnowledge {
  return { model: models?.get(nameOf(spec)), judgeErrors }
}

export function runStrategy(graph: WebGraph, options: StrategyRunOptions): RunResult {
  const { spec, network, partitions, delay = 0, isShared = false } = options
  const create = (): Strategy =>
    strategyFor(graph, spec, options) ??
    createStrategy(spec, { leadsToRelevant: perfectPaths(graph, options.seeds), ...knowledgeOf(spec, options) })
  if (partitions !== undefined) {
    const strategies = Array.from({ length: isShared ? 1 : partitions }, create)
    return simulatePartitions(graph, strategies, { ...options, delay, shared: partitions })
  }
  const strategy = create()
  return network === undefined
    ? simulate(graph, strategy, options)
    : simulateNetwork(graph, strategy, { ...options, network })
}
