/**
 * How long it takes until other workers have the partitions of one that is killed, and go on with them: `longtail crawl --processes N` on the
 * demo web, one worker killed again and again.
 *
 *   node dist/bench/partitions/takeover.js [--kills 5] [--processes 2] [--hosts 800] [--pages-per-host 100] [--first-at 2000] [--seed 7]
 *
 * The first is killed when so many pages were fetched (`--first-at`), each further one a while after the partitions of the last are in other
 * hands. Which one is killed takes turns. A partition goes on when its log was replayed and written to.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { crawlDirectory } from '../../src/collection/crawl-directory.js'
import { readStatus } from '../../src/collection/status.js'
import { presentWorkers } from '../../src/collection/worker-status.js'
import { Takeovers, type Takeover } from '../../test/endure-partitions/takeovers.js'
import type { WebReady } from './web-server.js'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '5' },
    processes: { type: 'string', default: '2' },
    hosts: { type: 'string', default: '800' },
    'pages-per-host': { type: 'string', default: '100' },
    'first-at': { type: 'string', default: '2000' },
    seed: { type: 'string', default: '7' },
  },
})
const LOOK_MS = 500
/** After which what was not taken is given up, and so long is waited after what was. */
const MOST_MS = 180_000
const BETWEEN_MS = 20_000

const folder = mkdtempSync(join(tmpdir(), 'longtail-takeover-'))
const out = join(folder, 'crawl')
const web = fork(fileURLToPath(new URL('web-server.js', import.meta.url)), [
  ...[values.hosts, values['pages-per-host'], values.seed],
])
let crawl: ChildProcess | null = null
try {
  const { origin, seeds, target } = await new Promise<WebReady>(resolve =>
    web.once('message', message => resolve(message as WebReady)),
  )
  const campaign = join(folder, 'campaign.json')
  const politeness = { delay: '0s', 'max-crawl-delay': '0s', 'per-host-connections': 4 }
  const network = { hosts: { '*': origin }, connections: 32 }
  const about = { name: 'takeover', contact: 'https://bench.example/', target: { language: target } }
  writeFileSync(campaign, JSON.stringify({ ...about, seeds, strategy: 'longtail:worth=0', politeness, network }))
  const main = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))
  const flags = ['crawl', campaign, '--out', out, '--processes', values.processes, '--json']
  crawl = spawn(process.execPath, [main, ...flags], { stdio: ['ignore', 'ignore', 'inherit'] })
  const directory = crawlDirectory(out)
  const pages = (): number => readStatus(directory)?.pages ?? 0
  while (pages() < Number(values['first-at']) && crawl.exitCode === null) await sleep(LOOK_MS)
  const takeovers = new Takeovers(out)
  for (let kill = 0; kill < Number(values.kills) && crawl.exitCode === null; kill++) {
    // one that was killed is listed for a while
    const pids = presentWorkers(directory).map(({ name }) => Number(/-(\d+)$/.exec(name)?.[1]))
    const alive = pids.filter(pid => existsSync(`/proc/${pid}`))
    const pid = alive[kill % alive.length]
    const before = takeovers.all.length
    const load = loadavg()[0].toFixed(0)
    const at = pages()
    process.kill(pid, 'SIGKILL')
    const waiting = takeovers.lost(pid)
    const end = Date.now() + MOST_MS
    while (takeovers.all.length < before + waiting && Date.now() < end) await sleep(LOOK_MS)
    const taken = takeovers.all.slice(before)
    console.log(
      `kill ${kill + 1} at ${at} pages, load ${load}: ${taken.length} of ${waiting} partitions${inWords(taken)}`,
    )
    await sleep(BETWEEN_MS)
  }
  takeovers.close()
  console.log(`all: ${takeovers.all.length} partitions${inWords(takeovers.all)}`)
} finally {
  if (crawl !== null && crawl.exitCode === null) {
    const ended = new Promise(resolve => crawl?.once('exit', resolve))
    crawl.kill('SIGINT')
    await ended
  }
  web.disconnect()
  rmSync(folder, { recursive: true, force: true })
}

function inWords(all: readonly Takeover[]): string {
  if (all.length === 0) return ''
  const seconds = (list: readonly number[]): string => {
    const sorted = [...list].sort((a, b) => a - b)
    return [sorted[0], sorted[sorted.length >> 1], sorted[sorted.length - 1]]
      .map(ms => (ms / 1000).toFixed(1))
      .join(' / ')
  }
  const taken = seconds(all.map(({ takenMs }) => takenMs))
  const whole = seconds(all.map(({ takenMs, replayMs }) => takenMs + replayMs))
  return `; first / median / last s: taken ${taken}, going on ${whole}`
}
