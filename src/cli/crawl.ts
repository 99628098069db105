import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { listSeeds, loadCampaign, readSeedFile, type Campaign } from '../campaign/index.js'
import { runCrawl, type Progress, type StopReason } from '../crawl/index.js'
import { LongtailError } from '../errors.js'
import { strategyHelp } from '../strategy/index.js'
import { durationMs, wholeNumber } from './options.js'
import { coverageText, showProgress } from './show-progress.js'

interface CrawlFlags {
  out?: string
  strategy?: string
  maxPages?: number
  maxTime?: number
  workers?: number
  seedFile?: string
  frontier?: string
  json?: boolean
}

export function addCrawlCommand(program: Command): void {
  program
    .command('crawl')
    .description('crawl, or go on where an earlier run of the same command stopped')
    .argument('<campaign>', 'campaign file (YAML or JSON); "longtail init" writes one')
    .option('--out <dir>', 'directory of the crawl (default: the name of the campaign, beside its file)')
    .option('--strategy <name>', 'which link next; parameters as name:key=value,key=value')
    .option('--max-pages <n>', 'stop after this many pages, over all runs', wholeNumber)
    .option('--max-time <s>', 'stop this run after this long: seconds, or 30min, 12h', durationMs)
    .option('--workers <n>', 'analysis threads', wholeNumber)
    .option('--seed-file <file>', 'seeds, one URL per line, instead of those of the campaign')
    .option('--frontier <kind>', 'disk or memory')
    .option('--json', 'print one JSON object on standard output at the end; progress goes to standard error')
    .addHelpText('after', () => `\n${strategyHelp('crawl')}`)
    .action(async (path: string, flags: CrawlFlags) => {
      const loaded = loadCampaign(path)
      const campaign = withFlags(loaded.campaign, flags)
      const seeds = flags.seedFile === undefined ? listSeeds(campaign, loaded.path) : readSeedFile(flags.seedFile)
      const out = flags.out ?? join(dirname(loaded.path), campaign.name)
      const display = showProgress(flags.json === true ? process.stderr : process.stdout)
      // Ctrl-C counts from the first moment on: a long replay is followed by a stop
      let isStopped = false
      let stopCrawl = (): void => {
        isStopped = true
      }
      display.onInterrupt(() => stopCrawl())
      let last: Progress | null = null
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
        onStart: (stop, resumed) => {
          display.note(resumed ? `going on with ${resolve(out)}` : `crawling into ${resolve(out)}`)
          stopCrawl = stop
          if (isStopped) stop()
        },
      })
      display.end()
      if (flags.json === true) console.log(JSON.stringify(summary))
      else {
        const harvest = (100 * summary.harvest).toFixed(1)
        console.log(
          `stopped: ${summary.stopped}. ${summary.pages} pages, ${summary.relevant} relevant (${harvest} %), ${summary.hosts} hosts`,
        )
        for (const line of expectationLines(last, summary.stopped)) console.log(line)
        console.log(`archives: ${summary.warc.map(file => basename(file)).join(', ')} in ${join(resolve(out), 'warc')}`)
      }
    })
}

/** What is left, and why the crawl ended all the same. */
function expectationLines(last: Progress | null, stopped: StopReason): string[] {
  const lines: string[] = []
  if (last?.estimate) {
    const { remaining, low, high } = last.estimate
    const range = `${Math.round(low)} to ${Math.round(high)}`
    lines.push(`${coverageText(last.estimate)}: about ${Math.round(remaining)} relevant pages left (${range})`)
  }
  if (last !== null && stopped === 'finished' && last.queue > 0)
    lines.push(`${last.queue} links stay in the queue: the strategy does not expect them to pay`)
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
