/**
 * How many fetches of a crawl go to twins, near duplicates and traps, with and without holding them back, and whether wanted
 * pages are missed for it.
 *
 *   node dist/bench/traps.js FILE.warc.gz [--pages N]
 *
 * Crawls the archive itself, and the archive served over HTTP (under both schemes, what it lacks being a 404), from the shortest
 * URL of each host, with the default strategy; and a web of endless sites with an honest one beside each. Prints a table.
 */
import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readArchive, targetUri } from '../src/archive/index.js'
import type { LogEntry, PageEntry } from '../src/collection/index.js'
import { canonicalUrl } from '../src/page/url/canonical.js'
import { hostOf } from '../src/page/url/parts.js'
import { parseSimhash } from '../src/page/text/simhash.js'
import { setBits } from '../src/set-bits.js'
import { createArchiveWeb } from '../src/web/archive-web.js'
import { crawlInto, answerTrapWeb, loggedEntries } from '../test/crawl/trap-crawl.js'
import { serveSmallWeb } from '../test/crawl/small-web.js'
import { HONEST, homeOf, honestUrls, TRAPS } from '../test/crawl/trap-web.js'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { pages: { type: 'string' } } })
const [archive] = positionals
if (archive === undefined) {
  console.error('usage: node dist/bench/traps.js FILE.warc.gz [--pages N]')
  process.exit(2)
}

interface Outcome {
  readonly pages: readonly PageEntry[]
  readonly held: number
}

/** Texts within this many bits count as the same (src/page/text/near-duplicate.ts). */
const NEAR = 7

const directory = mkdtempSync(join(tmpdir(), 'longtail-traps-'))
try {
  const seeds = await shortestOfHosts(archive)
  const limits = values.pages === undefined ? {} : { limits: { pages: Number(values.pages) } }
  const rows: string[][] = []
  rows.push(...(await compare('archive', { seeds, ...limits, network: { archive: [archive] } })))
  const served = await serveArchive(archive)
  rows.push(...(await compare('served', { seeds, ...limits, network: { hosts: { '*': served.origin } } })))
  await served.close()
  const traps = await serveSmallWeb(answerTrapWeb)
  const homes = [...Object.keys(TRAPS), ...Object.keys(HONEST)].map(homeOf)
  const network = { hosts: { '*': traps.origin } }
  rows.push(...(await compare('lookalikes', { seeds: homes, limits: { pages: 3000 }, network })))
  await traps.close()
  const head = [
    'web',
    'traps',
    'pages',
    'errors',
    'twins',
    'other near duplicates',
    'wanted',
    'wanted texts',
    'held back',
    'missed',
  ]
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`)
  console.log(`the lookalikes have ${honestUrls().length} honest pages`)
} finally {
  rmSync(directory, { recursive: true, force: true })
}

async function compare(name: string, parts: Record<string, unknown>): Promise<string[][]> {
  const [before, after] = [await crawl(name, parts, false), await crawl(name, parts, true)]
  const row = (label: string, outcome: Outcome, missed: string): string[] => {
    const { pages, held } = outcome
    const good = pages.filter(({ status }) => status < 400)
    const { twins, near } = repeated(good)
    const wanted = good.filter(({ relevant }) => relevant)
    const texts = wanted.filter(page => page.near === undefined).length
    const counts = [pages.length, pages.length - good.length, twins, near, wanted.length, texts, held]
    return [name, label, ...counts.map(String), missed]
  }
  const missed = missedIn(before, after)
  for (const url of missed) console.error(`${name}: missed ${url}`)
  return [row('off', before, ''), row('on', after, String(missed.length))]
}

async function crawl(name: string, parts: Record<string, unknown>, traps: boolean): Promise<Outcome> {
  const out = join(directory, `${name}-${traps}`)
  await crawlInto(out, '', { ...parts, traps })
  const entries = await loggedEntries(out)
  const pages = entries.flatMap((entry: LogEntry) => (entry.t === 'page' ? [entry] : []))
  return { pages, held: entries.filter(({ t }) => t === 'held').length }
}

/** Fetches of a page that was fetched under another spelling before, and fetches that say nearly the same as another page. */
function repeated(pages: readonly PageEntry[]): { twins: number; near: number } {
  const seen = new Set<string>()
  let twins = 0
  let near = 0
  for (const page of pages) {
    const key = spelling(page.url)
    if (seen.has(key)) twins++
    else if (page.near !== undefined) near++
    seen.add(key)
  }
  return { twins, near }
}

/** Wanted pages of one crawl that the other has neither by their URL, nor by their payload, nor by a text that is nearly the same. */
function missedIn(before: Outcome, after: Outcome): string[] {
  const urls = new Set(after.pages.map(({ url }) => spelling(url)))
  const payloads = new Set(after.pages.map(({ digest }) => digest))
  const texts = after.pages.map(({ simhash }) => parseSimhash(simhash)).filter(text => text !== null)
  return before.pages.flatMap(({ url, digest, simhash, relevant, status }) => {
    if (!relevant || status >= 400 || urls.has(spelling(url)) || payloads.has(digest)) return []
    const text = parseSimhash(simhash)
    return text !== null && texts.some(other => distance(text, other) <= NEAR) ? [] : [url]
  })
}

function distance(a: readonly [number, number], b: readonly [number, number]): number {
  return setBits(a[0] ^ b[0]) + setBits(a[1] ^ b[1])
}

function spelling(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
}

async function shortestOfHosts(path: string): Promise<string[]> {
  const shortest = new Map<string, string>()
  for await (const record of readArchive(path)) {
    const url = canonicalUrl(targetUri(record))
    if (url === null) continue
    const known = shortest.get(hostOf(url))
    if (known === undefined || url.length < known.length) shortest.set(hostOf(url), url)
  }
  return [...shortest.values()]
}

/** As servers do that answer alike under http and https. */
async function serveArchive(path: string): Promise<{ origin: string; close: () => Promise<void> }> {
  const web = await createArchiveWeb([path])
  const server = createServer((request, response) => {
    const url = `http://${request.headers.host ?? ''}${request.url ?? '/'}`
    void web.fetch(url, new AbortController().signal).then(outcome => {
      if (!outcome.ok) return response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Not found</p>')
      const type = outcome.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'text/html'
      return response.writeHead(outcome.status, { 'content-type': type }).end(outcome.body)
    })
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise(closed => server.close(closed))
      await web.close()
    },
  }
}
