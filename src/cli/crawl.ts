import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { listSeeds, loadCampaign, readSeedFile, type Campaign, type LoadedCampaign } from '../campaign/index.js'
import { crawlDirectory, readIdentity, roundInWords, type Status } from '../collection/index.js'
import { languagesOf } from '../crawl/target.js'
import { runCrawl, type CrawlSummary, type RunOptions, type StartedRound } from '../crawl/index.js'
import { LongtailError } from '../errors.js'
import { withFile } from '../strategy-spec.js'
import { crawlSyllabus } from './crawl-syllabus.js'
import { expectationLines } from './expectation-lines.js'
import { many } from './many.js'
import { tellUnfetched } from './tell-unfetched.js'
import { showProgress, type ProgressDisplay } from './show-progress.js'

const COPYING_EVERY_MS = 5000

export interface CrawlFlags {
  out?: string
  strategy?: string
  maxPages?: number
  maxTime?: number
  workers?: number
  seedFile?: string
  frontier?: string
  processes?: number
  join?: string
  store?: string
  from?: string
  skipVague?: boolean
  again?: boolean
  watch?: boolean
  dryRun?: boolean
  json?: boolean
}

export async function crawl(path: string, given: CrawlFlags, urls: readonly string[] = []): Promise<void> {
  const flags = withJoin(given)
  if (urls.length > 0 && flags.dryRun !== true)
    throw new LongtailError(
      'E_USAGE',
      `${urls[0]}: URLs are for --dry-run; write seeds into the campaign, or into a --seed-file`,
    )
  if (flags.store !== undefined && (!flags.store.startsWith('s3:') || flags.from !== undefined))
    throw new LongtailError(
      'E_USAGE',
      flags.from === undefined
        ? `--store ${flags.store}: write s3://BUCKET/PREFIX; for a directory use --out`
        : '--from converts a crawl into a directory: leave out --store',
    )
  const loaded = loadCampaign(path)
  refuseRounds(loaded.campaign, flags)
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
    if (flags.from !== undefined)
      throw new LongtailError('E_USAGE', '--from does not work for a syllabus: its topics are crawled by one process')
    const given = flags.seedFile === undefined ? null : readSeedFile(flags.seedFile)
    return crawlSyllabus({ loaded: { ...loaded, campaign }, out, given, flags, display, onStart })
  }
  if (flags.from !== undefined && !(await takeOver(loaded.path, campaign, out, flags, display, searching.signal)))
    return stoppedEarly(display, flags.json, 'stopped while copying; nothing was written')
  const seeds = await findSeeds({ ...loaded, campaign }, out, flags.seedFile, display, searching.signal)
  if (seeds === null) return stoppedEarly(display, flags.json)
  let last: Status | null = null
  const run: RunOptions = {
    campaign,
    campaignPath: loaded.path,
    seeds,
    out,
    warn: message => display.note(`warning: ${message}`),
    onProgress: progress => {
      last = progress
      display.update(progress)
    },
    ...(await learning(campaign)),
    ...(flags.again === true || flags.watch === true ? { again: true } : {}),
    onStart: (stopRun, resumed, round) => {
      display.note(resumed ? `resuming the crawl in ${resolve(out)}` : `crawling into ${resolve(out)}`)
      if (round !== undefined) for (const line of roundLines(round)) display.note(line)
      onStart(stopRun)
    },
  }
  const isSplit = wantsMany(flags) || isSplitCrawl(out)
  if (isSplit && run.again === true) throw manyPartitions(resolve(out))
  if (flags.watch === true) {
    const tell = async (): Promise<CrawlSummary> => {
      const summary = await runCrawl(run)
      display.note(`stopped: ${summary.why}${summary.round === undefined ? '' : `. ${roundInWords(summary.round)}`}`)
      return summary
    }
    const { watch } = await import('./watch.js')
    await watch({ campaign, out, note: display.note, signal: searching.signal, run: tell })
    return display.end()
  }
  const summary = isSplit ? await (await import('./crawl-split.js')).crawlSplit(run, flags) : await runCrawl(run)
  display.end()
  await tellUnfetched(summary, flags.json === true ? console.error : console.log)
  if (flags.json === true)
    console.log(JSON.stringify(isFirstRound(summary) ? { ...summary, round: undefined } : summary))
  else {
    const harvest = (100 * summary.harvest).toFixed(1)
    console.log(
      `stopped: ${summary.why}. ${summary.pages} pages, ${summary.relevant} relevant (${harvest} %), ${summary.hosts} hosts`,
    )
    if (summary.round !== undefined && !isFirstRound(summary)) console.log(roundInWords(summary.round))
    if (summary.embeds > 0) console.log(`${summary.embeds} embedded objects of relevant pages`)
    if (summary.texts > 0) console.log(`${summary.texts} more pages of the queue, fetched only for their text`)
    for (const line of expectationLines(last, summary.stopped)) console.log(line)
    if (summary.warc.length > 0)
      console.log(
        isSplit
          ? `archives: ${many(summary.warc.length, 'file')} in ${flags.store === undefined ? join(resolve(out), 'parts') : flags.store}`
          : `archives: ${summary.warc.map(file => basename(file)).join(', ')} in ${join(resolve(out), 'warc')}`,
      )
  }
}

