/** Crawls through a real browser. */
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { RecordReader } from '../../src/archive/record-reader.js'
import { openHoldings } from '../../src/collection/holdings.js'
import type { LogEntry, PageEntry } from '../../src/collection/index.js'
import { CASES, PAGES, siteData, type SiteData } from '../render/cases.js'
import { hostileScripts } from '../render/hostile-pages.js'
import { watchPlace } from '../render/outside.js'
import { crawlRendering, renderingCampaign, serveRenderingWeb } from '../render/rendering-web.js'
import { browsersEnd, browsersIn, spawnCrawl } from '../render/spawned-crawl.js'
import { archivesOf } from './demo-crawl.js'
import { checkIndependently } from './read-archives.js'
import { temporaryDirectory, writeCampaign } from './run-cli.js'
import { logged } from './shown-web.js'
import { html, serveSmallWeb, status } from './small-web.js'

const directory = temporaryDirectory('rendering')
after(() => rmSync(directory, { recursive: true, force: true }))

const isPage = (entry: LogEntry): entry is PageEntry => entry.t === 'page'
test('robots.txt, delays and private addresses hold for what a browser asks', async () => {
  const place = await watchPlace()
  const web = await serveSmallWeb(({ host, path }, response) => {
    if (path === '/robots.txt')
      return void response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /private/\n')
    if (path.endsWith('.js'))
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(`document.body.append('${path}')`)
    if (host !== 'a.test' || path !== '/') return status(response, 404)
    const script = [
      '/private/no.js',
      '/1.js',
      '/2.js',
      '/3.js',
      'http://cdn.test/4.js',
      'http://cdn.test/private/no.js',
      'http://excluded.test/5.js',
      `http://127.0.0.1:${place.port}/no.js`,
    ]
    html(response, `<div id="app"></div>${script.map(src => `<script src="${src}"></script>`).join('')}`)
  })
  const delay = 400
  try {
    const out = join(directory, 'polite')
    const hosts = Object.fromEntries(['a.test', 'cdn.test', 'excluded.test'].map(host => [host, web.origin]))
    await crawlRendering(
      {
        ...renderingCampaign(web),
        seeds: ['http://a.test/'],
        exclude: ['excluded.test'],
        politeness: { delay: `${delay}ms` },
        network: { hosts, retries: 0 },
      },
      out,
    )
    const asked = web.requests.map(({ host, path }) => `${host}${path}`).sort()
    assert.deepEqual(asked, [
      'a.test/',
      'a.test/1.js',
      'a.test/2.js',
      'a.test/3.js',
      'a.test/robots.txt',
      'cdn.test/4.js',
      'cdn.test/robots.txt',
    ])
    assert.deepEqual(place.came, [])
    for (const host of ['a.test', 'cdn.test']) {
      const times = web.requests.filter(one => one.host === host).map(({ at }) => at)
      for (let i = 1; i < times.length; i++)
        assert.ok(times[i] - times[i - 1] >= delay * 0.8, `${host}: ${times.join(' ')}`)
    }
    const [page] = (await logged(out)).filter(isPage)
    assert.equal(page.rendered?.asked, 8)
    const embeds = (await logged(out)).flatMap(entry => (entry.t === 'embed' ? [entry] : []))
    assert.deepEqual(embeds.map(({ url }) => url).sort(), [
      'http://a.test/1.js',
      'http://a.test/2.js',
      'http://a.test/3.js',
      'http://cdn.test/4.js',
    ])
    assert.ok(embeds.every(({ warc }) => warc !== undefined))
  } finally {
    await web.close()
    await place.close()
  }
})

