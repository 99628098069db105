/**
 * What the exports cost: pages per CPU-second (all threads, starting the program included), memory, time, and the size of what is written
 * against the WARC that it came from. Each runs as a process of its own, as its users start it.
 *
 *   node dist/bench/export/run.js [--sizes 5000,50000] [--folder DIR] [--save]
 *
 * LONGTAIL_DATA names the folder with the archives. Beside it, in the same run:
 * - the floor: reading and analysing the same records in one process, without language, prose, hints or any output;
 * - @harvard-lil/js-wacz (npm), if bench/export/install-peers.sh was run: index and titles, no texts, no languages;
 * - zimwriterfs (Debian's zim-tools) on the same tree of files, without and with a full-text index (zim-file.ts);
 * - Xapian itself (Debian's python3-xapian) on the same words (xapian.ts).
 */
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { exchangeOf, readArchive } from '../../src/archive/index.js'
import { analyse } from '../../src/page/index.js'
import { languageOf } from '../../src/page/language/page-language.js'
import { gzipShare, kindsOf, measureExport, type ExportRow } from './exports.js'
import { makeArchive } from './made-archive.js'
import { jsonIn, measure, type Cost } from './measure.js'

const { values: flags } = parseArgs({
  options: {
    sizes: { type: 'string', default: '5000,50000' },
    folder: { type: 'string' },
    save: { type: 'boolean', default: false },
    // what a process that run.ts started does
    floor: { type: 'string' },
    language: { type: 'boolean', default: false },
  },
})
const RESULTS = fileURLToPath(new URL('../../../bench/results/export.json', import.meta.url))
const PEER = fileURLToPath(
  new URL('../../../bench/.peers/export/node_modules/@harvard-lil/js-wacz/bin/cli.js', import.meta.url),
)
const ITSELF = fileURLToPath(import.meta.url)

interface Collection {
  readonly name: string
  readonly warcBytes: number
  readonly exports: readonly ExportRow[]
}

interface Named extends Cost {
  readonly name: string
  readonly pagesPerCpuSecond: number
}

/** Told to the process that started this one: how many pages. */
async function analyseAll(archive: string, identifies: boolean): Promise<void> {
  let pages = 0
  let letters = 0
  for await (const record of readArchive(archive)) {
    const exchange = exchangeOf(record)
    if (exchange === null || !exchange.ok || exchange.status !== 200) continue
    const page = analyse(exchange)
    letters += page.text.length
    // as a crawl for a language does with each page
    if (identifies && languageOf(page).language === '') throw new Error('a page without an answer')
    pages++
  }
  console.log(JSON.stringify({ pages, letters }))
}

async function measureFloor(archive: string): Promise<Named> {
  const { cost, said } = await measure(process.execPath, [ITSELF, '--floor', archive])
  const told: unknown = jsonIn(said)
  const pages = typeof told === 'object' && told !== null && 'pages' in told ? Number(told.pages) : 0
  return { name: 'analyse alone', pagesPerCpuSecond: pages / cost.cpuSeconds, ...cost }
}

async function measurePeer(archive: string, pages: number, folder: string): Promise<Named | null> {
  if (!existsSync(PEER)) {
    console.log('js-wacz is not here: bash bench/export/install-peers.sh installs it')
    return null
  }
  const out = join(folder, 'peer.wacz')
  const { cost } = await measure(process.execPath, [PEER, 'create', '-f', archive, '-o', out, '--log-level', 'silent'])
  rmSync(out)
  return { name: 'js-wacz', pagesPerCpuSecond: pages / cost.cpuSeconds, ...cost }
}

