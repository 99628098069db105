/**
 * What a split crawl costs: pages per CPU-second of everything (crawler, analysis, web server, Redis) on one demo web, by one process with
 * one partition, one with 64, and by several processes; lines and bytes of logs, and what was sent, for each page.
 *
 *   node dist/bench/partitions/efficiency.js [--hosts 300] [--pages-per-host 20] [--seed 7] [--rounds 2] [--ways 1/1,1/64,2/64,4/64]
 *     [--strategy longtail:worth=0] [--connections 32] [--start-pages 1] [--steady 10000-26000] [--weight demo|university|home] [--save]
 *
 * A way is PROCESSES/PARTITIONS. What it takes to start is measured by a crawl that ends after one page, or after so many that the code of each
 * process is compiled as well as it will be (`--start-pages`; 0: not at all). With `--steady FROM-TO` what a page costs between so many pages is given, too; pages per CPU-second are given with it and without. Ways take turns; of each the cheapest round counts, because whatever else runs here only ever adds.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadCampaign } from '../../src/campaign/index.js'
import { crawlDirectory, logDirectories } from '../../src/collection/crawl-directory.js'
import { LESSONS } from '../../src/collection/lessons.js'
import { readLog } from '../../src/collection/log/read-log.js'
import { prepareCrawl } from '../../src/partitions/live/open-crawl.js'
import { startRedis } from '../../src/partitions/live/own-redis.js'
import { connectRedis, type RedisConnection } from '../../src/partitions/redis-connection.js'
import { timed } from '../crawl/measure.js'
import { SteadyCost, type CostOfPage } from './steady.js'
import type { WebReady } from './web-server.js'

const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '300' },
    'pages-per-host': { type: 'string', default: '20' },
    seed: { type: 'string', default: '7' },
    rounds: { type: 'string', default: '2' },
    ways: { type: 'string', default: '1/1,1/64,2/64,4/64' },
    strategy: { type: 'string', default: 'longtail:worth=0' },
    connections: { type: 'string', default: '32' },
    'start-pages': { type: 'string', default: '1' },
    steady: { type: 'string', default: '' },
    /** What a page weighs; see page-weight.ts. */
    weight: { type: 'string', default: 'demo' },
    /** Where crawls are kept, for whoever wants to look at them. */
    keep: { type: 'string' },
    save: { type: 'boolean', default: false },
  },
})
const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'longtail-efficiency-'))
mkdirSync(folder, { recursive: true })

interface CpuSeconds {
  readonly crawler: number
  readonly server: number
  readonly redis: number
}

interface Run {
  readonly pages: number
  readonly cpu: CpuSeconds
  readonly wallSeconds: number
  readonly logLines: number
  /** Bytes of lines, before they are compressed. */
  readonly logBytes: number
  readonly absorbedBytes: number
  readonly linksSent: number
  readonly messages: number
  readonly commands: number
  readonly steady: CostOfPage
}

interface Row {
  readonly way: string
  readonly pages: number
  readonly cpuSeconds: number
  readonly startSeconds: number
  readonly pagesPerCpuSecond: number
  readonly withoutStart: number
  readonly shareOfOne: number
  readonly shareWithoutStart: number
  readonly cpu: CpuSeconds
  readonly wallSeconds: number
  readonly linesPerPage: number
  readonly bytesPerPage: number
  readonly absorbedBytesPerPage: number
  readonly linksSentPerPage: number
  readonly messagesPerPage: number
  readonly commandsPerPage: number
  readonly steadyMs: number
  readonly steadyShareOfOne: number
  readonly steadyMsWithoutServer: number
  readonly steadyShareWithoutServer: number
  readonly shareWithoutServer: number
}

