/** Crawls by many processes that each have a browser. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { LogEntry, PageEntry } from '../../src/collection/index.js'
import type { Status } from '../../src/collection/status.js'
import { checkIndependently } from '../crawl/read-archives.js'
import { logged } from '../crawl/shown-web.js'
import { html, serveSmallWeb, status } from '../crawl/small-web.js'
import { CASES } from '../render/cases.js'
import { crawlRendering, renderingCampaign, serveRenderingWeb } from '../render/rendering-web.js'
import { browsersEnd, browsersIn } from '../render/spawned-crawl.js'
import { splitArchives, startManyWith, until } from './many-processes.js'
import { splitEntries } from './split-crawl.js'

const directory = mkdtempSync(join(tmpdir(), 'longtail-split-rendering-'))
after(() => rmSync(directory, { recursive: true, force: true }))

const isPage = (entry: LogEntry): entry is PageEntry => entry.t === 'page'

function outcomes(entries: readonly LogEntry[]): string[] {
  return entries
    .filter(isPage)
    .map(({ url, relevant, language, title, rendered }) =>
      [url, relevant, language, title, rendered?.brought === true].join(' '),
    )
    .sort()
}

const archives = (out: string): string[] => splitArchives(out).filter(name => name.endsWith('.warc.gz'))

function temporaryFor(name: string): string {
  const temporary = join(directory, `${name}-tmp`)
  mkdirSync(temporary)
  return temporary
}

/** Of browsers that a worker has: their first processes are children of the one that drives them, which is its child. */
function browsersOf(worker: number, temporary: string): number[] {
  return browsersIn(temporary).filter(pid => parentOf(parentOf(pid)) === worker)
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

test('workers render what one process renders, each with one browser, and archive it', async () => {
  const names = [
    'fetch',
    'jsonp',
    'router',
    'web-component',
    'redirect-replaced',
    'consent-overlay',
    'search-form',
    'worker',
  ]
  const sites = { cases: CASES.filter(({ name }) => names.includes(name)), plainSites: 4 }
  const web = await serveRenderingWeb(sites)
  try {
    const campaign = { ...renderingCampaign(web, sites), render: { when: 'when-needed', share: 1 } }
    const alone = join(directory, 'alone')
    await crawlRendering(campaign, alone)
    const temporary = temporaryFor('split')
    const crawl = startManyWith({ TMPDIR: temporary }, join(directory, 'split'), campaign, '--processes', '2')
    let mostBrowsers = 0
    const watch = setInterval(() => {
      const profiles = readdirSync(temporary).filter(name => name.startsWith('longtail-browser-'))
      mostBrowsers = Math.max(mostBrowsers, profiles.length)
    }, 50)
    const { code, said } = await crawl.done
    clearInterval(watch)
    assert.equal(code, 0, said)
    assert.ok(mostBrowsers >= 1 && mostBrowsers <= 2, `${mostBrowsers} browsers`)
    const entries = await splitEntries(crawl.out)
    assert.deepEqual(outcomes(entries), outcomes(await logged(alone)))
    const rendered = entries.filter(isPage).filter(page => page.rendered !== undefined)
    assert.ok(rendered.some(({ relevant, rendered: what }) => relevant && what?.place !== undefined))
    const { rendered: told, browserCpuMs }: Status = JSON.parse(readFileSync(join(crawl.out, 'status.json'), 'utf8'))
    assert.equal(told, rendered.length)
    assert.ok(browserCpuMs > 0 && browserCpuMs < 600_000, `${browserCpuMs} ms`)
    await checkIndependently(archives(crawl.out))
    await browsersEnd(temporary)
  } finally {
    await web.close()
  }
})

test('delays and robots.txt hold for a host that the browsers of several workers ask', async () => {
  const hosts = ['one', 'two', 'three', 'four', 'five', 'six'].map(name => `${name}.test`)
  const web = await serveSmallWeb(({ host, path }, response) => {
    if (path === '/robots.txt')
      return void response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /private/\n')
    if (path.endsWith('.js'))
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(`document.body.append('${path}')`)
    if (path !== '/' || !hosts.includes(host)) return status(response, 404)
    const scripts = [`http://cdn.test/${host}.js`, `http://cdn.test/more-${host}.js`, 'http://cdn.test/private/no.js']
    html(response, `<div id="app"></div>${scripts.map(src => `<script src="${src}"></script>`).join('')}`)
  })
  const delay = 600
  try {
    const campaign = {
      ...renderingCampaign(web),
      seeds: hosts.map(host => `http://${host}/`),
      render: 'always',
      politeness: { delay: `${delay}ms` },
      network: { hosts: Object.fromEntries([...hosts, 'cdn.test'].map(host => [host, web.origin])), retries: 0 },
    }
    const temporary = temporaryFor('polite')
    const crawl = startManyWith({ TMPDIR: temporary }, join(directory, 'polite'), campaign, '--processes', '2')
    const { code, said } = await crawl.done
    assert.equal(code, 0, said)
    const pages = (await splitEntries(crawl.out)).filter(isPage)
    assert.deepEqual(
      pages.filter(({ rendered }) => rendered?.asked === 3 && rendered.failed === undefined).length,
      hosts.length,
    )
    const toCdn = web.requests.filter(({ host }) => host === 'cdn.test')
    assert.deepEqual(
      toCdn.map(({ path }) => path).filter(path => path.startsWith('/private/')),
      [],
    )
    for (const host of hosts)
      for (const path of [`/${host}.js`, `/more-${host}.js`])
        assert.equal(toCdn.filter(one => one.path === path).length, 1, path)
    const times = toCdn.map(({ at }) => at)
    for (let i = 1; i < times.length; i++) assert.ok(times[i] - times[i - 1] >= delay * 0.8, times.join(' '))
    await browsersEnd(temporary)
  } finally {
    await web.close()
  }
})

test('a worker that is killed while it renders leaves no browser, and the crawl loses nothing', async () => {
  const cases = CASES.filter(({ name }) => ['fetch', 'xhr', 'modules', 'inline-data'].includes(name))
  const web = await serveRenderingWeb({ cases })
  try {
    const campaign = { ...renderingCampaign(web, { cases }), render: 'always' }
    const whole = join(directory, 'whole')
    await crawlRendering(campaign, whole)
    const temporary = temporaryFor('killed')
    const crawl = startManyWith({ TMPDIR: temporary }, join(directory, 'killed'), campaign, '--processes', '2')
    let [victim, orphans]: [number, number[]] = [0, []]
    await until('a browser of a worker', () => {
      for (const worker of crawl.workers()) {
        const found = browsersOf(worker, temporary)
        if (found.length > 0) [victim, orphans] = [worker, found]
      }
      return victim !== 0
    })
    process.kill(victim, 'SIGKILL')
    await until('the end of its browser', () => !browsersIn(temporary).some(pid => orphans.includes(pid)))
    const { code, said } = await crawl.done
    assert.equal(code, 0, said)
    const entries = await splitEntries(crawl.out)
    const urls = entries.filter(isPage).map(({ url }) => url)
    assert.equal(new Set(urls).size, urls.length)
    assert.deepEqual(outcomes(entries), outcomes(await logged(whole)))
    await checkIndependently(archives(crawl.out))
    await browsersEnd(temporary)
  } finally {
    await web.close()
  }
})
