/**
 * The crawler that is killed: `longtail crawl`, but it saves checkpoints and begins segments all the time, so that kills meet these
 * moments, too, and its clock jumps. `node crawler.js ORDER`, where the order is a CrawlerOrder as JSON.
 */
import { listSeeds, loadCampaign } from '../../src/campaign/index.js'
import { runCrawl } from '../../src/crawl/index.js'
import type { Upkeep } from '../../src/crawl/open-records.js'
import { letClockJump, type ClockJump } from './jumping-clock.js'
import { tellEnd } from './tell-end.js'

export interface CrawlerOrder {
  readonly campaign: string
  readonly out: string
  readonly upkeep: Upkeep
  readonly jumps: readonly ClockJump[]
}

const order: CrawlerOrder = JSON.parse(process.argv[2])
letClockJump(order.jumps)
await tellEnd(async () => {
  const { campaign, path } = loadCampaign(order.campaign)
  return await runCrawl({
    campaign,
    campaignPath: path,
    seeds: listSeeds(campaign, path),
    out: order.out,
    upkeep: order.upkeep,
    warn: message => process.stderr.write(`warning: ${message}\n`),
    onProgress: () => {},
    onStart: stop => process.on('SIGINT', stop),
  })
})