const web = fork(fileURLToPath(new URL('web-server.js', import.meta.url)), [
  values.hosts,
  values['pages-per-host'],
  values.seed,
  values.weight,
])
const ready = await answer(web)
if (!isReady(ready)) throw new Error('the web said something else than that it is there')
const campaign = join(folder, 'campaign.json')
writeFileSync(
  campaign,
  JSON.stringify({
    name: 'split',
    contact: 'https://bench.example/',
    target: { language: ready.target },
    seeds: ready.seeds,
    strategy: values.strategy,
    politeness: { delay: '0s', 'max-crawl-delay': '0s', 'per-host-connections': 4 },
    network: { hosts: { '*': ready.origin }, connections: Number(values.connections) },
  }),
)
/** Where starts are not measured. */
const NOTHING: Run = {
  ...{ pages: 0, cpu: { crawler: 0, server: 0, redis: 0 }, wallSeconds: 0, steady: { all: NaN, withoutServer: NaN } },
  ...{ logLines: 0, logBytes: 0, absorbedBytes: 0, linksSent: 0, messages: 0, commands: 0 },
}
const ways = values.ways.split(',')
const whole = new Map<string, Run[]>(ways.map(way => [way, []]))
const starts = new Map<string, Run[]>(ways.map(way => [way, []]))
let rows: Row[] = []
try {
  for (let round = 0; round < Number(values.rounds); round++)
    for (const way of ways) {
      if (values['start-pages'] !== '0')
        starts.get(way)?.push(await runOnce(way, 'start', ['--max-pages', values['start-pages']]))
      const run = await runOnce(way, `crawl-${round}`, [])
      whole.get(way)?.push(run)
      console.error(way, JSON.stringify(run))
    }
  rows = ways.map(rowOf)
} finally {
  web.disconnect()
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true })
}
console.table(rows.map(({ cpu, ...row }) => ({ ...row, redis: cpu.redis, server: cpu.server })))
const about = { at: new Date().toISOString(), machine: `${cpus()[0].model} × ${cpus().length}`, load: loadavg() }
const { hosts, 'pages-per-host': pagesPerHost, 'start-pages': startPages, seed, strategy, weight } = values
const { connections, rounds } = values
const { addresses } = ready
const settings = { hosts, pagesPerHost, weight, startPages, seed, strategy, connections, rounds, addresses }
if (values.save)
  writeFileSync(
    join(root, 'bench/results/split-crawl.json'),
    `${JSON.stringify({ ...about, ...settings, rows }, null, 2)}\n`,
  )

async function runOnce(way: string, name: string, flags: readonly string[]): Promise<Run> {
  const [processes, partitions] = way.split('/').map(Number)
  const out = join(folder, `${way.replace('/', '-')}-${name}`)
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const crawl = join(out, 'crawl')
  const redis = processes > 1 ? await startRedis(out, message => console.error(message)) : null
  const connection = redis === null ? null : await connectRedis(redis.address)
  const many = redis === null ? [] : ['--processes', String(processes), '--join', redis.address]
  if (redis === null && partitions > 1) await makeSplit(crawl, partitions)
  const before = Number(await answer(web, 'cpu'))
  const [from, to] = values.steady.split('-').map(Number)
  const steady = new SteadyCost(crawl, web.pid ?? 0, { from: values.steady === '' ? Infinity : from, to })
  try {
    const command = [process.execPath, join(root, 'bin/longtail.js'), 'crawl', campaign, '--out', crawl, '--json']
    const { cpuSeconds, wallSeconds, exitCode, complaint } = await timed([...command, ...many, ...flags], out)
    if (exitCode !== 0) throw new Error(`${way}: ${complaint}`)
    const server = Number(await answer(web, 'cpu')) - before
    const cpu = { crawler: cpuSeconds, server, redis: await redisCpu(connection) }
    return { cpu, wallSeconds, steady: steady.end(), ...(await sumLogs(crawl)), ...(await redisCounts(connection)) }
  } finally {
    steady.end()
    connection?.close()
    await redis?.stop()
    if (values.keep === undefined) rmSync(out, { recursive: true })
  }
}

/** One process goes on with a crawl of many partitions, but does not begin one. */
async function makeSplit(out: string, partitions: number): Promise<void> {
  const { campaign: loaded, path } = loadCampaign(campaign)
  const seeds = ready !== null && isReady(ready) ? ready.seeds : []
  const warn = (message: string): void => console.error(message)
  await prepareCrawl({ campaign: loaded, campaignPath: path, seeds, out, warn }, partitions)
}

async function redisCpu(redis: RedisConnection | null): Promise<number> {
  const text = String((await redis?.call('INFO', 'cpu')) ?? '')
  return ['used_cpu_user', 'used_cpu_sys'].reduce((sum, name) => sum + numberAfter(text, `${name}:`), 0)
}