test('hostile pages cost themselves: the crawl goes on, nothing gets out, no browser is left', async () => {
  const place = await watchPlace()
  const scripts = hostileScripts(place.port, place.udpPort)
  const web = await serveSmallWeb(({ host, path }, response) => {
    const hostile = scripts.find(({ name }) => host === `${name}.test`)
    if (path === '/good')
      return html(
        response,
        '<div id="app"></div><script>app.innerHTML = "<p>" + "มนุษย์ทั้งหลายเกิดมามีอิสระ ".repeat(20) + "</p>"</script>',
      )
    if (hostile === undefined || path !== '/') return status(response, 404)
    html(response, `<div id="app"></div><script>app.textContent = 'it ran'</script><script>${hostile.script}</script>`)
  })
  try {
    const temporary = join(directory, 'hostile-tmp')
    mkdirSync(temporary)
    const hosts = {
      'good.test': web.origin,
      ...Object.fromEntries(scripts.map(({ name }) => [`${name}.test`, web.origin])),
    }
    const seeds = [...scripts.map(({ name }) => `http://${name}.test/`), 'http://good.test/good']
    const campaign = { ...renderingCampaign(web), seeds, render: 'always', network: { hosts, retries: 0 } }
    const out = join(directory, 'hostile')
    const crawl = spawnCrawl([writeCampaign(directory, campaign, 'hostile.yaml'), '--out', out], temporary)
    const { code, said } = await crawl.ended
    assert.equal(code, 0, said)
    const pages = (await logged(out)).filter(isPage)
    assert.deepEqual(pages.map(({ url }) => url).sort(), [...seeds].sort())
    assert.deepEqual(
      pages.filter(({ rendered }) => rendered === undefined).map(({ url }) => url),
      [],
    )
    assert.equal(pages.find(({ url }) => url === 'http://good.test/good')?.relevant, true)
    // beside one that ends the browser; blobs of 2 GB are in the memory of a headless shell itself, which is ended for that
    const ended = pages.filter(({ rendered }) => rendered?.failed === 'the browser has ended').map(({ url }) => url)
    assert.deepEqual(
      ended.filter(url => url !== 'http://blobs.test/'),
      [],
    )
    assert.deepEqual(place.came, [])
    const asked = web.requests.filter(({ path }) => path.startsWith('/request-'))
    assert.ok(asked.length <= 100, `${asked.length} requests`)
    assert.deepEqual(web.requests.filter(({ path }) => path === '/sw.js').length, 0)
    await browsersEnd(temporary)
    assert.deepEqual(readdirSync(temporary), [])
  } finally {
    await web.close()
    await place.close()
  }
})

test('a crawl that is killed while it renders leaves no browser, loses nothing and has nothing twice', async () => {
  const cases = CASES.filter(({ name }) => ['fetch', 'xhr', 'modules', 'worker', 'jsonp', 'inline-data'].includes(name))
  const web = await serveRenderingWeb({ cases })
  try {
    const campaign = { ...renderingCampaign(web, { cases }), render: 'when-needed' }
    const path = writeCampaign(directory, campaign, 'killed.yaml')
    const whole = join(directory, 'whole')
    await crawlRendering(campaign, whole)
    const out = join(directory, 'killed')
    const temporary = join(directory, 'killed-tmp')
    mkdirSync(temporary)
    for (const after of [4, 9, 5, 12]) {
      const { child, ended } = spawnCrawl([path, '--out', out], temporary)
      const before = web.requests.length
      while (web.requests.length - before < after && child.exitCode === null)
        await new Promise(resolve => setTimeout(resolve, 5))
      child.kill('SIGKILL')
      await ended
      await browsersEnd(temporary)
    }
    const { ended } = spawnCrawl([path, '--out', out], temporary)
    const { code, said } = await ended
    assert.equal(code, 0, said)
    assert.deepEqual(browsersIn(temporary), [])
    const entries = await logged(out)
    const urls = entries.filter(isPage).map(({ url }) => url)
    assert.equal(new Set(urls).size, urls.length)
    const outcomes = async (crawl: string): Promise<string[]> =>
      (await logged(crawl))
        .filter(isPage)
        .map(
          ({ url, relevant, language, title, rendered }) =>
            `${url} ${relevant} ${language} ${title} ${rendered?.brought}`,
        )
        .sort()
    assert.deepEqual(await outcomes(out), await outcomes(whole))
    await checkIndependently(archivesOf(out))
  } finally {
    await web.close()
  }
})

test('a terminal that is closed while pages are rendered leaves no browser and no profile', async () => {
  const cases = CASES.filter(({ name }) => ['fetch', 'xhr', 'modules', 'worker', 'jsonp'].includes(name))
  const web = await serveRenderingWeb({ cases })
  try {
    const path = writeCampaign(directory, renderingCampaign(web, { cases }, { render: 'always' }), 'closed.yaml')
    const temporary = join(directory, 'closed-tmp')
    mkdirSync(temporary)
    const { child, ended } = spawnCrawl([path, '--out', join(directory, 'closed')], temporary, true)
    while (browsersIn(temporary).length === 0 || web.requests.length < 8)
      await new Promise(resolve => setTimeout(resolve, 20))
    assert.ok(child.pid !== undefined)
    process.kill(-child.pid, 'SIGHUP')
    assert.equal((await ended).signal, 'SIGHUP')
    await browsersEnd(temporary)
    while (readdirSync(temporary).length > 0) await new Promise(resolve => setTimeout(resolve, 50))
  } finally {
    await web.close()
  }
})

