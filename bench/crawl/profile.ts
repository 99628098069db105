/**
 * Where the time of a crawl goes, stage by stage, from V8's sampling profiler in all threads.
 *
 *   npm run build && node dist/bench/crawl/profile.js [--pages 5000] [--links known|new] [--strategy soft-focused]
 *
 * Samples are taken by the clock: on a busy machine they include time in which a thread was not let run. The shares of one thread
 * can be compared; the CPU time of the whole process is measured apart. What the engine does on threads of its own
 * (compilation, part of the garbage collection) is not sampled.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startSite, timed } from './measure.js'
import { isSiteKind } from './pages.js'
import { longtailCommand } from './peers.js'
import { stageOf, type Frame } from './stages.js'

/** Of time in which a thread had nothing to do. */
const IDLE = 'idle'

const { values: flags } = parseArgs({
  options: {
    pages: { type: 'string', default: '5000' },
    links: { type: 'string', default: 'known' },
    strategy: { type: 'string', default: '' },
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
  const [node, ...rest] = longtailCommand(
    { origin: site.origin, folder, most: links === 'new' ? pages : 0, mostBytes: site.bytes },
    flags.strategy,
  )
  const profiles = join(folder, 'profiles')
  const load = loadavg()[0]
  const cost = await timed([node, '--cpu-prof', `--cpu-prof-dir=${profiles}`, ...rest], folder)
  if (cost.exitCode !== 0) throw new Error(cost.complaint)
  const perPage = (seconds: number): string => `${((1e6 * seconds) / pages).toFixed(0)} µs a page`
  console.log(
    `${flags.strategy || 'default strategy'}, ${pages} pages, ${cost.cpuSeconds.toFixed(1)} s CPU (${perPage(cost.cpuSeconds)}), load ${load.toFixed(1)}`,
  )
  for (const name of readdirSync(profiles).sort())
    printThread(JSON.parse(readFileSync(join(profiles, name), 'utf8')) as Profile, name)
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

function printThread(profile: Profile, name: string): void {
  const byStage = new Map<string, number>()
  const stages = stagesByNode(profile)
  let busy = 0
  profile.samples.forEach((node, i) => {
    const stage = stages.get(node)
    if (stage === undefined || stage === IDLE) return
    busy += profile.timeDeltas[i]
    byStage.set(stage, (byStage.get(stage) ?? 0) + profile.timeDeltas[i])
  })
  const thread = /\.0\.\d+\.cpuprofile$/.test(name) ? 'main thread' : 'analysis worker'
  console.log(`\n| ${thread} | share | µs a page |\n|---|---:|---:|`)
  for (const [stage, time] of [...byStage].sort(([, a], [, b]) => b - a))
    console.log(`| ${stage} | ${((100 * time) / busy).toFixed(1)} % | ${(time / pages).toFixed(0)} |`)
  console.log(`| all | 100 % | ${(busy / pages).toFixed(0)} |`)
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