/** Batches of links and of examples; commands of all kinds. */
async function redisCounts(redis: RedisConnection | null): Promise<Pick<Run, 'messages' | 'commands'>> {
  const text = String((await redis?.call('INFO', 'commandstats')) ?? '')
  const commands = [...text.matchAll(/^cmdstat_\S+:calls=(\d+)/gm)].reduce((sum, [, calls]) => sum + Number(calls), 0)
  return { messages: numberAfter(text, 'cmdstat_xadd:calls='), commands }
}

function numberAfter(text: string, name: string): number {
  const at = text.indexOf(name)
  return at === -1 ? 0 : parseFloat(text.slice(at + name.length))
}

type LogSums = Pick<Run, 'pages' | 'logLines' | 'logBytes' | 'absorbedBytes' | 'linksSent'>

async function sumLogs(out: string): Promise<LogSums> {
  const sums = { pages: 0, logLines: 0, logBytes: 0, absorbedBytes: 0, linksSent: 0 }
  for (const directory of logDirectories(crawlDirectory(out))) {
    let last = 0
    for await (const { entry, end } of readLog(directory)) {
      sums.logLines++
      if (entry.t === 'page') sums.pages++
      if (entry.t === 'absorbed' || entry.t === 'lessons') sums.absorbedBytes += end - last
      if (entry.t === 'links')
        sums.linksSent += entry.links.length + (entry.leads?.length ?? 0) + (entry.sitemaps?.length ?? 0)
      last = end
    }
    sums.logBytes += last
  }
  const lessons = join(out, LESSONS)
  for (const name of existsSync(lessons) ? readdirSync(lessons) : []) {
    const { size } = statSync(join(lessons, name))
    sums.logBytes += size
    sums.absorbedBytes += size
  }
  return sums
}

function total({ cpu }: Run): number {
  return cpu.crawler + cpu.server + cpu.redis
}

function crawling({ cpu }: Run): number {
  return cpu.crawler + cpu.redis
}

function cheapest(runs: ReadonlyMap<string, readonly Run[]>, way: string): Run | undefined {
  const [best] = [...(runs.get(way) ?? [])].sort((a, b) => total(a) / a.pages - total(b) / b.pages)
  return best
}

function rowOf(way: string): Row {
  const run = cheapest(whole, way) ?? NOTHING
  const start = cheapest(starts, way) ?? NOTHING
  const one = cheapest(whole, ways[0]) ?? NOTHING
  const oneStart = cheapest(starts, ways[0]) ?? NOTHING
  const rate = (of: Run): number => of.pages / total(of)
  const rateAfter = (of: Run, begun: Run): number => (of.pages - begun.pages) / (total(of) - total(begun))
  const each = (count: number): number => round(count / run.pages)
  return {
    way,
    pages: run.pages,
    cpuSeconds: round(total(run)),
    startSeconds: round(total(start)),
    pagesPerCpuSecond: round(rate(run)),
    withoutStart: round(rateAfter(run, start)),
    shareOfOne: round(rate(run) / rate(one)),
    shareWithoutStart: round(rateAfter(run, start) / rateAfter(one, oneStart)),
    cpu: { crawler: round(run.cpu.crawler), server: round(run.cpu.server), redis: round(run.cpu.redis) },
    wallSeconds: round(run.wallSeconds),
    linesPerPage: each(run.logLines),
    bytesPerPage: Math.round(run.logBytes / run.pages),
    absorbedBytesPerPage: Math.round(run.absorbedBytes / run.pages),
    linksSentPerPage: each(run.linksSent),
    messagesPerPage: each(run.messages),
    commandsPerPage: each(run.commands),
    steadyMs: round(run.steady.all),
    steadyShareOfOne: round(one.steady.all / run.steady.all),
    steadyMsWithoutServer: round(run.steady.withoutServer),
    steadyShareWithoutServer: round(one.steady.withoutServer / run.steady.withoutServer),
    shareWithoutServer: round(crawling(one) / one.pages / (crawling(run) / run.pages)),
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function answer(child: ChildProcess, question?: string): Promise<unknown> {
  const said = new Promise<unknown>(resolve => child.once('message', resolve))
  if (question !== undefined) child.send(question)
  return said
}

function isReady(message: unknown): message is WebReady {
  return typeof message === 'object' && message !== null && 'origin' in message && 'seeds' in message
}
