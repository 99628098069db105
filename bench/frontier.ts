/**
 * The disk frontier under load: N distinct URLs (10 million unless said) on 200,000 hosts of skewed sizes are interned and
 * offered at random levels, with repeated and moved offers and biased groups, then all are taken by priority with host delays
 * on a fake clock. Then checkpoints: one of all, one more after 420,000 further URLs, and what loading that takes. Each size and
 * each number of levels runs in a process of its own; CPU time is that of all its threads.
 *
 *   node dist/bench/frontier.js [N] [--memory MB] [--checkpoints] [--save]
 *
 * `--save` writes bench/results/frontier.json.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { loadState, saveState } from '../src/disk/state-file.js'
import { createDiskQueue } from '../src/frontier/index.js'
import { cpu, createRandom, FrontierLoad, hostOf } from './frontier-load.js'

const run = promisify(execFile)

const DELAY_MS = 2000
/** URLs that a crawl meets in a minute, at 700 pages per second with ten new links each. */
const MORE_URLS = 420_000

interface Task {
  readonly what: 'queue' | 'checkpoints'
  readonly urls: number
  readonly levels: number
  readonly memoryBytes: number
}

interface Moved {
  readonly read: number
  readonly written: number
}

interface Result extends Task {
  /** Fingerprint, find, add and offer, per CPU-second. */
  readonly newLinksPerSecond: number
  /** The offers alone, a seventh of them repetitions and a seventh moves. */
  readonly offersPerSecond: number
  readonly takesPerSecond: number
  readonly microseconds: { newLink: number; knownUniform: number; knownNavigation: number; urlById: number }
  /** The peak while URLs came in, and that of the whole. */
  readonly filledRssMB: number
  readonly maxRssMB: number
  /** Of all files, when all URLs are in. */
  readonly diskMB: number
  /** Blocks of 4 KB that went to and fro between cache and files, per URL: what a disk has to do, when the system's cache is too small. */
  readonly blocks: { readonly newLink: Moved; readonly take: Moved }
  readonly checksum: string
  readonly wallSeconds: number
}

interface Cost {
  readonly cpuSeconds: number
  /** Of these, before the crawl goes on. */
  readonly blockedSeconds: number
  readonly wallSeconds: number
  /** Of the checkpoint's file alone, and all that was written. */
  readonly fileMB: number
  readonly writtenMB: number
}

interface CheckpointResult extends Task {
  readonly first: Cost
  /** After MORE_URLS more. */
  readonly second: Cost
  readonly load: { readonly cpuSeconds: number; readonly maxRssMB: number }
  readonly size: number
}

