/**
 * One crawl that is started and killed many times. Each start ends at a moment drawn from a deck: while it starts, while it works,
 * when it has begun a checkpoint, a segment of the log or an archive file, in the middle of a clean stop, frozen (SIGSTOP) while
 * somebody starts the same crawl once more, or with a full disk. Half of the starts have a clock that jumps.
 */
import { existsSync, watch } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { crawlDirectory } from '../../src/collection/index.js'
import { shuffled, type Random } from '../../src/demo/random.js'
import { startCli, startProgram, type CliResult, type Started } from '../crawl/run-cli.js'
import type { CrawlerOrder } from './crawler.js'
import type { HeldWeb } from './held-web.js'
import type { ClockJump } from './jumping-clock.js'
import type { SmallDisk } from './small-disk.js'

export type Moment = 'start' | 'work' | 'checkpoint' | 'segment' | 'archive' | 'stop' | 'frozen' | 'full'

const DECK: readonly Moment[] = [
  ...Array<Moment>(4).fill('start'),
  ...Array<Moment>(6).fill('work'),
  ...(['checkpoint', 'checkpoint', 'segment', 'segment', 'archive', 'archive', 'stop', 'stop'] as const),
  ...(['frozen', 'full'] as const),
]
const CRAWLER = fileURLToPath(new URL('crawler.js', import.meta.url))
const UPKEEP = { segmentBytes: 50_000, checkpointMs: 150, checkpointLines: 3 }
/** Recorded pages are written after 200 ms at the latest: kills fall before and after. */
const AFTER_ANSWERS_MS = 400
/** A start that has asked for nothing for so long is stuck, however busy the machine is. */
const PATIENCE_MS = 120_000
/** What a start may be behind by is made up for by several. */
const MOST_ANSWERS = 60
/** For a moment that does not come: there was nothing to save, or to begin. */
const AWAIT_MS = 1500
const DAY_MS = 86_400_000

export interface TrialParts {
  readonly campaign: string
  readonly out: string
  readonly web: HeldWeb
  /** URLs that an undisturbed crawl asks for. */
  readonly urls: number
  readonly kills: number
  readonly random: Random
  readonly disk: SmallDisk | null
}

export class Trial {
  readonly kills = new Map<Moment, number>()
  /** Starts without a kill: stopped in time, refused by the lock, ended by a full disk. */
  readonly others = { 'clean stops': 0, refusals: 0, 'full disks': 0, 'starts on a full disk': 0, 'clock jumps': 0 }
  /** Without numbers, and how often. */
  readonly warnings = new Map<string, number>()
  readonly faults: string[] = []
  /** The crawl found everything before the last kill. */
  isOver = false
  private deck: Moment[] = []
  private readonly running = new Set<Started>()
  private startMs = 1000

  constructor(private readonly parts: TrialParts) {}

  get killed(): number {
    return [...this.kills.values()].reduce((sum, count) => sum + count, 0)
  }

  /** One start and its end. */
  async next(): Promise<void> {
    const { disk, random, web } = this.parts
    if (this.deck.length === 0) this.deck = shuffled(DECK, random).filter(one => one !== 'full' || disk !== null)
    const moment = this.deck.pop() ?? 'work'
    web.forgetWaiting()
    const answered = web.allow(this.share())
    const startedAt = performance.now()
    const started = this.start(moment)
    const ended = await this.end(moment, started, answered)
    if (web.firstAskedAt > 0) this.startMs += 0.2 * (web.firstAskedAt - startedAt - this.startMs)
    this.judge(moment, ended)
  }

  /** For somebody who wants to go home. */
  kill(): void {
    for (const { child } of this.running) child.kill('SIGKILL')
  }

  /** The crawl from here to its end, as a user would run it. */
  async finish(): Promise<CliResult> {
    this.parts.web.allowAll()
    return this.cli().result
  }

  /** How many answers this start gets, so that the last kill comes shortly before the end. What kills cost is made up for. */
  private share(): number {
    const { kills, urls, web, random } = this.parts
    const due = (0.97 * urls * (this.killed + 1)) / kills
    return Math.min(MOST_ANSWERS, Math.max(1, Math.ceil(due - web.asked.size))) + random.below(4)
  }

  private start(moment: Moment): Started {
    const { random } = this.parts
    // the command itself has neither checkpoints nor jumps in so short a time
    const isPlain = (moment === 'start' || moment === 'work') && random.chance(0.2)
    return isPlain ? this.cli() : this.crawler(random.chance(0.5) ? this.jumps() : [])
  }

  private cli(): Started {
    const { campaign, out } = this.parts
    return this.track(startCli(['crawl', campaign, '--out', out, '--json']))
  }

  private crawler(jumps: readonly ClockJump[]): Started {
    const { campaign, out } = this.parts
    this.others['clock jumps'] += jumps.length
    const order: CrawlerOrder = { campaign, out, upkeep: UPKEEP, jumps }
    return this.track(startProgram(CRAWLER, [JSON.stringify(order)]))
  }

  private track(started: Started): Started {
    this.running.add(started)
    void started.result.then(() => this.running.delete(started))
    return started
  }

