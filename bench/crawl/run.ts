/**
 * Pages per CPU-second of Longtail and its peers on one site, interleaved in one run.
 *
 *   bash bench/crawl/install-peers.sh && npm run build && node dist/bench/crawl/run.js [--pages 20000] [--rounds 3]
 *        [--only longtail,wget] [--most 5000] [--save]
 *
 * The server counts: a full crawl counts only when every page was asked for exactly once. `--most` stops Crawlee and Scrapy,
 * the slow ones, after that many pages (0: never); their rate then includes their start-up over fewer pages, and the table says so.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startSite, timed } from './measure.js'
import type { Site } from './measure.js'
import { LINKS_PER_PAGE } from './pages.js'
import { RESULTS_FOLDER, TOOLS } from './peers.js'
import type { Tool } from './peers.js'

interface Round {
  readonly pages: number
  readonly cpuSeconds: number
  readonly wallSeconds: number
  readonly pagesPerCpuSecond: number
  readonly load: number
  readonly served: string
  /** What the tool itself says it did. */
  readonly counts: Readonly<Record<string, number>>
  /** Why the round does not count; null when it does. */
  readonly fault: string | null
}

const { values: flags } = parseArgs({
  options: {
    pages: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    most: { type: 'string', default: '5000' },
    only: { type: 'string' },
    save: { type: 'boolean', default: false },
  },
})
const number = (name: 'pages' | 'rounds' | 'most', least: number): number => {
  const value = Number(flags[name])
  if (Number.isInteger(value) && value >= least) return value
  console.error(`--${name} wants a whole number of at least ${least}`)
  process.exit(2)
}
const pages = number('pages', 100)
const rounds = number('rounds', 1)
const most = number('most', 0)
const wanted = flags.only?.split(',')
const tools = TOOLS.filter(tool => wanted === undefined || wanted.some(name => tool.name.startsWith(name)))
const ready = tools.filter(tool => {
  const lack = tool.missing()
  if (lack !== null) console.error(`${tool.name} is not here: ${lack}`)
  return lack === null
})
if (ready.length === 0) process.exit(1)

const machine = `${cpus()[0].model} × ${cpus().length}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
const site = await startSite(pages)
console.log(`${machine}, load ${loadavg()[0].toFixed(1)}`)
console.log(
  `site: ${site.pages} pages, ${Math.round(site.bytes / site.pages / 100) / 10} KB and ${LINKS_PER_PAGE} links each, checksum ${site.checksum}`,
)
const results = new Map<Tool, Round[]>(ready.map(tool => [tool, []]))
try {
  for (let round = 1; round <= rounds; round++) {
    for (const tool of ready) {
      const result = await runOnce(tool, site)
      results.get(tool)?.push(result)
      console.log(`round ${round} ${tool.name.padEnd(12)} ${describe(result)}`)
    }
  }
} finally {
  site.close()
}
const rows = [...results].map(([tool, all]) => summarise(tool, all))
printTable(rows)
if (flags.save) save()
if (rows.some(row => row.best === null)) process.exitCode = 1

async function runOnce(tool: Tool, site: Site): Promise<Round> {
  const folder = mkdtempSync(join(tmpdir(), 'longtail-bench-'))
  const limit = tool.name === 'crawlee' || tool.name === 'scrapy' ? most : 0
  try {
    await site.reset()
    const load = loadavg()[0]
    const cost = await timed(tool.command({ origin: site.origin, folder, most: limit }), folder)
    const { requests, distinct, served } = await site.report()
    const fault =
      cost.exitCode !== 0
        ? `exit code ${cost.exitCode}: ${cost.complaint}`
        : requests !== distinct
          ? `${requests - distinct} pages were fetched again`
          : limit === 0 && distinct !== site.pages
            ? `only ${distinct} of ${site.pages} pages`
            : null
    const { cpuSeconds, wallSeconds, counts } = cost
    return {
      pages: distinct,
      cpuSeconds,
      wallSeconds,
      pagesPerCpuSecond: distinct / cpuSeconds,
      load,
      served,
      counts,
      fault,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function describe(round: Round): string {
  const { pages: fetched, cpuSeconds, wallSeconds, pagesPerCpuSecond, load, served, counts, fault } = round
  const numbers = `${fetched} pages, ${cpuSeconds.toFixed(2)} s CPU, ${wallSeconds.toFixed(2)} s wall, ${pagesPerCpuSecond.toFixed(0)} pages per CPU-second`
  return `${numbers} (served ${served}, load ${load.toFixed(1)}${counts.relevant === undefined ? '' : `, ${counts.relevant} judged relevant`})${fault === null ? '' : `  DOES NOT COUNT: ${fault}`}`
}

interface Row {
  readonly tool: string
  readonly does: string
  readonly best: number | null
  readonly worst: number | null
  readonly wallSeconds: number | null
  readonly pages: number
  readonly rounds: readonly Round[]
}

function summarise(tool: Tool, all: readonly Round[]): Row {
  const good = all.filter(round => round.fault === null)
  const rates = good.map(round => round.pagesPerCpuSecond)
  const best = rates.length === 0 ? null : Math.max(...rates)
  const worst = rates.length === 0 ? null : Math.min(...rates)
  const wallSeconds = rates.length === 0 ? null : Math.min(...good.map(round => round.wallSeconds))
  return { tool: tool.name, does: tool.does, best, worst, wallSeconds, pages: good[0]?.pages ?? 0, rounds: all }
}

function printTable(table: readonly Row[]): void {
  const own = table.find(row => row.tool === 'longtail')?.best ?? null
  console.log(`\n${'tool'.padEnd(12)} pages/CPU-s  (worst)   ms CPU/page  wall s   pages  longtail is`)
  for (const { tool, best, worst, wallSeconds, pages: fetched } of table) {
    if (best === null || worst === null || wallSeconds === null) {
      console.log(`${tool.padEnd(12)} no round counts`)
      continue
    }
    const cells = [
      best.toFixed(0).padStart(11),
      `(${worst.toFixed(0)})`.padStart(8),
      (1000 / best).toFixed(2).padStart(13),
    ]
    const ratio = own === null || tool === 'longtail' ? '' : `${(own / best).toFixed(2)} ×`
    console.log(
      `${tool.padEnd(12)} ${cells.join(' ')} ${wallSeconds.toFixed(2).padStart(7)} ${String(fetched).padStart(7)}  ${ratio}`,
    )
  }
  for (const { tool, does } of table) console.log(`${tool}: ${does}`)
  if (most > 0)
    console.log(
      `crawlee and scrapy were stopped after ${most} pages: their rates carry their start-up over fewer pages`,
    )
}

function save(): void {
  mkdirSync(RESULTS_FOLDER, { recursive: true })
  const when = new Date().toISOString()
  const { checksum, bytes } = site
  const record = {
    when,
    machine,
    load: loadavg(),
    site: { pages, bytes, linksPerPage: LINKS_PER_PAGE, checksum },
    rows,
  }
  const file = join(RESULTS_FOLDER, 'crawl.json')
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
  console.log(`saved ${file}`)
}
