// Crawlee's CheerioCrawler with everything in memory: follows all links of the site, takes title and text of every page.
// usage: node crawlee-crawl.mjs <folder of node_modules> <start URL> <most pages>
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [folder, start, most] = process.argv.slice(2)
const require = createRequire(join(folder, 'package.json'))
const { CheerioCrawler, Configuration, LogLevel, log } = require('@crawlee/cheerio')
log.setLevel(LogLevel.ERROR)

let pages = 0
let characters = 0
const crawler = new CheerioCrawler(
  {
    maxRequestsPerCrawl: Number(most),
    minConcurrency: 8,
    maxConcurrency: 16,
    useSessionPool: false,
    persistCookiesPerSession: false,
    async requestHandler({ $, enqueueLinks }) {
      pages++
      characters += $('title').text().length + $('body').text().length
      await enqueueLinks({ strategy: 'same-hostname' })
    },
  },
  new Configuration({ persistStorage: false }),
)
await crawler.run([start])
console.log(JSON.stringify({ pages, characters }))
