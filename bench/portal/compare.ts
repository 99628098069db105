/**
 * Two builds of the portal on the same pages in one run: thirty readers who search without any pause, on one build and then on the other,
 * again and again, so that whatever else the machine does happens to both.
 *
 *   node dist/bench/portal/compare.js --against CHECKOUT [--pages 100000] [--rounds 4] [--queries 1000] [--clients 30] [--folder DIR] [--save]
 *
 * CHECKOUT: the folder of another version, built (`git worktree add`). LONGTAIL_DATA names the folder with the archives. Both
 * serve one library, which this build makes unless it is in --folder already. Every round asks other queries, the same ones of both, so that
 * no answer is remembered. Processor time is the server's, of all its threads.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildCollection } from './collection.js'
import { createPageMaker, readRealPages } from './made-pages.js'
import { makeQueries } from './queries.js'
import { ServedPortal, type Served } from './served.js'

const { values: flags } = parseArgs({
  options: {
    against: { type: 'string' },
    pages: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '4' },
    queries: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '30' },
    folder: { type: 'string' },
    save: { type: 'boolean', default: false },
  },
})
const RESULTS = fileURLToPath(new URL('../../../bench/results/portal-compare.json', import.meta.url))

interface Round {
  readonly build: 'before' | 'now'
  readonly round: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly perSecond: number
  readonly cpuMsPerSearch: number
  readonly failed: number
  readonly bytes: number
  readonly load: number
}

const pages = Number(flags.pages)
const make = createPageMaker(await readRealPages(process.env.LONGTAIL_DATA ?? ''))

async function measure(portal: ServedPortal, build: Round['build'], round: number): Promise<Round> {
  const queries = makeQueries(Number(flags.queries), pages, id => make(id + round))
  const cpuBefore = portal.cpuMs()
  const served: Served = await portal.ask(queries, Number(flags.clients), 0)
  const { p50, p95, p99 } = served.latencies
  return {
    build,
    round,
    p50,
    p95,
    p99,
    perSecond: served.perSecond,
    cpuMsPerSearch: (portal.cpuMs() - cpuBefore) / queries.length,
    failed: served.failed,
    bytes: served.bytes,
    load: loadavg()[0],
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2
}

async function compare(against: string, folder: string): Promise<void> {
  const path = join(folder, `portal-${pages}`)
  if (!existsSync(path)) buildCollection(path, pages, make)
  const before = await ServedPortal.start(path, join(resolve(against), 'dist', 'src', 'cli', 'main.js'))
  const now = await ServedPortal.start(path)
  const rounds: Round[] = []
  // the first one warms both up, and does not count
  for (let round = 0; round <= Number(flags.rounds); round++) {
    const order = [['before', before] as const, ['now', now] as const]
    if (round % 2 === 1) order.reverse()
    for (const [build, portal] of order) {
      const one = await measure(portal, build, round)
      console.log(
        `${round === 0 ? 'warming' : `round ${round}`}  ${build.padEnd(6)}  p50 ${one.p50.toFixed(1)}  p95 ${one.p95.toFixed(1)}  ` +
          `p99 ${one.p99.toFixed(1)} ms  ${one.perSecond.toFixed(0)} per second  ${one.cpuMsPerSearch.toFixed(2)} ms of processor each  ` +
          `${one.failed} failed  ${(one.bytes / 1e6).toFixed(1)} MB  load ${one.load.toFixed(1)}`,
      )
      if (round > 0) rounds.push(one)
    }
  }
  await before.close()
  await now.close()
  const of = (build: string, value: (round: Round) => number): number =>
    median(rounds.filter(round => round.build === build).map(value))
  const ratio = of('now', ({ p95 }) => p95) / of('before', ({ p95 }) => p95)
  const cpuRatio = of('now', round => round.cpuMsPerSearch) / of('before', round => round.cpuMsPerSearch)
  console.log(`p95 now / before: ${ratio.toFixed(2)} (medians); processor time: ${cpuRatio.toFixed(2)}`)
  const machine = `${cpus()[0]?.model ?? ''} × ${cpus().length}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
  if (flags.save)
    writeFileSync(
      RESULTS,
      `${JSON.stringify({ when: new Date().toISOString(), machine, pages, clients: Number(flags.clients), ratio, cpuRatio, rounds }, null, 2)}\n`,
    )
}

if (flags.against === undefined) {
  console.error('--against CHECKOUT is needed: the folder of the version to compare with, built')
  process.exitCode = 1
} else {
  const folder = flags.folder ?? mkdtempSync(join(tmpdir(), 'longtail-bench-portal-'))
  await compare(flags.against, folder)
  if (flags.folder === undefined) rmSync(folder, { recursive: true })
}
