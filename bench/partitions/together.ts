/**
 * What a page costs by one process, by several, and by as many crawls that know nothing of each other: all at the same time, so that the
 * load of the machine is the same for all. CPU time by the kind of thread, between two numbers of pages.
 *
 *   node dist/bench/partitions/together.js [--hosts 250] [--pages-per-host 40] [--seed 7] [--steady 3000-9000] [--ways 1/1,4/64,4x1/1]
 *     [--weight demo|university|home] [--in-turns] [--waiting SECONDS]
 *
 * A way is PROCESSES/PARTITIONS. `4x1/1`: four crawls of one partition, each of another web with a quarter of the hosts: what four
 * processes cost that have nothing to coordinate. `4/64@DIR`: by the program in another checkout, to compare versions. With `--in-turns` one way runs after the
 * other. With `--waiting` the crawls wait: each host is asked once in 20 seconds, and what is told is CPU time in a second, of so many seconds
 * after the first minute. Each way has a web server of its own, and is stopped when it has all pages of the window.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadCampaign } from '../../src/campaign/index.js'
import { crawlDirectory } from '../../src/collection/crawl-directory.js'
import { readStatus } from '../../src/collection/status.js'
import { prepareCrawl } from '../../src/partitions/live/open-crawl.js'
import { cpuOf, cpuOfProcess, KINDS, type CpuSeconds, type Kind } from './threads.js'
import type { WebReady } from './web-server.js'

const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '250' },
    'pages-per-host': { type: 'string', default: '40' },
    seed: { type: 'string', default: '7' },
    steady: { type: 'string', default: '3000-9000' },
    ways: { type: 'string', default: '1/1,4/64,4x1/1' },
    weight: { type: 'string', default: 'demo' },
    strategy: { type: 'string', default: 'longtail:worth=0' },
    connections: { type: 'string', default: '32' },
    'in-turns': { type: 'boolean', default: false },
    waiting: { type: 'string' },
  },
})
const LOOK_MS = 500
/** Of a host, in a crawl that waits; and how long it crawls before it is measured. */
const LONG_DELAY = '20s'
const BEFORE_WAITING_MS = 60_000
const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'longtail-together-'))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
const [from, to] = values.steady.split('-').map(Number)

interface Look {
  readonly pages: number
  readonly cpu: CpuSeconds
  readonly server: number
}

type Costs = Readonly<Record<Kind | 'server' | 'all' | 'pages', number>>

