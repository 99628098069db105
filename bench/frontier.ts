/**
 * The disk frontier under load: N distinct URLs (10 million unless said) on 200,000 hosts of skewed sizes are interned and
 * offered at random levels, with repeated and moved offers and biased groups, then all are taken by priority with host delays
 * on a fake clock. Each size and each number of levels runs in a process of its own; CPU time is that of all its threads.
 *
 *   node dist/bench/frontier.js [N] [--memory MB] [--save]
 *
 * `--save` writes bench/results/frontier.json.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createDiskQueue, createFingerprint } from '../src/frontier/index.js'

const run = promisify(execFile)

const HOSTS = 200_000
/** Hosts with more than one group: each group is a directory of its host. */
const GROUPS_PER_LARGE_HOST = 16
const LARGE_HOSTS = 2000
const CHUNK = 20_000
const DELAY_MS = 2000

interface Task {
  readonly urls: number
  readonly levels: number
  readonly memoryBytes: number
}

interface Result extends Task {
  /** Fingerprint, find, add and offer, per CPU-second. */
  readonly newLinksPerSecond: number
  /** The offers alone, a seventh of them repetitions and a seventh moves. */
  readonly offersPerSecond: number
  readonly takesPerSecond: number
  readonly microseconds: { newLink: number; knownUniform: number; knownNavigation: number; urlById: number }
  readonly maxRssMB: number
  readonly checksum: string
  readonly wallSeconds: number
}

