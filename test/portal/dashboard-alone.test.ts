/** `longtail dashboard`: the pages of the portal's dashboard, without a portal; crawls started and stopped from a browser. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { crawlDirectory, lockHolder } from '../../src/collection/index.js'
import { mayStart } from '../../src/portal/dashboard/crawl-control.js'
import { findCrawls } from '../../src/portal/dashboard/crawls.js'
import { glanceAt } from '../../src/portal/dashboard/glance.js'
import { startDashboard, type RunningDashboard } from '../../src/portal/server/index.js'
import { runCli, startCli, temporaryDirectory, writeCampaign } from '../crawl/run-cli.js'
import { html, serveSmallWeb, status, type SmallWeb } from '../crawl/small-web.js'
import { readExposition } from './exposition-format.js'
import { sendRaw } from './raw-http.js'
import { createVisitor, type Visitor } from './visitor.js'

const PASSWORD = 'a long enough password'
const directory = temporaryDirectory('dashboard-alone')
const out = join(directory, 'slow')
let web: SmallWeb
let campaign: string
let dashboard: RunningDashboard
let admin: Visitor

before(async () => {
  web = await serveSmallWeb(({ path }, response) => {
    if (path === '/robots.txt') return status(response, 404)
    const number = Number(path.slice(2)) || 0
    setTimeout(() => html(response, `<title>${number}</title><p>text</p><a href="/p${number + 1}">next</a>`), 100)
  })
  const network = { hosts: { '*': web.origin }, connections: 1 }
  const rest = { politeness: { delay: '0s' }, strategy: 'breadth-first', workers: 1, network, limits: { pages: 5000 } }
  campaign = writeCampaign(directory, { name: 'slow', seeds: ['http://a.test/p0'], ...rest })
  const broken = join(directory, 'broken.yaml')
  writeFileSync(
    broken,
    'name: broken\nconatct: x\ncontact: https://a.test/\ntarget: {language: tha}\nseeds: [http://a.test/]\n',
  )
  dashboard = await startDashboard({
    crawls: [out, join(directory, 'broken'), join(directory, 'foreign'), join(directory, 'unknown')],
    campaigns: new Map([
      [out, campaign],
      [join(directory, 'broken'), broken],
    ]),
    port: 0,
    password: PASSWORD,
    log: () => {},
  })
  admin = createVisitor(dashboard.url.slice(0, -1))
  await admin.get('/admin/login')
  assert.equal((await admin.post('/admin/login', { password: PASSWORD })).status, 303)
})
after(async () => {
  await dashboard.close()
  await web.close()
})

async function untilState(state: string): Promise<string> {
  for (let i = 0; i < 150; i++) {
    const { html: text } = await admin.get('/crawls/slow')
    if (text.includes(`class="state ${state}"`)) return text
    await sleep(100)
  }
  return ''
}

test('it shows crawls and nothing of a library', async () => {
  const visitor = createVisitor(dashboard.url.slice(0, -1))
  assert.equal((await visitor.get('/')).location, '/crawls')
  const { status: code, html: text } = await visitor.get('/crawls')
  assert.equal(code, 200)
  assert.match(text, /<caption[^>]*>Crawls<\/caption>/)
  assert.match(text, /<a href="\/crawls\/slow">/)
  assert.doesNotMatch(text, /href="\/(?:topics|sites|bookmarks|lessons|help|manifest)|action="\/search"/)
  for (const path of ['/search?q=x', '/topics', '/admin/blacklist', '/web/http://a.test/'])
    assert.equal((await visitor.get(path)).status, 404, path)
  const families = readExposition((await visitor.get('/metrics')).html)
  assert.equal(families.get('longtail_crawl_running')?.samples.length, 4)
  assert.equal(families.has('longtail_portal_pages'), false)
  assert.ok(families.has('process_resident_memory_bytes'))
})

test('the administrator starts a crawl, stops it, and starts it again where it was', async () => {
  assert.match((await admin.get('/crawls/slow')).html, /<button name="want" value="start">Start/)
  assert.equal((await admin.post('/crawls/slow/run', { want: 'start' })).status, 303)
  const shown = await untilState('running')
  assert.match(shown, /<button name="want" value="stop">Stop/)
  const process = lockHolder(crawlDirectory(out))
  assert.ok(process > 0)
  const twice = await admin.post('/crawls/slow/run', { want: 'start' })
  assert.equal(twice.status, 409)
  assert.match(twice.html, /role="alert">That was not possible: this crawl is already running/)
  while (web.requests.length < 5) await sleep(50)
  assert.equal((await admin.post('/crawls/slow/run', { want: 'stop' })).status, 303)
  assert.notEqual(await untilState('stopped'), '')
  assert.equal(lockHolder(crawlDirectory(out)), 0)
  assert.match(readFileSync(crawlDirectory(out).output, 'utf8'), /crawling into .*[^]*stopped: /)
  assert.equal((await admin.post('/crawls/slow/run', { want: 'stop' })).status, 409)

  assert.equal((await admin.post('/crawls/slow/run', { want: 'start' })).status, 303)
  assert.notEqual(await untilState('running'), '')
  await admin.get('/crawls/slow')
  assert.equal((await admin.post('/crawls/slow/run', { want: 'stop' })).status, 303)
  assert.notEqual(await untilState('stopped'), '')
  assert.match(readFileSync(crawlDirectory(out).output, 'utf8'), /resuming the crawl in /)
  const pages = web.requests.filter(({ path }) => path !== '/robots.txt').map(({ path }) => path)
  assert.equal(new Set(pages).size, pages.length, 'no page was asked for twice')
})

test('a crawl that cannot begin says why', async () => {
  const { status: code, html: text } = await admin.post('/crawls/broken/run', { want: 'start' })
  assert.equal(code, 409)
  assert.match(text, /E_CAMPAIGN: .*broken\.yaml:2: unknown key (?:&quot;|&#34;|")conatct/)
  assert.doesNotMatch((await admin.get('/crawls/unknown')).html, /value="start"/, 'its campaign file is unknown')
  assert.equal((await admin.post('/crawls/unknown/run', { want: 'start' })).status, 409)
  assert.equal((await admin.post('/crawls/slow/run', { want: 'explode' })).status, 400)
})

test('forged requests, strangers and other names of the host start nothing', async () => {
  const origin = dashboard.url.slice(0, -1)
  const { port } = new URL(origin)
  const stranger = createVisitor(origin)
  await stranger.get('/admin/login')
  assert.equal((await stranger.post('/crawls/slow/run', { want: 'start' })).status, 403)
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const token = /name="token" value="([^"]+)"/.exec((await admin.get('/crawls/slow')).html)?.[1] ?? ''
  const send = (headers: Record<string, string>, fields: Record<string, string>) =>
    fetch(`${origin}/crawls/slow/run`, {
      ...{ method: 'POST', redirect: 'manual' },
      body: new URLSearchParams({ want: 'start', ...fields }),
      headers: { cookie, ...headers },
    })
  assert.equal((await send({ origin: 'http://evil.example' }, { token })).status, 403)
  assert.equal((await send({ origin, 'sec-fetch-site': 'cross-site' }, { token })).status, 403)
  assert.equal((await send({ origin }, {})).status, 403, 'no token')
  assert.equal((await send({ origin }, { token: 'x'.repeat(32) })).status, 403)
  const body = new URLSearchParams({ want: 'start', token }).toString()
  const head = `Host: evil.example:${port}\r\nCookie: ${cookie}\r\nContent-Type: application/x-www-form-urlencoded`
  const rebound = await sendRaw(
    origin,
    `POST /crawls/slow/run HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
  assert.ok([400, 403, 421].includes(rebound.status), rebound.headers)
  assert.equal(lockHolder(crawlDirectory(out)), 0)
})

test('a lock that names another program stops nothing', async () => {
  const foreign = join(directory, 'foreign')
  mkdirSync(foreign)
  const other = spawn('sleep', ['60'])
  try {
    const stat = readFileSync(`/proc/${other.pid}/stat`, 'utf8')
    writeFileSync(join(foreign, 'lock'), `${other.pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}\n`)
    await admin.get('/crawls/foreign')
    const { status: code, html: text } = await admin.post('/crawls/foreign/run', { want: 'stop' })
    assert.equal(code, 409)
    assert.match(text, /is not (?:&quot;|&#34;|")longtail crawl/)
    assert.equal(other.exitCode ?? other.signalCode, null)
  } finally {
    other.kill()
  }
})

test('crawls that only a library mentions cannot be started', async () => {
  const campaigns = new Map([[out, campaign]])
  const [named] = findCrawls([], [out], campaigns)
  const [mentioned] = findCrawls([out], [], campaigns)
  assert.equal(mayStart(await glanceAt(named)), true)
  assert.equal(mayStart(await glanceAt(mentioned)), false)
})

test('without a password it only shows; on a network it does not start without one', async () => {
  const { child, result } = startCli(['dashboard', out, '--port', '0', '--json'])
  const [line] = (await once(child.stdout ?? child, 'data')) as [string]
  const said: { url: string; administrator: boolean } = JSON.parse(line)
  assert.equal(said.administrator, false)
  const page = await (await fetch(`${said.url}crawls/slow`, { headers: { 'accept-language': 'en' } })).text()
  assert.match(page, /class="state stopped"/)
  assert.doesNotMatch(page, /<button|href="\/admin/)
  assert.equal((await fetch(`${said.url}admin/login`)).status, 404)
  assert.equal((await fetch(`${said.url}crawls/slow/run`, { method: 'POST' })).status, 403)
  child.kill('SIGINT')
  assert.deepEqual([(await result).code, (await result).stderr], [0, ''])
  const open = await runCli('dashboard', out, '--port', '0', '--host', '0.0.0.0')
  assert.equal(open.code, 2)
  assert.match(open.stderr, /^E_USAGE: --host 0\.0\.0\.0: .*--password-file/)
  assert.ok(!existsSync(join(directory, 'unknown')), 'looking makes no directory')
})

test('a campaign file stands for the directory of its crawl', async () => {
  const { child, result } = startCli(['dashboard', campaign, '--port', '0', '--json'])
  const [line] = (await once(child.stdout ?? child, 'data')) as [string]
  const said: { url: string } = JSON.parse(line)
  assert.equal((await fetch(`${said.url}crawls/slow`)).status, 200)
  child.kill('SIGTERM')
  assert.equal((await result).code, 0)
})
