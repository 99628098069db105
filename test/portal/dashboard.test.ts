import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { crawlDirectory, isPauseAsked } from '../../src/collection/index.js'
import { buildDemoWeb, serveDemoWeb } from '../../src/demo/web.js'
import { buildPortal } from '../../src/portal/build/build.js'
import { createDashboard, dashboardRoutes } from '../../src/portal/dashboard/index.js'
import { startPortal, type RunningPortal } from '../../src/portal/server/index.js'
import { crawlDemo } from '../crawl/demo-crawl.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { crawlShown, THAI } from '../crawl/shown-web.js'
import { html, serveSmallWeb, status } from '../crawl/small-web.js'
import { readExposition } from './exposition-format.js'

const PASSWORD = 'a long enough password'
const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)>'

let directory: string
let portal: RunningPortal
let second: string
let admin: Visitor
const anybody = { get: (path: string) => new Visitor().get(path) }

/** A browser without scripts: keeps cookies, follows no redirect by itself. */
class Visitor {
  private readonly cookies = new Map<string, string>()

  async get(path: string): Promise<{ status: number; text: string; headers: Headers }> {
    return this.send(path, {})
  }

  /** Sends a form as the page `from` has it: with its token. */
  async post(from: string, path: string, fields: Record<string, string>) {
    const { text } = await this.get(from)
    const token = /name="token" value="([^"]*)"/.exec(text)?.[1] ?? ''
    const body = new URLSearchParams({ token, ...fields })
    return this.send(path, { method: 'POST', body, headers: { origin: portal.url.slice(0, -1) } })
  }

  async logIn(): Promise<void> {
    const { status } = await this.post('/admin/login', '/admin/login', { password: PASSWORD })
    assert.equal(status, 303)
  }

  private async send(path: string, init: RequestInit) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(init.headers as Record<string, string> | undefined), cookie, 'accept-language': 'en' }
    const answer = await fetch(new URL(path, portal.url), { ...init, headers, redirect: 'manual' })
    for (const set of answer.headers.getSetCookie()) {
      const [pair] = set.split(';')
      this.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
}

before(async () => {
  directory = temporaryDirectory('dashboard')
  const web = buildDemoWeb({ hosts: 24, pagesPerHost: 10, seed: 3 })
  const server = await serveDemoWeb(web)
  const first = join(directory, 'first')
  await crawlDemo(web, server, first, { limits: { pages: 40 } })
  await server.close()
  await buildPortal({ sources: [first], out: join(directory, 'portal') })
  second = join(directory, 'second')
  const hostile = join(directory, 'hostile')
  mkdirSync(hostile)
  writeHostileCrawl(hostile)
  portal = await startPortal({
    directory: join(directory, 'portal'),
    port: 0,
    crawls: [second, hostile],
    password: PASSWORD,
    log: () => {},
  })
  admin = new Visitor()
  await admin.logIn()
})

after(async () => {
  await portal?.close()
  rmSync(directory, { recursive: true, force: true })
})

function writeHostileCrawl(path: string): void {
  const identity = { format: 'longtail-crawl', version: 1, name: HOSTILE, target: {}, created: '' }
  const status = { at: '2026-01-02T03:04:05Z', strategy: HOSTILE, pages: 3, left: HOSTILE, signs: { [HOSTILE]: 2 } }
  const page = { t: 'page', id: 0, url: `http://a.test/${HOSTILE}`, title: HOSTILE, language: HOSTILE, relevant: true }
  const skip = { t: 'skip', id: 1, url: 'http://b.test/', reason: HOSTILE }
  writeFileSync(join(path, 'crawl.json'), JSON.stringify(identity))
  writeFileSync(join(path, 'status.json'), JSON.stringify({ ...status, campaign: HOSTILE }))
  writeFileSync(join(path, 'crawl.log.jsonl'), `${JSON.stringify({ ...page, links: [] })}\n${JSON.stringify(skip)}\n`)
  const columns = 'list\thost\tpages\trelevant\tunfetched\treason'
  writeFileSync(join(path, 'hosts.tsv'), `${columns}\nlargest\t${HOSTILE}\t1\t1\t1\t${HOSTILE}\n`)
  writeFileSync(join(path, 'exclude.txt'), `# </textarea>${HOSTILE}\n`)
}

async function live(name: string): Promise<{ blocks: Record<string, string>; againMs: number }> {
  return JSON.parse((await anybody.get(`/crawls/${name}?part=live`)).text)
}

/** Bounded: a state that never comes fails the assertion that follows. */
async function untilState(name: string, state: string): Promise<string> {
  for (let i = 0; i < 100; i++) {
    const { blocks } = await live(name)
    if (blocks['crawl-state'].includes(`class="state ${state}"`)) return blocks['crawl-state']
    await sleep(100)
  }
  return ''
}

