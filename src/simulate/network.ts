/**
 * The simulated loop with a network: the same strategies on the same graphs, but pages take their time, servers are asked
 * at intervals, and several downloads are under way at once, so that coverage can be drawn against hours. The queue is the
 * live crawl's own frontier, told the simulated time; what may go out of order is the live crawl's own rule.
 *
 *   take (server ready, connection free) → wait → receive → score links → offer → server ready again after the interval
 *
 * The strategy sees pages in the order in which their downloads end. docs/simulated-network.md describes the model.
 */
import type { PageId, Strategy } from '../contracts.js'
import { createMemoryFrontier, Detours, detourTolerance } from '../frontier/index.js'
import type { WebGraph } from '../graph/index.js'
import { DownloadClock } from './clock.js'
import { FrontierQueue } from './frontier-queue.js'
import { groupsOf } from './graph-columns.js'
import { createDraws } from './network-draws.js'
import type { NetworkModel } from './network-model.js'
import type { RunResult } from './result.js'
import { SimulatedRun } from './run.js'
import type { SimulateOptions } from './simulate.js'
import { createTrapGate } from './trap-gate.js'

export interface NetworkOptions extends SimulateOptions {
  readonly network: NetworkModel
}

const MS_PER_HOUR = 3_600_000

export function simulateNetwork(graph: WebGraph, strategy: Strategy, options: NetworkOptions): RunResult {
  const { server } = graph
  const { network } = options
  const { group, groups } = groupsOf(graph, strategy.groupBy)
  const queue = new FrontierQueue(graph, group, groups, strategy, undefined, createMemoryFrontier())
  const { frontier } = queue
  const maxPages = options.maxPages ?? Infinity
  const draws = createDraws(network)
  const detours = new Detours(network.detours, detourTolerance(strategy.levels))
  const clock = new DownloadClock(network.connections, bytesPerMs(network.bandwidth), bytesPerMs(network.speed))
  const intervalMs = network.interval * 1000
  const pageOf = new Uint32Array(network.connections)
  const failing = new Uint8Array(network.connections)
  const attempts = new Map<PageId, number>() // failed so far; only of pages that will be asked for again
  const fetched = new Uint8Array(graph.pages)
  let bytes = 0
  let failures = 0
  const traps = createTrapGate(graph, strategy, queue, options)
  const run = new SimulatedRun(graph, strategy, options, {
    queue,
    control: queue,
    groups,
    traps,
    hours: () => clock.now / MS_PER_HOUR,
  })

  /** Starts what may start now; returns the time at which there may be more, whatever the downloads under way do. */
  function startDownloads(): number {
    const { now } = clock
    while (clock.active < network.connections && run.pages + clock.active < maxPages) {
      const skipped = frontier.levelsSkipped(now)
      if (!detours.allows(skipped, now)) return Math.min(frontier.nextReadyAt(), detours.patientUntil + 1)
      const page = frontier.take(now)
      if (page === -1) return frontier.nextReadyAt()
      // it costs nothing to know that a page is not there
      if (queue.isLost(page) || traps?.holdsBack(page) === true) {
        frontier.release(server[page], now)
        continue
      }
      detours.count(skipped, now)
      const fails = draws.fails(page, attempts.get(page) ?? 0)
      const connection = fails
        ? clock.start(network.timeout * 1000, 0)
        : clock.start(draws.latencyMs(server[page]), draws.bytes(page))
      pageOf[connection] = page
      failing[connection] = fails ? 1 : 0
    }
    return Infinity
  }

  /** No answer: the page is put back and its server left alone for longer, or the page is given up. */
  function fail(page: PageId): void {
    failures++
    traps?.failed(page)
    const failed = (attempts.get(page) ?? 0) + 1
    if (failed > network.retries) {
      attempts.delete(page)
      frontier.discard(page)
      return
    }
    attempts.set(page, failed)
    frontier.hold(server[page], clock.now + Math.max(intervalMs, network.backoff * 1000 * 4 ** (failed - 1)))
    frontier.putBack(page)
  }

  function complete(page: PageId): void {
    attempts.delete(page)
    frontier.discard(page)
    fetched[page] = 1
    bytes += draws.bytes(page)
    run.visit(page)
  }

  while (!run.isToStop()) {
    const wakeAt = startDownloads()
    if (clock.active === 0 && wakeAt === Infinity) break
    const connection = clock.next(wakeAt)
    if (connection === -1) continue
    const page = pageOf[connection]
    frontier.release(server[page], clock.now + intervalMs)
    if (failing[connection] === 1) fail(page)
    else complete(page)
  }

  const result = run.result(page => fetched[page] === 1)
  frontier.close()
  const { now, busyMs } = clock
  return {
    ...result,
    network: {
      hours: now / MS_PER_HOUR,
      bytes: Math.round(bytes),
      failures,
      utilisation: now === 0 ? 0 : busyMs / (now * network.connections),
    },
  }
}

/** Without a limit: Infinity. */
function bytesPerMs(perSecond: number): number {
  return perSecond === 0 ? Infinity : perSecond / 1000
}
