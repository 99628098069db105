// Crawlee's AdaptivePlaywrightCrawler: follows all links of each site, and writes the text that its handler saw into a file.
// usage: node crawlee-adaptive.mjs <folder of node_modules> <file with settings>
// The settings: seeds, out (file), browser (path), ratio, checked (what has next to no text goes to the browser).
import dns from 'node:dns'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [folder, settingsFile] = process.argv.slice(2)
const { seeds, out, browser, ratio, checked } = JSON.parse(readFileSync(settingsFile, 'utf8'))

// all names of the benchmark's web are this machine
const lookup = dns.lookup
const here = (name, options, done = options) => {
  if (!name.endsWith('.test')) return lookup(name, options, done)
  return options?.all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
}
dns.lookup = here

const require = createRequire(join(folder, 'package.json'))
const { AdaptivePlaywrightCrawler, Configuration, LogLevel, log } = require('@crawlee/playwright')
const { chromium } = require('playwright')
log.setLevel(LogLevel.ERROR)

const LEAST_TEXT = 200
const crawler = new AdaptivePlaywrightCrawler(
  {
    renderingTypeDetectionRatio: ratio,
    minConcurrency: 4,
    maxConcurrency: 4,
    launchContext: {
      launcher: chromium,
      launchOptions: {
        executablePath: browser,
        args: ['--host-resolver-rules=MAP *.test 127.0.0.1', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
      },
    },
    ...(checked
      ? {
          resultChecker: ({ datasetItems }) => datasetItems.every(({ item }) => item.text.length >= LEAST_TEXT),
          resultComparator: (a, b) => JSON.stringify(a.datasetItems) === JSON.stringify(b.datasetItems),
        }
      : {}),
    async requestHandler({ request, enqueueLinks, parseWithCheerio, pushData }) {
      // in the browser this waits up to five seconds for a first link
      await enqueueLinks({ strategy: 'same-hostname' }).catch(() => undefined)
      const $ = await parseWithCheerio()
      const title = $('title').first().text().trim()
      $('script, style, noscript, template').remove()
      const text = $('body').text().replace(/\s+/g, ' ').trim()
      // no more than this: what a browser writes and what came differ in their markup, and the crawler would take all pages for different
      await pushData({ url: request.loadedUrl ?? request.url, title, text })
    },
  },
  new Configuration({ persistStorage: false }),
)
const { requestsFinished, requestsFailed } = await crawler.run(seeds)
const { items } = await crawler.getData()
writeFileSync(out, JSON.stringify(items))
const { httpOnlyRequestHandlerRuns = 0, browserRequestHandlerRuns = 0 } = crawler.stats.state
console.log(JSON.stringify({ requestsFinished, requestsFailed, httpOnlyRequestHandlerRuns, browserRequestHandlerRuns }))
