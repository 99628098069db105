import { basename, dirname, join, resolve } from 'node:path'
import { listSeeds, loadCampaign, readSeedFile, type Campaign, type LoadedCampaign } from '../campaign/index.js'
import type { Status } from '../collection/index.js'
import { runCrawl, type CrawlSummary } from '../crawl/index.js'
import { LongtailError } from '../errors.js'
import { crawlSyllabus } from './crawl-syllabus.js'
import { many } from './many.js'
import { tellUnfetched } from './tell-unfetched.js'
import { coverageText, showProgress, type ProgressDisplay } from './show-progress.js'

export interface CrawlFlags {
  out?: string
  strategy?: string
  maxPages?: number
  maxTime?: number
  workers?: number
  seedFile?: string
  frontier?: string
  skipVague?: boolean
  dryRun?: boolean
  json?: boolean
}

export async function crawl(path: string, flags: CrawlFlags, urls: readonly string[] = []): Promise<void> {
  if (urls.length > 0 && flags.dryRun !== true)
    throw new LongtailError(
      'E_USAGE',
      `${urls[0]}: URLs are for --dry-run; seeds stand in the campaign, or in a --seed-file`,
    )
  const loaded = loadCampaign(path)
  const campaign = withFlags(loaded.campaign, flags)
  const out = flags.out ?? join(dirname(loaded.path), campaign.name)
  if (flags.dryRun === true) return planned({ ...loaded, campaign }, out, flags, urls)
  const display = showProgress(flags.json === true ? process.stderr : process.stdout)
  // Ctrl-C counts from the first moment on: a long search or replay is followed by a stop
  let stop = (): void => {}
  const searching = new AbortController()
  display.onInterrupt(() => {
    searching.abort()
    stop()
  })
  const onStart = (stopRun: () => void): void => {
    stop = stopRun
    if (searching.signal.aborted) stopRun()
  }
  if (campaign.target.syllabus !== undefined) {
    const given = flags.seedFile === undefined ? null : readSeedFile(flags.seedFile)
    return crawlSyllabus({ loaded: { ...loaded, campaign }, out, given, flags, display, onStart })
  }
  const seeds = await findSeeds({ ...loaded, campaign }, out, flags.seedFile, display, searching.signal)
  if (seeds === null) return stoppedEarly(display, flags.json)
  let last: Status | null = null
  const summary = await runCrawl({
    campaign,
    campaignPath: loaded.path,
    seeds,
    out,
    warn: message => display.note(`warning: ${message}`),
    onProgress: progress => {
      last = progress
      display.update(progress)
    },
    onStart: (stopRun, resumed) => {
      display.note(resumed ? `going on with ${resolve(out)}` : `crawling into ${resolve(out)}`)
      onStart(stopRun)
    },
  })
  display.end()
  await tellUnfetched(summary, flags.json === true ? console.error : console.log)
  if (flags.json === true) console.log(JSON.stringify(summary))
  else {
    const harvest = (100 * summary.harvest).toFixed(1)
    console.log(
      `stopped: ${summary.why}. ${summary.pages} pages, ${summary.relevant} relevant (${harvest} %), ${summary.hosts} hosts`,
    )
    if (summary.embeds > 0) console.log(`${summary.embeds} embedded objects of relevant pages`)
    if (summary.texts > 0) console.log(`${summary.texts} pages of the queue for their text alone`)
    for (const line of expectationLines(last, summary)) console.log(line)
    if (summary.warc.length > 0)
      console.log(`archives: ${summary.warc.map(file => basename(file)).join(', ')} in ${join(resolve(out), 'warc')}`)
  }
}

async function planned(
  { campaign, path }: LoadedCampaign,
  out: string,
  { seedFile, json }: CrawlFlags,
  urls: readonly string[],
): Promise<void> {
  if (campaign.target.syllabus !== undefined || (!Array.isArray(campaign.seeds) && 'search' in campaign.seeds))
    throw new LongtailError('E_USAGE', '--dry-run is for campaigns that list their seeds: name some with --seed-file')
  const seeds = seedFile === undefined ? listSeeds(campaign, path) : readSeedFile(seedFile)
  const { showDryRun } = await import('./dry-run.js')
  return showDryRun({ campaign, campaignPath: path, seeds, out, urls, json })
}

/** Null when the user stopped a search. */
async function findSeeds(
  { campaign, path }: LoadedCampaign,
  out: string,
  seedFile: string | undefined,
  display: ProgressDisplay,
  signal: AbortSignal,
): Promise<string[] | null> {
  if (seedFile !== undefined) return readSeedFile(seedFile)
  if (Array.isArray(campaign.seeds) || !('search' in campaign.seeds)) return listSeeds(campaign, path)
  const { searchSeeds } = await import('../train/search-seeds.js')
  try {
    return await searchSeeds({ campaign, out, signal, warn: message => display.note(`warning: ${message}`) })
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}

/** Before there was a crawl. */
function stoppedEarly(display: ProgressDisplay, json: boolean | undefined): void {
  display.end()
  const nothing = {
    pages: 0,
    relevant: 0,
    harvest: 0,
    bytes: 0,
    hosts: 0,
    seconds: 0,
    stopped: 'interrupted',
    warc: [],
  }
  console.log(json === true ? JSON.stringify(nothing) : 'stopped while searching; the same command goes on')
}

/** What is left, and why the crawl ended all the same. */
function expectationLines(last: Status | null, { stopped }: CrawlSummary): string[] {
  const lines: string[] = []
  if (last?.estimate) {
    const { remaining, low, high } = last.estimate
    const range = `${Math.round(low)} to ${Math.round(high)}`
    lines.push(`${coverageText(last.estimate)}: about ${many(Math.round(remaining), 'relevant page')} left (${range})`)
  }
  if (last !== null && stopped === 'finished' && last.queue > 0)
    lines.push(`${many(last.queue, 'link')} left in the queue`)
  return lines
}

function withFlags(campaign: Campaign, flags: CrawlFlags): Campaign {
  if (flags.frontier !== undefined && flags.frontier !== 'disk' && flags.frontier !== 'memory') {
    throw new LongtailError('E_USAGE', `--frontier ${flags.frontier}: this version knows "disk" and "memory"`)
  }
  return {
    ...campaign,
    strategy: flags.strategy ?? campaign.strategy,
    workers: flags.workers ?? campaign.workers,
    limits: {
      ...campaign.limits,
      pages: flags.maxPages ?? campaign.limits.pages,
      time: flags.maxTime ?? campaign.limits.time,
    },
    frontier: { ...campaign.frontier, kind: flags.frontier ?? campaign.frontier.kind },
  }
}