/** What a round begins with. */
function roundLines({ round, planned, asked, goesOnFirst }: StartedRound): string[] {
  const left = `${(planned - asked).toLocaleString('en')} of ${many(planned, 'known page')}`
  if (round === 1)
    return goesOnFirst ? ['the first round is not finished: it is resumed, and the next --again begins round 2'] : []
  if (goesOnFirst)
    return [
      `round ${round} is not finished: it is resumed with ${left}, and the next --again begins round ${round + 1}`,
    ]
  return [`round ${round}: ${left} to request again`]
}

/** Of a crawl that never came back nothing is said about rounds. */
function isFirstRound({ round }: CrawlSummary): boolean {
  return (round?.round ?? 1) === 1
}

/** Rounds are for one crawl in one process, of the live Web. */
function refuseRounds({ target, network }: Campaign, flags: CrawlFlags): void {
  const flag = flags.watch === true ? '--watch' : '--again'
  if (flags.again !== true && flags.watch !== true) return
  if (target.syllabus !== undefined)
    throw new LongtailError(
      'E_USAGE',
      `${flag} does not work for a syllabus; crawl a topic of it as a campaign of its own`,
    )
  if (wantsMany(flags) || flags.from !== undefined) throw manyPartitions(flag)
  if (flags.dryRun === true) throw new LongtailError('E_USAGE', `--dry-run plans no round: leave out ${flag}`)
  if (network.archive.length > 0)
    throw new LongtailError(
      'E_USAGE',
      `${flag} requests pages from servers again; the files in network.archive do not change: leave ${flag} out`,
    )
}

function manyPartitions(what: string): LongtailError {
  return new LongtailError(
    'E_USAGE',
    `${what}: rounds need a crawl of one partition, in one process; convert this one with --from, or start a new crawl`,
  )
}

/** Loaded only for campaigns that want it. */
async function learning({ target }: Campaign): Promise<Pick<RunOptions, 'openLearner'>> {
  if (!languagesOf(target).some(one => typeof one !== 'string' && one.learn === true)) return {}
  return { openLearner: (await import('../train/crawl-learner.js')).openCrawlLearner }
}

async function planned(
  { campaign, path }: LoadedCampaign,
  out: string,
  { seedFile, json }: CrawlFlags,
  urls: readonly string[],
): Promise<void> {
  if (campaign.target.syllabus !== undefined || (!Array.isArray(campaign.seeds) && 'search' in campaign.seeds))
    throw new LongtailError(
      'E_USAGE',
      '--dry-run needs a list of seeds, and this campaign has none; give some with --seed-file',
    )
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

/** Makes the crawl of `out` from another one. False when the user stopped it. */
async function takeOver(
  campaignPath: string,
  campaign: Campaign,
  out: string,
  flags: CrawlFlags,
  display: ProgressDisplay,
  signal: AbortSignal,
): Promise<boolean> {
  const { convertCrawl } = await import('../partitions/live/convert/convert.js')
  const from = flags.from ?? ''
  let saidAt = Date.now()
  display.note(`copying ${resolve(from)} to ${resolve(out)}`)
  try {
    await convertCrawl({
      ...{ campaign, campaignPath, from, out, signal },
      isSplit: wantsMany(flags),
      warn: message => display.note(`warning: ${message}`),
      onProgress: lines => {
        if (Date.now() - saidAt < COPYING_EVERY_MS) return
        saidAt = Date.now()
        display.note(`${many(lines, 'line')} of the log copied`)
      },
    })
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}

/** Before there was a crawl. */
function stoppedEarly(
  display: ProgressDisplay,
  json: boolean | undefined,
  said = 'stopped while searching; run the same command to resume',
): void {
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
  console.log(json === true ? JSON.stringify(nothing) : said)
}

/** `--frontier redis://…` is what it was called before there were partitions. */
function withJoin(flags: CrawlFlags): CrawlFlags {
  if (flags.frontier === undefined || !/^rediss?(?:\+cluster)?:/.test(flags.frontier)) return flags
  return { ...flags, join: flags.frontier, frontier: undefined }
}

function wantsMany({ processes = 1, join: address, store }: CrawlFlags): boolean {
  return processes > 1 || address !== undefined || store !== undefined
}

function isSplitCrawl(out: string): boolean {
  const directory = crawlDirectory(out)
  return existsSync(directory.identity) && (readIdentity(directory)?.partitions ?? 1) > 1
}

export function withFlags(campaign: Campaign, flags: CrawlFlags): Campaign {
  if (flags.frontier !== undefined && flags.frontier !== 'disk' && flags.frontier !== 'memory') {
    throw new LongtailError('E_USAGE', `--frontier ${flags.frontier}: expected disk or memory`)
  }
  return {
    ...campaign,
    strategy: flags.strategy === undefined ? campaign.strategy : withFile(flags.strategy, path => resolve(path)),
    workers: flags.workers ?? campaign.workers,
    limits: {
      ...campaign.limits,
      pages: flags.maxPages ?? campaign.limits.pages,
      time: flags.maxTime ?? campaign.limits.time,
    },
    frontier: { ...campaign.frontier, kind: flags.frontier ?? campaign.frontier.kind },
  }
}
