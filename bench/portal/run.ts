/**
 * How large may a library be? For each size: the index's build rate, its size as a share of the text, memory; then 1,000 queries, one
 * after the other, and over HTTP against `longtail portal serve` with 30 clients at once — without a pause (each asks again
 * the moment it is answered, which no class does) and with a second of reading between two searches. SQLite's FTS5 on
 * the same pages and queries in the same run.
 *
 *   node dist/bench/portal/run.js [--sizes 10000,100000] [--queries 1000] [--clients 30] [--folder DIR] [--save]
 *
 * LONGTAIL_DATA names the folder with the archives. The pages are made from real ones with variation (made-pages.ts): there are
 * no 100,000 real ones in the development data. Every size runs in a process of its own, so that memory is its own.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openSearcher } from '../../src/portal/search/index.js'
import { portalDirectory } from '../../src/collection/portal-directory.js'
import { buildCollection, type Built } from './collection.js'
import { measureFts5, type Peer } from './fts5.js'
import { createPageMaker, readRealPages } from './made-pages.js'
import { latenciesOf, makeQueries, type Latencies } from './queries.js'
import { ServedPortal, type Served } from './served.js'

const { values: flags } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    queries: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '30' },
    folder: { type: 'string' },
    save: { type: 'boolean', default: false },
    // one size, in a process that run.ts started
    one: { type: 'string' },
  },
})
const RESULTS = fileURLToPath(new URL('../../../bench/results/portal.json', import.meta.url))

interface Row {
  readonly pages: number
  readonly built: Built
  readonly single: Latencies
  readonly clients: readonly Served[]
  readonly memory: { readonly rssMb: number; readonly peakRssMb: number }
  readonly fts5: Peer
  readonly found: number
  readonly load: readonly number[]
}

/** What is under way, on standard error: 100,000 pages take some minutes. */
function say(count: number, step: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)}  ${count.toLocaleString('en')} pages: ${step}`)
}

async function measure(count: number, folder: string): Promise<Row> {
  say(count, 'reading real pages')
  const real = await readRealPages(process.env.LONGTAIL_DATA ?? '')
  say(count, `building, from ${real.length} real pages with variation`)
  const make = createPageMaker(real)
  const path = join(folder, `portal-${count}`)
  const built = buildCollection(path, count, make)
  say(count, `${flags.queries} queries, one after the other`)
  const queries = makeQueries(Number(flags.queries), count, make)
  const searcher = await openSearcher(portalDirectory(path), { threads: 1 })
  const times: number[] = []
  let found = 0
  for (const text of queries) {
    const start = performance.now()
    const result = await searcher.search({
      text,
      filters: {},
      offset: 0,
      limit: 10,
      perSite: 2,
      clusters: true,
      verbatim: false,
    })
    times.push(performance.now() - start)
    found += result.total
  }
  await searcher.close()
  const portal = await ServedPortal.start(path)
  const clients: Served[] = []
  for (const [many, thinkMs] of [
    [1, 0],
    [Number(flags.clients), 0],
    [Number(flags.clients), 1000],
  ]) {
    say(count, `over HTTP, ${many} clients, ${thinkMs} ms between two searches`)
    // other queries each time, so that no answer is remembered
    clients.push(
      await portal.ask(
        makeQueries(Number(flags.queries), count, id => make(id + clients.length + 1)),
        many,
        thinkMs,
      ),
    )
  }
  const memory = portal.memory()
  await portal.close()
  say(count, 'the same with FTS5')
  const fts5 = measureFts5(join(folder, `fts5-${count}.db`), count, make, queries)
  return { pages: count, built, single: latenciesOf(times), clients, memory, fts5, found, load: loadavg() }
}

function print(row: Row): void {
  const { built, single, clients, memory, fts5 } = row
  const ms = (latencies: Latencies): string =>
    `p50 ${latencies.p50.toFixed(1)}  p95 ${latencies.p95.toFixed(1)}  p99 ${latencies.p99.toFixed(1)} ms`
  const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
  console.log(
    `\n${row.pages.toLocaleString('en')} pages, ${mb(built.textBytes)} of text, load ${row.load[0].toFixed(1)}`,
  )
  console.log(
    `index     ${built.pagesPerCpuSecond.toFixed(0)} pages per CPU-second, ${mb(built.indexBytes)} = ` +
      `${(100 * built.indexShareOfText).toFixed(0)} % of the text, ` +
      `with suggestions and phrases ${((100 * (built.indexBytes + built.assistBytes)) / built.textBytes).toFixed(0)} %, ` +
      `peak ${built.peakRssMb.toFixed(0)} MB`,
  )
  console.log(
    `fts5      ${fts5.pagesPerCpuSecond.toFixed(0)} pages per CPU-second, ${mb(fts5.indexBytes)} = ` +
      `${((100 * fts5.indexBytes) / built.textBytes).toFixed(0)} % of the text`,
  )
  console.log(`single    ${ms(single)}   (${row.found} pages found)`)
  console.log(`fts5      ${ms(fts5.single)}   (checksum ${fts5.checksum})`)
  for (const { clients: many, thinkMs, latencies, perSecond, failed, bytes } of clients)
    console.log(
      `HTTP × ${String(many).padEnd(2)} ${ms(latencies)}   ${perSecond.toFixed(0)} per second, ` +
        `${thinkMs === 0 ? 'no pause' : `${thinkMs} ms pause`}, ${failed} failed, ${mb(bytes)}`,
    )
  console.log(`memory    ${memory.rssMb.toFixed(0)} MB resident, ${memory.peakRssMb.toFixed(0)} MB at most`)
}

async function inOwnProcess(count: string, folder: string): Promise<Row> {
  const child = fork(fileURLToPath(import.meta.url), [
    '--one',
    count,
    '--folder',
    folder,
    '--queries',
    flags.queries,
    '--clients',
    flags.clients,
  ])
  return new Promise((resolve, reject) => {
    child.once('message', (row: Row) => resolve(row))
    child.once('exit', code => reject(new Error(`measuring ${count} pages ended with code ${code}`)))
  })
}

if (flags.one !== undefined && flags.folder !== undefined) {
  process.send?.(await measure(Number(flags.one), flags.folder))
  process.disconnect()
} else {
  const folder = flags.folder ?? mkdtempSync(join(tmpdir(), 'longtail-bench-portal-'))
  const machine = `${cpus()[0]?.model ?? ''} × ${cpus().length}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
  console.log(machine)
  const rows: Row[] = []
  for (const size of flags.sizes.split(',')) {
    rows.push(await inOwnProcess(size, folder))
    print(rows[rows.length - 1])
  }
  const what = 'pages made from real ones with variation: there are no 100,000 real ones in the development data'
  if (flags.save)
    writeFileSync(RESULTS, `${JSON.stringify({ when: new Date().toISOString(), machine, what, rows }, null, 2)}\n`)
  if (flags.folder === undefined) rmSync(folder, { recursive: true })
}