/** One of the other benchmarks of this folder. Null: what it compares with is not installed. */
async function beside(script: string, args: readonly string[]): Promise<unknown> {
  try {
    const { said } = await measure(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args])
    console.log(said.trim().split('\n').slice(0, -1).join('\n'))
    return jsonIn(said)
  } catch (error) {
    console.log(`${script} was left out: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

function print(name: string, { pagesPerCpuSecond, cpuSeconds, wallSeconds, peakMb }: Named, end = ''): void {
  console.log(
    `${name.padEnd(22)} ${pagesPerCpuSecond.toFixed(0).padStart(5)} pages per CPU-second (${cpuSeconds.toFixed(1)} s, ` +
      `${wallSeconds.toFixed(1)} s on the clock), peak ${peakMb.toFixed(0)} MB${end}`,
  )
}

async function measureAll(name: string, archive: string, isFull: boolean, folder: string): Promise<Collection> {
  const warcBytes = statSync(archive).size
  console.log(`\n${name}: WARC of ${(warcBytes / 1e6).toFixed(1)} MB, load ${loadavg()[0].toFixed(1)}`)
  const exports: ExportRow[] = []
  for (const kind of kindsOf(isFull)) {
    const row = await measureExport(kind, archive, folder)
    exports.push(row)
    print(row.name, row, `, ${(row.bytes / 1e6).toFixed(1)} MB = ${row.sizeShare.toFixed(2)} of the WARC`)
  }
  return { name, warcBytes, exports }
}

/** Largest resident set of the largest collection over that of the smallest. */
function growthOf(made: readonly Collection[]): { name: string; peakMb: number[]; factor: number }[] {
  return made[0].exports.map(({ name }) => {
    const peakMb = made.map(({ exports }) => exports.find(row => row.name === name)?.peakMb ?? 0)
    return { name, peakMb, factor: peakMb[peakMb.length - 1] / peakMb[0] }
  })
}

async function run(data: string, folder: string): Promise<void> {
  const when = new Date().toISOString()
  const machine = `${cpus()[0]?.model ?? ''} × ${cpus().length}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
  console.log(machine)
  const webkb = join(data, 'webkb.warc.gz')
  const real: Collection[] = []
  for (const name of ['wikischools-dev', 'webkb'])
    real.push(await measureAll(name, join(data, `${name}.warc.gz`), true, folder))

  console.log('\nbeside it, on webkb')
  const floor = await measureFloor(webkb)
  print(floor.name, floor)
  const peer = await measurePeer(webkb, real[1].exports[0].pages, folder)
  if (peer !== null) print(peer.name, peer)
  const ofFloor = Object.fromEntries(
    real[1].exports.map(({ name, pagesPerCpuSecond }) => [name, pagesPerCpuSecond / floor.pagesPerCpuSecond]),
  )
  for (const [name, share] of Object.entries(ofFloor))
    console.log(`${name.padEnd(22)} ${share.toFixed(2)} of analyse alone`)
  const gzip = await gzipShare(webkb, folder)
  console.log(`JSONL.gz in members    ${gzip.toFixed(3)} of one gzip stream`)
  console.log('\nzimwriterfs, the same tree')
  const zim = [
    await beside('zim-file.js', [webkb, '--pages', '5000', '--rounds', '1']),
    await beside('zim-file.js', [webkb, '--pages', '5000', '--rounds', '1', '--index']),
  ]
  console.log('\nXapian, the same words')
  const xapian = await beside('xapian.js', [webkb, '--rounds', '1', '--python', '/usr/bin/python3'])

  const made: Collection[] = []
  for (const size of flags.sizes.split(',')) {
    const archive = join(folder, 'made.warc.gz')
    await makeArchive(data, archive, Number(size))
    made.push(await measureAll(`${Number(size).toLocaleString('en')} made pages`, archive, false, folder))
    rmSync(archive)
  }
  const growth = growthOf(made)
  console.log(`\nmemory at ${flags.sizes} pages`)
  for (const { name, peakMb, factor } of growth)
    console.log(`${name.padEnd(22)} ${peakMb.map(mb => mb.toFixed(0)).join(' → ')} MB, × ${factor.toFixed(2)}`)
  const what = 'made pages are those of webkb with variation: there are no 50,000 real ones in the development data'
  const result = { when, machine, load: loadavg(), what, real, made, growth, floor, ofFloor, peer, gzip, zim, xapian }
  if (flags.save) writeFileSync(RESULTS, `${JSON.stringify(result, null, 2)}\n`)
}

if (flags.floor !== undefined) await analyseAll(flags.floor, flags.language)
else {
  const folder = flags.folder ?? mkdtempSync(join(tmpdir(), 'longtail-bench-export-'))
  try {
    await run(process.env.LONGTAIL_DATA ?? '', folder)
  } finally {
    if (flags.folder === undefined) rmSync(folder, { recursive: true })
  }
}
