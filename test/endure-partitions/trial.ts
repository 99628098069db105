/**
 * One crawl by several workers to which one thing after the other happens, drawn from a deck. Faults do not wait for each other: a worker
 * may be frozen while Redis is gone and the store is full.
 */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { crawlDirectory, partPaths } from '../../src/collection/crawl-directory.js'
import { epochsOf } from '../../src/collection/epochs.js'
import { shuffled, type Random } from '../../src/demo/random.js'
import type { HeldWeb } from '../endure/held-web.js'
import type { RedisServer } from '../partitions/redis-servers.js'
import { Member, type Ended } from './crew.js'
import type { Store } from './store.js'
import { Takeovers } from './takeovers.js'

export type Fault =
  | 'killed'
  | 'frozen'
  | 'left'
  | 'clock'
  | 'private files lost'
  | 'Redis restarted'
  | 'Redis without its data'
  | 'Redis emptied'
  | 'store full'
  | 'store gone'
  | 'store read-only'

const DECK: readonly Fault[] = [
  ...Array<Fault>(4).fill('killed'),
  ...Array<Fault>(3).fill('frozen'),
  ...(['left', 'left', 'clock', 'private files lost', 'private files lost'] as const),
  ...(['Redis restarted', 'Redis restarted', 'Redis without its data', 'Redis without its data'] as const),
  ...(['Redis emptied', 'Redis emptied', 'store full', 'store gone', 'store read-only'] as const),
]
const WORKERS = 3
/** Longer than a lease (10 s), so that others take over. */
const FREEZE_MS = [12_000, 16_000] as const
/** A fault comes when its share of the web was answered, or after so long. */
const AT_MOST_MS = [2000, 7000] as const
/** Nobody asks for anything for so long: it is stuck, however busy the machine is. */
const PATIENCE_MS = 180_000
/** Redis and the store are away for so long, sometimes longer than a lease. */
const SHORT_MS = [300, 3000] as const
const LONG_MS = [11_000, 14_000] as const

export interface TrialParts {
  readonly store: Store
  readonly redis: RedisServer
  readonly web: HeldWeb
  /** URLs that an undisturbed crawl asks for. */
  readonly urls: number
  readonly faults: number
  readonly random: Random
}

export class SplitTrial {
  readonly injected = new Map<Fault, number>()
  /** Ends of workers that nobody had killed, by what they said. */
  readonly ends = new Map<string, number>()
  readonly warnings = new Map<string, number>()
  readonly faults: string[] = []
  readonly takeovers: Takeovers
  private readonly crew: readonly Member[]
  private deck: Fault[] = []
  private readonly underWay = new Set<Promise<void>>()
  private redisIsBusy = false
  private storeIsBusy = false
  /** When the store was last in trouble. */
  private storeTroubleAt = -Infinity

  constructor(private readonly parts: TrialParts) {
    const { redis, store, random } = parts
    this.takeovers = new Takeovers(store.behind)
    const crew = { join: redis.address, store: store.path, random, mayName: true }
    this.crew = Array.from(
      { length: WORKERS },
      (_, i) => new Member(`machine-${i}`, crew, (member, ended) => this.judge(member, ended)),
    )
  }

  get count(): number {
    return [...this.injected.values()].reduce((sum, count) => sum + count, 0)
  }

  /** The crawl found everything before the last fault. */
  get isOver(): boolean {
    return this.crew.some(({ isDone }) => isDone)
  }

  start(): void {
    for (const member of this.crew) member.start()
  }

  /** Lets the crawl go on for a while, then one thing happens. */
  async next(): Promise<void> {
    const { random, web, urls, faults } = this.parts
    const due = Math.ceil((0.9 * urls * (this.count + 1)) / faults - web.answered.size)
    const answered = web.grant(Math.max(1, due))
    await Promise.race([answered, sleep(this.between(AT_MOST_MS))])
    if (this.deck.length === 0) this.deck = shuffled(DECK, random)
    const fault = this.deck.pop() ?? 'killed'
    const victim = await this.victim(fault)
    if (victim === null || this.isOver) return
    this.injected.set(fault, (this.injected.get(fault) ?? 0) + 1)
    const work = this.inject(fault, victim).catch(
      (error: unknown) => void this.faults.push(`${fault}: ${String(error)}`),
    )
    this.underWay.add(work)
    void work.finally(() => this.underWay.delete(work))
  }

  /** Nothing happens any more; until the crawl is finished. */
  async finish(): Promise<void> {
    const { web } = this.parts
    await Promise.all(this.underWay)
    web.allowAll()
    let quietSince = performance.now()
    while (!this.crew.every(({ isDone }) => isDone)) {
      quietSince = Math.max(quietSince, web.lastAskedAt)
      if (performance.now() - quietSince > PATIENCE_MS) {
        this.faults.push(`the crawl did not end: nothing was asked for in ${PATIENCE_MS / 1000} s`)
        return
      }
      await sleep(200)
    }
  }

  async close(): Promise<void> {
    this.takeovers.close()
    await Promise.all(this.crew.map(member => member.dismiss()))
    await Promise.all(this.underWay)
  }

