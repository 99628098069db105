/**
 * Does a crawl survive everything? For each frontier: one crawl of a demo web undisturbed, one that is killed many times
 * (trial.ts), and then both must have collected the same, each answer once (collected.ts).
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
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

export async function endure(options: EndureOptions): Promise<Endured[]> {
  const { frontiers, jobs, kills } = options
  const results: Endured[] = []
  const work = async (job: number): Promise<void> => {
    let left = Math.floor((kills * (job + 1)) / jobs) - Math.floor((kills * job) / jobs)
    // a crawl that ends before its last kill is followed by another one, of another web
    for (let part = 0; left > 0 && !options.signal.aborted; part++) {
      const seed = options.seed + Math.floor(job / frontiers.length) + part * jobs
      const result = await endureOne(options, frontiers[job % frontiers.length], left, seed)
      results.push(result)
      left -= result.killed
      if (result.faults.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: jobs }, (_, job) => work(job)))
  return results
}

async function endureOne(options: EndureOptions, frontier: string, kills: number, seed: number): Promise<Endured> {
  const { tell, signal } = options
  const name = `${frontier} ${seed}`
  const directory = join(options.directory, `${frontier}-${seed}`)
  mkdirSync(directory)
  const disk = options.mayMount ? SmallDisk.mount(join(directory, 'disk')) : null
  const startedAt = performance.now()
  const web = await HeldWeb.serve(options.pages, seed)
  const out = join(disk?.path ?? directory, 'killed')
  const calm = join(directory, 'calm')
  try {
    const campaign = writeCampaign(directory, web.campaign(frontier))
    const whole = await runCli('crawl', campaign, '--out', calm, '--json')
    if (whole.code !== 0) throw new Error(`the undisturbed crawl failed: ${whole.stderr}`)
    const { pages }: { pages: number } = JSON.parse(whole.stdout)
    const expected = await readCollected(calm)
    const urls = web.asked.size
    web.asked.clear()
    tell(`${name}: ${pages} pages, ${expected.answers.size} answers; ${kills} kills`)

    const trial = new Trial({ campaign, out, web, urls, kills, disk, random: random(seed, 'kills', frontier) })
    signal.addEventListener('abort', () => trial.kill())
    while (trial.killed < kills && !trial.isOver && !signal.aborted) {
      const before = trial.killed
      await trial.next()
      if (trial.killed > before && trial.killed % TELL_EVERY === 0)
        tell(`${name}: ${trial.killed} kills, ${web.asked.size} of ${urls} URLs, ${trial.faults.length} faults`)
      if (trial.faults.length > 20) break
    }
    const found = signal.aborted ? null : await finished(trial, out)
    const faults = [...trial.faults]
    if (found !== null) faults.push(...expected.faults, ...found.faults, ...differences(expected, found))
    if (faults.length > 0 && options.keep !== undefined)
      for (const crawl of [out, calm])
        cpSync(crawl, join(options.keep, `${frontier}-${seed}`, basename(crawl)), { recursive: true })
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
