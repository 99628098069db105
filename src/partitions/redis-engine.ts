/**
 * An engine by Redis, Valkey, their Cluster, or whatever speaks their protocol. Everything is under one prefix, so that crawls can share a
 * server, and under one hash tag, so that a Cluster keeps it together. Nothing here need be kept: what is lost is sent again.
 */
import { LongtailError, messageOf } from '../errors.js'
import { isRecord, parseJson } from '../json.js'
import { parseEntry, type LinksEntry } from '../collection/log/entry.js'
import type {
  Board,
  Delivery,
  Engine,
  EngineFill,
  HostTurn,
  TaughtExample,
  LinkBatch,
  PageWish,
  PartLines,
  WorkerReport,
} from './engine.js'
import { steadyNow } from '../steady-clock.js'
import { connectRedis, type RedisConnection } from './redis-connection.js'
import { Gathered } from './gathered.js'
import { CLAIM, EXCHANGE, LENGTHS, RELEASE, RESERVE, SEND, TRIM, TURN } from './redis-scripts.js'

/** A worker that says nothing for so long has lost its partitions. */
export const LEASE_MS = 10_000
/** Batches of about a hundred links in one stream: some 10 MB. */
const MOST_BATCHES = 1000
const MOST_LESSONS = 2000
/** Of the memory that the server may use: the rest is for leases and reports, without which nobody could take what waits. */
const LINKS_SHARE = 0.8
const BATCHES_AT_ONCE = 50
/** In one command: some megabytes at most. */
const SENT_AT_ONCE = 64
/** How often everything that is not acknowledged is read once more. */
const READ_AGAIN_MS = 30_000

export class RedisEngine implements Engine {
  /** By partition: the last delivery that was collected. */
  private collected = new Map<number, string>()
  private collectedSince = steadyNow()
  private lessonId = ''
  private readonly sending = new Gathered((calls: readonly Sent[]) => this.sendAll(calls), SENT_AT_ONCE)
  private readonly claiming = new Gathered((calls: readonly Claimed[]) => this.claimAll(calls))
  private readonly trimming = new Gathered((calls: readonly Trimmed[]) => this.trimAll(calls))

  private constructor(
    private readonly redis: RedisConnection,
    private readonly prefix: string,
    private readonly leaseMs: number,
    private readonly mostBatches: number,
  ) {
    redis.onReady(() => {
      this.collectAgain()
      this.lessonId = ''
    })
  }

  /** A server that came back, or took over from another, may number what it holds by a clock that is behind; what comes twice is dropped. */
  private collectAgain(): void {
    this.collected = new Map()
    this.collectedSince = steadyNow()
  }

  /** `crawl`: by which crawls on one server are told apart. */
  static async connect(
    address: string,
    crawl: string,
    leaseMs = LEASE_MS,
    mostBatches = MOST_BATCHES,
  ): Promise<RedisEngine> {
    return new RedisEngine(await connectRedis(address), `{longtail:${crawl}}`, leaseMs, mostBatches)
  }

  /** A new run begins: nobody has ended it. */
  async begin(): Promise<void> {
    await this.redis.call('DEL', this.key('stop'))
  }

  send(to: number, batch: LinkBatch): Promise<boolean> {
    return this.sending.do({ to, batch })
  }

  private sendAll(calls: readonly Sent[]): Promise<boolean[]> {
    const keys = calls.map(({ to }) => this.key('links', to))
    const texts = calls.flatMap(({ batch: { entries, ...head } }) => [
      JSON.stringify(head),
      entries.map(entry => JSON.stringify(entry)).join('\n'),
    ])
    return this.each(SEND, keys, this.mostBatches, LINKS_SHARE, ...texts)
  }

  async collect(partitions: readonly number[]): Promise<Delivery[]> {
    if (partitions.length === 0) return []
    // nobody tells us when a replica took over
    if (steadyNow() - this.collectedSince > READ_AGAIN_MS) this.collectAgain()
    const keys = partitions.map(partition => this.key('links', partition))
    const after = partitions.map(partition => this.collected.get(partition) ?? '0')
    const streams = await this.redis.call('XREAD', 'COUNT', BATCHES_AT_ONCE, 'STREAMS', ...keys, ...after)
    return streamsIn(streams).flatMap(([key, messages]) => {
      const partition = partitions[keys.indexOf(key)]
      const last = messages.at(-1)
      if (last !== undefined) this.collected.set(partition, last.id)
      return messages.flatMap(({ id, fields }) => {
        const batch = batchIn(fields)
        return batch === null ? [] : [{ partition, id, batch }]
      })
    })
  }

