/**
 * Traps and twins in a simulation: the live crawl's own watch (src/traps/), told what a graph knows of its pages. A graph has the
 * simhash of each text, but neither payloads nor titles, so pages with little text never count as alike here.
 */
import type { PageId, Strategy } from '../contracts.js'
import { urlOf, type WebGraph } from '../graph/index.js'
import { TrapWatch } from '../traps/index.js'
import type { FrontierQueue } from './frontier-queue.js'
import type { SimulateOptions } from './simulate.js'

/** Null where nobody wants it, or the graph does not know which texts repeat each other. */
export function createTrapGate(
  graph: WebGraph,
  strategy: Pick<Strategy, 'lost'>,
  queue: FrontierQueue,
  { seeds, traps }: Pick<SimulateOptions, 'seeds' | 'traps'>,
): TrapGate | null {
  return graph.simhash === undefined || traps === false
    ? null
    : new TrapGate(graph, graph.simhash, strategy, queue, seeds)
}

export class TrapGate {
  private readonly fetched = new Map<string, PageId>()
  private readonly watch = new TrapWatch(url => this.fetched.get(url) ?? -1)
  private readonly seeds: ReadonlySet<PageId>
  /** As in the live crawl: one page of a trap at a time is fetched all the same. */
  private readonly trying = new Map<PageId, string>()

  constructor(
    private readonly graph: WebGraph,
    private readonly simhash: Uint32Array,
    private readonly strategy: Pick<Strategy, 'lost'>,
    private readonly queue: FrontierQueue,
    seeds: Uint32Array,
  ) {
    this.seeds = new Set(seeds)
  }

  /** True when a page that the queue handed out is not fetched. */
  holdsBack(page: PageId): boolean {
    if (this.seeds.has(page)) return false
    const objection = this.watch.against(urlOf(this.graph, page))
    if (objection === null) return false
    const { pattern } = objection.trap
    if (objection.isTry && ![...this.trying.values()].includes(pattern)) {
      this.trying.set(page, pattern)
      return false
    }
    if (!objection.isFull) this.watch.hold(pattern, page)
    this.queue.hold(page)
    this.strategy.lost?.(page)
    return true
  }

  /** After the page was scored and its links were offered, as the live crawl decides after a page was recorded. */
  visited(page: PageId, { near, via }: { readonly near: PageId; readonly via: PageId }): void {
    const { graph, watch, simhash } = this
    const url = urlOf(graph, page)
    const nearUrl = near === -1 ? '' : urlOf(graph, near)
    const text: [number, number] = [simhash[2 * page], simhash[2 * page + 1]]
    watch.note({ page, url, via, near, nearUrl, simhash: text, digest: '', title: '', relevant: true })
    this.fetched.set(url, page)
    for (const decision of watch.due()) for (const held of watch.decide(decision)) this.queue.letBack(held)
    this.trying.delete(page)
  }

  /** The page got no answer. */
  failed(page: PageId): void {
    this.trying.delete(page)
  }
}
