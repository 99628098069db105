import assert from 'node:assert/strict'
import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseCampaign } from '../../src/campaign/index.js'
import { crawlDirectory, readLog, type LogEntry } from '../../src/collection/index.js'
import type { Status, WaitingHost } from '../../src/collection/status.js'
import { runCrawl, type CrawlSummary } from '../../src/crawl/index.js'
import { loggedPages } from './demo-crawl.js'
import { logText } from './log-files.js'
import { temporaryDirectory } from './run-cli.js'
import { html, serveSmallWeb, status, type Answer, type SmallWeb } from './small-web.js'

const THAI = 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม '.repeat(4)

interface Scene {
  readonly web: SmallWeb
  readonly out: string
  crawl(
    parts?: Record<string, unknown>,
    onStart?: (stop: () => void) => void,
    onProgress?: (progress: Status) => void,
  ): Promise<CrawlSummary>
  log(): Promise<LogEntry[]>
}

/** Runs a scene with hosts that answer as told; everything they do not answer is a 404. */
async function scene(answer: Answer, play: (scene: Scene) => Promise<void>): Promise<void> {
  const web = await serveSmallWeb(answer)
  const out = join(temporaryDirectory('trouble'), 'crawl')
  try {
    await play({
      web,
      out,
      crawl: ({ politeness, network, ...rest } = {}, onStart, onProgress = () => {}) => {
        const campaign = parseCampaign(
          JSON.stringify({
            name: 'trouble',
            contact: 'a@b.example',
            target: { language: 'tha' },
            seeds: ['http://a.test/'],
            strategy: 'breadth-first',
            politeness: { delay: '0s', ...(politeness as object) },
            network: { hosts: { '*': web.origin }, ...(network as object) },
            workers: 1,
            ...rest,
          }),
          'test',
        )
        const seeds = Array.isArray(campaign.seeds) ? campaign.seeds : []
        return runCrawl({ campaign, campaignPath: null, seeds, out, warn: () => {}, onProgress, onStart })
      },
      log: async () => {
        const entries: LogEntry[] = []
        for await (const { entry } of readLog(crawlDirectory(out))) entries.push(entry)
        return entries
      },
    })
  } finally {
    await web.close()
  }
}

test('a page that answers 503 is asked for again after the pause that it asks for', async () => {
  const answer: Answer = ({ path }, response, count) => {
    if (path !== '/') status(response, 404)
    else if (count === 0) status(response, 503, { 'retry-after': '2' })
    else html(response, THAI)
  }
  await scene(answer, async ({ web, crawl, out }) => {
    const summary = await crawl()
    assert.equal(summary.relevant, 1)
    const [first, second] = web.requests.filter(request => request.path === '/')
    assert.ok(second.at - first.at >= 1990, `${second.at - first.at} ms between them`)
    assert.deepEqual(
      (await loggedPages(out)).map(page => page.status),
      [200],
    )
  })
})

test('stopping does not turn a passing failure into a lasting one', async () => {
  let stop: () => void = () => {}
  let isUp = false
  const answer: Answer = ({ path }, response) => {
    if (path === '/') html(response, '<a href="/x">x</a>')
    else if (path === '/x' && !isUp) {
      stop()
      status(response, 503)
    } else if (path === '/x') html(response, THAI)
    else status(response, 404)
  }
  await scene(answer, async ({ crawl }) => {
    const first = await crawl({}, given => (stop = given))
    assert.equal(first.stopped, 'interrupted')
    assert.equal(first.pages, 1)
    isUp = true
    assert.equal((await crawl()).relevant, 1)
  })
})

test('a host that cannot be reached in one run is asked again in the next', async () => {
  let isUp = false
  const answer: Answer = ({ host, path }, response) => {
    if (host === 'a.test' && path === '/')
      html(response, '<a href="http://b.test/1">1</a><a href="http://b.test/2">2</a>')
    else if (host === 'b.test' && !isUp) response.destroy()
    else if (host === 'b.test' && path !== '/robots.txt') html(response, THAI)
    else status(response, 404)
  }
  await scene(answer, async ({ crawl, log }) => {
    const first = await crawl({ network: { retries: 0 } })
    assert.equal(first.pages, 1)
    assert.ok((await log()).some(entry => entry.t === 'later'))
    isUp = true
    const second = await crawl({ network: { retries: 0 } })
    assert.equal(second.relevant, 2)
  })
})

test('the limit per host holds with several connections to it', async () => {
  const links = Array.from({ length: 30 }, (_, i) => `<a href="/${i}">${i}</a>`).join('')
  const answer: Answer = ({ path }, response) =>
    path === '/robots.txt' ? status(response, 404) : html(response, links)
  await scene(answer, async ({ crawl }) => {
    const summary = await crawl({ politeness: { 'per-host-connections': 8 }, limits: { 'per-host': 5 } })
    assert.equal(summary.pages, 5)
  })
})

