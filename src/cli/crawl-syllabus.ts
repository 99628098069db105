/** `longtail crawl` where the target is a syllabus: many topics, one command. */
import { resolve } from 'node:path'
import { listSeeds, type LoadedCampaign } from '../campaign/index.js'
import type { SyllabusSummary } from '../syllabus/summary.js'
import type { CrawlFlags } from './crawl.js'
import type { ProgressDisplay } from './show-progress.js'
import { tellUnfetched } from './tell-unfetched.js'
import { topicTable } from './topic-table.js'

export interface SyllabusCommand {
  readonly loaded: LoadedCampaign
  readonly out: string
  /** From --seed-file; null when there is none. */
  readonly given: readonly string[] | null
  readonly flags: CrawlFlags
  readonly display: ProgressDisplay
  readonly onStart: (stop: () => void) => void
}

const STEP_EVERY_MS = 2000

export async function crawlSyllabus({ loaded, out, given, flags, display, onStart }: SyllabusCommand): Promise<void> {
  const { campaign, path } = loaded
  // a crawl of one target need not load what this takes
  const { runSyllabus } = await import('../syllabus/run.js')
  const { openSearchEngine } = await import('../train/search-seeds.js')
  const warn = (message: string): void => display.note(`warning: ${message}`)
  const search = !Array.isArray(campaign.seeds) && 'search' in campaign.seeds ? campaign.seeds.search : null
  if (search?.queries !== undefined)
    warn('seeds.search.queries is ignored: every topic of a syllabus has its own query')
  const engine = search === null ? null : openSearchEngine(search.searxng, campaign, warn)
  let steppedAt = 0
  display.note(`topics of ${campaign.target.syllabus} into ${resolve(out)}`)
  try {
    const summary = await runSyllabus({
      campaign,
      campaignPath: path,
      out,
      engine,
      results: search?.results ?? 0,
      backgroundPages: search?.background ?? 0,
      seeds: given ?? (search === null ? listSeeds(campaign, path) : []),
      skipVague: flags.skipVague === true,
      warn,
      note: display.note,
      onProgress: display.update,
      onStep: line => {
        if (Date.now() - steppedAt < STEP_EVERY_MS) return
        steppedAt = Date.now()
        display.note(line)
      },
      onStart,
    })
    display.end()
    await tellUnfetched(summary, flags.json === true ? console.error : console.log)
    if (flags.json === true) console.log(JSON.stringify(summary))
    else console.log(summaryTable(summary))
  } finally {
    await engine?.close()
  }
}

function summaryTable({ topics, pages, relevant, reused, stopped, hosts }: SyllabusSummary): string {
  return [
    ...topicTable(topics, { name: 'together', gMean: null, pages, relevant, reused, stopped }),
    `${hosts} hosts; each topic has its own crawl directory, for "longtail status" and "longtail report"`,
  ].join('\n')
}
