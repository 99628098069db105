/**
 * The simulated loop: the way of a page through a web that is only numbers. The strategy is the live crawl's own object;
 * the graph takes the place of the network, the archive and the judge.
 *
 *   take → look the page up → score links → offer → sample the curves       (run.ts)
 */
import type { PageId, PlaceControl, Strategy } from '../contracts.js'
import type { WebGraph } from '../graph/index.js'
import { checkedControl, groupControl, pageControl } from '../strategy/index.js'
import { FlatQueue } from './flat-queue.js'
import { FrontierQueue } from './frontier-queue.js'
import { GroupedQueue } from './grouped-queue.js'
import { groupsOf } from './graph-columns.js'
import { Partitions } from './partitions.js'
import type { PageQueue } from './queue.js'
import type { RunResult } from './result.js'
import { SimulatedRun } from './run.js'
import { createTrapGate, type TrapGate } from './trap-gate.js'

export interface SimulateOptions {
  /** Name of the run in the result. */
  readonly spec: string
  readonly seeds: Uint32Array
  readonly maxPages?: number
  /** A page without a language of its own is as relevant to the strategy as the page that led to it. Results count true labels. */
  readonly inheritUnknown?: boolean
  /** By page, 255 for unreachable (graph/distances.ts): for the miss ratios, which are left out without it. */
  readonly distances?: Uint8Array
  readonly onVisit?: (page: PageId) => void
  /** False: no page is held back by traps or twins. They are looked for where the graph has the simhash of texts. */
  readonly traps?: boolean
  /** Every few thousand pages; false stops the run. */
  readonly onProgress?: (pages: number, relevant: number) => boolean
}

export function simulate(graph: WebGraph, strategy: Strategy, options: SimulateOptions): RunResult {
  const { group, groups } = groupsOf(graph, strategy.groupBy)
  const { queue, control, traps } = createSimulationQueue(graph, strategy, group, groups, options)
  const run = new SimulatedRun(graph, strategy, options, { queue, control, groups, traps })
  while (!run.isToStop()) {
    const page = queue.take()
    if (page === -1) break
    if (traps?.holdsBack(page) === true) continue
    run.visit(page)
  }
  return run.result(page => queue.wasTaken(page))
}

/**
 * The same with one strategy for each partition. What they tell each other arrives `delay` pages later. With one strategy for `shared`
 * partitions, only the queues are split.
 */
export function simulatePartitions(
  graph: WebGraph,
  strategies: readonly Strategy[],
  options: SimulateOptions & { readonly delay: number; readonly shared?: number },
): RunResult {
  const queue = new Partitions(graph, strategies, options.delay, options.shared)
  const { groups } = groupsOf(graph, strategies[0].groupBy)
  const gates = queue.queues.map((one, i) => createTrapGate(graph, strategies[i] ?? strategies[0], one, options))
  const { strategy } = queue
  const parts = { queue, groups, control: pageControl(strategy, queue), memoryOf: queue.partitionOf }
  const traps = { visited: (page: PageId, found: Found) => gates[queue.of(page)]?.visited(page, found) }
  const run = new SimulatedRun(graph, strategy, options, { ...parts, traps })
  while (!run.isToStop()) {
    const page = queue.take()
    if (page === -1) break
    if (gates[queue.of(page)]?.holdsBack(page) === true) continue
    run.visit(page)
  }
  return { ...run.result(page => queue.wasTaken(page)), ...queue.traffic }
}

type Found = Parameters<TrapGate['visited']>[1]

function createSimulationQueue(
  graph: WebGraph,
  strategy: Strategy,
  group: Uint32Array,
  groups: number,
  options: SimulateOptions,
): { queue: PageQueue; control: PlaceControl; traps: TrapGate | null } {
  // what a trap holds back may come back to where it was: of the queues only the live crawl's own can do that
  if (graph.simhash !== undefined && options.traps !== false) {
    const queue = new FrontierQueue(graph, group, groups, strategy)
    return { queue, control: checkedControl(strategy, queue), traps: createTrapGate(graph, strategy, queue, options) }
  }
  const traps = null
  // nor do the others say which pages are only known
  switch (strategy.lost === undefined ? strategy.reorders : 'often') {
    case 'never': {
      const queue = new FlatQueue(graph, strategy)
      return { queue, control: pageControl(strategy, queue), traps }
    }
    case 'seldom': {
      const queue = new GroupedQueue(graph, strategy.levels, group, groups)
      return { queue, control: groupControl(strategy, queue), traps }
    }
    case 'often': {
      const queue = new FrontierQueue(graph, group, groups, strategy)
      return { queue, control: strategy.reorders === 'often' ? queue : checkedControl(strategy, queue), traps }
    }
  }
}
