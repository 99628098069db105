import assert from 'node:assert/strict'
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { CHARSET } from '../../src/contracts.js'
import { crawlImporter } from '../../src/graph/import/crawl.js'
import type { LoggedLink } from '../../src/collection/log/entry.js'
import { crawlDirectory, readLog, type PageEntry } from '../../src/collection/index.js'
import { createTextReader } from '../../src/graph/import/text-reader.js'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { charsetFamily } from '../../src/graph/codes.js'
import { importGraph } from '../../src/graph/import/index.js'
import { urlOf, type WebGraph } from '../../src/graph/index.js'
import { createJudge } from '../../src/judge/index.js'
import { LinkWords } from '../../src/page/links/link-words.js'
import { crawledUrls, languageOf, linksByUrl, relevantUrls, urls } from './import-files.js'
import { crawlDemo } from '../crawl/demo-crawl.js'
import { logText, replaceLog } from '../crawl/log-files.js'
import { temporaryDirectory } from '../crawl/run-cli.js'

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
  for await (const { entry } of readLog(crawlDirectory(path))) {
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
  const { graph, report } = await importGraph([crawled])
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
  const { graph } = await importGraph([crawled])
  const share = (isRelevant: boolean): number => anchorShare(graph, isRelevant)
  assert.ok(share(true) > 0.5, `${share(true)} of the anchors on links to relevant pages are Thai`)
  assert.ok(share(false) < 0.5, `${share(false)} of the others`)
  const { graph: english } = await importGraph([crawled], { language: 'eng' })
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

/** A copy of the crawl in whose log every page with links says something about them, as if its strategy had asked. */
function copyWithText(name: string, change: (entry: Record<string, unknown>) => void = () => {}): Promise<string> {
  return damagedCopy(name, log =>
    log
      .trimEnd()
      .split('\n')
      .map(line => {
        const entry = JSON.parse(line)
        if (entry.t !== 'page') return line
        const links = entry.links.length
        entry.scores = Buffer.from(Array.from({ length: 2 * links }, (_, i) => i % 200)).toString('base64')
        entry.names = Buffer.from(Array.from({ length: 4 * links }, (_, i) => i % 9)).toString('base64')
        entry.country = entry.url.includes('.th/') ? 'TH' : 'US'
        change(entry)
        return JSON.stringify(entry)
      })
      .join('\n')
      .concat('\n'),
  )
}

const TEXT = createTextReader(null, 'elements')

test('with text, links say what the log says about them, and servers stand where it says', async () => {
  const { graph } = await importGraph([await copyWithText('texts')], { text: TEXT })
  const { linkText, country, offsets, to, server } = graph
  assert.ok(linkText?.anchorScore && linkText.contextScore && linkText.names && linkText.words)
  const { anchorScore, contextScore, names } = linkText
  const { starts, hashes } = linkText.words
  const known = urls(graph)
  const { pages, hops } = await logged(crawled)
  let compared = 0
  for (const page of pages) {
    const id = known.indexOf(page.url)
    const code = country?.codes[country.server[server[id]]]
    assert.equal(code, page.url.includes('.th/') ? 'TH' : 'US', page.url)
    const leads = page.leads?.length ?? 0
    const targets = page.links.map(link => follow(String(link), hops))
    for (let link = offsets[id]; link < offsets[id + 1]; link++) {
      const i = targets.indexOf(known[to[link]]) - leads
      if (i < 0) continue
      const seen = [anchorScore[link], contextScore[link], names.urlWords[link]]
      assert.deepEqual(seen, [(2 * i) % 200, (2 * i + 1) % 200, (4 * i + 3) % 9], page.url)
      words.add(page.links[i + leads].toString(), page.anchors?.[i] ?? '', page.around?.[i] ?? '')
      assert.deepEqual([...words.take().hashes], [...hashes.subarray(starts[link], starts[link + 1])])
      compared++
    }
  }
  assert.ok(compared > 500, `${compared} links were compared`)
})

const words = new LinkWords()

test('without text a graph of a crawl has none, and one for another target has only what does not depend on it', async () => {
  const copy = await copyWithText('more-texts')
  const { graph: bare } = await importGraph([copy])
  assert.deepEqual([bare.linkText, bare.country], [undefined, undefined])
  const { linkText } = (await importGraph([copy], { language: 'eng', text: TEXT })).graph
  assert.deepEqual([linkText?.anchorScore, linkText?.names], [null, null])
  assert.ok((linkText?.words?.hashes.length ?? 0) > 1000)
})

test('whatever a log says about links, a graph of it can be read', async () => {
  const broken = ['AAAA', 7, null, { length: 1e9 }, '!'.repeat(100), ['a']]
  let turn = 0
  const next = (): unknown => broken[turn++ % broken.length]
  const { graph } = await importGraph(
    [
      await copyWithText('broken', entry =>
        Object.assign(entry, { scores: next(), names: next(), country: next(), anchors: next() }),
      ),
    ],
    { text: TEXT },
  )
  assert.ok(graph.linkText?.anchorScore?.every(score => score === 127 || score === 128))
  assert.equal(graph.country, undefined)
})

test('a crawl has no verdicts for a topic that it was not crawled for', async () => {
  const judge = createJudge({ kind: 'keywords', words: ['human rights'] })
  await assert.rejects(importGraph([crawled], { judge, target: [] }), {
    code: 'E_GRAPH',
    message: /its log has no verdicts for this target; import its archives, .*warc, to judge the pages again/,
  })
  const { report } = await importGraph([join(crawled, 'warc')], { judge, target: [] })
  assert.ok(report.crawled > 100)
})

test('another language than that of the crawl may be asked for', async () => {
  const { graph } = await importGraph([crawled], { language: 'en' })
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
  const fromLog = (await importGraph([crawled])).graph
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

async function damagedCopy(name: string, change: (log: string) => string): Promise<string> {
  const copy = join(directory, name)
  mkdirSync(copy)
  copyFileSync(join(crawled, 'crawl.json'), join(copy, 'crawl.json'))
  replaceLog(copy, change(await logText(crawled)))
  return copy
}

test('a damaged log is read up to the damage, and that is said', async () => {
  const whole = (await importGraph([crawled])).report
  const half = await damagedCopy('half', log => {
    const lines = log.split('\n')
    lines[Math.floor(lines.length / 2)] = '{"t":"page",'
    return lines.join('\n')
  })
  const { report } = await importGraph([half])
  assert.ok(report.crawled > 0 && report.crawled < whole.crawled)
  assert.equal(report.skipped['crawl logs that are damaged, read up to the damage'], 1)

  const shapeless = await damagedCopy('shapeless', log => log + '{"t":"page","id":0,"links":{"a":1}}\n')
  assert.equal((await importGraph([shapeless])).report.skipped['crawl logs that are damaged, read up to the damage'], 1)
  const lost = await damagedCopy(
    'lost',
    log => log + '{"t":"page","id":99999999,"url":"http://lost.example/","status":200,"links":[12345678]}\n',
  )
  assert.equal((await importGraph([lost])).report.skipped['log lines about a URL that the log does not number'], 1)
})

test('two crawls for different targets need word about which one is meant', async () => {
  const other = await damagedCopy('other', log => log)
  const identity = join(other, 'crawl.json')
  writeFileSync(identity, readFileSync(identity, 'utf8').replace('tha', 'deu'))
  await assert.rejects(importGraph([crawled, other]), { code: 'E_GRAPH', message: /different targets \(tha, deu\)/ })
  for (const [copy, topic] of [
    ['maths', 'maths.model'],
    ['music', 'music.model'],
  ]) {
    const path = join(await damagedCopy(copy, log => log), 'crawl.json')
    const { target, ...rest } = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...rest, target: { ...target, topic: { model: topic } } }))
  }
  const topics = ['maths', 'music'].map(copy => join(directory, copy))
  await assert.rejects(importGraph(topics), {
    code: 'E_GRAPH',
    message: /different targets \(.*maths.model.*music.model/,
  })
  const { graph: maths } = await importGraph([topics[0]])
  assert.deepEqual(maths.target, [], 'relevance stands for the topic, not for the language')
  assert.ok(maths.anchors !== null, 'but anchors may be in the language')
  const { report } = await importGraph([crawled, other], { language: 'tha' })
  const alone = await importGraph([crawled])
  assert.equal(report.pages, alone.report.pages)
  assert.equal(report.links, alone.report.links)
})

test('a directory without a crawl is not taken for one', () => {
  assert.equal(crawlImporter.accepts(directory), false)
  assert.equal(crawlImporter.accepts(crawled), true)
  appendFileSync(join(directory, 'note.txt'), '')
})