  acknowledge(partition: number, id: string): Promise<void> {
    return this.trimming.do({ partition, id })
  }

  private async trimAll(calls: readonly Trimmed[]): Promise<void[]> {
    const keys = calls.map(({ partition }) => this.key('links', partition))
    const from = calls.map(({ id }) => {
      const [ms, number] = id.split('-')
      return `${ms}-${Number(number) + 1}`
    })
    await this.script(TRIM, keys, ...from)
    return calls.map(() => undefined)
  }

  async teach(worker: string, lessons: readonly TaughtExample[]): Promise<void> {
    const text = JSON.stringify(lessons.map(({ from, example }) => [from, ...example]))
    try {
      await this.redis.call('XADD', this.key('lessons'), 'MAXLEN', '~', MOST_LESSONS, '*', 'w', worker, 'l', text)
    } catch (error) {
      // a server that is full: some lessons may be missing, leases may not
      if (!/\bOOM\b/.test(messageOf(error))) throw error
    }
  }

  async lessons(worker: string): Promise<TaughtExample[]> {
    const key = this.key('lessons')
    if (this.lessonId === '') {
      const [last] = messagesIn(await this.redis.call('XREVRANGE', key, '+', '-', 'COUNT', 1))
      this.lessonId = last?.id ?? '0'
      return []
    }
    const [stream] = streamsIn(await this.redis.call('XREAD', 'COUNT', MOST_LESSONS, 'STREAMS', key, this.lessonId))
    if (stream === undefined) return []
    const [, messages] = stream
    this.lessonId = messages.at(-1)?.id ?? this.lessonId
    return messages.flatMap(({ fields }) => (fields.get('w') === worker ? [] : lessonsIn(fields.get('l') ?? '')))
  }

  async exchange(report: WorkerReport): Promise<Board> {
    return this.look(report.worker, JSON.stringify({ ...report, lines: JSON.stringify(report.lines()) }))
  }

  /** What all have reported, for those who only watch. */
  async look(...report: string[]): Promise<Board> {
    const keys = ['reports', 'seen', 'stop'].map(name => this.key(name))
    const [stop, ...reports] = texts(await this.script(EXCHANGE, keys, this.leaseMs, ...report))
    return { stop: stop ?? '', workers: reports.flatMap(reportIn) }
  }

  async reserve({ worker, parts, pages, limits }: PageWish): Promise<number> {
    const keys = ['pages', 'relevant', 'granted', 'seen'].map(name => this.key(name))
    const limit = (value: number): number => (value === Infinity ? -1 : value)
    const counts = parts.flatMap(part => [part.partition, part.pages, part.relevant])
    const wish = [worker, pages, limit(limits.pages), limit(limits.relevant)]
    return Number(await this.script(RESERVE, keys, ...wish, ...counts))
  }

  claim(partition: number, worker: string): Promise<boolean> {
    return this.claiming.do({ partition, worker })
  }

  private claimAll(calls: readonly Claimed[]): Promise<boolean[]> {
    const keys = calls.map(({ partition }) => this.key('lease', partition))
    return this.each(CLAIM, keys, this.leaseMs, ...calls.map(({ worker }) => worker))
  }

  async release(partition: number, worker: string): Promise<void> {
    this.collected.delete(partition)
    await this.script(RELEASE, [this.key('lease', partition)], worker)
  }

  async lockAddress(address: string, ms: number, host?: HostTurn): Promise<number> {
    const keys = [`${this.key('address')}:${address}`]
    const args: (string | number)[] = [Math.max(1, Math.ceil(ms))]
    if (host !== undefined) {
      keys.push(`${this.key('host')}:${host.host}`)
      args.push(Math.max(1, Math.ceil(host.ms)), host.holder)
    }
    return Math.max(0, Number(await this.script(TURN, keys, ...args)))
  }

  async stop(reason: string): Promise<void> {
    await this.redis.call('SET', this.key('stop'), reason, 'NX')
  }

  async close(worker: string): Promise<void> {
    try {
      await this.forget(worker)
    } finally {
      this.disconnect()
    }
  }

  /** A worker is dead for certain: others need not wait until its leases end. */
  async bury(worker: string, partitions: number): Promise<void> {
    await this.forget(worker)
    for (let partition = 0; partition < partitions; partition++)
      await this.script(RELEASE, [this.key('lease', partition)], worker)
  }

  private async forget(worker: string): Promise<void> {
    for (const name of ['reports', 'seen', 'granted']) await this.redis.call('HDEL', this.key(name), worker)
  }

  disconnect(): void {
    this.redis.close()
  }

