/**
 * A crawl by many processes of one machine: makes its directory, starts a Redis where none is named, starts the workers, shows how the
 * whole goes on, and starts a worker again that dies. The workers need it for nothing else: partitions of one that is gone are taken by
 * the others.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockDirectory } from '../../disk/lock.js'
import { crawlDirectory, partPaths } from '../../collection/crawl-directory.js'
import { writeStatus, readStatus, type Status } from '../../collection/status.js'
import { mergeLeftovers, type StopReason } from '../../collection/run-end.js'
import type { PlanOptions } from '../../crawl/crawl-plan.js'
import type { CrawlSummary } from '../../crawl/run.js'
import { mergeUnfetched } from '../../crawl/unfetched.js'
import { LongtailError, messageOf } from '../../errors.js'
import { steadyNow } from '../../steady-clock.js'
import { RedisEngine } from '../redis-engine.js'
import { ignoreAway, isAway } from './away.js'
import { crawlId, prepareCrawl } from './open-crawl.js'
import { writeOrder, type Order } from './order.js'
import { startRedis } from './own-redis.js'
import { repeatedly } from './repeatedly.js'
import { summaryOf } from './run-worker.js'
import type { S3Store } from './store/s3-store.js'
import { noteStore, publishCrawl, publishOrder } from './store/stored-crawl.js'
import { storedResults } from './store/stored-results.js'
import { WholeProgress } from './whole-progress.js'
import { WorkerProcess, type WorkerResult } from './worker-process.js'

const LOOK_MS = 1000
/** Starts of one worker that dies again and again, before the crawl gives up. One that has worked for a while counts afresh. */
const MOST_STARTS = 5
const A_WHILE_MS = 60_000
/** Before the second start, and twice as long before each further one: a store that is full or away may be there again. */
const FIRST_PAUSE_MS = 1000

export interface CoordinateOptions extends PlanOptions {
  readonly processes: number
  /** The address of an engine; null to start one. */
  readonly join: string | null
  /** Where the crawl is; null: in its directory. */
  readonly store: S3Store | null
  readonly order: Omit<Order, 'seeds'>
  readonly onProgress: (status: Status) => void
  readonly onStart: (stop: () => void, resumed: boolean) => void
}

export async function coordinate(options: CoordinateOptions): Promise<CrawlSummary> {
  const { processes, warn, order, seeds, store } = options
  const startedAt = steadyNow()
  const { plan, identity } = await prepareCrawl(options)
  const { directory } = plan
  const unlock = lockDirectory(directory)
  const redis = options.join === null ? await startRedis(directory.path, warn) : null
  const address = options.join ?? redis?.address ?? ''
  try {
    if (store !== null) {
      await publishCrawl(store, directory.path)
      noteStore(directory.path, store.name)
    }
    const engine = await RedisEngine.connect(address, crawlId(identity))
    await engine.begin()
    writeOrder(directory.path, { ...order, seeds: [...seeds] })
    if (store !== null) await publishOrder(store, directory.path)
    let stops = 0
    const crew = Array.from({ length: processes }, (_none, i) =>
      store === null
        ? new WorkerProcess(address, directory.path, processes, warn)
        : new WorkerProcess(address, store.name, processes, warn, join(directory.path, 'private', String(i))),
    )
    options.onStart(() => {
      stops++
      // workers of other machines hear it from the engine
      void engine.stop('interrupted').catch(() => {})
      for (const worker of crew) worker.stop()
    }, plan.known !== null)
    const progress = new WholeProgress()
    let stopped = ''
    let trouble = ''
    const show = repeatedly(LOOK_MS, async () => {
      try {
        const board = await engine.look()
        stopped = board.stop || stopped
        const status = progress.see(board.workers.flatMap(report => report.status ?? []))
        if (status === null) return
        options.onProgress(status)
        writeStatus(directory, status)
        trouble = ''
      } catch (error) {
        // a store that is full or away for a while ends workers, which are started again
        if (!isAway(error) && trouble !== messageOf(error)) warn((trouble = messageOf(error)))
      }
    })
    const isEnding = (): boolean => stops > 0 || stopped !== ''
    const bury = (name: string): Promise<void> => engine.bury(name, partPaths(directory).length).catch(ignoreAway)
    const ends = await Promise.all(crew.map(worker => attend(worker, isEnding, bury, warn)))
    await show.stop()
    engine.disconnect()
    const results = ends.filter(end => end !== null)
    if (results.length === 0)
      throw new LongtailError(
        'E_ENGINE',
        `every worker died ${MOST_STARTS} times; what they said is above. The same command goes on`,
      )
    const stored = store === null ? null : await storedResults(store)
    const statuses = stored?.statuses ?? partPaths(directory).flatMap(part => readStatus(crawlDirectory(part)) ?? [])
    const status = progress.end(statuses)
    writeStatus(directory, status)
    options.onProgress(status)
    const ended = results.find(({ stopped: reason }) => reason !== 'interrupted') ?? results[0]
    const reason: StopReason = stops > 0 ? 'interrupted' : ended.stopped
    const summary = summaryOf(directory, status, {
      stopped: reason,
      left: mergeLeftovers(results.map(({ left }) => left)),
      seconds: (steadyNow() - startedAt) / 1000,
      unfetched: mergeUnfetched(results.flatMap(({ unfetched }) => unfetched)),
    })
    return stored === null ? summary : { ...summary, warc: [...stored.archives] }
  } finally {
    await redis?.stop()
    unlock()
  }
}

/** A worker from its start to its end, however often it dies on the way. Null: too often; the others have its partitions. */
async function attend(
  worker: WorkerProcess,
  isEnding: () => boolean,
  bury: (name: string) => Promise<void>,
  warn: (message: string) => void,
): Promise<WorkerResult | null> {
  for (let starts = 1; ; starts++) {
    const startedAt = steadyNow()
    const result = await worker.run()
    if (result !== null) return result
    if (worker.name !== '') await bury(worker.name)
    if (steadyNow() - startedAt > A_WHILE_MS) starts = 1
    const again = steadyNow() + FIRST_PAUSE_MS * 2 ** (starts - 1)
    while (!isEnding() && steadyNow() < again && starts < MOST_STARTS) await sleep(LOOK_MS / 4)
    if (isEnding()) return { stopped: 'interrupted', left: 'nothing', unfetched: [] }
    if (starts === MOST_STARTS) {
      warn(`a worker died ${MOST_STARTS} times; what it said is above. The crawl goes on without it`)
      return null
    }
  }
}
