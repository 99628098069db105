import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { crawlDirectory, type LogEntry, type PageEntry } from '../../src/collection/index.js'
import { type CrawlSummary } from '../../src/crawl/index.js'
import { buildDemoWeb, serveDemoWeb } from '../../src/demo/web.js'
import { readCrawl, reportPath, writeCrawlReport, type CrawlNumbers } from '../../src/report/index.js'
import { crawlReport, REPORT_MARK } from '../../src/report/crawl/report.js'
import { count, percent } from '../../src/report/numbers.js'
import { crawlDemo } from '../crawl/demo-crawl.js'
import { logText } from '../crawl/log-files.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { at, pageLine, runLine, writeCrawl, type Line } from './made-up-crawl.js'
import { parseHtml, parseXml } from './read-markup.js'

const directory = temporaryDirectory('crawl-report')
const crawled = join(directory, 'crawled')
let summary: CrawlSummary
let numbers: CrawlNumbers
let lines: LogEntry[]
let pages: PageEntry[]

before(async () => {
  const web = buildDemoWeb({ hosts: 24, pagesPerHost: 10, seed: 5 })
  const server = await serveDemoWeb(web)
  const seeds = Object.values(web.seeds).flat()
  await crawlDemo(web, server, crawled, { strategy: 'soft-focused', seeds, limits: { pages: 60 } })
  summary = await crawlDemo(web, server, crawled, { strategy: 'breadth-first', seeds })
  await server.close()
  numbers = await readCrawl(crawled)
  lines = (await logText(crawled))
    .trimEnd()
    .split('\n')
    .map((line): LogEntry => JSON.parse(line))
  pages = lines.flatMap(line => (line.t === 'page' ? [line] : []))
})

after(() => rmSync(directory, { recursive: true, force: true }))