  /** Memory is that of the whole server, or of all of a Cluster. */
  async fill(partitions: readonly number[]): Promise<EngineFill> {
    const keys = partitions.map(partition => this.key('links', partition))
    const batches = keys.length === 0 ? 0 : Number(await this.script(LENGTHS, keys))
    const infos = (await this.redis.callAll('INFO', 'memory')).map(String)
    const bytes = (name: string): number =>
      infos.reduce((sum, info) => sum + Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0), 0)
    return { batches, used: bytes('used_memory'), bound: bytes('maxmemory') }
  }

  private key(name: string, partition?: number): string {
    return `${this.prefix}:${name}${partition === undefined ? '' : `:${partition}`}`
  }

  /** A script that says yes or no for each key. */
  private async each(text: string, keys: readonly string[], ...args: (string | number)[]): Promise<boolean[]> {
    const answers = texts(await this.script(text, keys, ...args))
    return keys.map((_key, i) => answers[i] === '1')
  }

  private script(text: string, keys: readonly string[], ...args: (string | number)[]): Promise<unknown> {
    return this.redis.call('EVAL', text, keys.length, ...keys, ...args)
  }
}

interface Sent {
  readonly to: number
  readonly batch: LinkBatch
}

interface Claimed {
  readonly partition: number
  readonly worker: string
}

interface Trimmed {
  readonly partition: number
  readonly id: string
}

interface Message {
  readonly id: string
  readonly fields: ReadonlyMap<string, string>
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

/** Keys and what is new in them: pairs, in lists of their own or, by the newer protocol, one after the other. */
function streamsIn(value: unknown): [key: string, messages: Message[]][] {
  if (!Array.isArray(value)) return []
  const flat: unknown[] = typeof value[0] === 'string' ? value : value.flat(1)
  const streams: [string, Message[]][] = []
  for (let i = 0; i + 1 < flat.length; i += 2) streams.push([String(flat[i]), messagesIn(flat[i + 1])])
  return streams
}

function messagesIn(value: unknown): Message[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((message: unknown) => {
    if (!Array.isArray(message) || message.length !== 2) return []
    const pairs = texts(message[1])
    const fields = new Map<string, string>()
    for (let i = 0; i + 1 < pairs.length; i += 2) fields.set(pairs[i], pairs[i + 1])
    return [{ id: String(message[0]), fields }]
  })
}

/** Null for what no worker has sent: whoever can write to the server can write anything. */
function batchIn(fields: ReadonlyMap<string, string>): LinkBatch | null {
  try {
    const head = parseJson(fields.get('h') ?? '')
    if (!isRecord(head)) return null
    const [from, epoch, base, after] = ['from', 'epoch', 'base', 'after'].map(name => Number(head[name]))
    if (![from, epoch, base, after].every(number => Number.isSafeInteger(number) && number >= 0)) return null
    const entries = (fields.get('e') ?? '').split('\n').flatMap((line, i): LinksEntry[] => {
      const entry = parseEntry(line, 'the engine', i + 1)
      return entry.t === 'links' && entry.from === from ? [entry] : []
    })
    return { from, epoch, base, after, entries }
  } catch (error) {
    if (error instanceof LongtailError) return null
    throw error
  }
}

function lessonsIn(text: string): TaughtExample[] {
  const value = parseJson(text)
  if (!Array.isArray(value)) return []
  return value.flatMap((lesson: unknown) => {
    if (!Array.isArray(lesson) || !lesson.every((number): number is number => Number.isFinite(number))) return []
    const [from, ...example] = lesson
    return [{ from, example }]
  })
}

/** Workers of one crawl are of one version; what is not of this one is left out. */
function reportIn(text: string): WorkerReport[] {
  const value = parseJson(text)
  if (!isReport(value)) return []
  const { lines, ...report } = value
  return [{ ...report, lines: () => linesIn(lines) }]
}

function linesIn(text: string): PartLines[] {
  const value = parseJson(text)
  return Array.isArray(value) ? value.filter(isLines) : []
}

function isLines(value: unknown): value is PartLines {
  return (
    isRecord(value) && typeof value.partition === 'number' && Array.isArray(value.sent) && Array.isArray(value.received)
  )
}

type WrittenReport = Omit<WorkerReport, 'lines'> & { readonly lines: string }

function isReport(value: unknown): value is WrittenReport {
  return (
    isRecord(value) &&
    typeof value.worker === 'string' &&
    typeof value.number === 'number' &&
    typeof value.takes === 'number' &&
    Array.isArray(value.parts) &&
    Array.isArray(value.places) &&
    typeof value.lines === 'string'
  )
}
