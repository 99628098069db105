/**
 * Does a crawl of many partitions survive everything? A demo web is crawled undisturbed, by one process that holds all partitions, and by
 * workers to which one thing after the other happens (trial.ts). All must have collected the same, each answer once.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { listSeeds, loadCampaign } from '../../src/campaign/index.js'
import { random } from '../../src/demo/random.js'
import { prepareCrawl } from '../../src/partitions/live/open-crawl.js'
import { writeOrder } from '../../src/partitions/live/order.js'
import { runCli, writeCampaign } from '../crawl/run-cli.js'
import { differences, readCollected, type Collected } from '../endure/collected.js'
import { HeldWeb } from '../endure/held-web.js'
import { RedisServer } from '../partitions/redis-servers.js'
import { Store } from './store.js'
import type { Takeover } from './takeovers.js'
import { SplitTrial } from './trial.js'

export interface SplitEndureOptions {
  readonly faults: number
  readonly pages: number
  readonly seed: number
  /** Crawls at the same time, each with its share of the faults. */
  readonly jobs: number
  /** Faults of one crawl at most. */
  readonly perCrawl: number
  /** Where everything happens. */
  readonly directory: string
  /** Where crawls that differ are kept. */
  readonly keep?: string
  readonly signal: AbortSignal
  readonly tell: (line: string) => void
}

export interface SplitEndured {
  readonly seed: number
  readonly frontier: string
  readonly answers: number
  readonly archives: number
  readonly epochs: number
  readonly injected: Readonly<Record<string, number>>
  readonly count: number
  readonly ends: Readonly<Record<string, number>>
  readonly warnings: Readonly<Record<string, number>>
  readonly takeovers: readonly Takeover[]
  readonly seconds: number
  readonly differences: readonly string[]
}

const TELL_EVERY = 10
/** A crawl with more is not worth going on with. */
const MOST_FAULTS = 20
const CONNECTIONS = 8
const FRONTIERS = ['memory', 'disk']

export async function endureSplit(options: SplitEndureOptions): Promise<SplitEndured[]> {
  const { faults, jobs, perCrawl, signal } = options
  const results: SplitEndured[] = []
  let seed = options.seed
  let left = faults
  const work = async (): Promise<void> => {
    while (left > 0 && !signal.aborted) {
      const share = Math.min(left, perCrawl)
      left -= share
      const result = await endureOne(options, share, seed++)
      results.push(result)
      // a crawl that ended before its last fault is followed by another one
      left += Math.max(0, share - result.count)
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: jobs }, work))
  for (const end of ends) if (end.status === 'rejected' && !signal.aborted) throw end.reason
  return results
}

async function endureOne(options: SplitEndureOptions, faults: number, seed: number): Promise<SplitEndured> {
  const { tell, signal, pages } = options
  const startedAt = performance.now()
  const frontier = FRONTIERS[seed % FRONTIERS.length]
  const directory = join(options.directory, `crawl-${seed}`)
  mkdirSync(directory)
  const calm = await crawlCalmly(directory, pages, seed, frontier)
  const store = Store.mount(directory)
  const web = await HeldWeb.serve(pages, seed)
  const redis = await RedisServer.start(join(directory, 'redis'))
  // the same partitions, so that what each of them has can be compared
  cpSync(calm.prepared, store.path, { recursive: true })
  const campaign = writeCampaign(directory, web.campaign(frontier))
  writeOrder(store.path, { campaign, seeds: [...calm.seeds], flags: {}, connections: CONNECTIONS })
  const { urls } = calm
  const trial = new SplitTrial({ store, redis, web, urls, faults, random: random(seed, 'faults') })
  const stop = (): void => void trial.close()
  signal.addEventListener('abort', stop)
  try {
    tell(`${seed}: ${calm.collected.answers.size} answers; ${faults} faults`)
    void web.grant(0)
    trial.start()
    while (trial.count < faults && !trial.isOver && !signal.aborted && trial.faults.length < MOST_FAULTS) {
      await trial.next()
      if (trial.count % TELL_EVERY === 0)
        tell(`${seed}: ${trial.count} faults, ${web.answered.size} of ${urls} URLs, ${trial.faults.length} differences`)
    }
    if (!signal.aborted) await trial.finish()
    await trial.close()
    const found = signal.aborted ? null : await readCollected(store.path)
    const faultsFound = [...trial.faults, ...calm.collected.faults]
    if (found !== null) faultsFound.push(...found.faults, ...differences(calm.collected, found))
    if (faultsFound.length > 0 && options.keep !== undefined)
      cpSync(store.behind, join(options.keep, String(seed)), { recursive: true })
    tell([`${seed}: ${trial.count} faults, ${faultsFound.length} differences`, ...faultsFound].join('\n  '))
    return {
      seed,
      frontier,
      answers: calm.collected.answers.size,
      archives: found?.archives ?? 0,
      epochs: found?.epochs ?? 0,
      injected: Object.fromEntries(trial.injected),
      count: trial.count,
      ends: Object.fromEntries(trial.ends),
      warnings: Object.fromEntries(trial.warnings),
      takeovers: trial.takeovers.all,
      seconds: Math.round((performance.now() - startedAt) / 1000),
      differences: faultsFound,
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await trial.close()
    await redis.kill()
    await web.close()
    store.unmount()
    rmSync(directory, { recursive: true, force: true })
  }
}

interface Calm {
  readonly collected: Collected
  /** A directory of a crawl that has not begun. */
  readonly prepared: string
  readonly seeds: readonly string[]
  /** How many it asked for. */
  readonly urls: number
}

async function crawlCalmly(directory: string, pages: number, seed: number, frontier: string): Promise<Calm> {
  const web = await HeldWeb.serve(pages, seed)
  try {
    const file = writeCampaign(directory, web.campaign(frontier), 'calm.yaml')
    const { campaign, path } = loadCampaign(file)
    const seeds = listSeeds(campaign, path)
    const [prepared, out] = [join(directory, 'prepared'), join(directory, 'calm')]
    await prepareCrawl({ campaign, campaignPath: path, seeds, out: prepared, warn: () => {} })
    cpSync(prepared, out, { recursive: true })
    const { code, stderr } = await runCli('crawl', file, '--out', out, '--json')
    if (code !== 0) throw new Error(`the undisturbed crawl failed: ${stderr}`)
    return { collected: await readCollected(out), prepared, seeds, urls: web.asked.size }
  } finally {
    await web.close()
  }
}
