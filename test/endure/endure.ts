/**
 * Does a crawl survive everything? A demo web is crawled undisturbed, and with either frontier by crawls that are killed many times
 * (trial.ts). All must have collected the same, each answer once (collected.ts).
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { random } from '../../src/demo/random.js'
import { runCli, writeCampaign } from '../crawl/run-cli.js'
import { differences, readCollected, type Collected } from './collected.js'
import { HeldWeb } from './held-web.js'
import { SmallDisk } from './small-disk.js'
import { Trial, type Moment } from './trial.js'

export interface EndureOptions {
  readonly kills: number
  readonly pages: number
  readonly seed: number
  readonly frontiers: readonly string[]
  /** Crawls at the same time, each with its share of the kills. */
  readonly jobs: number
  /** Where everything happens. */
  readonly directory: string
  /** Whether this process may mount a disk to fill. */
  readonly mayMount: boolean
  /** Where crawls that differ are kept. */
  readonly keep?: string
  readonly signal: AbortSignal
  readonly tell: (line: string) => void
}

export interface Endured {
  readonly frontier: string
  readonly seed: number
  readonly pages: number
  readonly answers: number
  readonly archives: number
  readonly kills: Readonly<Partial<Record<Moment, number>>>
  readonly killed: number
  readonly others: Readonly<Record<string, number>>
  readonly warnings: Readonly<Record<string, number>>
  readonly seconds: number
  readonly faults: readonly string[]
}

const TELL_EVERY = 25
/** A crawl with more is not worth going on with. */
const MOST_FAULTS = 20

/** What an undisturbed crawl comes to. */
interface Calm {
  readonly collected: Collected
  readonly pages: number
  /** How many it asked for. */
  readonly urls: number
}

export async function endure(options: EndureOptions): Promise<Endured[]> {
  const { frontiers, jobs, kills } = options
  const calms = new Map<number, Promise<Calm>>()
  const results: Endured[] = []
  const work = async (job: number): Promise<void> => {
    let left = Math.floor((kills * (job + 1)) / jobs) - Math.floor((kills * job) / jobs)
    // a crawl that ends before its last kill is followed by another one, of another web
    for (let part = 0; left > 0 && !options.signal.aborted; part++) {
      const seed = options.seed + Math.floor(job / frontiers.length) + part * jobs
      const calm = calms.get(seed) ?? crawlCalmly(options, seed)
      calms.set(seed, calm)
      const result = await endureOne(options, frontiers[job % frontiers.length], left, seed, await calm)
      results.push(result)
      left -= result.killed
      if (result.faults.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: jobs }, (_, job) => work(job)))
  return results
}

async function crawlCalmly({ directory, pages: wanted }: EndureOptions, seed: number): Promise<Calm> {
  const out = join(directory, `calm-${seed}`)
  const web = await HeldWeb.serve(wanted, seed)
  try {
    const campaign = writeCampaign(directory, web.campaign('memory'), `calm-${seed}.yaml`)
    const { code, stdout, stderr } = await runCli('crawl', campaign, '--out', out, '--json')
    if (code !== 0) throw new Error(`the undisturbed crawl failed: ${stderr}`)
    const { pages }: { pages: number } = JSON.parse(stdout)
    return { collected: await readCollected(out), pages, urls: web.asked.size }
  } finally {
    await web.close()
  }
}

async function endureOne(
  options: EndureOptions,
  frontier: string,
  kills: number,
  seed: number,
  { collected: expected, pages, urls }: Calm,
): Promise<Endured> {
  const { tell, signal } = options
  const startedAt = performance.now()
  const name = `${frontier} ${seed}`
  const directory = join(options.directory, `${frontier}-${seed}`)
  mkdirSync(directory)
  const disk = options.mayMount ? SmallDisk.mount(join(directory, 'disk')) : null
  const out = join(disk?.path ?? directory, 'crawl')
  const web = await HeldWeb.serve(options.pages, seed)
  try {
    const campaign = writeCampaign(directory, web.campaign(frontier))
    const trial = new Trial({ campaign, out, web, urls, kills, disk, random: random(seed, 'kills', frontier) })
    signal.addEventListener('abort', () => trial.kill())
    tell(`${name}: ${pages} pages, ${expected.answers.size} answers; ${kills} kills`)
    while (trial.killed < kills && !trial.isOver && !signal.aborted && trial.faults.length < MOST_FAULTS) {
      const before = trial.killed
      await trial.next()
      if (trial.killed > before && trial.killed % TELL_EVERY === 0)
        tell(`${name}: ${trial.killed} kills, ${web.asked.size} of ${urls} URLs, ${trial.faults.length} faults`)
    }
    const found = signal.aborted ? null : await finished(trial, out)
    const faults = [...trial.faults]
    if (found !== null) faults.push(...expected.faults, ...found.faults, ...differences(expected, found))
    if (faults.length > 0 && options.keep !== undefined) cpSync(out, join(options.keep, name), { recursive: true })
    tell(`${name}: ${trial.killed} kills, ${faults.length} differences`)
    return {
      frontier,
      seed,
      pages,
      answers: expected.answers.size,
      archives: found?.archives ?? 0,
      kills: Object.fromEntries(trial.kills),
      killed: trial.killed,
      others: trial.others,
      warnings: Object.fromEntries(trial.warnings),
      seconds: Math.round((performance.now() - startedAt) / 1000),
      faults,
    }
  } finally {
    await web.close()
    disk?.unmount()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function finished(trial: Trial, out: string): Promise<Collected> {
  const { code, stdout, stderr } = await trial.finish()
  if (code !== 0 || !stdout.includes('"stopped":"finished"'))
    trial.faults.push(`the last run ended with code ${code}: ${stdout} ${stderr}`)
  return readCollected(out)
}
