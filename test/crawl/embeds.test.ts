import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { archivedUrls, checkIndependently } from './read-archives.js'
import { runCli, startCli, temporaryDirectory, writeCampaign } from './run-cli.js'
import { recordingStrategy } from './recording-strategy.js'
import { crawlShown, logged, serveShownWeb, shownBy, shownCampaign, THAI } from './shown-web.js'
import { html, serveSmallWeb, status, type SmallWeb } from './small-web.js'

const PAGES = 7

let directory: string
let web: SmallWeb

before(async () => {
  directory = temporaryDirectory('embeds')
  web = await serveShownWeb(PAGES)
})

after(async () => {
  await web.close()
  rmSync(directory, { recursive: true, force: true })
})

const robots = (urls: Iterable<string>): string[] => [...urls].filter(url => !url.endsWith('/robots.txt')).sort()
const pageUrls = (count: number): string[] => Array.from({ length: count }, (_, n) => `http://a.test/p${n}`)
const ofPages = (...numbers: number[]): string[] => [...new Set(numbers.flatMap(shownBy))]

test('what relevant pages show is archived once each: images, style sheets and what they refer to, where redirects lead', async () => {
  const out = join(directory, 'shown')
  const summary = await crawlShown(web, out)
  const archived = await archivedUrls(summary.warc)
  assert.deepEqual(robots(archived.keys()), [...pageUrls(PAGES), ...ofPages(0, 2, 4, 6)].sort())
  assert.ok([...archived.values()].every(count => count === 1))
  await checkIndependently(summary.warc)

  assert.equal(summary.pages, PAGES, 'embedded objects are no pages')
  assert.equal(summary.embeds, ofPages(0, 2, 4, 6).length)
  const entries = await logged(out)
  const embeds = entries.filter(entry => entry.t === 'embed')
  const refused = embeds.filter(({ reason }) => reason !== undefined)
  assert.deepEqual(
    refused.map(({ url, reason }) => [url, reason]),
    [['http://a.test/private/secret.png', 'robots: denied']],
  )
  const bytes = entries.reduce((sum, entry) => sum + ('bytes' in entry ? (entry.bytes ?? 0) : 0), 0)
  assert.equal(summary.bytes, bytes, 'their bytes count')
  for (const embed of embeds) {
    const shows = entries.find(entry => entry.t === 'page' && entry.id === embed.via)
    assert.ok(shows !== undefined && shows.t === 'page' && shows.relevant, `${embed.url} belongs to a relevant page`)
  }
})

test('a crawl that is stopped goes on with the embedded objects that it had not fetched', async () => {
  const out = join(directory, 'halting')
  for (const bytes of [1, 6_000, 8_000, 12_000]) await crawlShown(web, out, { limits: { bytes } })
  const first = (await logged(out)).filter(entry => entry.t === 'run').length
  const summary = await crawlShown(web, out)
  assert.equal(first, 4)
  const archived = await archivedUrls(summary.warc)
  assert.deepEqual(robots(archived.keys()), [...pageUrls(PAGES), ...ofPages(0, 2, 4, 6)].sort())
  assert.ok([...archived.values()].every(count => count === 1))
  assert.equal(summary.embeds, ofPages(0, 2, 4, 6).length)
})

test(
  'a crawl that is killed while it fetches embedded objects archives each of them once',
  { timeout: 120_000 },
  async () => {
    const out = join(directory, 'killed')
    const slow = writeCampaign(directory, shownCampaign(web, { politeness: { delay: '40ms' } }), 'slow.yaml')
    for (const wait of [100, 300, 500]) {
      const { child, result } = startCli(['crawl', slow, '--out', out, '--json'])
      const seen = web.requests.length
      while (web.requests.length < seen + 3 && child.exitCode === null) await sleep(5)
      await sleep(wait)
      child.kill('SIGKILL')
      await result
    }
    const last = await runCli('crawl', slow, '--out', out, '--json')
    assert.equal(last.code, 0, last.stderr)
    const summary = JSON.parse(last.stdout)
    const archived = await archivedUrls(summary.warc)
    assert.deepEqual(robots(archived.keys()), [...pageUrls(PAGES), ...ofPages(0, 2, 4, 6)].sort())
    assert.deepEqual(
      [...archived].filter(([, count]) => count > 1),
      [],
    )
    await checkIndependently(summary.warc)
  },
)

test('a host is never asked twice within its delay, and its pages and embedded objects take turns', async () => {
  // robots.txt and the first page, then turns as long as there are pages
  const turns = /^-p(-+p){5,6}-*$/
  let kinds = ''
  // on a busy machine a page is not read yet when the next turn comes: then with a longer delay
  for (const delay of [60, 250, 1000]) {
    const before = web.requests.length
    await crawlShown(web, join(directory, `polite-${delay}`), { politeness: { delay: `${delay}ms` } })
    const asked = web.requests.slice(before)
    for (const host of ['a.test', 'cdn.test']) {
      const times = asked.filter(request => request.host === host).map(({ at }) => at)
      for (let i = 1; i < times.length; i++)
        assert.ok(times[i] - times[i - 1] >= delay - 2, `${host}: ${times[i] - times[i - 1]} ms`)
    }
    kinds = asked
      .filter(({ host }) => host === 'a.test')
      .map(({ path }) => (/^\/p\d/.test(path) ? 'p' : '-'))
      .join('')
    if (turns.test(kinds)) break
  }
  assert.match(kinds, turns, `pages and others: ${kinds}`)
  assert.ok(kinds.lastIndexOf('p') > kinds.length / 3, `pages do not all come first: ${kinds}`)
})

