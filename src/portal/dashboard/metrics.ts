/** /metrics: the crawls and the portal itself, in numbers for a collector. No log is read for it. */
import { writtenAt, type Status } from '../../collection/index.js'
import type { PresentWorker } from '../../collection/worker-status.js'
import type { Portal } from '../server/route.js'
import { BUCKETS_S } from '../server/metrics.js'
import { exposition, type Family, type HistogramFamily } from './exposition.js'
import type { Glance } from './glance.js'

export function metricsText(glances: readonly Glance[], portal: Portal): string {
  return exposition([
    ...crawlFamilies(glances),
    ...workerFamilies(glances),
    ...portalFamilies(portal),
    ...processFamilies(),
  ])
}

type Kind = Family['type']

const FROM_STATUS: readonly (readonly [string, Kind, string, (live: Status) => number | null])[] = [
  ['pages_total', 'counter', 'Pages fetched, over all runs.', live => live.pages],
  ['relevant_total', 'counter', 'Relevant pages found, over all runs.', live => live.relevant],
  ['harvest_ratio', 'gauge', 'Share of relevant pages among all pages.', live => live.harvest],
  ['recent_harvest_ratio', 'gauge', 'The same among the last 1000 pages.', live => live.recentHarvest],
  ['queue', 'gauge', 'Links that wait to be fetched.', live => live.queue],
  ['parked', 'gauge', 'Links that the strategy has put aside.', live => live.parked],
  ['known_urls', 'gauge', 'URLs seen.', live => live.known],
  ['hosts', 'gauge', 'Hosts from which a page was fetched.', live => live.hosts],
  ['bytes_total', 'counter', 'Bytes received, over all runs.', live => live.bytes],
  ['failures_total', 'counter', 'Pages that answered with an error status.', live => live.failures],
  ['skipped_total', 'counter', 'URLs given up for good.', live => live.skipped],
  ['pages_per_second', 'gauge', 'Pages per second over the last ten seconds.', live => live.pagesPerSecond],
  ['under_way', 'gauge', 'Requests under way.', live => live.underWay],
  [
    'estimate_remaining',
    'gauge',
    'Relevant pages still to be found, estimated.',
    ({ estimate }) => estimate?.remaining ?? null,
  ],
  [
    'estimate_coverage_ratio',
    'gauge',
    'Share of relevant pages found, estimated.',
    ({ estimate }) => estimate?.coverage ?? null,
  ],
  ['status_timestamp_seconds', 'gauge', 'When these numbers were written.', live => writtenAt(live) / 1000 || null],
]
/** Of a crawl that does not run they are nothing, whatever its last report says. */
const ONLY_RUNNING = new Set(['pages_per_second', 'under_way'])

function crawlFamilies(glances: readonly Glance[]): Family[] {
  const labelsOf = ({ crawl }: Glance) => ({ crawl: crawl.name })
  const flag = (name: string, help: string, test: (glance: Glance) => boolean): Family => ({
    name: `longtail_crawl_${name}`,
    help,
    type: 'gauge',
    samples: glances.map(glance => ({ labels: labelsOf(glance), value: test(glance) ? 1 : 0 })),
  })
  return [
    flag('running', 'Whether a process is crawling, paused or not.', ({ process }) => process > 0),
    flag(
      'paused',
      'Whether the crawl is paused, or will be.',
      ({ state }) => state === 'paused' || state === 'pausing',
    ),
    ...FROM_STATUS.map(([name, type, help, value]): Family => {
      const samples = glances.flatMap(glance => {
        if (glance.live === null) return []
        const found = ONLY_RUNNING.has(name) && glance.process === 0 ? 0 : value(glance.live)
        return found === null ? [] : [{ labels: labelsOf(glance), value: found }]
      })
      return { name: `longtail_crawl_${name}`, help, type, samples }
    }),
  ]
}

const FROM_WORKERS: readonly (readonly [string, Kind, string, (worker: PresentWorker) => number])[] = [
  ['pages_total', 'counter', 'Pages fetched from the partitions of the worker.', ({ status }) => status.pages],
  ['partitions', 'gauge', 'Partitions of the worker.', ({ load }) => load.partitions],
  ['links_to_send', 'gauge', 'Links for other partitions that are not sent yet.', ({ load }) => load.linksToSend],
  ['batches_to_take', 'gauge', 'Batches in Redis for its partitions.', ({ load }) => load.batchesToTake],
  ['held_batches_total', 'counter', 'How often a full stream made it wait.', ({ load }) => load.heldBatches],
  ['lease_age_seconds', 'gauge', 'Time since its leases were renewed.', ({ load }) => load.leaseAgeMs / 1000],
  ['redis_memory_bytes', 'gauge', 'Memory of Redis, as the worker sees it.', ({ load }) => load.memoryUsed],
  ['redis_memory_bound_bytes', 'gauge', 'Memory limit of Redis; 0: no limit.', ({ load }) => load.memoryBound],
  [
    'learns_together',
    'gauge',
    'Whether partitions share what the strategy learns.',
    ({ load }) => Number(load.learnsTogether),
  ],
]

/** Of crawls of many partitions. */
function workerFamilies(glances: readonly Glance[]): Family[] {
  const workers = glances.flatMap(({ crawl, workers: present }) => present.map(one => ({ crawl: crawl.name, one })))
  if (workers.length === 0) return []
  return FROM_WORKERS.map(([name, type, help, value]) => ({
    name: `longtail_worker_${name}`,
    ...{ help, type },
    samples: workers.map(({ crawl, one }) => ({ labels: { crawl, worker: one.name }, value: value(one) })),
  }))
}

function portalFamilies({ metrics, library, offers }: Portal): (Family | HistogramFamily)[] {
  const { requests, latencies } = metrics.snapshot()
  const facts = library.facts()
  const ofLibrary = [
    alone('longtail_portal_pages', 'Pages of the library.', 'gauge', facts.pages),
    alone('longtail_portal_sites', 'Sites of the library.', 'gauge', facts.sites),
    alone('longtail_portal_built_timestamp_seconds', 'When the library was built.', 'gauge', facts.builtAt / 1000),
  ]
  return [
    ...(offers.library ? ofLibrary : []),
    {
      name: 'longtail_portal_requests_total',
      help: 'Answers by route and status.',
      type: 'counter',
      samples: requests.map(({ route, status, count }) => ({
        labels: { route, status: String(status) },
        value: count,
      })),
    },
    {
      name: 'longtail_portal_request_duration_seconds',
      help: 'Time to the answer by route; route="/search" is the search.',
      type: 'histogram',
      bounds: BUCKETS_S,
      samples: latencies.map(({ route, buckets, count, sumSeconds }) => {
        return { labels: { route }, buckets, count, sum: sumSeconds }
      }),
    },
  ]
}

/** Under the names that collectors expect of every process. */
function processFamilies(): Family[] {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  return [
    alone('process_cpu_seconds_total', 'CPU time, user and system.', 'counter', (user + system) / 1e6),
    alone('process_resident_memory_bytes', 'Resident memory.', 'gauge', rss),
    alone('process_start_time_seconds', 'When the process was started.', 'gauge', Date.now() / 1000 - process.uptime()),
    alone('nodejs_heap_size_used_bytes', 'Memory of JavaScript objects.', 'gauge', heapUsed),
  ]
}

function alone(name: string, help: string, type: Kind, value: number): Family {
  return { name, help, type, samples: [{ labels: {}, value }] }
}