function tally(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

function htmlOf(of: CrawlNumbers): string {
  return crawlReport(of, null).html
}

test('the numbers of a crawl are those that counting its log by hand gives', () => {
  const relevant = pages.filter(page => page.relevant)
  assert.ok(pages.length > 100 && relevant.length > 10)
  assert.equal(numbers.pages, pages.length)
  assert.equal(numbers.pages, summary.pages)
  assert.equal(numbers.relevant, relevant.length)
  assert.equal(numbers.harvest, summary.harvest)
  assert.equal(numbers.bytes, summary.bytes)
  assert.equal(numbers.hosts.fetched, summary.hosts)
  assert.equal(numbers.hosts.relevant, new Set(relevant.map(page => new URL(page.url).host)).size)
  assert.equal(
    numbers.relevantBytes,
    relevant.reduce((sum, page) => sum + page.bytes, 0),
  )
  assert.equal(numbers.redirects, lines.filter(line => line.t === 'redirect').length)
  assert.equal(numbers.robots, lines.filter(line => line.t === 'robots').length)
  assert.equal(numbers.skipped, lines.filter(line => line.t === 'skip').length)
  assert.equal(numbers.nearDuplicates, pages.filter(page => page.near !== undefined).length)
  assert.equal(numbers.unknownLanguage, pages.filter(page => page.unknown === true).length)
  assert.equal(numbers.stopped, 'finished')
  const named = (rows: CrawlNumbers['languages']): [string, number][] => rows.map(row => [row.name, row.pages])
  assert.deepEqual(named(numbers.languages), tally(pages.map(page => page.language)))
  assert.deepEqual(named(numbers.mimeTypes), tally(pages.map(page => page.mime)))
  const hosts = pages.map(page => new URL(page.url).host)
  assert.deepEqual(named(numbers.hosts.byPages), tally(hosts).slice(0, 50))
  assert.deepEqual(named(numbers.topLevelDomains), tally(hosts.map(host => host.split('.').at(-1) ?? '')))
  const answers = lines.flatMap(line => ('status' in line && line.t !== 'robots' ? [String(line.status)] : []))
  assert.deepEqual(named(numbers.statuses), tally(answers))
  assert.deepEqual(
    numbers.distances.map(row => row.pages),
    numbers.distances.map(row => pages.filter(page => page.hops === row.hops).length),
  )
  assert.deepEqual(
    numbers.runs.map(run => [run.strategy, run.stopped]),
    [
      ['soft-focused', 'pages'],
      ['breadth-first', 'finished'],
    ],
  )
  assert.equal(numbers.runs[0].pages + numbers.runs[1].pages, pages.length)
  assert.equal(numbers.course.at(-1)?.pages, pages.length)
  assert.equal(
    numbers.pace.reduce((sum, one) => sum + one.pages, 0),
    pages.length,
  )
  assert.equal(numbers.latest[0].url, relevant.at(-1)?.url)
})

test('known URLs and the links between pages are those of the log, read once more and differently', () => {
  const names: string[] = []
  const hops = new Map<string, string>()
  const fetched = new Map<string, { relevant: boolean; links: string[] }>()
  const done = new Set<string>()
  const resolve = (list: readonly (string | number)[] = []): string[] =>
    list.map(link => (typeof link === 'number' ? names[link] : (names.push(link), link)))
  for (const line of lines) {
    if (line.t === 'run') resolve(line.seeds)
    if (line.t === 'sitemaps') resolve(line.sitemaps)
    if (line.t === 'skip') done.add(line.url)
    if (line.t !== 'page' && line.t !== 'redirect' && line.t !== 'sitemap') continue
    const links = resolve(line.links)
    const leads = resolve(line.leads)
    resolve(line.sitemaps)
    done.add(line.url)
    if (line.t === 'redirect') hops.set(line.url, leads[0])
    if (line.t === 'page' && line.status < 300 && !fetched.has(line.url))
      fetched.set(line.url, { relevant: line.relevant, links: [...leads, ...links] })
  }
  assert.equal(numbers.known, names.length)
  assert.equal(numbers.waiting, names.length - done.size)
  const expected = [true, false].map(isRelevant => {
    const counts = { links: 0, toRelevant: 0, betweenHosts: 0, betweenHostsToRelevant: 0 }
    for (const [url, { relevant, links }] of fetched) {
      if (relevant !== isRelevant) continue
      for (const link of links) {
        let end = link
        for (let i = 0; i < 20 && hops.has(end); i++) end = hops.get(end) ?? ''
        const target = fetched.get(end)
        if (target === undefined) continue
        const isBetween = new URL(url).host !== new URL(link).host
        counts.links++
        if (target.relevant) counts.toRelevant++
        if (isBetween) counts.betweenHosts++
        if (isBetween && target.relevant) counts.betweenHostsToRelevant++
      }
    }
    return counts
  })
  assert.ok(expected[0].links > 100 && expected[1].toRelevant > 0)
  assert.deepEqual([numbers.locality?.fromRelevant, numbers.locality?.fromOther], expected)
})

test('the page has the numbers, needs nothing else, and its drawings are well-formed', () => {
  const { html, figures } = crawlReport(numbers, null)
  const { tags, text } = parseHtml(html)
  assert.ok(html.slice(0, 200).includes(REPORT_MARK))
  const shares = [numbers.harvest, numbers.recentHarvest].map(share => percent(share).replace('\u00a0', ' '))
  for (const expected of [count(numbers.pages), count(numbers.relevant), ...shares, 'Thai', 'soft-focused'])
    assert.ok(text.includes(expected), expected)
  for (const { name } of numbers.hosts.byRelevant.slice(0, 20)) assert.ok(text.includes(name), name)
  const ids = tags.flatMap(({ attributes }) => attributes.id ?? [])
  assert.equal(new Set(ids).size, ids.length)
  for (const { name, attributes } of tags) {
    assert.equal(attributes.src, undefined)
    assert.notEqual(name, 'link')
    if (attributes.href !== undefined) assert.ok(ids.includes(attributes.href.slice(1)), attributes.href)
  }
  assert.doesNotMatch(html, /NaN|Infinity|undefined|\[object/)
  const inPage = html.match(/<svg[^]*?<\/svg>/g) ?? []
  assert.equal(inPage.length, figures.length)
  for (const drawing of [...inPage, ...figures.map(({ content }) => content)]) parseXml(drawing)
  assert.deepEqual(
    figures.map(({ path }) => path.replace('.svg', '')),
    ['harvest', 'pace', 'found', 'waiting', 'hosts-reached', 'languages', 'distance', 'distance-harvest'],
  )
  assert.equal(htmlOf(numbers), html)
})

const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)>'\u202e\u0000&amp;</svg></style>-->`

test('text from the Web stays text: no element, attribute or script of it gets in', async () => {
  const parts = { relevant: true, title: evil, language: evil, mime: evil, at: at(3) }
  const log: Line[] = [
    { ...runLine([`http://${evil}/`]), strategy: evil, software: evil },
    pageLine(0, `http://${evil}/${evil}`, parts),
    { t: 'skip', id: 0, url: `http://${evil}/`, at: at(4), reason: evil },
    { t: 'stop', at: at(5), reason: evil },
  ]
  const out = writeCrawl(join(directory, evil.replaceAll('/', '_').replaceAll('\0', '')), log, {
    name: evil,
    target: { language: evil, [evil]: evil },
  })
  const hosts = ['list\thost\tpages\trelevant\tunfetched\treason', `given-up\t${evil}\t1\t1\t1\t${evil}`]
  writeFileSync(join(out, 'hosts.tsv'), `${hosts.join('\n')}\n`)
  writeFileSync(join(out, 'status.json'), JSON.stringify({ at: evil, queue: evil, estimate: { remaining: evil } }))
  const { html, figures } = crawlReport(await readCrawl(out), evil)
  const elements = (text: string) => [...new Set(parseHtml(text).tags.map(({ name }) => name))].sort()
  assert.deepEqual(
    elements(html).filter(name => !elements(htmlOf(numbers)).includes(name)),
    [],
  )
  const { tags } = parseHtml(html)
  assert.equal(tags.filter(({ name }) => name === 'script').length, 1)
  assert.deepEqual(
    tags.flatMap(({ attributes }) => Object.keys(attributes).filter(name => name.startsWith('on'))),
    [],
  )
  for (const drawing of [...(html.match(/<svg[^]*?<\/svg>/g) ?? []), ...figures.map(({ content }) => content)])
    parseXml(drawing)
})

test('nothing to show is shown as nothing: no log, no page, one page, none relevant', async () => {
  const seed = 'http://a.example/'
  const logs: (readonly Line[] | null)[] = [
    null,
    [],
    [runLine([seed])],
    [
      runLine([seed]),
      { t: 'skip', id: 0, url: seed, at: at(1), reason: 'E_FETCH_DNS: no such host' },
      { t: 'stop', at: at(2), reason: 'finished' },
    ],
    [runLine([seed]), pageLine(0, seed)],
    [runLine([seed]), pageLine(0, seed, { relevant: true, language: 'tha', at: at(0) })],
    [
      runLine([seed]),
      ...Array.from({ length: 30 }, (_, id) => pageLine(id, `${seed}${id}`)),
      { t: 'stop', at: at(40), reason: 'pages' },
    ],
    [pageLine(0, seed)],
  ]
  for (const [index, log] of logs.entries()) {
    const few = await readCrawl(writeCrawl(join(directory, `few-${index}`), log))
    const { html, figures } = crawlReport(few, 'figures')
    assert.doesNotMatch(html, /NaN|Infinity|undefined|\[object/, `log ${index}`)
    for (const { content } of figures) {
      assert.doesNotMatch(content, /NaN|Infinity|undefined/)
      parseXml(content)
    }
    assert.equal(few.pages, (log ?? []).filter(({ t }) => t === 'page').length)
    assert.doesNotMatch(JSON.stringify({ ...few, status: 0, locality: 0 }), /null/)
  }
  const text = async (index: number) => parseHtml(htmlOf(await readCrawl(join(directory, `few-${index}`)))).text
  assert.match(await text(0), /has not begun/)
  assert.match(await text(3), /No page was fetched yet.*the name of the host cannot be resolved/s)
  assert.match(await text(6), /none was relevant/)
  assert.match(await text(6), /Raise the limit/)
})

test('a crawl that was killed is reported up to its last whole line', async () => {
  const whole = [runLine(['http://a.example/']), pageLine(0, 'http://a.example/')]
    .map(line => JSON.stringify(line))
    .join('\n')
  const killed = await readCrawl(
    writeCrawl(join(directory, 'killed'), `${whole}\n{"t":"page","id":1,"url":"http://a.exa`),
  )
  assert.deepEqual([killed.pages, killed.stopped, killed.damage, killed.running], [1, '', '', false])
  const { text } = parseHtml(htmlOf(killed))
  assert.match(text, /was killed/)
  assert.match(text, /repairs what was cut short and resumes/)
})

test('a damaged log is reported up to the damage, and that is said first', async () => {
  const log = `${JSON.stringify(runLine(['http://a.example/']))}\n${JSON.stringify(pageLine(0, 'http://a.example/'))}\nnonsense\n`
  const damaged = await readCrawl(writeCrawl(join(directory, 'damaged'), log))
  assert.equal(damaged.pages, 1)
  assert.match(damaged.damage, /line 3 of the log/)
  assert.match(parseHtml(htmlOf(damaged)).text, /The log is damaged/)
})

test('what the strategy expects and says about hosts is shown; nonsense in its place is not', async () => {
  const out = writeCrawl(join(directory, 'estimate'), [
    runLine(['http://a.example/']),
    pageLine(0, 'http://a.example/', { relevant: true }),
  ])
  const estimate = { remaining: 1234, low: 1000, high: 1500, coverage: 0.82, coverageLow: 0.79, coverageHigh: 0.85 }
  const write = (value: unknown): void =>
    writeFileSync(join(out, 'status.json'), JSON.stringify({ at: at(9), queue: 77, parked: 5, estimate: value }))
  write(estimate)
  const head = 'list\thost\tpages\trelevant\tunfetched\treason'
  writeFileSync(
    join(out, 'hosts.tsv'),
    `${head}\nlargest\ta.example\t1\t1\t0\tpays well\ngiven-up\tz.example\t12\t0\t340\tnothing in 12 pages\n`,
  )
  const shown = await readCrawl(out)
  assert.deepEqual(shown.status, { at: at(9), queue: 77, parked: 5, estimate })
  assert.equal(shown.hosts.byPages[0].verdict, 'pays well')
  const { text } = parseHtml(htmlOf(shown))
  assert.match(
    text,
    /Coverage is estimated at 82\.0 % \s*\(79\.0 % to 85\.0 %\): the strategy expects to find 1,234 more/,
  )
  assert.match(text, /the queue held 77 and 5 were put aside/)
  assert.match(text, /z\.example\s+12\s+0\s+340\s+nothing in 12 pages/)
  for (const value of [
    null,
    7,
    {},
    { remaining: -1, coverage: 2 },
    { ...estimate, coverage: 0 },
    { remaining: 'x', coverage: 0.5 },
  ]) {
    write(value)
    writeFileSync(join(out, 'hosts.tsv'), 'not a table')
    const without = await readCrawl(out)
    assert.equal(without.status?.estimate, null)
    assert.equal(without.droppedHosts.length, 0)
    assert.doesNotMatch(htmlOf(without), /estimated/)
  }
  writeFileSync(join(out, 'status.json'), '{"at":')
  assert.equal((await readCrawl(out)).status, null)
})

test('pages out of an archive have dates of their own, and no pace is drawn from them', async () => {
  const url = (id: number): string => `http://a.example/${id}`
  const old = Array.from({ length: 5 }, (_, id) => pageLine(id, url(id), { at: at(-1e7) }))
  const replay = await readCrawl(
    writeCrawl(join(directory, 'archive'), [runLine([url(0)]), ...old, { t: 'stop', at: at(60), reason: 'finished' }]),
  )
  assert.deepEqual([replay.timed, replay.seconds], [false, 60])
  const { html, figures } = crawlReport(replay, null)
  assert.match(html, /came from an archive/)
  assert.ok(!figures.some(({ path }) => path === 'pace.svg' || path === 'found.svg'))
})

test('a directory that is no crawl is refused', async () => {
  for (const path of [join(directory, 'nowhere'), directory])
    await assert.rejects(readCrawl(path), { code: 'E_CRAWL_DIR', message: /is not a crawl directory/ })
  await assert.rejects(readCrawl(writeCrawl(join(directory, 'other'), [], { format: 'else' })), { code: 'E_CRAWL_DIR' })
})

test('a report replaces a report, and the usual file, but nothing else', () => {
  const usual = join(crawled, 'report.html')
  assert.deepEqual(writeCrawlReport(numbers), [usual])
  writeFileSync(usual, 'something')
  assert.deepEqual(writeCrawlReport(numbers), [usual])
  const named = join(directory, 'new', 'my report.html')
  assert.deepEqual(writeCrawlReport(numbers, { out: named }), [named])
  assert.deepEqual(writeCrawlReport(numbers, { out: named }), [named])
  assert.equal(readFileSync(named, 'utf8'), readFileSync(usual, 'utf8'))
  const mine = join(directory, 'mine.html')
  for (const content of ['<!doctype html>\n<p>mine', '', ' '.repeat(1000) + REPORT_MARK]) {
    writeFileSync(mine, content)
    assert.throws(() => writeCrawlReport(numbers, { out: mine }), {
      code: 'E_OUT_DIR',
      message: /is not a report of a crawl/,
    })
    assert.equal(readFileSync(mine, 'utf8'), content)
  }
  assert.throws(() => reportPath(crawled, crawlDirectory(crawled).identity), { code: 'E_OUT_DIR' })
  assert.throws(() => reportPath(crawled, directory), { code: 'E_OUT_DIR', message: /is a directory/ })
})

test('figures are written where they are wanted, and the page leads to them', () => {
  const out = join(directory, 'with figures', 'report.html')
  const [page, ...figures] = writeCrawlReport(numbers, {
    out,
    figures: join(directory, 'with figures', 'plots & more'),
  })
  assert.equal(page, out)
  assert.deepEqual(readdirSync(join(directory, 'with figures', 'plots & more')).length, figures.length)
  const links = parseHtml(readFileSync(out, 'utf8')).tags.flatMap(({ attributes }) =>
    attributes.href?.endsWith('.svg') === true ? [attributes.href] : [],
  )
  assert.equal(links.length, figures.length)
  for (const link of links) assert.ok(existsSync(join(directory, 'with figures', decodeURIComponent(link))), link)
})
