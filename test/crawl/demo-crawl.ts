/** Crawls of the demo web in this process, for tests. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseCampaign } from '../../src/campaign/index.js'
import { crawlDirectory, readLog, type PageEntry } from '../../src/collection/index.js'
import { runCrawl, type CrawlSummary, type RunOptions } from '../../src/crawl/index.js'
import type { DemoServer, DemoWeb } from '../../src/demo/web.js'

export type CampaignPart = Record<string, unknown>

/** What every test's campaign has, under what it says itself. */
export function demoCampaign(web: DemoWeb, server: DemoServer, parts: CampaignPart = {}): CampaignPart {
  const { network, politeness, ...rest } = parts
  return {
    name: 'test',
    contact: 'https://longtail.example/crawler',
    target: { language: web.options.target },
    seeds: web.seeds[web.options.target],
    politeness: { delay: '0s', 'max-crawl-delay': '0s', ...(politeness as object) },
    network: { hosts: { '*': server.origin }, ...(network as object) },
    workers: 1,
    ...rest,
  }
}

export async function crawlDemo(
  web: DemoWeb,
  server: DemoServer,
  out: string,
  parts: CampaignPart = {},
  onStart?: (stop: () => void) => void,
  options: Partial<RunOptions> = {},
): Promise<CrawlSummary> {
  const campaign = parseCampaign(JSON.stringify(demoCampaign(web, server, parts)), 'test campaign')
  return runCrawl({
    campaign,
    campaignPath: null,
    seeds: Array.isArray(campaign.seeds) ? campaign.seeds : [],
    out,
    warn: () => {},
    onProgress: () => {},
    onStart,
    ...options,
  })
}

/** The WARC files of a crawl. */
export function archivesOf(out: string): string[] {
  const { warc } = crawlDirectory(out)
  return readdirSync(warc).flatMap(name => (name.endsWith('.warc.gz') ? [join(warc, name)] : []))
}

export async function loggedPages(out: string): Promise<PageEntry[]> {
  const pages: PageEntry[] = []
  for await (const { entry } of readLog(crawlDirectory(out))) if (entry.t === 'page') pages.push(entry)
  return pages
}
