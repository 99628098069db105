import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { loadCampaign } from '../campaign/index.js'
import { crawlDirectory, readIdentity } from '../collection/crawl-directory.js'
import { writeWorkerStatus } from '../collection/worker-status.js'
import { makeDirectory } from '../disk/make-directory.js'
import { LongtailError } from '../errors.js'
import { join } from 'node:path'
import { crawlId } from '../partitions/live/open-crawl.js'
import { readOrder } from '../partitions/live/order.js'
import { runWorker } from '../partitions/live/run-worker.js'
import type { Introduction } from '../partitions/live/worker-process.js'
import { isS3 } from '../partitions/live/store/s3-address.js'
import type { S3Store } from '../partitions/live/store/s3-store.js'
import { RedisEngine } from '../partitions/redis-engine.js'
import { withFlags } from './crawl.js'
import { showProgress } from './show-progress.js'

export interface WorkerFlags {
  join: string
  store: string
  work?: string
  expected?: number
  json?: boolean
}

/** One more process for a crawl that others have begun. */
export async function work(flags: WorkerFlags): Promise<void> {
  // what we start need not know it
  delete process.env.LONGTAIL_JOIN
  if (!isS3(flags.store)) return workIn(flags, flags.store, null)
  const warn = (message: string): void => console.error(`warning: ${message}`)
  const { joinStore } = await import('../partitions/live/store/join-store.js')
  const { path, store, leave } = await joinStore(flags.store, flags.work ?? null, warn)
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']) delete process.env[name]
  await workIn(flags, path, store).finally(leave)
}

/** `store`: where the crawl is, when the directory is private. */
async function workIn(flags: WorkerFlags, path: string, store: S3Store | null): Promise<void> {
  const directory = crawlDirectory(path)
  const identity = readIdentity(directory)
  if (identity === null || (identity.partitions ?? 1) === 1)
    throw new LongtailError(
      'E_CRAWL_DIR',
      `${directory.path} is not a crawl of many partitions; start one with "longtail crawl --processes" or "--join"`,
    )
  const order = readOrder(directory.path)
  const loaded = loadCampaign(order.campaign)
  const ordered = withFlags(loaded.campaign, order.flags)
  const campaign = { ...ordered, network: { ...ordered.network, connections: order.connections } }
  const display = showProgress(process.stderr)
  const engine = await RedisEngine.connect(flags.join, crawlId(identity))
  // containers may share the name of a machine, and each has a first process
  const worker = `${hostname()}-${randomBytes(3).toString('hex')}-${process.pid}`
  process.send?.({ worker } satisfies Introduction)
  makeDirectory(directory.workers)
  const status = join(directory.workers, `${worker}.json`)
  const running = runWorker({
    ...{ campaign, campaignPath: loaded.path, seeds: order.seeds, out: directory.path },
    ...{ engine, worker, store, expected: flags.expected ?? 1 },
    warn: message => display.note(`warning: ${message}`),
    onProgress: (progress, load) => {
      if (flags.json !== true) display.update(progress)
      writeWorkerStatus(status, progress, load)
    },
    onStart: stop => {
      display.onInterrupt(stop)
      process.on('disconnect', stop)
      // it ended while we began
      if (process.send !== undefined && !process.connected) stop()
    },
  })
  // otherwise its connections keep a worker alive that has failed
  const summary = await running.finally(() => {
    engine.disconnect()
    if (process.connected) process.disconnect()
  })
  display.end()
  rmSync(status, { force: true })
  const { pages, relevant, why } = summary
  console.log(flags.json === true ? JSON.stringify(summary) : `stopped: ${why}. ${pages} pages, ${relevant} relevant`)
}