test('archive.embeds decides: none by default for a language, and what waits is fetched by a later run that wants it', async () => {
  const out = join(directory, 'none')
  const plain = await crawlShown(web, out, { archive: { embeds: 'none' } })
  assert.equal(plain.embeds, 0)
  assert.ok((await logged(out)).every(entry => entry.t !== 'embed' && !('embeds' in entry)))

  const later = join(directory, 'later')
  await crawlShown(web, later, { limits: { bytes: 1 } })
  const without = await crawlShown(web, later, { archive: { embeds: 'none' } })
  assert.equal(without.pages, PAGES)
  assert.equal(without.embeds, 0)
  const again = await crawlShown(web, later)
  assert.deepEqual(robots((await archivedUrls(again.warc)).keys()), [...pageUrls(PAGES), ...ofPages(0)].sort())
})

test('with keep: relevant the archive holds relevant pages, what they show, and nothing else', async () => {
  const summary = await crawlShown(web, join(directory, 'kept'), { archive: { keep: 'relevant' } })
  const relevant = [0, 2, 4, 6]
  const expected = [...relevant.map(n => `http://a.test/p${n}`), ...ofPages(...relevant)]
  assert.deepEqual(robots((await archivedUrls(summary.warc)).keys()), expected.sort())
})

test('what is linked as well as shown is a page where the strategy wants it, and is archived in any case', async () => {
  const gallery = await serveSmallWeb(({ path }, response) => {
    if (path === '/') {
      const shown = '<a href="/big.png"><img src="/big.png"></a><a href="/next">next</a><img src="/only.png">'
      html(response, `<p>${THAI.repeat(4)}</p>${shown}`)
    } else if (path.endsWith('.png'))
      response.writeHead(200, { 'content-type': 'image/png' }).end('PNG'.repeat(50) + path)
    else status(response, 404)
  })
  try {
    const seeds = ['http://a.test/']
    for (const [keep, expected] of [
      [
        'all',
        [
          'page http://a.test/',
          'page http://a.test/big.png',
          'page http://a.test/next',
          'embed http://a.test/only.png',
        ],
      ],
      // the page was not kept, so that the picture is fetched for the sake of the page that shows it
      [
        'relevant',
        [
          'page http://a.test/',
          'page http://a.test/big.png',
          'page http://a.test/next',
          'embed http://a.test/only.png',
          'embed http://a.test/big.png',
        ],
      ],
    ] as const) {
      const out = join(directory, `gallery-${keep}`)
      const summary = await crawlShown(gallery, out, { seeds, archive: { keep } })
      const lines = (await logged(out)).flatMap(entry =>
        entry.t === 'page' || entry.t === 'embed' ? [`${entry.t} ${entry.url}`] : [],
      )
      assert.deepEqual(lines.sort(), [...expected].sort())
      const archived = await archivedUrls(summary.warc)
      for (const url of ['http://a.test/', 'http://a.test/big.png', 'http://a.test/only.png'])
        assert.equal(archived.get(url), 1, `${keep}: ${url}`)
    }
  } finally {
    await gallery.close()
  }
})

test('hosts that only show something do not change what a strategy is told when the crawl is resumed', async () => {
  const many = await serveSmallWeb(({ host, path }, response) => {
    const n = Number(/^h(\d)\.test$/.exec(host)?.[1] ?? 9)
    if (n > 5 || path !== '/') return status(response, 404)
    const next = `<a href="http://h${n + 1}.test/">next</a><a href="http://h${n + 2}.test/">after</a>`
    html(response, `<p>${THAI.repeat(4)} ${n}</p><img src="http://pictures${n}.test/x.png">${next}`)
  })
  try {
    const out = join(directory, 'numbers')
    const told: string[][] = []
    for (let run = 0; run < 2; run++) {
      let { strategy, calls } = recordingStrategy()
      await crawlShown(
        many,
        out,
        { seeds: ['http://h0.test/'], network: { connections: 1 } },
        { createStrategy: () => (({ strategy, calls } = recordingStrategy()), strategy) },
      )
      told.push(calls)
    }
    assert.ok(told[0].length > 5)
    assert.deepEqual(told[1], told[0])
  } finally {
    await many.close()
  }
})

test('sitemaps are followed also where robots.txt was read for the sake of a picture', async () => {
  let isShown = (): void => {}
  const shown = new Promise<void>(resolve => (isShown = resolve))
  const mixed = await serveSmallWeb(({ host, path }, response) => {
    const link = (url: string): void => html(response, `<p>${THAI.repeat(4)} ${path}</p><a href="${url}">next</a>`)
    if (path === '/robots.txt')
      response.writeHead(200).end(host === 'b.test' ? 'Sitemap: http://b.test/sitemap.xml\n' : '')
    else if (path === '/sitemap.xml')
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end('<urlset><url><loc>http://b.test/found</loc></url></urlset>')
    else if (path === '/x.png') {
      response.writeHead(200, { 'content-type': 'image/png' }).end('PNG')
      isShown()
    } else if (path === '/')
      html(response, `<p>${THAI.repeat(4)}</p><img src="http://b.test/x.png"><a href="/wait">wait</a>`)
    // the picture is fetched before anybody hears of a page of its host
    else if (path === '/wait') void shown.then(() => link('http://b.test/page'))
    else html(response, `<p>${THAI.repeat(4)} ${path}</p>`)
  })
  try {
    const out = join(directory, 'sitemaps')
    await crawlShown(mixed, out, { seeds: ['http://a.test/'], politeness: { sitemaps: true } })
    const pages = (await logged(out)).flatMap(entry => (entry.t === 'page' ? [entry.url] : []))
    assert.ok(pages.includes('http://b.test/page'))
    assert.ok(pages.includes('http://b.test/found'), pages.join(' '))
  } finally {
    await mixed.close()
  }
})
