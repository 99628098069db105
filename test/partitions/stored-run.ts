/** Crawls of the demo web whose partitions are in a bucket. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CrawlSummary } from '../../src/crawl/index.js'
import type { DemoServer, DemoWeb } from '../../src/demo/web.js'
import type { WorkerRun } from '../../src/partitions/live/run-worker.js'
import { fetchStore } from '../../src/partitions/live/store/fetch-store.js'
import type { S3Store } from '../../src/partitions/live/store/s3-store.js'
import { fetchCrawl, publishCrawl } from '../../src/partitions/live/store/stored-crawl.js'
import type { CampaignPart } from '../crawl/demo-crawl.js'
import { makeSplit, splitRun } from './split-crawl.js'

/** One worker with a private directory of its own; makes the crawl where the bucket has none. */
export async function storedRun(
  web: DemoWeb,
  server: DemoServer,
  store: S3Store,
  path: string,
  parts: CampaignPart = {},
  options: Partial<WorkerRun> = {},
): Promise<CrawlSummary> {
  mkdirSync(path, { recursive: true })
  if ((await fetchCrawl(store, path)) === null) {
    await makeSplit(web, server, path, parts)
    await publishCrawl(store, path)
  }
  return splitRun(web, server, path, parts, { store, upkeep: { shipPauseMs: 100 }, ...options })
}

/** The crawl as a directory. */
export async function fetched(store: S3Store, directory: string): Promise<string> {
  const out = join(directory, `fetched-${Math.random().toString(36).slice(2)}`)
  await fetchStore(store, out, () => {})
  return out
}
