/** A crawl, and what its log says */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDemoWeb, crawlDirectory, parseCampaign, readLog, runCrawl, serveDemoWeb } from 'longtail'

// a web on this machine; leave "network" and the demo out, and this is a crawl of the live Web
const web = await buildDemoWeb({ hosts: 24, pagesPerHost: 10, seed: 1 })
const server = await serveDemoWeb(web)
const seeds = web.seeds.tha
const campaign = parseCampaign(
  JSON.stringify({
    name: 'thai',
    contact: 'https://library.example/crawler',
    target: { language: 'tha' },
    seeds,
    limits: { pages: 30 },
    politeness: { delay: '0s', 'max-crawl-delay': '0s' },
    network: { hosts: { '*': server.origin } },
  }),
  'this program',
)
const out = join(mkdtempSync(join(tmpdir(), 'longtail-')), 'thai')
const summary = await runCrawl({
  ...{ campaign, campaignPath: null, seeds, out },
  warn: console.error,
  onProgress: ({ pages, queue }) => console.error(`${pages} pages, ${queue} waiting`),
})
await server.close()
console.log(`${summary.pages} pages, ${summary.relevant} relevant: ${summary.why}`)

for await (const { entry } of readLog(crawlDirectory(out)))
  if (entry.t === 'page' && entry.relevant) console.log(entry.language, entry.url)