test('robots.txt that fails with 5xx forbids everything, and 4xx nothing', async () => {
  const answer: Answer = ({ host, path }, response) => {
    if (path === '/robots.txt') status(response, host === 'a.test' ? 500 : 403)
    else html(response, THAI)
  }
  await scene(answer, async ({ web, crawl }) => {
    const summary = await crawl({ seeds: ['http://a.test/', 'http://b.test/'], network: { retries: 0 } })
    assert.equal(summary.pages, 1)
    assert.ok(!web.requests.some(({ host, path }) => host === 'a.test' && path === '/'))
  })
})

test('sitemaps are read when that is wanted, and a page that is called one is still a page', async () => {
  const answer: Answer = ({ path }, response) => {
    const urls = '<url><loc>http://a.test/hidden</loc></url>'
    if (path === '/robots.txt')
      html(response, 'Sitemap: http://a.test/map.xml\nSitemap: http://a.test/page', { 'content-type': 'text/plain' })
    else if (path === '/map.xml') html(response, `<urlset>${urls}</urlset>`, { 'content-type': 'application/xml' })
    else html(response, `${THAI}${path}`)
  }
  await scene(answer, async ({ crawl, out }) => {
    const summary = await crawl({ politeness: { sitemaps: true } })
    assert.equal(summary.relevant, 3)
    const urls = (await loggedPages(out)).map(page => page.url).sort()
    assert.deepEqual(urls, ['http://a.test/', 'http://a.test/hidden', 'http://a.test/page'])
  })
})

test('nofollow is recorded and obeyed, or followed when the campaign says so', async () => {
  const answer: Answer = ({ host, path }, response) => {
    if (path === '/') html(response, '<a href="/yes">y</a><a href="/no" rel="nofollow">n</a>')
    else if (path === '/yes') html(response, '<a href="/quiet">q</a>', { 'x-robots-tag': 'nofollow' })
    else if (host === '' || path === '/robots.txt') status(response, 404)
    else html(response, 'end')
  }
  await scene(answer, async ({ crawl, out }) => {
    assert.equal((await crawl()).pages, 2)
    const pages = await loggedPages(out)
    assert.deepEqual(pages[0].nofollow, ['http://a.test/no'])
    assert.deepEqual(pages[1].nofollow, ['http://a.test/quiet'])
  })
  await scene(answer, async ({ crawl }) => assert.equal((await crawl({ politeness: { nofollow: false } })).pages, 4))
})

test('a chain of redirects without end is given up', async () => {
  const answer: Answer = ({ path }, response) => {
    if (path === '/robots.txt') status(response, 404)
    else status(response, 302, { location: `/${Number(path.slice(1)) + 1}` })
  }
  await scene(answer, async ({ crawl, web }) => {
    const summary = await crawl()
    assert.equal(summary.stopped, 'finished')
    assert.equal(summary.pages, 0)
    assert.ok(web.requests.length < 15, `${web.requests.length} requests`)
  })
})

test('a page with too little text takes the verdict of the page that led to it, when that is wanted', async () => {
  const answer: Answer = ({ path }, response) => {
    if (path === '/') html(response, `${THAI}<a href="/moved">x</a>`)
    else if (path === '/moved') status(response, 301, { location: '/pictures' })
    else if (path === '/pictures') html(response, '<img src="a.gif">')
    else status(response, 404)
  }
  await scene(answer, async ({ crawl }) => assert.equal((await crawl()).relevant, 1))
  await scene(answer, async ({ crawl }) => {
    assert.equal((await crawl({ target: { language: 'tha', 'inherit-unknown': true } })).relevant, 2)
  })
})

test('http and https of one name are one server: never two requests at once', async () => {
  let open = 0
  let most = 0
  const links = Array.from(
    { length: 6 },
    (_, i) => `<a href="http://a.test/${i}">${i}</a><a href="https://a.test/${i}">${i}</a>`,
  ).join('')
  const answer: Answer = (_, response) => {
    most = Math.max(most, ++open)
    setTimeout(() => {
      open--
      html(response, links)
    }, 5)
  }
  await scene(answer, async ({ crawl }) => {
    assert.equal((await crawl({ traps: false })).pages, 13)
    assert.equal(most, 1)
  })
})

test('an archive that was moved away is asked for, and nothing is touched', async () => {
  const links = Array.from({ length: 30 }, (_, i) => `<a href="/${i}">${i}</a>`).join('')
  const answer: Answer = ({ path }, response) =>
    path === '/robots.txt' ? status(response, 404) : html(response, `${links}${THAI}${path}`)
  await scene(answer, async ({ crawl, out }) => {
    const archive = { 'file-size': '8kB' }
    const { warc } = await crawl({ archive, limits: { pages: 20 } })
    assert.ok(warc.length > 2)
    renameSync(warc[1], `${warc[1]}.away`)
    const before = await logText(out)
    const files = readdirSync(join(out, 'warc'))
    await assert.rejects(crawl({ archive }), {
      code: 'E_CRAWL_DIR',
      message: /00001\.warc\.gz is missing; put it back/,
    })
    assert.equal(await logText(out), before)
    assert.deepEqual(readdirSync(join(out, 'warc')), files)
    renameSync(`${warc[1]}.away`, warc[1])
    assert.equal((await crawl({ archive })).pages, 31)
  })
})

