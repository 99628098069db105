/** The tables of a crawl that may not fit into memory: the queue, URLs seen, payloads seen, embedded objects. */
import { join } from 'node:path'
import type { Campaign } from '../campaign/index.js'
import type { CrawlDirectory } from '../collection/crawl-directory.js'
import type { Checkpointed, Frontier, UrlTable } from '../contracts.js'
import { makeDirectory } from '../disk/make-directory.js'
import {
  createDiskQueue,
  createDiskUrlTable,
  createMemoryQueue,
  createMemoryUrlTable,
  type StoredUrlTable,
} from '../frontier/index.js'

export interface FrontierParts extends Checkpointed {
  readonly frontier: Frontier
  readonly urls: UrlTable
  readonly payloads: UrlTable
  readonly embedUrls: UrlTable
  close(): void
}

/** `resume`: files of an earlier run stay, for the checkpoint that refers to them. */
export function openFrontier(
  campaign: Campaign,
  directory: CrawlDirectory,
  fetchesEmbeds: boolean,
  resume: boolean,
): FrontierParts {
  const maxConnectionsPerHost = campaign.politeness['per-host-connections']
  const { kind, memory } = campaign.frontier
  if (kind === 'memory') {
    const queue = createMemoryQueue({ maxConnectionsPerHost })
    return together(queue, createMemoryUrlTable(), createMemoryUrlTable())
  }
  const scratch = directory.frontier
  makeDirectory(scratch)
  const table = (name: string): StoredUrlTable =>
    createDiskUrlTable({ directory: join(scratch, name), memoryBytes: Math.floor(memory * 0.1), resume })
  const queue = createDiskQueue({
    directory: join(scratch, 'queue'),
    memoryBytes: Math.floor(memory * (fetchesEmbeds ? 0.8 : 0.9)),
    maxConnectionsPerHost,
    resume,
  })
  const payloads = table('payloads')
  return together(queue, payloads, fetchesEmbeds ? table('embeds') : createMemoryUrlTable())
}

interface Queue extends Checkpointed {
  readonly frontier: Frontier
  readonly urls: UrlTable
  close(): void
}

function together(queue: Queue, payloads: StoredUrlTable, embedUrls: StoredUrlTable): FrontierParts {
  const parts = { queue, payloads, embedUrls }
  const all = Object.values(parts)
  return {
    frontier: queue.frontier,
    urls: queue.urls,
    payloads,
    embedUrls,
    persist(fields) {
      for (const [name, part] of Object.entries(parts)) fields.part(name, part)
    },
    checkpointed: () => all.forEach(part => part.checkpointed()),
    close: () => all.forEach(part => part.close()),
  }
}
