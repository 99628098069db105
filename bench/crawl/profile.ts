/**
 * Where the time of a crawl goes, stage by stage and in all threads.
 *
 *   npm run build && node dist/bench/crawl/profile.js [--pages 20000] [--links known|new] [--strategy soft-focused] [--engine]
 *
 * Samples CPU time with Linux' `perf`. `--engine` takes V8's own profiler, which is everywhere but samples by the clock: on a busy
 * machine that includes time in which a thread was not let run, and the threads of the engine (compilation, part of the garbage
 * collection) are missing.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startSite, timed } from './measure.js'
import { isSiteKind } from './pages.js'
import { longtailCommand } from './peers.js'
import { NAMING, readSamples, recording, type Sample } from './perf-stacks.js'
import { engineStage, stageOf, type Frame } from './stages.js'

/** Of time in which a thread had nothing to do. */
const IDLE = 'idle'

const { values: flags } = parseArgs({
  options: {
    pages: { type: 'string', default: '20000' },
    links: { type: 'string', default: 'known' },
    strategy: { type: 'string', default: '' },
    engine: { type: 'boolean', default: false },
  },
})
const pages = Number(flags.pages)
const { links } = flags
if (!Number.isInteger(pages) || pages < 100 || !isSiteKind(links)) {
  console.error('--pages wants a whole number of at least 100, --links known or new')
  process.exit(2)
}
const folder = mkdtempSync(join(tmpdir(), 'longtail-profile-'))
const site = await startSite(pages, links)
try {
  const job = { origin: site.origin, folder, most: links === 'new' ? pages : 0, mostBytes: site.bytes }
  const [node, ...rest] = longtailCommand(job, flags.strategy)
  const load = loadavg()[0]
  const data = join(folder, 'perf.data')
  const profiles = join(folder, 'profiles')
  const command = flags.engine
    ? [node, '--cpu-prof', `--cpu-prof-dir=${profiles}`, ...rest]
    : recording(data, [node, ...NAMING, ...rest])
  const cost = await timed(command, folder)
  if (cost.exitCode !== 0) throw new Error(cost.complaint)
  console.log(
    `${flags.strategy || 'default strategy'}, ${links} links, ${pages} pages, load ${load.toFixed(1)}, ${cost.cpuSeconds.toFixed(1)} s CPU with the profiler`,
  )
  if (flags.engine) for (const name of readdirSync(profiles).sort()) printProfile(join(profiles, name))
  else printSamples(readSamples(data))
} finally {
  site.close()
  rmSync(folder, { recursive: true, force: true })
}

/** As much of a .cpuprofile file as is read here. */
interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame; readonly children?: readonly number[] }[]
  readonly samples: readonly number[]
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[]
}

function printProfile(file: string): void {
  const profile = JSON.parse(readFileSync(file, 'utf8')) as Profile
  const byStage = new Map<string, number>()
  const stages = stagesByNode(profile)
  profile.samples.forEach((node, i) => add(byStage, stages.get(node) ?? IDLE, profile.timeDeltas[i]))
  byStage.delete(IDLE)
  const total = sum(byStage)
  printThread(/\.0\.\d+\.cpuprofile$/.test(file) ? 'main thread' : 'analysis worker', byStage, total)
}

function stagesByNode({ nodes }: Profile): Map<number, string> {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const stages = new Map<number, string>()
  const walk = (id: number, above: readonly Frame[]): void => {
    const node = byId.get(id)
    if (node === undefined) return
    const stack = [node.callFrame, ...above]
    stages.set(id, node.callFrame.functionName === '(idle)' ? IDLE : stageOf(stack))
    for (const child of node.children ?? []) walk(child, stack)
  }
  if (nodes.length > 0) walk(nodes[0].id, [])
  return stages
}

function printSamples(samples: readonly Sample[]): void {
  const byThread = grouped(samples)
  const byName = new Map<string, Map<string, number>>()
  for (const [thread, own] of byThread) {
    const isWorker = own.some(({ stack }) => stack.some(({ url }) => /crawl\/analysis-worker/.test(url)))
    const name = thread === samples[0].thread ? 'main thread' : isWorker ? 'analysis worker' : 'threads of the engine'
    const byStage = byName.get(name) ?? new Map<string, number>()
    byName.set(name, byStage)
    for (const { stack } of own)
      add(byStage, isWorker || name === 'main thread' ? stageOf(stack) : engineStage(stack), 1)
  }
  for (const [name, byStage] of byName) printThread(name, byStage, samples.length)
}

function grouped(samples: readonly Sample[]): Map<string, Sample[]> {
  const groups = new Map<string, Sample[]>()
  for (const sample of samples) {
    const group = groups.get(sample.thread)
    if (group === undefined) groups.set(sample.thread, [sample])
    else group.push(sample)
  }
  return groups
}

function printThread(thread: string, byStage: ReadonlyMap<string, number>, total: number): void {
  const row = (stage: string, amount: number): string => `| ${stage} | ${((100 * amount) / total).toFixed(1)} % |`
  console.log(`\n| ${thread} | share |\n|---|---:|`)
  for (const [stage, amount] of [...byStage].sort(([, a], [, b]) => b - a)) console.log(row(stage, amount))
  console.log(row('together', sum(byStage)))
}

function add(amounts: Map<string, number>, stage: string, amount: number): void {
  amounts.set(stage, (amounts.get(stage) ?? 0) + amount)
}

function sum(amounts: ReadonlyMap<string, number>): number {
  return [...amounts.values()].reduce((all, amount) => all + amount, 0)
}
