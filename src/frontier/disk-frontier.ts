import { join } from 'node:path'
import type { Frontier, UrlTable } from '../contracts.js'
import type { BlockPlace } from './columns.js'
import { BlockStore } from './columns.js'
import type { QueueOptions } from './queue.js'
import { createQueue } from './queue.js'
import { clearScratchDirectory, QUEUE_FILES, URL_FILES } from './scratch-files.js'
import { createUrlTable } from './url-table.js'

/**
 * The frontier whose memory is bounded whatever the number of URLs. What lies in its directory is scratch: it starts empty,
 * a resumed crawl offers again what its log says, and `close` removes the files. Queue and URL table may share a directory;
 * anything else in it is an E_FRONTIER, and is left alone.
 */
export interface DiskOptions {
  readonly directory: string
  /** Size of the block cache. Groups and hosts come on top: 48 and about 60 bytes each. */
  readonly memoryBytes?: number
}

/** Of 10 million URLs this keeps about half of the table and the queue in memory (bench/frontier.ts). */
export const DEFAULT_MEMORY_BYTES = 256 * 1024 * 1024

export interface DiskQueue {
  readonly frontier: Frontier
  readonly urls: UrlTable
  close(): void
}

/** Both with one cache between them, which goes to whichever needs it: the better choice for a crawl. */
export function createDiskQueue(options: DiskOptions & QueueOptions): DiskQueue {
  return withStore(options, [...Object.values(QUEUE_FILES), ...Object.values(URL_FILES)], (store, place) => {
    const frontier = createQueue(store, options)
    const urls = createUrlTable(store, join(place.directory, URL_FILES.text))
    const close = (): void => {
      frontier.close()
      urls.close()
    }
    return { frontier, urls, close }
  })
}

export function createDiskFrontier(options: DiskOptions & QueueOptions): Frontier {
  return withStore(options, Object.values(QUEUE_FILES), store => createQueue(store, options))
}

export function createDiskUrlTable(options: DiskOptions): UrlTable {
  return withStore(options, Object.values(URL_FILES), (store, place) =>
    createUrlTable(store, join(place.directory, URL_FILES.text)),
  )
}

function withStore<T>(
  options: DiskOptions,
  files: readonly string[],
  make: (store: BlockStore, place: BlockPlace) => T,
): T {
  const place = { directory: options.directory, memoryBytes: options.memoryBytes ?? DEFAULT_MEMORY_BYTES }
  const store = new BlockStore(place)
  clearScratchDirectory(place.directory, files)
  try {
    return make(store, place)
  } catch (error) {
    store.close()
    throw error
  }
}
