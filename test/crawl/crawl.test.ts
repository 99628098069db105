import assert from 'node:assert/strict'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { crawlDemo, loggedPages } from './demo-crawl.js'
import { logText, replaceLog } from './log-files.js'
import { archivedUrls, checkIndependently } from './read-archives.js'
import { temporaryDirectory } from './run-cli.js'

let directory: string
let web: DemoWeb
let server: DemoServer

before(async () => {
  directory = temporaryDirectory('crawl')
  web = buildDemoWeb({ hosts: 30, pagesPerHost: 30, seed: 3 })
  server = await serveDemoWeb(web)
})

after(async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

test('a crawl of the whole web finds its Thai pages, obeys robots.txt and says who it is', async () => {
  const out = join(directory, 'whole')
  const seenBefore = server.requests().length
  const summary = await crawlDemo(web, server, out, {
    strategy: 'breadth-first',
    seeds: Object.values(web.seeds).flat(),
  })
  assert.equal(summary.stopped, 'finished')

  const truth = new Map(web.pages.map(page => [page.url, page]))
  const pages = await loggedPages(out)
  assert.equal(pages.length, summary.pages)
  const judged = pages.filter(page => truth.get(page.url)?.kind === 'page')
  const wrong = judged.filter(page => page.relevant !== (truth.get(page.url)?.language === 'tha'))
  assert.ok(judged.length > 700, `${judged.length} pages judged`)
  assert.ok(
    wrong.length / judged.length < 0.01,
    `${wrong.length} of ${judged.length} verdicts wrong: ${wrong.slice(0, 3).map(page => page.url)}`,
  )

  const requests = server.requests().slice(seenBefore)
  assert.ok(requests.some(request => request.path === '/robots.txt'))
  assert.ok(
    !requests.some(request => request.path.startsWith('/private/')),
    'a page that robots.txt forbids was asked for',
  )
  for (const request of requests)
    assert.match(
      request.userAgent,
      /^Mozilla\/5\.0 \(compatible; Longtail\/[\d.]+; \+https:\/\/longtail\.example\/crawler\)$/,
    )
  const asked = requests.filter(request => request.path !== '/robots.txt').map(request => request.host + request.path)
  assert.equal(new Set(asked).size, asked.length, 'a URL was fetched twice')
})

test('the archive holds each fetched page once, and other tools read it', async () => {
  const out = join(directory, 'archive')
  const summary = await crawlDemo(web, server, out, { limits: { pages: 250 }, archive: { 'file-size': '300kB' } })
  assert.equal(summary.pages, 250)
  assert.ok(summary.warc.length > 2, 'files are rolled by size')
  const archived = await archivedUrls(summary.warc)
  for (const page of await loggedPages(out)) assert.equal(archived.get(page.url), 1, page.url)
  for (const [url, count] of archived) assert.equal(count, 1, url)
  await checkIndependently(summary.warc)
  const files = readdirSync(join(out, 'warc'))
  assert.ok(!files.some(file => file.endsWith('.open')))
  for (const warc of summary.warc)
    assert.ok(files.includes(basename(warc).replace('.warc.gz', '.cdxj')), `${warc} has an index`)
})

test('a focused strategy harvests more than breadth-first from the same seeds', async () => {
  const large = buildDemoWeb()
  const largeServer = await serveDemoWeb(large)
  try {
    // one download at a time: with many, idle connections take what is left, whatever its level
    const parts = { limits: { pages: 400 }, network: { connections: 1 } }
    const focused = await crawlDemo(large, largeServer, join(directory, 'focused'), {
      ...parts,
      strategy: 'soft-focused',
    })
    const breadth = await crawlDemo(large, largeServer, join(directory, 'breadth'), {
      ...parts,
      strategy: 'breadth-first',
    })
    assert.equal(focused.pages, 400)
    assert.ok(
      focused.relevant > 1.25 * breadth.relevant,
      `${focused.relevant} against ${breadth.relevant} relevant pages`,
    )
  } finally {
    await largeServer.close()
  }
})

test('a stopped crawl finishes what is under way and goes on later without asking for anything twice', async () => {
  const out = join(directory, 'stopped')
  const seenBefore = server.requests().length
  const parts = { strategy: 'breadth-first', politeness: { delay: '10ms' }, limits: { pages: 300 } }
  const first = await crawlDemo(web, server, out, parts, stop => {
    const watch = setInterval(() => {
      if (server.requests().length < seenBefore + 100) return
      clearInterval(watch)
      stop()
    }, 2)
  })
  assert.equal(first.stopped, 'interrupted')
  assert.ok(first.pages > 0 && first.pages < 300, `${first.pages} pages`)
  const second = await crawlDemo(web, server, out, parts)
  assert.equal(second.stopped, 'pages')
  assert.equal(second.pages, 300)
  const asked = server
    .requests()
    .slice(seenBefore)
    .filter(request => request.path !== '/robots.txt')
  const urls = asked.map(request => request.host + request.path)
  assert.equal(new Set(urls).size, urls.length)
  const third = await crawlDemo(web, server, out, parts)
  assert.equal(third.pages, 300, 'a limit that is reached stays reached')
})

test('limits per host and on bytes and time are kept', async () => {
  const perHost = join(directory, 'per-host')
  await crawlDemo(web, server, perHost, { strategy: 'breadth-first', limits: { pages: 150, 'per-host': 4 } })
  const counts = new Map<string, number>()
  for (const page of await loggedPages(perHost))
    counts.set(new URL(page.url).host, (counts.get(new URL(page.url).host) ?? 0) + 1)
  // downloads under way when the limit is reached still come in; with one connection per host there are none
  assert.equal(Math.max(...counts.values()), 4)

  const bytes = await crawlDemo(web, server, join(directory, 'bytes'), {
    limits: { bytes: '300kB' },
    network: { connections: 1 },
  })
  assert.equal(bytes.stopped, 'bytes')
  assert.ok(bytes.bytes >= 300e3 && bytes.bytes < 400e3, `${bytes.bytes} bytes`)

  const time = await crawlDemo(web, server, join(directory, 'time'), {
    limits: { time: '600ms' },
    politeness: { delay: '200ms' },
  })
  assert.equal(time.stopped, 'time')
})

test('only relevant pages, or these and the way to them, are archived when that is wanted', async () => {
  const parts = { strategy: 'soft-focused', limits: { pages: 250 } }
  const out = join(directory, 'relevant')
  const summary = await crawlDemo(web, server, out, { ...parts, archive: { keep: 'relevant' } })
  const archived = await archivedUrls(summary.warc)
  const pages = await loggedPages(out)
  for (const page of pages) assert.equal(archived.has(page.url), page.relevant, page.url)

  const path = join(directory, 'path')
  for (const limit of [60, 160, 250])
    await crawlDemo(web, server, path, { ...parts, limits: { pages: limit }, archive: { keep: 'path' } })
  const onPath = await loggedPages(path)
  const byId = new Map(onPath.map(page => [page.id, page]))
  const wanted = new Set<string>()
  for (let page of onPath.filter(each => each.relevant)) {
    for (;;) {
      wanted.add(page.url)
      const via = page.via === undefined ? undefined : byId.get(page.via)
      if (via === undefined) break
      page = via
    }
  }
  const files = readdirSync(join(path, 'warc')).filter(file => file.endsWith('.warc.gz'))
  const kept = await archivedUrls(files.map(file => join(path, 'warc', file)))
  for (const page of onPath) assert.equal(kept.get(page.url) ?? 0, wanted.has(page.url) ? 1 : 0, page.url)
  assert.ok(
    onPath.some(page => !page.relevant && wanted.has(page.url)),
    'some irrelevant page led to a relevant one',
  )
})

test('a crawl of an archive finds what the crawl that made it found', async () => {
  const out = join(directory, 'source')
  const source = await crawlDemo(web, server, out, { strategy: 'breadth-first', limits: { pages: 200 } })
  const replayed = join(directory, 'replayed')
  const summary = await crawlDemo(web, server, replayed, {
    strategy: 'breadth-first',
    network: { hosts: {}, archive: source.warc },
  })
  assert.equal(summary.stopped, 'finished')
  const verdicts = async (of: string) => new Map((await loggedPages(of)).map(page => [page.url, page.relevant]))
  const before = await verdicts(out)
  const after = await verdicts(replayed)
  assert.equal(after.size, before.size)
  for (const [url, relevant] of before) assert.equal(after.get(url), relevant, url)
})

test('excludes can be edited while the crawl runs', async () => {
  const out = join(directory, 'excluded')
  const host = new URL(web.seeds.tha[0]).host
  await crawlDemo(web, server, out, { limits: { pages: 30 } })
  const before = (await loggedPages(out)).length
  writeFileSync(join(out, 'exclude.txt'), `# not this one\n*://${host}/*\n`)
  await crawlDemo(web, server, out, { limits: { pages: 120 } })
  const later = (await loggedPages(out)).slice(before)
  assert.ok(later.length > 0)
  assert.ok(!later.some(page => new URL(page.url).host === host))
  assert.ok((await logText(out)).includes('"reason":"excluded"'))
})

test('a damaged log is refused with the line, and nothing is changed', async () => {
  const out = join(directory, 'damaged')
  await crawlDemo(web, server, out, { limits: { pages: 20 } })
  const lines = (await logText(out)).split('\n')
  const broken = [...lines.slice(0, 4), '{"t":"pa', ...lines.slice(5)].join('\n')
  replaceLog(out, broken)
  const files = readdirSync(join(out, 'warc'))
  await assert.rejects(crawlDemo(web, server, out, { limits: { pages: 40 } }), {
    code: 'E_CRAWL_DIR',
    message: /line 5 of the log is not a crawl log line/,
  })
  const page = lines.findIndex(line => line.startsWith('{"t":"page"'))
  replaceLog(out, lines.filter((_, index) => index !== page).join('\n'))
  await assert.rejects(crawlDemo(web, server, out, { limits: { pages: 40 } }), {
    code: 'E_CRAWL_DIR',
    message: /lines are missing/,
  })
  assert.deepEqual(readdirSync(join(out, 'warc')), files)
  assert.ok(!existsSync(join(out, 'lock')), 'the lock is given back')
})
