/** Crawls of webs with traps, in this process, for tests and for bench/traps.ts. */
import { parseCampaign } from '../../src/campaign/index.js'
import { crawlDirectory, readLog, type LogEntry } from '../../src/collection/index.js'
import { runCrawl, type CrawlSummary } from '../../src/crawl/index.js'
import { html, status, type Answer } from './small-web.js'
import { HONEST, siteOf, TRAPS } from './trap-web.js'

export const answerTrapWeb: Answer = ({ host, path }, response) => {
  const body = siteOf({ ...TRAPS, ...HONEST }, host)?.(path, host) ?? null
  if (body === null) status(response, 404)
  else html(response, body)
}

/** English pages, as fast as they come, one at a time unless `parts` says otherwise. */
export function crawlInto(out: string, origin: string, parts: Record<string, unknown>): Promise<CrawlSummary> {
  const campaign = parseCampaign(
    JSON.stringify({
      name: 'traps',
      contact: 'a@b.example',
      target: { language: 'eng' },
      politeness: { delay: '0s', robots: false },
      network: { hosts: { '*': origin }, connections: 1 },
      workers: 1,
      ...parts,
    }),
    'campaign',
  )
  const seeds = Array.isArray(campaign.seeds) ? campaign.seeds : []
  return runCrawl({ campaign, campaignPath: null, seeds, out, warn: () => {}, onProgress: () => {} })
}

export async function loggedEntries(out: string): Promise<LogEntry[]> {
  const entries: LogEntry[] = []
  for await (const { entry } of readLog(crawlDirectory(out))) entries.push(entry)
  return entries
}

export function decisionsIn(entries: readonly LogEntry[]): string[] {
  return entries.flatMap(entry => (entry.t === 'trap' ? `${entry.kind} ${entry.pattern} ${entry.open === true}` : []))
}