  /** A worker that works, or null when there is nobody in this moment or the crawl is over. */
  private async victim(fault: Fault): Promise<Member | null> {
    const isBusy = (): boolean =>
      (fault.startsWith('Redis') && this.redisIsBusy) || (fault.startsWith('store') && this.storeIsBusy)
    for (let left = 300; left > 0 && !this.isOver; left--) {
      const working = this.crew.filter(member => member.isWorking)
      if (working.length > 0 && !isBusy()) return working[this.parts.random.below(working.length)]
      await sleep(100)
    }
    return null
  }

  private async inject(fault: Fault, victim: Member): Promise<void> {
    const { random, redis, store } = this.parts
    const { pid } = victim
    // by itself soon, or by others
    const restartMs = random.chance(0.5) ? 500 + random.below(2000) : 14_000
    switch (fault) {
      case 'killed':
      case 'clock':
        if (fault === 'clock') victim.setClock()
        victim.kill(restartMs)
        this.takeovers.lost(pid)
        return
      case 'private files lost':
        victim.kill(restartMs)
        this.takeovers.lost(pid)
        return this.losePrivateFiles(pid)
      case 'frozen':
        this.takeovers.lost(pid)
        return victim.freeze(this.between(FREEZE_MS))
      case 'left':
        return victim.leave(restartMs)
      case 'Redis restarted':
      case 'Redis without its data':
        return this.withoutRedis(fault === 'Redis without its data')
      case 'Redis emptied':
        this.takeovers.disturb()
        redis.cli('FLUSHALL')
        return
      case 'store full':
        return this.withoutStore(
          () => store.fill(random.below(200)),
          () => store.free(),
        )
      case 'store gone':
        return this.withoutStore(
          () => store.hide(),
          () => store.show(),
        )
      case 'store read-only':
        return this.withoutStore(
          () => store.protect(),
          () => store.unprotect(),
        )
    }
  }

  private async withoutRedis(losesData: boolean): Promise<void> {
    const { redis } = this.parts
    this.redisIsBusy = true
    this.takeovers.disturb()
    await redis.kill()
    if (losesData) redis.loseData()
    await sleep(this.away())
    await redis.start()
    this.takeovers.disturb()
    this.redisIsBusy = false
  }

  private async withoutStore(take: () => void, giveBack: () => void): Promise<void> {
    this.storeIsBusy = true
    this.storeTroubleAt = Infinity
    this.takeovers.disturb()
    take()
    await sleep(this.away())
    giveBack()
    this.takeovers.disturb()
    this.storeTroubleAt = performance.now()
    this.storeIsBusy = false
  }

  /** What a worker on a machine with a disk of its own would have kept there: checkpoints, frontiers, what it was doing. */
  private losePrivateFiles(pid: number): void {
    for (const part of partPaths(crawlDirectory(this.parts.store.behind))) {
      const held = epochsOf(part).at(-1)
      if (held === undefined || Number(held.process.split(' ')[0]) !== pid) continue
      const { checkpoint, frontier, underWay, spool, status, hosts, model } = crawlDirectory(held.path)
      for (const path of [checkpoint, frontier, underWay, spool, status, hosts, model])
        rmSync(path, { recursive: true, force: true })
    }
  }

  private away(): number {
    return this.between(this.parts.random.chance(0.7) ? SHORT_MS : LONG_MS)
  }

  private between([least, most]: readonly [number, number]): number {
    return least + this.parts.random.below(most - least)
  }

  private judge(member: Member, { code, signal, stdout, stderr }: Ended): void {
    for (const [, warning] of stderr.matchAll(/^(?:\S+ )?warning: (.*)$/gm)) count(this.warnings, inGeneral(warning))
    if (signal === 'SIGKILL') return
    if (code === 0 && stdout.includes('"stopped":"finished"')) {
      member.isDone = true
      return
    }
    if (code === 0 && stdout.includes('"stopped":"interrupted"')) return count(this.ends, 'left')
    // while it was still starting
    if (signal === 'SIGTERM') return count(this.ends, 'left at once')
    const last = stderr.trim().split('\n').at(-1) ?? ''
    const isTrouble = performance.now() - this.storeTroubleAt < 30_000 || this.storeTroubleAt === Infinity
    if (code === 1 && isTrouble && /^E_(?:DISK|OUT_DIR|CRAWL_DIR|CAMPAIGN)\b/m.test(stderr))
      return count(this.ends, inGeneral(last))
    // it was started while Redis was away
    if (code === 1 && /^E_ENGINE: Redis at \S+ cannot be reached/m.test(stderr))
      return count(this.ends, inGeneral(last))
    this.faults.push(`${member.name} ended with ${signal ?? `code ${code}`}: ${stderr.trim()}`)
  }
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

/** Without what is different each time. */
function inGeneral(said: string): string {
  return said
    .replaceAll(/\S*\.(?:warc\.gz|scratch)\S*/g, 'FILE')
    .replaceAll(/\/\S*\/store\b[^\s:,']*/g, 'STORE')
    .replaceAll(/\d+/g, 'N')
}