  /** A clock that is wrong from the start, and others that are set while the crawl runs: by a second up to a year. */
  private jumps(): ClockJump[] {
    const { random } = this.parts
    const byMs = (): number =>
      Math.round((random.chance(0.5) ? 1 : -1) * 1000 * (365 * (DAY_MS / 1000)) ** random.next())
    const later = Array.from({ length: random.below(3) }, () => ({ afterMs: random.below(3000), byMs: byMs() }))
    return [{ afterMs: 0, byMs: byMs() }, ...later]
  }

  private async end(moment: Moment, started: Started, answered: Promise<void>): Promise<CliResult> {
    const { random, web } = this.parts
    const { child, result } = started
    const kill = async (withinMs: number): Promise<CliResult> => {
      await Promise.race([sleep(random.next() * withinMs), result])
      child.kill('SIGKILL')
      return result
    }
    if (moment === 'start') return kill(1.3 * this.startMs)
    while (!(await this.within(1000, answered, result)))
      if (performance.now() - web.lastAskedAt > PATIENCE_MS) {
        this.faults.push(`a start asked for nothing for ${PATIENCE_MS / 1000} s`)
        return kill(0)
      }
    switch (moment) {
      case 'work':
        return kill(AFTER_ANSWERS_MS)
      case 'checkpoint':
      case 'segment':
      case 'archive':
        await this.changeOf(moment, result)
        return kill(4)
      case 'stop':
        web.allowAll()
        child.kill('SIGINT')
        // on a busy machine everything takes longer, a stop as well as a start
        return kill(1.5 * this.startMs)
      case 'frozen':
        await sleep(random.next() * AFTER_ANSWERS_MS)
        child.kill('SIGSTOP')
        await this.startSecond()
        if (random.chance(0.5)) child.kill('SIGCONT')
        return kill(AFTER_ANSWERS_MS)
      case 'full':
        return this.fillDisk(started)
    }
  }

  /** True when the promise, or the end of the process, came in time. */
  private within(ms: number, promise: Promise<unknown>, result: Promise<unknown>): Promise<boolean> {
    const late = new AbortController()
    const inTime = Promise.race([promise, result]).then(() => true)
    const tooLate = sleep(ms, false, { signal: late.signal }).catch(() => false)
    return Promise.race([inTime, tooLate]).finally(() => late.abort())
  }

  private async changeOf(what: 'checkpoint' | 'segment' | 'archive', result: Promise<unknown>): Promise<void> {
    const { path, segments, warc } = crawlDirectory(this.parts.out)
    const folder = { checkpoint: path, segment: segments, archive: warc }[what]
    if (!existsSync(folder)) return
    const change = new Promise<void>(resolve => {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (what !== 'checkpoint' || name?.startsWith('checkpoint') === true) resolve()
      })
      void Promise.race([result, sleep(AWAIT_MS)]).then(() => watcher.close())
    })
    await this.within(AWAIT_MS, change, result)
  }

  /** Somebody starts the same crawl while the first is frozen: it must not touch anything. */
  private async startSecond(): Promise<void> {
    const { code, stderr } = await this.cli().result
    if (code !== 0 && stderr.includes('is being crawled by process')) this.others.refusals++
    else this.faults.push(`a second crawl of the same directory ended with code ${code}: ${stderr}`)
  }

  private async fillDisk({ child, result }: Started): Promise<CliResult> {
    const { disk, random, web } = this.parts
    disk?.fill(random.below(200))
    try {
      void web.allow(40)
      if (!(await this.within(15_000, result, result))) child.kill('SIGKILL')
      const ended = await result
      if (random.chance(0.5)) {
        void web.allow(40)
        const second = this.crawler([])
        // what is left of the disk may do for what it has to write
        if (!(await this.within(15_000, second.result, second.result))) second.child.kill('SIGKILL')
        const again = await second.result
        if (again.signal !== 'SIGKILL') {
          this.others['starts on a full disk']++
          if (again.code !== 1 || !isFullDisk(again)) this.faults.push(`on a full disk: ${told(again)}`)
        }
      }
      return ended
    } finally {
      disk?.free()
    }
  }

  private judge(moment: Moment, ended: CliResult): void {
    for (const [, warning] of ended.stderr.matchAll(/^warning: (.*)$/gm)) {
      const plain = warning.replaceAll(/\S*\.(?:warc\.gz|scratch)\S*/g, 'FILE').replaceAll(/\d+/g, 'N')
      this.warnings.set(plain, (this.warnings.get(plain) ?? 0) + 1)
    }
    if (ended.signal === 'SIGKILL') this.kills.set(moment, (this.kills.get(moment) ?? 0) + 1)
    else if (ended.code === 0 && ended.stdout.includes('"stopped":"interrupted"')) this.others['clean stops']++
    else if (ended.code === 0) this.isOver = true
    else if (moment === 'full' && isFullDisk(ended)) this.others['full disks']++
    else this.faults.push(`${moment}: ${told(ended)}`)
  }
}

function isFullDisk({ stderr }: CliResult): boolean {
  return /^E_(?:DISK|OUT_DIR): .*(?:full|no space)/m.test(stderr)
}

function told({ code, signal, stderr }: CliResult): string {
  return `a start ended with ${signal ?? `code ${code}`}: ${stderr.trim()}`
}
