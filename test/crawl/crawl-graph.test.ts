import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { CHARSET } from '../../src/contracts.js'
import { crawlImporter, importCrawl } from '../../src/crawl/crawl-graph.js'
import type { LoggedLink } from '../../src/crawl/crawl-log.js'
import { crawlDirectory, readLog, type PageEntry } from '../../src/crawl/index.js'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { charsetFamily } from '../../src/graph/import/codes.js'
import { importGraph } from '../../src/graph/import/index.js'
import { urlOf, type WebGraph } from '../../src/graph/index.js'
import { createJudge } from '../../src/judge/index.js'
import { crawledUrls, languageOf, linksByUrl, relevantUrls, urls } from '../graph/import-files.js'
import { crawlDemo } from './demo-crawl.js'
import { temporaryDirectory } from './run-cli.js'

let directory: string
let web: DemoWeb
let server: DemoServer
let crawled: string

before(async () => {
  directory = temporaryDirectory('crawl-graph')
  web = buildDemoWeb({ hosts: 24, pagesPerHost: 10, seed: 5 })
  server = await serveDemoWeb(web)
  crawled = join(directory, 'crawled')
  await crawlDemo(web, server, crawled, { strategy: 'breadth-first', seeds: Object.values(web.seeds).flat() })
})

