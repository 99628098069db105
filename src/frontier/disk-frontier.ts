import { BlockStore, type BlockPlace } from './columns.js'
import { createQueue, type QueueOptions, type StoredFrontier } from './queue.js'
import { prepareScratchDirectory, QUEUE_FILES, URL_FILES } from './scratch-files.js'
import { storedQueue, type StoredQueue } from './stored-queue.js'
import { createUrlTable, type StoredUrlTable } from './url-table.js'

/**
 * The frontier whose memory is bounded whatever the number of URLs. What lies in its directory is scratch unless a checkpoint
 * refers to it: it starts empty, a resumed crawl offers again what its log says, and `close` removes the files. After `persist`
 * they stay. Queue and URL table may share a directory; anything else in it is an E_FRONTIER, and is left alone.
 */
export interface DiskOptions {
  readonly directory: string
  /** Size of the block cache. Groups and hosts come on top: 48 and about 60 bytes each. */
  readonly memoryBytes?: number
  /**
   * Takes up the files of a checkpoint, which must be loaded next; throws E_CHECKPOINT when some are missing. Files that do not
   * fit the checkpoint are an E_CHECKPOINT when it is loaded. Close it then, and make one without `resume`.
   */
  readonly resume?: boolean
}

/** Of 10 million URLs this keeps about half of the table and the queue in memory (bench/frontier.ts). */
export const DEFAULT_MEMORY_BYTES = 256 * 1024 * 1024

/** Both with one cache between them, which goes to whichever needs it: the better choice for a crawl. */
export function createDiskQueue(options: DiskOptions & QueueOptions): StoredQueue {
  return withStore(options, [...Object.values(QUEUE_FILES), ...Object.values(URL_FILES)], store =>
    storedQueue(createQueue(store, options), createUrlTable(store, true)),
  )
}

export function createDiskFrontier(options: DiskOptions & QueueOptions): StoredFrontier {
  return withStore(options, Object.values(QUEUE_FILES), store => createQueue(store, options))
}

export function createDiskUrlTable(options: DiskOptions): StoredUrlTable {
  return withStore(options, Object.values(URL_FILES), store => createUrlTable(store))
}

function withStore<T>(options: DiskOptions, files: readonly string[], make: (store: BlockStore) => T): T {
  const { directory, memoryBytes = DEFAULT_MEMORY_BYTES, resume = false } = options
  const place: BlockPlace = { directory, memoryBytes, resume }
  const store = new BlockStore(place)
  prepareScratchDirectory(directory, files, resume)
  try {
    return make(store)
  } catch (error) {
    store.close()
    throw error
  }
}