test('crawls that the library was built from are listed, and those that were named, before they began', async () => {
  const { status, text } = await anybody.get('/crawls')
  assert.equal(status, 200)
  assert.match(text, /<caption[^>]*>Crawls of this library<\/caption>/)
  assert.match(text, /<a href="\/crawls\/second">second<\/a><\/th><td><span class="state never">Not started/)
  assert.match(text, /<a href="\/crawls\/first">test<\/a><\/th><td><span class="state finished">Finished/)
  const page = await anybody.get('/crawls/first')
  assert.match(page.text, /the limit of pages was reached/)
  assert.match(page.text, new RegExp(`longtail crawl CAMPAIGN\\.yaml --out ${join(directory, 'first')}`))
  assert.match(page.text, /<svg class="chart course" role="img" aria-label="[^"]*Of 40 pages/)
  assert.doesNotMatch(page.text, /last 1,000/, 'it has no 1,000 pages')
  assert.doesNotMatch(page.text, /id="live"/, 'nothing changes any more')
})

test('a running crawl is seen, paused, told what to leave out, resumed and seen to its end', async () => {
  // one page after the other, slowly as long as somebody looks; what is to be left out comes last
  let pace = 150
  const numbers = Array.from({ length: 40 }, (_, n) => n)
  const paths = [...numbers.map(n => `/p${n}`), ...numbers.map(n => `/left-out/${n}`)]
  const body = `<p>${THAI.repeat(4)}</p>${paths.map(path => `<a href="${path}">${path}</a>`).join(' ')}`
  const slow = await serveSmallWeb(({ path }, response) => {
    if (path === '/robots.txt') status(response, 404)
    else setTimeout(() => html(response, `<title>Page ${path}</title>${body} ${path}`), pace)
  })
  try {
    const running = crawlShown(slow, second, { network: { connections: 1 } })
    assert.notEqual(await untilState('second', 'running'), '')
    const shown = await anybody.get('/crawls/second?refresh=1')
    assert.match(shown.text, /<div id="live" data-address="\/crawls\/second\?part=live"/)
    assert.equal(shown.headers.get('refresh'), '10')
    assert.doesNotMatch(shown.text, /<button name="want"/, 'only the administrator pauses')
    assert.doesNotMatch(shown.text, /id="excludes"/)

    assert.match((await admin.get('/crawls/second')).text, /<button name="want" value="pause">Pause/)
    assert.equal((await admin.post('/crawls/second', '/crawls/second/pause', { want: 'pause' })).status, 303)
    assert.notEqual(await untilState('second', 'paused'), '')
    const asked = slow.requests.length
    assert.ok(asked < 30, 'it was paused before its end')
    const metrics = readExposition((await anybody.get('/metrics')).text)
    const value = (name: string): number | undefined =>
      metrics.get(name)?.samples.find(({ labels }) => labels.get('crawl') === 'second')?.value
    assert.deepEqual([value('longtail_crawl_running'), value('longtail_crawl_paused')], [1, 1])

    const version = /name="version" value="([^"]*)"/.exec((await admin.get('/crawls/second')).text)?.[1] ?? ''
    const text = '*/left-out/*  # enough of it\n'
    const saved = await admin.post('/crawls/second', '/crawls/second/excludes', { text, version })
    assert.equal(saved.status, 303)
    assert.equal(readFileSync(crawlDirectory(second).excludes, 'utf8'), text)
    assert.match((await admin.get(saved.headers.get('location') ?? '')).text, /Saved\./)

    assert.equal(slow.requests.length, asked, 'a paused crawl asks for nothing')
    pace = 0
    assert.equal((await admin.post('/crawls/second', '/crawls/second/pause', { want: 'resume' })).status, 303)
    const summary = await running
    assert.deepEqual([summary.stopped, summary.pages], ['finished', 40])
    assert.deepEqual(
      slow.requests.filter(({ path }) => path.startsWith('/left-out/')),
      [],
    )
  } finally {
    await slow.close()
  }
  assert.match(await untilState('second', 'finished'), /finished, nothing is left to fetch/)
  const { blocks, againMs } = await live('second')
  assert.equal(againMs, 0)
  assert.match(blocks['crawl-figures'], /<dt>Pages<\/dt><dd>40<\/dd>/)
  assert.match(blocks['crawl-recent'], /<ul lang="en"><li>[^<]*Thai[^<]*<\/li>/, 'reasons of the judge')
  assert.match(blocks['crawl-languages'], /Thai/)
  assert.match(blocks['crawl-hosts'], /Sites with the most pages/)
  assert.match(blocks['crawl-trouble'], /excluded<\/span><\/th><td class="number">40</)
})

