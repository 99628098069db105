/**
 * What it costs to go on: CPU time of the crawler until its first request, after a clean stop and after a kill, on one crawl that
 * grows. About ten known URLs per fetched page, default strategy, frontier on disk.
 *
 *   node dist/bench/resume/run.js [--sizes 20000,200000,1000000] [--kill-after 50] [--out results.json]
 *
 * After a kill, what was crawled since the last checkpoint is replayed. What that costs is worked out from a full replay of the
 * whole log (the checkpoint taken away) at the smaller sizes: CPU per line, times the lines behind the checkpoint.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { crawlDirectory, readLog } from '../../src/collection/index.js'
import { loadState } from '../../src/disk/state-file.js'
import type { FirstRequest } from './web.js'

const FULL_REPLAY_UP_TO = 200_000
/** Floors of the project (docs/crawl-speed.md). */
const MOST_SECONDS = 3

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '20000,200000,1000000' },
    'kill-after': { type: 'string', default: '50' },
    out: { type: 'string' },
  },
})
const sizes = values.sizes.split(',').map(Number)
const killAfterMs = Number(values['kill-after']) * 1000

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'longtail-resume-'))
const out = join(folder, 'crawl')

const web = fork(fileURLToPath(new URL('web.js', import.meta.url)))
const origin = String(await message(web))
const campaign = join(folder, 'campaign.json')
writeFileSync(
  campaign,
  JSON.stringify({
    name: 'resume',
    contact: 'https://bench.example/',
    target: { language: 'tha' },
    seeds: ['http://h0.test/d0/p0.html'],
    // by default it would end this web, of which only half is wanted, before it is large
    strategy: 'longtail:worth=0',
    politeness: { delay: '0s', robots: false, 'per-host-connections': 4 },
    network: { hosts: { '*': origin }, connections: 32, detours: 1 },
  }),
)

interface Row {
  readonly pages: number
  readonly urls: number
  readonly cleanSeconds: number
  readonly cleanPeakMegabytes: number
  readonly killedSeconds: number
  readonly killedPeakMegabytes: number
  readonly replayedLines: number
  readonly replaySeconds: number
  readonly fullReplaySeconds: number | null
  readonly logBytes: number
  readonly warcBytes: number
  readonly checkpointBytes: number
}

const rows: Row[] = []
let secondsPerLine = 0
try {
  for (const size of sizes) {
    await crawlTo(size)
    const clean = await resume(out, size + 20)
    const { log, warc, checkpoint } = diskUse()
    const lines = await countLines(out)
    let full: FirstRequest | null = null
    if (size <= FULL_REPLAY_UP_TO) {
      const copy = join(folder, 'copy')
      cpSync(out, copy, { recursive: true })
      rmSync(join(copy, 'checkpoint'))
      full = await resume(copy, size + 40)
      rmSync(copy, { recursive: true })
      secondsPerLine = Math.max(0, full.cpuSeconds - clean.cpuSeconds) / lines
    }
    await crawlAndKill(size * 10)
    const replayedLines = (await countLines(out)) - checkpointLine()
    const killed = await resume(out, (await pagesIn(out)) + 20)
    rows.push({
      pages: size,
      urls: await knownUrls(),
      cleanSeconds: clean.cpuSeconds,
      cleanPeakMegabytes: clean.peakMegabytes,
      killedSeconds: killed.cpuSeconds,
      killedPeakMegabytes: killed.peakMegabytes,
      replayedLines,
      replaySeconds: Number((replayedLines * secondsPerLine).toFixed(2)),
      fullReplaySeconds: full?.cpuSeconds ?? null,
      logBytes: log,
      warcBytes: warc,
      checkpointBytes: checkpoint,
    })
    console.error(JSON.stringify(rows.at(-1)))
  }
} finally {
  web.disconnect()
  rmSync(folder, { recursive: true, force: true })
}

console.table(rows)
const late = rows.filter(row => row.cleanSeconds > MOST_SECONDS || row.killedSeconds > row.replaySeconds + MOST_SECONDS)
const result = { at: new Date().toISOString(), node: process.version, load: loadavg(), killAfterMs, rows }
if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(result, null, 2)}\n`)
for (const row of late) console.error(`over the floor of ${MOST_SECONDS} s: ${JSON.stringify(row)}`)
process.exitCode = late.length === 0 ? 0 : 1

function start(directory: string, pages: number): ChildProcess {
  const flags = ['crawl', campaign, '--out', directory, '--max-pages', String(pages), '--json']
  return spawn(process.execPath, [join(root, 'bin/longtail.js'), ...flags], {
    stdio: ['ignore', 'ignore', openSync(join(folder, 'stderr'), 'w')],
  })
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise(resolve => child.once('exit', () => resolve()))
}

async function crawlTo(pages: number): Promise<void> {
  await ended(start(out, pages))
}

async function resume(directory: string, pages: number): Promise<FirstRequest> {
  const child = start(directory, pages)
  const end = ended(child)
  web.send(child.pid ?? 0)
  const first = await Promise.race([message(web), end.then(() => null)])
  await end
  if (!isFirstRequest(first)) {
    const said = readFileSync(join(folder, 'stderr'), 'utf8').trim().split('\n').at(-1)
    throw new Error(`the crawl of ${pages} pages ended without a request: ${said}`)
  }
  return first
}

async function crawlAndKill(pages: number): Promise<void> {
  const child = start(out, pages)
  const end = ended(child)
  web.send(child.pid ?? 0)
  await Promise.race([message(web), end])
  await new Promise(resolve => setTimeout(resolve, killAfterMs))
  child.kill('SIGKILL')
  await end
}

function message(child: ChildProcess): Promise<unknown> {
  return new Promise(resolve => child.once('message', resolve))
}

function isFirstRequest(value: unknown): value is FirstRequest {
  return typeof value === 'object' && value !== null && 'cpuSeconds' in value && 'peakMegabytes' in value
}

async function countLines(directory: string): Promise<number> {
  let lines = 0
  for await (const { line } of readLog(crawlDirectory(directory))) lines = line
  return lines
}

async function pagesIn(directory: string): Promise<number> {
  let pages = 0
  for await (const { entry } of readLog(crawlDirectory(directory))) if (entry.t === 'page') pages++
  return pages
}

async function knownUrls(): Promise<number> {
  let urls = 0
  const count = (links: readonly unknown[] = []): void => links.forEach(link => typeof link === 'string' && urls++)
  for await (const { entry } of readLog(crawlDirectory(out))) {
    if (entry.t === 'run') count(entry.seeds)
    if (entry.t === 'page') for (const links of [entry.links, entry.leads, entry.sitemaps]) count(links)
  }
  return urls
}

function checkpointLine(): number {
  return Number(loadState(crawlDirectory(out).checkpoint)?.about.line ?? 0)
}

function diskUse(): { log: number; warc: number; checkpoint: number } {
  const { log, segments, warc, checkpoint, frontier } = crawlDirectory(out)
  return {
    log: bytesIn(log) + bytesIn(segments),
    warc: bytesIn(warc),
    checkpoint: bytesIn(checkpoint) + bytesIn(frontier),
  }
}

function bytesIn(path: string): number {
  if (!existsSync(path)) return 0
  if (!statSync(path).isDirectory()) return statSync(path).size
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0)
}