function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/** CPU-microseconds of the work, all threads. */
function cpu(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** Sizes like those of the Web: the share of host h falls with its rank, the largest holding about 1 % of all pages. */
function hostOf(random: () => number): number {
  const uniform = random() / 0x1_0000_0000
  return Math.floor(HOSTS * uniform ** 2.5)
}

function urlOf(host: number, page: number): string {
  return `http://www.site-${host}.example.co.th/dir${page % 7}/article-${(Math.imul(page, 0x9e3779b1) >>> 0).toString(36)}-${page}.html`
}

function measure(task: Task, directory: string): Result {
  const { urls: count, levels } = task
  const started = Date.now()
  const { frontier, urls, close } = createDiskQueue({ directory, memoryBytes: task.memoryBytes })
  const fingerprint = createFingerprint([1, 2])
  const random = createRandom(count + levels)
  const hosts = new Uint32Array(count)
  const groupOf = (host: number, page: number): number =>
    host < LARGE_HOSTS ? HOSTS + host * GROUPS_PER_LARGE_HOST + (page % GROUPS_PER_LARGE_HOST) : host
  for (let host = 0; host < HOSTS; host++) {
    if (host >= LARGE_HOSTS) frontier.addGroup(host, host)
    else
      for (let i = 0; i < GROUPS_PER_LARGE_HOST; i++) frontier.addGroup(HOSTS + host * GROUPS_PER_LARGE_HOST + i, host)
  }

  let internTime = 0
  let offerTime = 0
  let offers = 0
  const texts: string[] = []
  const pages = new Uint32Array(CHUNK * 2)
  const groups = new Uint32Array(CHUNK * 2)
  const offered = new Uint16Array(CHUNK * 2)
  for (let done = 0; done < count; done += CHUNK) {
    const end = Math.min(count, done + CHUNK)
    texts.length = 0
    for (let page = done; page < end; page++) {
      hosts[page] = hostOf(random)
      texts.push(urlOf(hosts[page], page))
    }
    internTime += cpu(() => {
      for (let i = 0; i < texts.length; i++) {
        const text = texts[i]
        fingerprint.of(text)
        const { high, low } = fingerprint
        if (urls.find(high, low) >= 0) throw new Error(`${text} is known`)
        urls.add(high, low, text)
      }
    })
    let length = 0
    for (let page = done; page < end; page++) {
      pages[length] = page
      offered[length++] = 1 + (random() % levels)
      const again = random()
      if (again % 5 > 1) continue
      // Offered again: a page of the last chunk or so, half of the time at the level it has.
      const other = Math.max(0, page - (again % (2 * CHUNK)))
      pages[length] = other
      offered[length++] = again % 5 === 0 ? 1 + (random() % levels) : frontier.levelOf(other)
    }
    for (let i = 0; i < length; i++) groups[i] = groupOf(hosts[pages[i]], pages[i])
    offers += length
    offerTime += cpu(() => {
      for (let i = 0; i < length; i++) frontier.offer(pages[i], groups[i], offered[i])
      for (let i = 0; i < 200; i++) {
        const page = done + ((i * 97) % (end - done))
        frontier.bias(groupOf(hosts[page], page), (offered[i] % 5) - 2)
      }
    })
  }

  const lookUps = Math.min(count, 1_000_000)
  /** Known links, found by fingerprint; texts are made outside of the measured time. */
  const known = (pick: (n: number) => number): number => {
    let time = 0
    for (let done = 0; done < lookUps; done += CHUNK) {
      texts.length = 0
      for (let n = done; n < done + CHUNK; n++) {
        const page = pick(n)
        texts.push(urlOf(hosts[page], page))
      }
      time += cpu(() => {
        for (let i = 0; i < texts.length; i++) {
          fingerprint.of(texts[i])
          if (urls.find(fingerprint.high, fingerprint.low) < 0) throw new Error(`${texts[i]} is not known`)
        }
      })
    }
    return time / lookUps
  }
  const knownUniform = known(() => random() % count)
  // As pages of sites being crawled do it: four of five links are among 30 pages of one of 2,000 sites.
  const knownNavigation = known(() => {
    const any = random()
    return any % 5 === 0 ? random() % count : ((any % 2000) * 7919 + (random() % 30) * 104_729) % count
  })
  let characters = 0
  const urlById = cpu(() => {
    for (let n = 0; n < 100_000; n++) characters += urls.url(random() % count).length
  })

  let checksum = characters >>> 0
  let takes = 0
  let now = 0
  const takeTime = cpu(() => {
    for (;;) {
      const page = frontier.take(now)
      if (page >= 0) {
        takes++
        checksum = (Math.imul(checksum, 0x01000193) ^ page) >>> 0
        frontier.release(hosts[page], now + DELAY_MS)
        continue
      }
      const next = frontier.nextReadyAt()
      if (next === Infinity) break
      now = next
    }
  })
  if (takes !== count || frontier.size !== 0) throw new Error(`${takes} of ${count} pages were taken`)
  close()
  return {
    ...task,
    newLinksPerSecond: Math.round(count / ((internTime + offerTime) / 1e6)),
    offersPerSecond: Math.round(offers / (offerTime / 1e6)),
    takesPerSecond: Math.round(takes / (takeTime / 1e6)),
    microseconds: {
      newLink: round((internTime + offerTime) / count),
      knownUniform: round(knownUniform),
      knownNavigation: round(knownNavigation),
      urlById: round(urlById / 100_000),
    },
    maxRssMB: Math.round(process.resourceUsage().maxRSS / 1024),
    checksum: checksum.toString(16),
    wallSeconds: round((Date.now() - started) / 1000),
  }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

async function inChild(task: Task): Promise<Result> {
  const { stdout } = await run(process.execPath, [fileURLToPath(import.meta.url), '--task', JSON.stringify(task)])
  const result: Result = JSON.parse(stdout)
  return result
}

async function main(args: string[]): Promise<void> {
  const taskAt = args.indexOf('--task')
  if (taskAt >= 0) {
    const directory = mkdtempSync(join(tmpdir(), 'longtail-bench-frontier-'))
    try {
      const task: Task = JSON.parse(args[taskAt + 1])
      console.log(JSON.stringify(measure(task, directory)))
    } finally {
      rmSync(directory, { recursive: true })
    }
    return
  }
  const memoryAt = args.indexOf('--memory')
  const memoryBytes = (memoryAt >= 0 ? Number(args[memoryAt + 1]) : 256) * 1024 * 1024
  const most = Number(args.find((arg, i) => /^\d+$/.test(arg) && (memoryAt < 0 || i !== memoryAt + 1)) ?? 10_000_000)
  const machine = {
    cpu: cpus()[0].model,
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
  console.log(
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGB} GB, node ${machine.node}, cache ${memoryBytes / 2 ** 20} MB`,
  )
  const results: (Result & { load: number })[] = []
  for (const urls of [...new Set([Math.min(1_000_000, most), most])]) {
    for (const levels of [8, 1024]) {
      const load = round(loadavg()[0])
      const result = await inChild({ urls, levels, memoryBytes })
      results.push({ ...result, load })
      console.log(JSON.stringify({ ...result, load }))
    }
  }
  if (!args.includes('--save')) return
  const folder = join('bench', 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'frontier.json'),
    JSON.stringify({ date: new Date().toISOString(), machine, results }, null, 2) + '\n',
  )
}

await main(process.argv.slice(2))
