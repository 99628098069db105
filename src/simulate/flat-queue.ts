import type { PageId, Strategy } from '../contracts.js'
import type { WebGraph } from '../graph/index.js'
import { refuse } from '../strategy/index.js'
import { Fifo, type SpareBlocks } from './fifo.js'
import { FIRST_PLACE, initialPlaces, KNOWN, KNOWN_QUEUED, NEVER_OFFERED, TAKEN, type PageQueue } from './queue.js'

/**
 * The queue of strategies that never reorder what is queued: one list per level. A page that moves leaves a stale entry
 * behind, which is dropped when it surfaces; levels only ever get better, so no page comes back to a list it has left.
 */
export class FlatQueue implements PageQueue {
  size = 0
  /** By page: FIRST_PLACE + level, or one of queue.ts' marks. */
  private readonly place: Uint8Array | Uint16Array
  private readonly lists: Fifo[] = []
  private best = 1

  constructor(
    graph: WebGraph,
    private readonly strategy: Pick<Strategy, 'name' | 'levels' | 'reorders'>,
  ) {
    const { levels } = strategy
    this.place = initialPlaces(graph, levels)
    const spare: SpareBlocks = []
    for (let level = 0; level <= levels; level++) this.lists.push(new Fifo(spare))
  }

  offer(page: PageId, level: number): void {
    this.offerLinks(Uint32Array.of(page), 0, 1, Uint16Array.of(level))
  }

  offerLinks(to: Uint32Array, start: number, end: number, levels: Uint16Array): void {
    const { place, lists } = this
    let { size, best } = this
    for (let i = start; i < end; i++) {
      const page = to[i]
      const before = place[page]
      const level = levels[i - start]
      if (before === FIRST_PLACE + level || before === TAKEN || level === 0) continue
      if (before === NEVER_OFFERED) {
        size++
      } else if (before < FIRST_PLACE) {
        if (before === KNOWN) size++
        place[page] = KNOWN_QUEUED
        continue
      } else if (before < FIRST_PLACE + level) {
        // back in a list that it has left, it would be found at its old age
        refuse(this.strategy, `moves page ${page} back from level ${before - FIRST_PLACE} to ${level}`, "'often'")
      }
      place[page] = FIRST_PLACE + level
      lists[level].push(page)
      if (level < best) best = level
    }
    this.size = size
    this.best = best
  }

  take(): PageId {
    const { place, lists } = this
    for (; this.best < lists.length; this.best++) {
      const list = lists[this.best]
      while (list.length > 0) {
        const page = list.shift()
        if (place[page] !== FIRST_PLACE + this.best) continue
        place[page] = TAKEN
        this.size--
        return page
      }
    }
    return -1
  }

  wasTaken(page: PageId): boolean {
    return this.place[page] === TAKEN
  }

  move(page: PageId, level: number): void {
    if (this.place[page] >= FIRST_PLACE) this.offer(page, level)
  }
}