test('a round keeps what was rendered, and an archive of the crawl can be crawled with a browser, too', async () => {
  const cases = CASES.filter(({ name }) => name === 'fetch')
  const web = await serveRenderingWeb({ cases })
  const campaign = renderingCampaign(web, { cases })
  const out = join(directory, 'round')
  await crawlRendering(campaign, out)
  const found = (await logged(out))
    .filter(isPage)
    .filter(({ relevant }) => relevant)
    .map(({ url }) => url)
  const { round } = await crawlRendering(campaign, out, { again: true })
  await web.close()
  assert.equal(round?.same, PAGES + 1)
  const holdings = await openHoldings({ sources: [out], scratch: join(directory, 'holdings') })
  const reader = new RecordReader()
  const listed: string[] = []
  for (const holding of holdings.list()) {
    const exchange = await reader.exchange(holding)
    assert.match(Buffer.from(exchange?.body ?? []).toString(), /มนุษย์ทั้งหลาย/)
    listed.push(holding.url)
  }
  await reader.close()
  holdings.close()
  assert.deepEqual(listed.sort(), [...found].sort())
  // without a network: what pages ask for is in the archive
  const again = join(directory, 'from-archive')
  await crawlRendering({ ...campaign, network: { archive: archivesOf(out) } }, again)
  const fromArchive = (await logged(again))
    .filter(isPage)
    .filter(({ relevant }) => relevant)
    .map(({ url }) => url)
  assert.deepEqual(fromArchive.sort(), [...found].sort())
})

test('a round renders again what a browser made, and takes what has changed behind an answer that has not', async () => {
  const cases = CASES.filter(({ name }) => name === 'fetch')
  const [site] = cases
  let isLater = false
  const conditions: string[] = []
  const dataOf = (n: number): SiteData => {
    const data = siteData('fetch', n)
    return isLater && n === 2 ? { ...data, text: `${data.text} และควรปฏิบัติต่อกันด้วยเจตนารมณ์` } : data
  }
  const web = await serveSmallWeb(async ({ path, headers }, response) => {
    const n = path === '/' ? 0 : Number(/^\/p(\d)$/.exec(path)?.[1] ?? NaN)
    const file = site.file?.(path, dataOf) ?? null
    if (headers['if-none-match'] !== undefined) conditions.push(path)
    if (n < PAGES) return html(response, await site.page(dataOf(n), n), { etag: '"never-another"' })
    if (file === null) return status(response, 404)
    response.writeHead(200, { 'content-type': file.type }).end(file.body)
  })
  try {
    const hosts = { 'fetch.test': web.origin }
    const campaign = { ...renderingCampaign(web, { cases }), network: { hosts, retries: 0 } }
    const out = join(directory, 'rounds')
    await crawlRendering(campaign, out)
    const told = async (): Promise<readonly (number | undefined)[]> => {
      const { round } = await crawlRendering(campaign, out, { again: true })
      return [round?.same, round?.changed, round?.notModified]
    }
    assert.deepEqual(await told(), [PAGES + 1, 0, 0])
    isLater = true
    assert.deepEqual(await told(), [PAGES, 1, 0])
    assert.deepEqual(await told(), [PAGES + 1, 0, 0])
    assert.deepEqual(conditions, [])
    const again = (await logged(out)).flatMap(entry => (entry.t === 'again' ? [entry] : []))
    assert.ok(again.every(({ lied, rendered }) => lied === undefined && rendered !== undefined))
    const changed = again.filter(({ found }) => found === 'changed')
    assert.deepEqual(
      changed.map(({ url, round }) => [url, round]),
      [['http://fetch.test/p2', 3]],
    )
    assert.ok(again.filter(({ found }) => found === 'same').every(({ rendered }) => rendered?.same === true))
    await checkIndependently(archivesOf(out))
    // what stands is the page of the last round
    const holdings = await openHoldings({ sources: [out], scratch: join(directory, 'rounds-holdings') })
    const reader = new RecordReader()
    const texts = new Map<string, string>()
    for (const holding of holdings.list())
      texts.set(holding.url, Buffer.from((await reader.exchange(holding))?.body ?? []).toString())
    await reader.close()
    holdings.close()
    assert.match(texts.get('http://fetch.test/p2') ?? '', /เจตนารมณ์<\/p>/)
    assert.match(texts.get('http://fetch.test/') ?? '', /มนุษย์ทั้งหลาย/)
  } finally {
    await web.close()
  }
})
