/**
 * Makes a crawl of many partitions out of one of one, or the other way round, by replaying its log. The old crawl stays as it is; the new
 * one has everything that was collected and learned, with archives of its own, and goes on where the old one stopped. It appears when it is
 * whole: an interruption leaves nothing.
 */
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import {
  crawlDirectory,
  readIdentity,
  type CrawlDirectory,
  type CrawlIdentity,
} from '../../../collection/crawl-directory.js'
import { firstRun } from '../../../collection/first-run.js'
import { readTotals } from '../../../collection/log-totals.js'
import { planCrawl, type PlanOptions } from '../../../crawl/crawl-plan.js'
import { lockDirectory } from '../../../disk/lock.js'
import { makeDirectory } from '../../../disk/make-directory.js'
import { writeAtomically } from '../../../disk/write-atomically.js'
import { LongtailError } from '../../../errors.js'
import { withOutput } from '../../../disk/output.js'
import { randomFingerprintKey, type FingerprintKey } from '../../../frontier/index.js'
import { presentWorkers } from '../../../collection/worker-status.js'
import { PARTITIONS, refuseWhatIsNotSplit } from '../open-crawl.js'
import { partitionOfUrl } from '../partition-of-url.js'
import { EntryCopier } from './copy-entries.js'
import { OldCrawl } from './old-crawl.js'
import { NewPartition } from './new-partition.js'

export interface ConvertOptions extends Omit<PlanOptions, 'seeds'> {
  /** The crawl that is read; `out` is made. */
  readonly from: string
  readonly isSplit: boolean
  /** Of a crawl that is split; tests have few. */
  readonly partitions?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (lines: number) => void
}

/** What belongs to the whole crawl, and goes with it. */
const KEPT = ['exclude.txt', 'models', 'search.json', 'warm-start.json']
const LINES_AT_ONCE = 200

export async function convertCrawl(options: ConvertOptions): Promise<void> {
  const { isSplit, signal } = options
  const old = crawlDirectory(options.from)
  const identity = identityOf(old)
  checkPlace(options.out)
  if ((identity.partitions ?? 1) > 1 === isSplit)
    throw new LongtailError(
      'E_USAGE',
      isSplit
        ? `--from ${options.from}: this crawl has ${identity.partitions} partitions already; go on with it, or leave out --processes and --join to make one of one partition`
        : `--from ${options.from}: this crawl has one partition already; go on with it, or add --processes or --join to make one of many`,
    )
  if (isSplit) refuseWhatIsNotSplit(options.campaign)
  await refuseRounds(old)
  // refuses another campaign
  await planCrawl({ ...options, seeds: [], out: old.path })
  const unlock = lockDirectory(old)
  try {
    const [worker] = presentWorkers(old)
    if (worker !== undefined)
      throw new LongtailError('E_OUT_DIR', `${old.path} is being crawled by worker ${worker.name}: stop it first`)
    makeDirectory(dirname(resolve(options.out)))
    await withOutput(
      options.out,
      async ({ scratch, publish }) => {
        const made = join(scratch, basename(resolve(options.out)))
        await make(options, old, identity, made)
        publish(made, options.out)
      },
      { signal },
    )
  } finally {
    unlock()
  }
}

/** A page that was asked for again has a line that partitions do not know. */
async function refuseRounds(old: CrawlDirectory): Promise<void> {
  const { round } = (await readTotals(old)).totals.round
  if (round > 1)
    throw new LongtailError(
      'E_USAGE',
      `--from ${old.path}: this crawl has ${round} rounds, which a crawl of many partitions cannot have; go on with it in one process`,
    )
}

function identityOf(old: CrawlDirectory): CrawlIdentity {
  const identity = existsSync(old.identity) ? readIdentity(old) : null
  if (identity !== null) return identity
  throw new LongtailError(
    'E_CRAWL_DIR',
    `--from ${old.path}: ${existsSync(old.path) ? 'this directory holds no crawl' : 'this directory does not exist'}; name one that "longtail crawl --out" made`,
  )
}

function checkPlace(out: string): void {
  if (!existsSync(out) || readdirSync(out).length === 0) return
  throw new LongtailError(
    'E_OUT_DIR',
    `${resolve(out)} is not empty: name another directory with --out, or leave out --from to go on with the crawl that it holds`,
  )
}

async function make(options: ConvertOptions, old: CrawlDirectory, before: CrawlIdentity, out: string): Promise<void> {
  const { campaign, warn, signal } = options
  makeDirectory(out)
  for (const name of KEPT)
    if (existsSync(join(old.path, name))) cpSync(join(old.path, name), join(out, name), { recursive: true })
  const identity = { ...before, partitions: undefined, key: undefined }
  const split = options.isSplit ? { partitions: options.partitions ?? PARTITIONS, key: randomFingerprintKey() } : null
  writeAtomically(crawlDirectory(out).identity, `${JSON.stringify({ ...identity, ...split }, null, 2)}\n`)
  const plan = await planCrawl({ ...options, seeds: [], out })
  const source = new OldCrawl(old, warn)
  const targets: NewPartition[] = []
  const of = split === null ? () => 0 : partitionOfUrl(split.key, split.partitions)
  try {
    for (const part of partsOf(split, of)) targets.push(await NewPartition.open({ campaign, plan, part, warn }))
    const seeds = ((await firstRun(old))?.seeds ?? []).filter(seed => typeof seed === 'string')
    const copier = new EntryCopier({ targets, of, logs: source.logs.length, seeds })
    let lines = 0
    for await (const line of source.lines()) {
      signal?.throwIfAborted()
      const place = 'warc' in line.entry ? line.entry.warc : undefined
      copier.copy(line, place === undefined ? null : await source.records(line.log, place))
      if (++lines % LINES_AT_ONCE !== 0) continue
      for (const target of targets) await target.flush()
      options.onProgress?.(lines)
    }
    copier.finish()
    for (const target of [...targets]) {
      await target.finish()
      targets.shift()
    }
    options.onProgress?.(lines)
  } finally {
    for (const target of targets) await target.abandon()
    await source.close()
  }
}

function partsOf(
  split: { readonly partitions: number; readonly key: FingerprintKey } | null,
  of: (url: string) => number,
): Parameters<typeof NewPartition.open>[0]['part'][] {
  if (split === null) return [null]
  const { partitions, key } = split
  return Array.from({ length: partitions }, (_none, partition) => ({ split: { partition, partitions, of }, key }))
}