after(async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

/** The log as its documentation describes it, read once more and differently. */
async function logged(path: string): Promise<{ pages: PageEntry[]; all: string[]; hops: Map<string, string> }> {
  const all: string[] = []
  const pages: PageEntry[] = []
  const hops = new Map<string, string>()
  const name = (link: LoggedLink): string => {
    if (typeof link === 'number') return all[link]
    all.push(link)
    return link
  }
  for await (const { entry } of readLog(crawlDirectory(path).log)) {
    if (entry.t === 'run') entry.seeds.forEach(name)
    if (entry.t === 'sitemaps') entry.sitemaps.forEach(name)
    if (entry.t !== 'page' && entry.t !== 'redirect' && entry.t !== 'sitemap') continue
    const links = entry.links.map(name)
    const leads = (entry.leads ?? []).map(name)
    entry.sitemaps?.forEach(name)
    if (entry.t === 'redirect') hops.set(entry.url, leads[0])
    if (entry.t === 'page' && entry.status < 300) pages.push({ ...entry, links: [...leads, ...links] })
  }
  return { pages, all, hops }
}

function follow(url: string, hops: Map<string, string>): string {
  let at = url
  for (let i = 0; i < 20 && hops.has(at); i++) at = hops.get(at) ?? at
  return at
}

test('a crawl becomes a graph: its pages with their verdicts and links, its redirects as hops, the rest as known', async () => {
  const { graph, report } = await importCrawl([crawled])
  const { pages, all, hops } = await logged(crawled)
  assert.ok(pages.length > 100 && hops.size > 0, `${pages.length} pages, ${hops.size} redirects`)
  assert.deepEqual(crawledUrls(graph).sort(), pages.map(page => page.url).sort())
  assert.deepEqual(
    relevantUrls(graph).sort(),
    pages
      .filter(page => page.relevant)
      .map(page => page.url)
      .sort(),
  )
  assert.deepEqual(urls(graph).sort(), all.filter(url => follow(url, hops) === url && !hops.has(url)).sort())
  assert.equal(report.relevant, pages.filter(page => page.relevant).length)

  const links = linksByUrl(graph)
  for (const page of pages) {
    const targets = page.links.map(link => follow(String(link), hops)).filter(url => url !== page.url && !hops.has(url))
    assert.deepEqual(links[page.url] ?? [], [...new Set(targets)], page.url)
    assert.equal(languageOf(graph, page.url), page.language)
    const charset = graph.charset?.[urls(graph).indexOf(page.url)]
    assert.equal(charset, charsetFamily(page.charset ?? '', new Set(['tha'])), page.url)
  }
  assert.ok(graph.charset?.includes(CHARSET.target), 'some Thai pages are in TIS-620')
  assert.deepEqual(graph.target, ['tha'])
  assert.deepEqual(
    [...graph.seeds].map(page => urlOf(graph, page)).sort(),
    [...new Set(Object.values(web.seeds).flat())].sort(),
  )
  assert.equal(report.files[0].format, 'crawl')
})

test('anchors are known where the target has a script of its own', async () => {
  const { graph } = await importCrawl([crawled])
  const share = (isRelevant: boolean): number => anchorShare(graph, isRelevant)
  assert.ok(share(true) > 0.5, `${share(true)} of the anchors on links to relevant pages are Thai`)
  assert.ok(share(false) < 0.5, `${share(false)} of the others`)
  const { graph: english } = await importCrawl([crawled], { language: 'eng' })
  assert.equal(english.anchors, null)
})

function anchorShare({ anchors, to, flags, links }: WebGraph, isRelevant: boolean): number {
  assert.ok(anchors !== null)
  let all = 0
  let hits = 0
  for (let link = 0; link < links; link++) {
    if (((flags[to[link]] & 2) !== 0) !== isRelevant) continue
    all++
    if ((anchors[link >>> 3] & (1 << (link & 7))) !== 0) hits++
  }
  return hits / all
}

test('another language than that of the crawl may be asked for', async () => {
  const { graph } = await importCrawl([crawled], { language: 'en' })
  const { pages } = await logged(crawled)
  assert.deepEqual(
    relevantUrls(graph).sort(),
    pages
      .filter(page => page.language === 'eng')
      .map(page => page.url)
      .sort(),
  )
  assert.deepEqual(graph.target, ['eng'])
})

test('the archive of a crawl gives the same pages, verdicts and links as its log', async () => {
  const fromLog = (await importCrawl([crawled])).graph
  const judge = createJudge({ kind: 'language', languages: ['tha'] })
  const fromArchive = (await importGraph([join(crawled, 'warc')], { judge, target: ['tha'] })).graph
  // the log has pages that are not HTML, too
  const html = new Set(crawledUrls(fromArchive))
  assert.ok(html.size > 100)
  assert.deepEqual(
    crawledUrls(fromLog).filter(url => !html.has(url) && /\.html$|\/$/.test(url)),
    [],
  )
  assert.deepEqual(
    relevantUrls(fromArchive).sort(),
    relevantUrls(fromLog)
      .filter(url => html.has(url))
      .sort(),
  )
  const logLinks = linksByUrl(fromLog)
  const archiveLinks = linksByUrl(fromArchive)
  for (const url of html) assert.deepEqual(archiveLinks[url]?.toSorted(), logLinks[url]?.toSorted(), url)
})

function damagedCopy(name: string, change: (log: string) => string): string {
  const copy = join(directory, name)
  mkdirSync(copy)
  for (const file of ['crawl.json', 'crawl.log.jsonl']) {
    const text = readFileSync(join(crawled, file), 'utf8')
    writeFileSync(join(copy, file), file === 'crawl.json' ? text : change(text))
  }
  return copy
}

test('a damaged log is read up to the damage, and that is said', async () => {
  const whole = (await importCrawl([crawled])).report
  const half = damagedCopy('half', log => {
    const lines = log.split('\n')
    lines[Math.floor(lines.length / 2)] = '{"t":"page",'
    return lines.join('\n')
  })
  const { report } = await importCrawl([half])
  assert.ok(report.crawled > 0 && report.crawled < whole.crawled)
  assert.equal(report.skipped['crawl logs that are damaged, read up to the damage'], 1)

  const shapeless = damagedCopy('shapeless', log => log + '{"t":"page","id":0,"links":{"a":1}}\n')
  assert.equal((await importCrawl([shapeless])).report.skipped['crawl logs that are damaged, read up to the damage'], 1)
  const lost = damagedCopy('lost', log => log + '{"t":"page","id":99999999,"status":200,"links":[12345678]}\n')
  assert.equal((await importCrawl([lost])).report.skipped['log lines about a URL that the log does not number'], 1)
})

test('two crawls for different targets need word about which one is meant', async () => {
  const other = damagedCopy('other', log => log)
  const identity = join(other, 'crawl.json')
  writeFileSync(identity, readFileSync(identity, 'utf8').replace('tha', 'deu'))
  await assert.rejects(importCrawl([crawled, other]), { code: 'E_GRAPH', message: /different targets \(tha, deu\)/ })
  const { report } = await importCrawl([crawled, other], { language: 'tha' })
  const alone = await importCrawl([crawled])
  assert.equal(report.pages, alone.report.pages)
  assert.equal(report.links, alone.report.links)
})

test('a directory without a crawl is not taken for one', () => {
  assert.equal(crawlImporter.accepts(directory), false)
  assert.equal(crawlImporter.accepts(crawled), true)
  appendFileSync(join(directory, 'note.txt'), '')
})
