/**
 * The queue of a partition, and when each of its offers was made: by a clock that all partitions of a simulated crawl share, so that equal
 * places are told apart by age as in one queue.
 */
import type { PageId, Strategy } from '../contracts.js'
import type { WebGraph } from '../graph/index.js'
import { OfferClock } from '../partitions/offer-clock.js'
import type { WaitingPage } from '../partitions/price.js'
import { FrontierQueue } from './frontier-queue.js'

/** 16 MB for each partition of a large web at most. Up to so many offers every age is exact. */
const MOST_NOTES = 1 << 20

/** The number of the last offer that any partition got. */
export interface OfferCount {
  now: number
}

export class AgedQueue extends FrontierQueue {
  private readonly clock = new OfferClock(MOST_NOTES)

  constructor(
    graph: WebGraph,
    group: Uint32Array,
    groups: number,
    strategy: Pick<Strategy, 'lost'>,
    isMine: (page: PageId) => boolean,
    private readonly count: OfferCount,
  ) {
    super(graph, group, groups, strategy, isMine)
  }

  override offer(page: PageId, level: number): void {
    super.offer(page, level)
    this.clock.note(this.frontier.offers, ++this.count.now)
  }

  /** Where its best pages stand. */
  places(most: number): WaitingPage[] {
    const best = this.frontier.bestPlaces(0, most)
    return best.map(({ place, offer }) => ({ place, waited: -this.clock.timeOf(offer) }))
  }
}