try {
  const ways = values.ways.split(',')
  const rows: [string, Costs][] = []
  if (values['in-turns']) for (const [i, way] of ways.entries()) rows.push([way, await measure(way, i)])
  else rows.push(...(await Promise.all(ways.map(async (way, i) => [way, await measure(way, i)] as [string, Costs]))))
  print(rows)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(way: string, number: number): Promise<Costs> {
  const [, copies = '1', processes, partitions, program = root] = /^(?:(\d+)x)?(\d+)\/(\d+)(?:@(.*))?$/.exec(way) ?? []
  const { hosts, 'pages-per-host': pagesPerHost, seed, weight } = values
  const web = fork(fileURLToPath(new URL('web-server.js', import.meta.url)), [
    hosts,
    pagesPerHost,
    seed,
    weight,
    copies,
  ])
  const ready = await new Promise<WebReady>(resolve => web.once('message', message => resolve(message as WebReady)))
  const out = join(folder, String(number))
  const crawls: { readonly child: ChildProcess; readonly path: string }[] = []
  try {
    for (const [i, one] of [ready, ...ready.others].entries()) {
      const path = join(out, String(i), 'crawl')
      mkdirSync(join(out, String(i)), { recursive: true })
      const campaign = join(out, String(i), 'campaign.json')
      const connections = Math.ceil(Number(values.connections) / Number(copies))
      writeCampaign(campaign, one, connections)
      if (processes === '1' && partitions !== '1') await makeSplit(campaign, one, path, Number(partitions))
      const many = processes === '1' ? [] : ['--processes', processes]
      const command = [join(program, 'bin/longtail.js'), 'crawl', campaign, '--out', path, '--json', ...many]
      const child = spawn(process.execPath, command, { stdio: 'ignore' })
      crawls.push({ child, path })
      process.once('exit', () => child.kill('SIGINT'))
    }
    const look = (): Look => {
      const sums: Record<Kind, number> = { main: 0, analysis: 0, engine: 0, redis: 0, coordinator: 0 }
      let pages = 0
      for (const { child, path } of crawls) {
        pages += readStatus(crawlDirectory(path))?.pages ?? 0
        const cpu = cpuOf(child.pid ?? 0)
        for (const kind of KINDS) sums[kind] += cpu[kind]
      }
      return { pages, cpu: sums, server: cpuOfProcess(web.pid ?? 0) }
    }
    if (values.waiting !== undefined) {
      await sleep(BEFORE_WAITING_MS)
      const before = look()
      await sleep(1000 * Number(values.waiting))
      return perSecond(before, look(), Number(values.waiting))
    }
    let first: Look | null = null
    for (;;) {
      await sleep(LOOK_MS)
      const now = look()
      if (now.pages >= from) first ??= now
      if (first !== null && now.pages >= to) return between(first, now)
      if (crawls.some(({ child }) => child.exitCode !== null)) {
        if (first === null) throw new Error(`${way}: ended after ${now.pages} pages`)
        console.error(`${way}: ended before ${to} pages`)
        return between(first, now)
      }
    }
  } finally {
    await Promise.all(crawls.map(({ child }) => ended(child)))
    web.disconnect()
    rmSync(out, { recursive: true, force: true })
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const end = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGINT')
  await end
}

function writeCampaign(
  path: string,
  { origin, seeds, target }: Pick<WebReady, 'origin' | 'seeds' | 'target'>,
  connections: number,
): void {
  const delay = values.waiting === undefined ? '0s' : LONG_DELAY
  const campaign = {
    name: 'split',
    contact: 'https://bench.example/',
    target: { language: target },
    seeds,
    strategy: values.strategy,
    politeness: { delay, 'max-crawl-delay': delay, 'per-host-connections': delay === '0s' ? 4 : 1 },
    network: { hosts: { '*': origin }, connections },
  }
  writeFileSync(path, JSON.stringify(campaign))
}

/** One process goes on with a crawl of many partitions, but does not begin one. */
async function makeSplit(
  campaignPath: string,
  { seeds }: Pick<WebReady, 'seeds'>,
  out: string,
  partitions: number,
): Promise<void> {
  const { campaign, path } = loadCampaign(campaignPath)
  const warn = (message: string): void => console.error(message)
  await prepareCrawl({ campaign, campaignPath: path, seeds, out, warn }, partitions)
}

/** Microseconds for a page. */
function between(first: Look, last: Look): Costs {
  return costs(first, last, last.pages - first.pages)
}

/** Microseconds in a second. */
function perSecond(first: Look, last: Look, seconds: number): Costs {
  return costs(first, last, seconds)
}

function costs(first: Look, last: Look, count: number): Costs {
  const pages = last.pages - first.pages
  const each = (seconds: number): number => (1e6 * seconds) / count
  const kinds = Object.fromEntries(KINDS.map(kind => [kind, each(last.cpu[kind] - first.cpu[kind])])) as Record<
    Kind,
    number
  >
  const server = each(last.server - first.server)
  return { ...kinds, server, all: KINDS.reduce((sum, kind) => sum + kinds[kind], server), pages }
}

function print(rows: readonly (readonly [string, Costs])[]): void {
  const columns = [...KINDS, 'server', 'all'] as const
  const isWaiting = values.waiting !== undefined
  const what = isWaiting ? 'µs in a second of a crawl that waits' : `µs for a page, pages ${values.steady}`
  console.log(`${what}, ${values.hosts} hosts, weight ${values.weight}, load ${loadavg()[0].toFixed(0)}`)
  console.log(`| way | ${columns.join(' | ')} | of the first |\n|---|${columns.map(() => '---:|').join('')}---:|`)
  for (const [way, costs] of rows)
    console.log(
      `| ${way} | ${columns.map(column => costs[column].toFixed(0)).join(' | ')} | ${(rows[0][1].all / costs.all).toFixed(2)} |`,
    )
}
