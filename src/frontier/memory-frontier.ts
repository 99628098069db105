import type { Frontier, UrlTable } from '../contracts.js'
import { BlockStore } from './columns.js'
import type { QueueOptions } from './queue.js'
import { createQueue } from './queue.js'
import { createUrlTable } from './url-table.js'

/** For tests, small crawls and crawls of archives: nothing on disk, as much memory as the pages need (about 30 bytes each). */
export function createMemoryFrontier(options: QueueOptions = {}): Frontier {
  return createQueue(new BlockStore(null), options)
}

export function createMemoryUrlTable(): UrlTable {
  return createUrlTable(new BlockStore(null), null)
}
