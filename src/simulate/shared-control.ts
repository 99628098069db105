import type { HostId, PlaceControl, Strategy } from '../contracts.js'
import type { WebGraph } from '../graph/index.js'
import { checkedControl } from '../strategy/index.js'
import type { FrontierQueue } from './frontier-queue.js'
import { groupsOf } from './graph-columns.js'

/** What one strategy does to queues that each have the pages of other hosts. */
export function sharedControl(
  graph: WebGraph,
  strategy: Strategy,
  queues: readonly FrontierQueue[],
  queueOf: (host: HostId) => FrontierQueue,
): PlaceControl {
  const { group, groups } = groupsOf(graph, strategy.groupBy)
  const hostOf = new Uint32Array(groups)
  for (let page = 0; page < graph.pages; page++) hostOf[group[page]] = graph.server[page]
  return checkedControl(strategy, {
    bias: (of, levels) => queueOf(hostOf[of]).bias(of, levels),
    park: of => queueOf(hostOf[of]).park(of),
    readmit: of => queueOf(hostOf[of]).readmit(of),
    cutoff: place => queues.forEach(queue => queue.cutoff(place)),
    spare: (host, isSpared) => queueOf(host).spare(host, isSpared),
    move: (page, level) => queueOf(graph.server[page]).move(page, level),
  })
}
