/** Crawls of the demo web in many partitions, for tests. */
import { parseCampaign } from '../../src/campaign/index.js'
import { crawlDirectory, readLog, type LogEntry } from '../../src/collection/index.js'
import { partPaths } from '../../src/collection/crawl-directory.js'
import type { CrawlSummary } from '../../src/crawl/index.js'
import type { DemoServer, DemoWeb } from '../../src/demo/web.js'
import type { Engine } from '../../src/partitions/engine.js'
import { MemoryEngine } from '../../src/partitions/memory-engine.js'
import { prepareCrawl } from '../../src/partitions/live/open-crawl.js'
import { runWorker, type WorkerRun } from '../../src/partitions/live/run-worker.js'
import { demoCampaign, type CampaignPart } from '../crawl/demo-crawl.js'

export const FAST = { mailMs: 10, agreeMs: 40 }

export function splitRun(
  web: DemoWeb,
  server: DemoServer,
  out: string,
  parts: CampaignPart = {},
  options: Partial<WorkerRun> = {},
): Promise<CrawlSummary> {
  const campaign = parseCampaign(JSON.stringify(demoCampaign(web, server, parts)), 'test campaign')
  const engine: Engine = new MemoryEngine()
  return runWorker({
    campaign,
    campaignPath: null,
    seeds: Array.isArray(campaign.seeds) ? campaign.seeds : [],
    out,
    warn: () => {},
    onProgress: () => {},
    engine,
    worker: 'only',
    expected: 1,
    isAlone: true,
    partitions: 4,
    pace: FAST,
    ...options,
  })
}

/** The directory of a crawl that workers are about to begin. */
export async function makeSplit(web: DemoWeb, server: DemoServer, out: string, parts: CampaignPart): Promise<void> {
  const campaign = parseCampaign(JSON.stringify(demoCampaign(web, server, parts)), 'test campaign')
  const seeds = Array.isArray(campaign.seeds) ? campaign.seeds : []
  await prepareCrawl({ campaign, campaignPath: null, seeds, out, warn: () => {} }, 4)
}

/** All entries of all partitions. */
export async function splitEntries(out: string): Promise<LogEntry[]> {
  const entries: LogEntry[] = []
  for (const part of partPaths(crawlDirectory(out)))
    for await (const { entry } of readLog(crawlDirectory(part))) entries.push(entry)
  return entries
}
