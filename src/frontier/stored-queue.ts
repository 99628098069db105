import type { Checkpointed } from '../contracts.js'
import type { StoredFrontier } from './queue.js'
import type { StoredUrlTable } from './url-table.js'

/** The frontier of a crawl and the URLs that it knows. */
export interface StoredQueue extends Checkpointed {
  readonly frontier: StoredFrontier
  readonly urls: StoredUrlTable
  close(): void
}

export function storedQueue(frontier: StoredFrontier, urls: StoredUrlTable): StoredQueue {
  const parts = { frontier, urls }
  return {
    ...parts,
    persist(fields) {
      for (const [name, part] of Object.entries(parts)) fields.part(name, part)
    },
    checkpointed() {
      for (const part of Object.values(parts)) part.checkpointed()
    },
    close() {
      for (const part of Object.values(parts)) part.close()
    },
  }
}
