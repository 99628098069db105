/**
 * A worker that is disturbed: `longtail worker`, but it saves checkpoints and begins segments all the time, so that faults meet these
 * moments, too, and its clock may be wrong. `node worker.js ORDER`, where the order is a WorkerOrder as JSON.
 */
import { hostname } from 'node:os'
import { loadCampaign } from '../../src/campaign/index.js'
import { crawlDirectory, readIdentity } from '../../src/collection/crawl-directory.js'
import type { Upkeep } from '../../src/crawl/open-records.js'
import { LongtailError } from '../../src/errors.js'
import { crawlId } from '../../src/partitions/live/open-crawl.js'
import { readOrder } from '../../src/partitions/live/order.js'
import { runWorker } from '../../src/partitions/live/run-worker.js'
import { RedisEngine } from '../../src/partitions/redis-engine.js'
import { letClockJump, type ClockJump } from '../endure/jumping-clock.js'
import { tellEnd } from '../endure/tell-end.js'

export interface WorkerOrder {
  readonly join: string
  readonly store: string
  readonly upkeep: Upkeep
  readonly jumps: readonly ClockJump[]
}

const order: WorkerOrder = JSON.parse(process.argv[2])
letClockJump(order.jumps)
await tellEnd(async () => {
  const identity = readIdentity(crawlDirectory(order.store))
  if (identity === null) throw new LongtailError('E_CRAWL_DIR', `${order.store} holds no crawl`)
  const { campaign: file, connections, seeds } = readOrder(order.store)
  const { campaign, path } = loadCampaign(file)
  const engine = await RedisEngine.connect(order.join, crawlId(identity))
  try {
    return await runWorker({
      campaign: { ...campaign, network: { ...campaign.network, connections } },
      campaignPath: path,
      seeds,
      out: order.store,
      engine,
      worker: `${hostname()}-${process.pid}`,
      expected: 1,
      upkeep: order.upkeep,
      warn: message => process.stderr.write(`warning: ${message}\n`),
      onProgress: () => {},
      onStart: stop => process.on('SIGTERM', stop),
    })
  } finally {
    engine.disconnect()
  }
})
