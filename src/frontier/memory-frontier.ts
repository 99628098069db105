import { BlockStore } from './columns.js'
import { createQueue, WORDS_PER_PAGE, type QueueOptions, type StoredFrontier } from './queue.js'
import { storedQueue, type StoredQueue } from './stored-queue.js'
import { createUrlTable, type StoredUrlTable } from './url-table.js'

/** For tests, small crawls and crawls of archives: nothing on disk, as much memory as the pages need (about 30 bytes each). */
export function createMemoryQueue(options: QueueOptions = {}): StoredQueue {
  return storedQueue(createMemoryFrontier(options), createMemoryUrlTable())
}

/** `expectedPages`: room for so many, each offered once, is there from the start. */
export function createMemoryFrontier(options: QueueOptions = {}, expectedPages = 0): StoredFrontier {
  return createQueue(new BlockStore(null, expectedPages * WORDS_PER_PAGE), options)
}

export function createMemoryUrlTable(): StoredUrlTable {
  return createUrlTable(new BlockStore(null))
}