function measureQueue(task: Task, directory: string): Result {
  const { urls: count, levels } = task
  const started = Date.now()
  const queue = createDiskQueue({ directory, memoryBytes: task.memoryBytes })
  const { frontier, urls } = queue
  const random = createRandom(count + levels)
  const load = new FrontierLoad(queue, levels, random)
  const blocksOf = (calls: Calls): Moved => ({ read: round(calls.read / count), written: round(calls.written / count) })
  let before = systemCalls()
  load.add(0, count)
  const newLink = blocksOf(since(before))
  const { internTime, offerTime, offers } = load
  const diskMB = sizeMB(directory)
  const filledRssMB = maxRssMB()

  const lookUps = Math.min(count, 1_000_000)
  const knownUniform = load.known(lookUps, () => random() % count)
  // As pages of sites being crawled do it: four of five links are among 30 pages of one of 2,000 sites.
  const knownNavigation = load.known(lookUps, () => {
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
  before = systemCalls()
  const takeTime = cpu(() => {
    for (;;) {
      const page = frontier.take(now)
      if (page >= 0) {
        takes++
        checksum = (Math.imul(checksum, 0x01000193) ^ page) >>> 0
        frontier.discard(page) // it was fetched
        frontier.release(hostOf(page), now + DELAY_MS)
        continue
      }
      const next = frontier.nextReadyAt()
      if (next === Infinity) break
      now = next
    }
  })
  if (takes !== count || frontier.size !== 0) throw new Error(`${takes} of ${count} pages were taken`)
  const take = blocksOf(since(before))
  queue.close()
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
    filledRssMB,
    maxRssMB: maxRssMB(),
    diskMB,
    blocks: { newLink, take },
    checksum: checksum.toString(16),
    wallSeconds: round((Date.now() - started) / 1000),
  }
}

/** Two checkpoints, and what it takes to go on from the second in a process that knows nothing yet. */
async function measureCheckpoints(task: Task, directory: string): Promise<CheckpointResult> {
  const { urls: count, levels, memoryBytes } = task
  const place = join(directory, 'queue')
  const path = join(directory, 'state')
  const queue = createDiskQueue({ directory: place, memoryBytes })
  const load = new FrontierLoad(queue, levels, createRandom(count + levels))
  const save = async (): Promise<Cost> => {
    const started = Date.now()
    const before = process.cpuUsage()
    const calls = systemCalls()
    const saving = saveState(path, queue, {})
    const blockedSeconds = round((Date.now() - started) / 1000)
    const bytes = await saving
    queue.checkpointed()
    const { user, system } = process.cpuUsage(before)
    return {
      cpuSeconds: round((user + system) / 1e6),
      blockedSeconds,
      wallSeconds: round((Date.now() - started) / 1000),
      fileMB: round(bytes / 1e6),
      writtenMB: round(since(calls).writtenBytes / 1e6),
    }
  }
  load.add(0, count)
  const first = await save()
  load.add(count, count + MORE_URLS)
  const second = await save()
  const { size } = queue.frontier
  queue.close()
  const { stdout } = await run(process.execPath, [fileURLToPath(import.meta.url), '--load', directory])
  const loaded: { cpuSeconds: number; maxRssMB: number; size: number } = JSON.parse(stdout)
  if (loaded.size !== size) throw new Error(`${loaded.size} of ${size} pages came back`)
  return { ...task, first, second, load: { cpuSeconds: loaded.cpuSeconds, maxRssMB: loaded.maxRssMB }, size }
}

function measureLoad(directory: string): void {
  let size = 0
  const time = cpu(() => {
    const queue = createDiskQueue({ directory: join(directory, 'queue'), resume: true })
    loadState(join(directory, 'state'))?.restore(queue)
    queue.frontier.take(0)
    size = queue.frontier.size + 1
    queue.close()
  })
  console.log(JSON.stringify({ cpuSeconds: round(time / 1e6), maxRssMB: maxRssMB(), size }))
}

function maxRssMB(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024)
}

function sizeMB(directory: string): number {
  const bytes = readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0)
  return Math.round(bytes / 1e6)
}

interface Calls {
  readonly read: number
  readonly written: number
  readonly writtenBytes: number
}

/** Of this process so far; zeros where the system does not say. */
function systemCalls(): Calls {
  let io = ''
  try {
    io = readFileSync('/proc/self/io', 'utf8')
  } catch {
    // not Linux
  }
  const count = (name: string): number => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(io)?.[1] ?? 0)
  return { read: count('syscr'), written: count('syscw'), writtenBytes: count('wchar') }
}

function since(before: Calls): Calls {
  const now = systemCalls()
  return {
    read: now.read - before.read,
    written: now.written - before.written,
    writtenBytes: now.writtenBytes - before.writtenBytes,
  }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

async function inChild(task: Task): Promise<Result | CheckpointResult> {
  const { stdout } = await run(process.execPath, [fileURLToPath(import.meta.url), '--task', JSON.stringify(task)])
  const result: Result | CheckpointResult = JSON.parse(stdout)
  return result
}

async function main(args: string[]): Promise<void> {
  const taskAt = args.indexOf('--task')
  if (taskAt >= 0) {
    const directory = mkdtempSync(join(tmpdir(), 'longtail-bench-frontier-'))
    try {
      const task: Task = JSON.parse(args[taskAt + 1])
      const isQueue = task.what === 'queue'
      console.log(JSON.stringify(isQueue ? measureQueue(task, directory) : await measureCheckpoints(task, directory)))
    } finally {
      rmSync(directory, { recursive: true })
    }
    return
  }
  const loadAt = args.indexOf('--load')
  if (loadAt >= 0) return measureLoad(args[loadAt + 1])
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
  const tasks = [...new Set([Math.min(1_000_000, most), most])].flatMap((urls): Task[] => [
    { what: 'queue', urls, levels: 8, memoryBytes },
    { what: 'queue', urls, levels: 1024, memoryBytes },
    { what: 'checkpoints', urls, levels: 1024, memoryBytes },
  ])
  const only = args.includes('--checkpoints') ? 'checkpoints' : null
  const results: ((Result | CheckpointResult) & { machineLoad: number })[] = []
  for (const task of tasks.filter(({ what }) => only === null || what === only)) {
    const machineLoad = round(loadavg()[0])
    const result = { ...(await inChild(task)), machineLoad }
    results.push(result)
    console.log(JSON.stringify(result))
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
