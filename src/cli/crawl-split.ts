/** A crawl of many partitions: by this process alone, or by many that are started from here. */
import { existsSync } from 'node:fs'
import { availableParallelism, hostname } from 'node:os'
import type { CrawlSummary, RunOptions } from '../crawl/index.js'
import { lockDirectory } from '../disk/lock.js'
import { crawlDirectory } from '../collection/crawl-directory.js'
import { writeStatus } from '../collection/status.js'
import { makeDirectory } from '../disk/make-directory.js'
import { coordinate } from '../partitions/live/coordinate.js'
import { runWorker } from '../partitions/live/run-worker.js'
import type { S3Store } from '../partitions/live/store/s3-store.js'
import { fetchCrawl, refuseNoted } from '../partitions/live/store/stored-crawl.js'
import { MemoryEngine } from '../partitions/memory-engine.js'
import type { CrawlFlags } from './crawl.js'

export async function crawlSplit(run: RunOptions, flags: CrawlFlags): Promise<CrawlSummary> {
  const processes = flags.processes ?? 1
  if (flags.store === undefined) refuseNoted(run.out)
  if (processes === 1 && flags.join === undefined && flags.store === undefined) return crawlAlone(run)
  const { strategy, maxPages, maxTime, frontier } = flags
  const { campaign, campaignPath } = run
  return coordinate({
    ...run,
    processes,
    join: flags.join ?? null,
    store: await storeOf(run, flags),
    order: {
      campaign: campaignPath ?? '',
      // all of them together have as many threads and connections as one process would have
      flags: { strategy, maxPages, maxTime, frontier, workers: campaign.workers ?? threadsEach(processes) },
      connections: Math.ceil(campaign.network.connections / processes),
    },
    onStart: (stop, resumed) => run.onStart?.(stop, resumed),
  })
}

/** Null: the crawl is in its directory. One that is in a bucket already is what goes on. */
async function storeOf({ out, campaign }: RunOptions, { store: address }: CrawlFlags): Promise<S3Store | null> {
  if (address === undefined) return null
  const { openStore, refuseLargeFiles } = await import('../partitions/live/store/join-store.js')
  refuseLargeFiles(campaign)
  const store = await openStore(address)
  if (!existsSync(crawlDirectory(out).identity)) await fetchCrawl(store, out)
  return store
}

/** Needs no engine: nobody else takes part. */
async function crawlAlone(run: RunOptions): Promise<CrawlSummary> {
  const directory = crawlDirectory(run.out)
  makeDirectory(directory.path)
  const unlock = lockDirectory(directory)
  try {
    return await runWorker({
      ...run,
      engine: new MemoryEngine(),
      worker: `${hostname()}-${process.pid}`,
      expected: 1,
      isAlone: true,
      onProgress: status => {
        writeStatus(directory, status)
        run.onProgress(status)
      },
    })
  } finally {
    unlock()
  }
}

function threadsEach(processes: number): number {
  return Math.max(1, Math.floor((availableParallelism() - 1) / processes))
}
