/**
 * How fast archived pages are rewritten, against their analysis by the crawler, on the pages of an archive, interleaved in one run.
 *
 *   node dist/bench/replay.js FILE.warc.gz [rounds]
 *
 * Prints megabytes of decoded HTML per second of processor time, the best of the rounds and the worst, and the time of a page. Half of
 * the links lead to pages that are in the archive, as far as the archive goes: `has` is a set in memory, not the library's index.
 */
import { cpus, loadavg } from 'node:os'
import { exchangeOf, readArchive } from '../src/archive/index.js'
import type { Exchange } from '../src/contracts.js'
import { analyse } from '../src/page/analyse.js'
import { decodeContent } from '../src/page/http/content-coding.js'
import { decodeText } from '../src/page/charset/decode.js'
import { readHeaders } from '../src/page/http/page-headers.js'
import { charsetIn } from '../src/page/html/meta.js'
import { isHtml, mimeOf } from '../src/page/http/mime.js'
import { canonicalUrl } from '../src/page/url/canonical.js'
import { portalPlaces } from '../src/portal/replay/references.js'
import { rewriteDocument } from '../src/portal/replay/rewrite-html.js'

const MAX_PAGES = 2_000
const [path, rounds = '5'] = process.argv.slice(2)
if (path === undefined) {
  console.error('usage: node dist/bench/replay.js FILE.warc.gz [rounds]')
  process.exit(2)
}

const pages: { exchange: Exchange; url: string }[] = []
const urls = new Set<string>()
let bytes = 0
for await (const record of readArchive(path)) {
  const exchange = exchangeOf(record)
  const url = exchange === null ? null : canonicalUrl(exchange.url)
  if (exchange === null || url === null) continue
  urls.add(url)
  const headers = readHeaders(exchange.headers)
  const body = decodeContent(exchange.body, headers.contentEncoding)
  if (exchange.status !== 200 || !isHtml(mimeOf(headers.contentType, body), body) || pages.length >= MAX_PAGES) continue
  pages.push({ exchange: { ...exchange, body: Buffer.from(exchange.body) }, url })
  bytes += body.length
}
const library = { has: (asked: readonly string[]) => asked.map(url => urls.has(url)) }
const places = portalPlaces('/raw/', '/web/')
const words = { away: 'not in this library', form: 'forms do not work here' }

function rewriteOne({ exchange, url }: (typeof pages)[number]): number {
  const headers = readHeaders(exchange.headers)
  const { text, charset } = decodeText(
    decodeContent(exchange.body, headers.contentEncoding),
    charsetIn(headers.contentType),
  )
  const document = { text, url, charset, reads: 'html', writes: 'html' } as const
  return Buffer.from(rewriteDocument(document, library, places, words).text).length
}

const ways = {
  rewrite: rewriteOne,
  analyse: ({ exchange }: (typeof pages)[number]) => analyse(exchange).text.length,
}
const seconds: Record<keyof typeof ways, number[]> = { rewrite: [], analyse: [] }
let checksum = 0
for (let round = 0; round < Number(rounds); round++) {
  for (const way of ['rewrite', 'analyse'] as const) {
    const before = process.cpuUsage()
    for (const page of pages) checksum += ways[way](page)
    const { user, system } = process.cpuUsage(before)
    seconds[way].push((user + system) / 1e6)
  }
}
console.log(
  `${pages.length} pages, ${(bytes / 1e6).toFixed(1)} MB; ${cpus()[0].model}, load ${loadavg()[0].toFixed(1)}; checksum ${checksum}`,
)
for (const way of ['rewrite', 'analyse'] as const) {
  const best = Math.min(...seconds[way])
  const worst = Math.max(...seconds[way])
  const rate = (time: number): string => (bytes / 1e6 / time).toFixed(1)
  const each = ((best / pages.length) * 1e3).toFixed(2)
  console.log(`${way}: ${rate(best)} MB/CPU-s (worst ${rate(worst)}), ${each} ms a page`)
}
