import { BlockStore } from './columns.js'
import { createQueue, type QueueOptions, type StoredFrontier } from './queue.js'
import { storedQueue, type StoredQueue } from './stored-queue.js'
import { createUrlTable, type StoredUrlTable } from './url-table.js'

/** For tests, small crawls and crawls of archives: nothing on disk, as much memory as the pages need (about 30 bytes each). */
export function createMemoryQueue(options: QueueOptions = {}): StoredQueue {
  return storedQueue(createMemoryFrontier(options), createMemoryUrlTable())
}

export function createMemoryFrontier(options: QueueOptions = {}): StoredFrontier {
  return createQueue(new BlockStore(null), options)
}

export function createMemoryUrlTable(): StoredUrlTable {
  return createUrlTable(new BlockStore(null))
}
