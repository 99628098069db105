/**
 * Pages per CPU-second of Longtail and its peers, interleaved in one run, on a site whose links are mostly known and on one whose
 * links are mostly new (pages.ts).
 *
 *   bash bench/crawl/install-peers.sh && npm run build && node dist/bench/crawl/run.js [--pages 20000] [--rounds 3]
 *        [--links known,new] [--only longtail,soft-focused,wget] [--most 5000] [--save]
 *
 * The server counts: a full crawl counts only when every page was asked for exactly once. The site with new links has no end, so there
 * everybody stops after `--pages` (wget, which can only count bytes, after as many bytes as so many pages have). `--most` stops Crawlee
 * and Scrapy, the slow ones, after that many pages (0: never); their rate then includes their start-up over fewer pages.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startSite, timed } from './measure.js'
import type { Site } from './measure.js'
import { isSiteKind, LINKS_PER_PAGE } from './pages.js'
import type { SiteKind } from './pages.js'
import { MEASURE, RESULTS_FOLDER, TOOLS } from './peers.js'
import type { Tool } from './peers.js'
import { describe, printTable, summarise } from './table.js'
import type { Round, Row } from './table.js'

/** How far from the wanted number of pages a crawl may end that counts bytes. */
const TOLERANCE = 0.05

interface SiteResult {
  readonly links: SiteKind
  readonly pages: number
  readonly bytes: number
  readonly linksPerPage: number
  readonly checksum: string
  readonly rows: readonly Row[]
}

const { values: flags } = parseArgs({
  options: {
    pages: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    most: { type: 'string', default: '5000' },
    links: { type: 'string', default: 'known,new' },
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
const kinds = flags.links.split(',').filter(isSiteKind)
const wanted = flags.only?.split(',')
const tools = TOOLS.filter(tool => wanted === undefined || wanted.some(name => tool.name.startsWith(name)))
const ready = tools.filter(tool => {
  const lack = tool.missing()
  if (lack !== null) console.error(`${tool.name} is not here: ${lack}`)
  return lack === null
})
if (ready.length === 0 || kinds.length === 0) process.exit(1)

const machine = `${cpus()[0].model} × ${cpus().length}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
const when = new Date().toISOString()
console.log(`${machine}, load ${loadavg()[0].toFixed(1)}`)
const results: SiteResult[] = []
for (const kind of kinds) results.push(await measureSite(kind))
for (const { tool, does } of results[0].rows) console.log(`${tool}: ${does}`)
if (flags.save) save()
if (results.some(({ rows }) => rows.some(row => row.best === null))) process.exitCode = 1

async function measureSite(links: SiteKind): Promise<SiteResult> {
  const site = await startSite(pages, links)
  const { bytes, checksum } = site
  console.log(
    `\nsite with ${links} links: ${pages} pages, ${(bytes / pages / 1000).toFixed(1)} KB and ${LINKS_PER_PAGE} links each, checksum ${checksum}`,
  )
  const byTool = new Map<Tool, Round[]>(ready.map(tool => [tool, []]))
  try {
    for (let round = 1; round <= rounds; round++) {
      for (const tool of ready) {
        const result = await runOnce(tool, site, links)
        byTool.get(tool)?.push(result)
        console.log(`round ${round} ${tool.name.padEnd(12)} ${describe(result)}`)
      }
    }
  } finally {
    site.close()
  }
  const rows = summarise(byTool, MEASURE)
  printTable(rows)
  return { links, pages, bytes, linksPerPage: LINKS_PER_PAGE, checksum, rows }
}

async function runOnce(tool: Tool, site: Site, links: SiteKind): Promise<Round> {
  const folder = mkdtempSync(join(tmpdir(), 'longtail-bench-'))
  const isSlow = tool.name === 'crawlee' || tool.name === 'scrapy'
  const limit = isSlow && most > 0 ? most : links === 'new' ? pages : 0
  try {
    await site.reset()
    const load = loadavg()[0]
    const job = { origin: site.origin, folder, most: limit, mostBytes: site.bytes }
    const { cpuSeconds, wallSeconds, counts, exitCode, complaint } = await timed(tool.command(job), folder)
    const { requests, distinct, served } = await site.report()
    const isShort = isSlow ? false : Math.abs(distinct - pages) > (limit === 0 ? 0 : TOLERANCE * pages)
    const fault =
      exitCode !== 0
        ? `exit code ${exitCode}: ${complaint}`
        : requests !== distinct
          ? `${requests - distinct} pages were fetched again`
          : isShort
            ? `${distinct} pages, not ${pages}`
            : null
    const pagesPerCpuSecond = distinct / cpuSeconds
    return { pages: distinct, cpuSeconds, wallSeconds, pagesPerCpuSecond, load, served, counts, fault }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function save(): void {
  mkdirSync(RESULTS_FOLDER, { recursive: true })
  const record = { when, machine, load: loadavg(), sites: results }
  const file = join(RESULTS_FOLDER, 'crawl.json')
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
  console.log(`saved ${file}`)
}