test('a list of excludes with mistakes is not saved, and the lines are named', async () => {
  const before = readFileSync(crawlDirectory(join(directory, 'hostile')).excludes, 'utf8')
  const page = await admin.get('/crawls/hostile')
  const version = /name="version" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
  const text = '*/cart/*\r\ngames\r\n'
  const wrong = await admin.post('/crawls/hostile', '/crawls/hostile/excludes', { text, version })
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /Line 2: games – No address begins like this/)
  assert.match(wrong.text, /\*\/cart\/\*\ngames\n<\/textarea>/, 'what was typed is still there')
  const stale = await admin.post('/crawls/hostile', '/crawls/hostile/excludes', { text: '', version: 'another' })
  assert.equal(stale.status, 409)
  const large = await admin.post('/crawls/hostile', '/crawls/hostile/excludes', { text: '\n'.repeat(6000), version })
  assert.equal(large.status, 413)
  assert.equal(readFileSync(crawlDirectory(join(directory, 'hostile')).excludes, 'utf8'), before)
})

test('who is not the administrator changes nothing', async () => {
  const stranger = new Visitor()
  const hostile = crawlDirectory(join(directory, 'hostile'))
  const version = 'x'
  for (const [path, fields] of [
    ['/crawls/hostile/pause', { want: 'pause' }],
    ['/crawls/hostile/excludes', { text: '*/x/*', version }],
  ] as const)
    assert.equal((await stranger.post('/admin/login', path, { ...fields })).status, 403, path)
  assert.equal(isPauseAsked(hostile), false)
  assert.doesNotMatch(readFileSync(hostile.excludes, 'utf8'), /\/x\//)
  const odd = await admin.post('/crawls/hostile', '/crawls/hostile/pause', { want: 'explode' })
  assert.equal(odd.status, 400)
})

test('what the Web and the disk say is shown as text', async () => {
  for (const visitor of [new Visitor(), admin])
    for (const path of ['/crawls', '/crawls/hostile', '/crawls/hostile?part=live']) {
      const { status, text } = await visitor.get(path)
      assert.equal(status, 200)
      const html = path.endsWith('live') ? Object.values(JSON.parse(text).blocks).join('') : text
      assert.ok(html.includes('&lt;script&gt;alert(1)'), `${path} does not show it at all`)
      assert.doesNotMatch(html, /<script>|<img src=x|<\/textarea>#/)
      assert.doesNotMatch(html, / style="| on\w+="/)
    }
})

test('names of crawls lead nowhere else', async () => {
  for (const name of ['nothing', '..%2F..%2Fetc', '__proto__', 'constructor', '%00'])
    assert.ok([400, 404].includes((await anybody.get(`/crawls/${name}`)).status), name)
  assert.ok(!existsSync(join(directory, 'pause')))
})

test('/metrics speaks the format, of crawls, of the library and of the server', async () => {
  await anybody.get('/search?q=demo')
  const { status, text, headers } = await anybody.get('/metrics')
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  const families = readExposition(text)
  const pages = new Map(
    families.get('longtail_crawl_pages_total')?.samples.map(({ labels, value }) => [labels.get('crawl'), value]),
  )
  assert.equal(pages.get('first'), 40)
  assert.equal(pages.get('hostile'), 3)
  const searches = families
    .get('longtail_portal_request_duration_seconds')
    ?.samples.filter(({ name, labels }) => name.endsWith('_count') && labels.get('route') === '/search')
  assert.equal(searches?.length, 1)
  assert.ok((searches?.[0].value ?? 0) >= 1)
  assert.ok((families.get('process_resident_memory_bytes')?.samples[0].value ?? 0) > 1e6)
  assert.ok((families.get('longtail_portal_pages')?.samples[0].value ?? 0) > 0)
})

test('on a network only the administrator looks', async () => {
  const routes = dashboardRoutes(createDashboard({ built: [], watched: [], open: false }))
  const views = routes.filter(({ method, pattern }) => method === 'GET' && pattern.startsWith('/crawls'))
  assert.deepEqual(
    views.map(({ admin: isForAdmin }) => isForAdmin),
    [true, true],
  )
  assert.ok(routes.filter(({ method }) => method === 'POST').every(({ admin: isForAdmin }) => isForAdmin === true))
  const open = dashboardRoutes(createDashboard({ built: [], watched: [], open: true }))
  assert.ok(open.filter(({ method }) => method === 'GET').every(({ admin: isForAdmin }) => isForAdmin !== true))
})

test('files of a crawl are read once a second at most, however many look', async () => {
  const [one, two] = await Promise.all([live('first'), live('first')])
  assert.deepEqual(one, two)
  const dashboard = createDashboard({ built: [], watched: [join(directory, 'first')], open: true })
  const [crawl] = dashboard.crawls()
  assert.equal(crawl.view(), crawl.view(), 'the same answer for all')
  assert.equal(dashboard.crawl('first'), crawl)
  const seen = crawl.glance()
  crawl.forget()
  assert.notEqual(crawl.glance(), seen)
})