test('what is not in an archive does not count against its host', async () => {
  const links = Array.from({ length: 40 }, (_, i) => `<a href="/${i}">${i}</a>`).join('')
  const answer: Answer = ({ path }, response) =>
    path === '/robots.txt' ? status(response, 404) : html(response, `${links}${path}`)
  await scene(answer, async ({ crawl, out }) => {
    const { warc } = await crawl({ strategy: 'breadth-first', limits: { pages: 20 } })
    // another order: most links of the first pages lead to nothing
    const campaign = {
      name: 'replay',
      contact: 'a@b.example',
      target: { language: 'tha' },
      seeds: ['http://a.test/39', 'http://a.test/'],
    }
    const replayed = parseCampaign(
      JSON.stringify({ ...campaign, network: { archive: warc }, strategy: 'breadth-first', workers: 1 }),
      'test',
    )
    const warnings: string[] = []
    const summary = await runCrawl({
      campaign: replayed,
      campaignPath: null,
      seeds: campaign.seeds,
      out: `${out}-replayed`,
      warn: message => warnings.push(message),
      onProgress: () => {},
    })
    assert.equal(summary.pages, 20)
    assert.deepEqual(warnings, [])
  })
})

test('a page that asks for a pause of ten years waits for the next run, and the others of its host do not', async () => {
  const answer: Answer = ({ path }, response) => {
    if (path === '/') html(response, '<a href="/busy">1</a><a href="/fine">2</a>')
    else if (path === '/busy') status(response, 503, { 'retry-after': '315360000' })
    else if (path === '/fine') html(response, THAI)
    else status(response, 404)
  }
  await scene(answer, async ({ web, crawl, log }) => {
    assert.equal((await crawl()).relevant, 1)
    assert.equal(web.requests.filter(({ path }) => path === '/busy').length, 1)
    const put = (await log()).flatMap(entry => (entry.t === 'later' ? [entry] : []))
    assert.deepEqual(
      put.map(({ url, reason }) => [url, reason]),
      [['http://a.test/busy', 'the server answered 503 and asked for a pause of 3650 days (Retry-After)']],
    )
    await crawl()
    assert.equal(web.requests.filter(({ path }) => path === '/busy').length, 2, 'the next run asks again')
  })
})

test('status says which host is waited for, until when and why', async () => {
  let stop: () => void = () => {}
  const answer: Answer = ({ path }, response) => {
    if (path === '/robots.txt') return status(response, 404)
    status(response, 503, { 'retry-after': '100' })
  }
  await scene(answer, async ({ crawl }) => {
    const seen: WaitingHost[][] = []
    const summary = await crawl(
      {},
      given => (stop = given),
      progress => {
        if (progress.waitingHosts === 0) return
        seen.push([...progress.waiting])
        stop()
      },
    )
    assert.equal(summary.stopped, 'interrupted')
    const [[{ host, until, reason }]] = seen
    assert.equal(host, 'a.test')
    assert.ok(Date.parse(until) > Date.now() + 50_000)
    assert.equal(reason, 'answered 503 and asked for a pause (Retry-After)')
  })
})

test('a robots.txt that redirects to a private address costs that file, not the host', async () => {
  const answer: Answer = ({ path }, response) => {
    if (path === '/robots.txt') status(response, 302, { location: 'http://127.0.0.1:1/robots.txt' })
    else html(response, THAI)
  }
  await scene(answer, async ({ crawl, web }) => {
    assert.equal((await crawl({ network: { hosts: { 'a.test': web.origin } } })).relevant, 1)
  })
})

test('hosts whose robots.txt all lead to a third one do not hurt it, and get their pages', async () => {
  const answer: Answer = ({ host, path }, response) => {
    if (host === 'third.test') html(response, 'User-agent: *', { 'content-type': 'text/plain' })
    else if (path === '/robots.txt') status(response, 302, { location: 'http://third.test/robots.txt' })
    else html(response, THAI)
  }
  await scene(answer, async ({ crawl, web }) => {
    const seeds = Array.from({ length: 12 }, (_, i) => `http://host${i}.test/`)
    assert.equal((await crawl({ seeds, politeness: { delay: '60ms' } })).pages, 12)
    const times = web.requests.filter(({ host }) => host === 'third.test').map(({ at }) => at)
    assert.equal(times.length, 12)
    assert.ok(times[11] - times[0] >= 11 * 60 - 50, `${times[11] - times[0]} ms for 12 requests`)
  })
})
