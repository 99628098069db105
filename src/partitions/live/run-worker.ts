/** One run of a worker, from start to stop, and what came of it. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { crawlDirectory, partPaths, type CrawlDirectory } from '../../collection/crawl-directory.js'
import { endInWords, type Leftover, type StopReason } from '../../collection/run-end.js'
import type { Status } from '../../collection/status.js'
import type { WorkerLoad } from '../../collection/worker-status.js'
import type { PlanOptions } from '../../crawl/crawl-plan.js'
import type { Upkeep } from '../../crawl/open-records.js'
import type { CrawlSummary } from '../../crawl/run.js'
import { steadyNow } from '../../steady-clock.js'
import type { Engine } from '../engine.js'
import { openCrawl } from './open-crawl.js'
import type { S3Store } from './store/s3-store.js'
import { Worker, type WorkerPace } from './worker.js'

export interface WorkerRun extends PlanOptions {
  readonly engine: Engine
  /** Its name among the workers. */
  readonly worker: string
  /** Workers that are about to join, this one included. */
  readonly expected: number
  /** No other process takes part. */
  readonly isAlone?: boolean
  /** Of a crawl that is new. */
  readonly partitions?: number
  readonly pace?: WorkerPace
  readonly upkeep?: Upkeep
  /** Where the crawl is, when `out` is private to this worker. */
  readonly store?: S3Store | null
  readonly onProgress: (status: Status, load: WorkerLoad) => void
  readonly onStart?: (stop: () => void, resumed: boolean) => void
}

export async function runWorker(options: WorkerRun): Promise<WorkerSummary> {
  const startedAt = steadyNow()
  const open = await openCrawl(options, options.isAlone === true ? null : options.engine, options.partitions)
  let worker: Worker
  let stopped: StopReason
  try {
    worker = new Worker({ ...options, ...open })
    options.onStart?.(() => worker.stop('interrupted'), open.resumed)
    stopped = await worker.run()
  } finally {
    await open.tools.close()
  }
  const left = worker.leftover()
  const summary = summaryOf(open.plan.directory, worker.status(), {
    ...{ stopped, left },
    seconds: (steadyNow() - startedAt) / 1000,
    unfetched: worker.missed(),
  })
  return { ...summary, left }
}

/** Of what one worker did. */
export interface WorkerSummary extends CrawlSummary {
  readonly left: Leftover
}

export interface WorkerOutcome extends Pick<CrawlSummary, 'stopped' | 'seconds' | 'unfetched'> {
  readonly left: Leftover
}

/** The JSON of `longtail crawl --json`, of as much of a crawl as `status` speaks of. */
export function summaryOf(directory: CrawlDirectory, status: Status, result: WorkerOutcome): CrawlSummary {
  const { stopped, left, seconds, unfetched } = result
  const { pages, relevant, harvest, bytes, hosts, embeds, reused, texts } = status
  return {
    ...{ pages, relevant, harvest, bytes, hosts, seconds, stopped },
    why: endInWords({ reason: stopped, ...(stopped === 'finished' ? { left } : {}) }),
    warc: partPaths(directory).flatMap(archivesOf),
    ...{ embeds, reused, texts, unfetched },
  }
}

function archivesOf(part: string): string[] {
  const { warc } = crawlDirectory(part)
  if (!existsSync(warc)) return []
  return readdirSync(warc)
    .filter(name => name.endsWith('.warc.gz'))
    .sort()
    .map(name => join(warc, name))
}
