import type { PageId, PlaceControl, Strategy } from '../contracts.js'
import { CRAWLED, RELEVANT, type WebGraph } from '../graph/index.js'
import { CurveSampler } from './curve.js'
import { missedByDistance } from './missed.js'
import type { PageQueue } from './queue.js'
import type { CurvePoint, RunResult } from './result.js'
import type { SimulateOptions } from './simulate.js'
import type { TrapGate } from './trap-gate.js'
import { createView } from './view.js'

const PROGRESS_EVERY = 1 << 13

interface RunParts {
  readonly queue: PageQueue
  readonly control: PlaceControl
  readonly groups: number
  /** Null where traps are not looked for. */
  readonly traps: Pick<TrapGate, 'visited'> | null
  /** By server: the number of the crawl process that remembers its texts. One remembers all unless said. */
  readonly memoryOf?: Uint16Array
  /** Simulated ones since the start, where there are any. */
  readonly hours?: () => number
}

/** What both simulated loops do with the pages they take: count them, show them to the strategy, offer their links. */
export class SimulatedRun {
  pages = 0
  private readonly began = performance.now()
  private readonly view
  private readonly seenServer: Uint8Array
  private readonly curve = new CurveSampler()
  private relevant = 0
  private servers = 0
  private links = 0
  private maxQueue = 0
  private reported = -1
  private stopped: RunResult['stopped'] = 'finished'

  /** Queues the seeds. */
  constructor(
    private readonly graph: WebGraph,
    private readonly strategy: Strategy,
    private readonly options: SimulateOptions,
    private readonly parts: RunParts,
  ) {
    this.view = createView(graph, strategy, options, parts.memoryOf)
    this.seenServer = new Uint8Array(graph.servers)
    strategy.reserve(graph.pages, parts.groups)
    for (const seed of options.seeds) parts.queue.offer(seed, strategy.seed(seed))
    this.sample()
  }

  /** Whether there are pages enough, or somebody wants no more. */
  isToStop(): boolean {
    const { pages, options } = this
    if (pages >= (options.maxPages ?? Infinity)) this.stopped = 'pages'
    else if (pages % PROGRESS_EVERY === 0 && pages !== this.reported) {
      this.reported = pages
      if (options.onProgress?.(pages, this.relevant) === false) this.stopped = 'interrupted'
    }
    return this.stopped !== 'finished'
  }

  visit(page: PageId): void {
    const { graph, view, seenServer } = this
    const { visit, links, out } = view
    const { queue, control } = this.parts
    const server = graph.server[page]
    this.pages++
    if ((graph.flags[page] & RELEVANT) !== 0) this.relevant++
    if (seenServer[server] === 0) {
      seenServer[server] = 1
      this.servers++
    }
    this.options.onVisit?.(page)
    links.start = graph.offsets[page]
    links.end = graph.offsets[page + 1]
    view.look(page)
    this.links += links.end - links.start
    this.strategy.score(visit, links, out, control)
    queue.offerLinks(graph.to, links.start, links.end, out)
    this.parts.traps?.visited(page, view.found)
    this.sample()
  }

  private sample(): void {
    const { size } = this.parts.queue
    if (size > this.maxQueue) this.maxQueue = size
    if (this.pages === this.curve.next) this.curve.add(this.point())
  }

  private point(): CurvePoint {
    const { pages, relevant, servers, parts } = this
    const { queue, hours } = parts
    return { pages, relevant, queue: queue.size, servers, ...(hours === undefined ? {} : { hours: hours() }) }
  }

  result(wasTaken: (page: PageId) => boolean): RunResult {
    const { graph, pages, relevant, servers, maxQueue, links, stopped } = this
    const { spec, distances } = this.options
    const inGraph = countRelevant(graph)
    return {
      strategy: spec,
      pages,
      relevant,
      coverage: inGraph === 0 ? 0 : relevant / inGraph,
      harvest: pages === 0 ? 0 : relevant / pages,
      servers,
      seconds: (performance.now() - this.began) / 1000,
      maxQueue,
      links,
      stopped,
      curve: this.curve.finish(this.point()),
      missed: distances === undefined ? [] : missedByDistance(graph, distances, wasTaken),
    }
  }
}

function countRelevant(graph: WebGraph): number {
  const both = CRAWLED | RELEVANT
  let count = 0
  for (const flag of graph.flags) if ((flag & both) === both) count++
  return count
}
