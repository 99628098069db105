/** Traps end, twins are fetched once, honest sites that look like traps lose nothing; and all of it is in the log. */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { crawlDirectory, readHostReport } from '../../src/collection/index.js'
import { loggedPages } from './demo-crawl.js'
import { startCli, temporaryDirectory } from './run-cli.js'
import { html, serveSmallWeb, status, type Answer, type SmallRequest } from './small-web.js'
import { answerTrapWeb, crawlInto, decisionsIn, loggedEntries } from './trap-crawl.js'
import { HONEST, homeOf, honestUrls, page, prose, TRAPS } from './trap-web.js'

/**
 * A trap is closed after 8 to 48 pages, and then tried now and then. Months of the calendar have few words, so that some do not look
 * alike and it takes longer.
 */
const MOST_OF_A_TRAP = 250

let directory: string

before(() => {
  directory = temporaryDirectory('traps')
})

after(() => rmSync(directory, { recursive: true, force: true }))

// with worth=0 nothing is held back because it does not pay: traps have to be known as such
for (const strategy of ['breadth-first', 'longtail:worth=0']) {
  test(`${strategy}: every trap ends by itself, and no page of the honest sites beside them is missed`, async () => {
    const requests = await crawlTrapWeb(strategy)
    for (const name of Object.keys(TRAPS)) {
      const count = requestsOf(name, requests)
      assert.ok(count > 8 && count < MOST_OF_A_TRAP, `${name}: ${count} requests`)
    }
    const entries = await loggedEntries(join(directory, strategy))
    const closed = entries.flatMap(entry => (entry.t === 'trap' && entry.open !== true ? [entry] : []))
    const kinds = new Set(closed.map(({ kind }) => kind))
    for (const kind of ['calendar', 'session', 'repeated-path', 'host', 'wildcard', 'parameters', 'numbers'])
      assert.ok(kinds.has(kind), `${kind} in ${closed.map(entry => `${entry.kind} ${entry.pattern}`).join(', ')}`)
    assert.deepEqual(
      closed.filter(({ pattern }) => Object.keys(HONEST).some(name => pattern.includes(name))),
      [],
    )
    assert.ok(entries.some(entry => entry.t === 'held' && entry.url.includes('calendar.test')))
  })
}

test('longtail: with its defaults it leaves every trap, at the latest when it is known as one, and misses no honest page', async () => {
  const requests = await crawlTrapWeb('longtail')
  for (const name of Object.keys(TRAPS)) {
    const count = requestsOf(name, requests)
    assert.ok(count > 0 && count < MOST_OF_A_TRAP, `${name}: ${count} requests`)
  }
})

/** Crawls until nothing is left, checks that all honest pages were fetched, and returns what was asked for. */
async function crawlTrapWeb(strategy: string): Promise<readonly SmallRequest[]> {
  const web = await serveSmallWeb(answerTrapWeb)
  try {
    const seeds = [...Object.keys(TRAPS), ...Object.keys(HONEST)].map(homeOf)
    const { stopped, pages } = await crawlInto(join(directory, strategy), web.origin, {
      seeds,
      strategy,
      limits: { pages: 5000 },
    })
    assert.equal(stopped, 'finished', `${pages} pages`)
  } finally {
    await web.close()
  }
  const fetched = new Set(web.requests.map(({ host, path }) => `http://${host}${path}`))
  assert.deepEqual(
    honestUrls().filter(url => !fetched.has(url)),
    [],
  )
  return web.requests
}

function requestsOf(trap: string, requests: readonly SmallRequest[]): number {
  return requests.filter(({ host }) => (trap.startsWith('.') ? host.endsWith(trap) : host === trap)).length
}

test('status --hosts tells why URLs are held back, in words and as JSON', async () => {
  const out = join(directory, 'breadth-first')
  const line = readHostReport(crawlDirectory(out)).find(({ list, host }) => list === 'trap' && host === 'calendar.test')
  assert.match(
    line?.reason ?? '',
    /^trap \(calendar\): \d+ of \d+ pages of calendar\.test\/events\/#\/#\/ bring nothing new, \d+ URLs held back$/,
  )
  const { stdout } = await startCli(['status', out, '--hosts', '30']).result
  assert.match(stdout, /traps and twins, by URLs held back:\n[^]*calendar\.test: .*trap \(calendar\)/)
  const json = JSON.parse((await startCli(['status', out, '--hosts', '30', '--json']).result).stdout) as {
    hosts: { list: string; host: string; reason: string }[]
  }
  assert.ok(
    json.hosts.some(({ list, host, reason }) => list === 'trap' && host === 'soft.test' && reason.startsWith('trap')),
  )
})

test('a trap that brings something new again is opened, and nothing of it is lost', async () => {
  // 60 pages that say the same, found on one another, and then 30 that do not
  const text = (n: number): string => (n < 60 ? prose('under construction', 90) : prose(`ready ${n}`, 90))
  const web = await serveSmallWeb(({ path }, response) => {
    const n = Number(/^\/item\/(\d+)$/.exec(path)?.[1] ?? 0)
    const next = [n + 1, n + 2, n + 3].filter(each => each < 90).map(each => `/item/${each}`)
    html(response, page('Items', text(n), next))
  })
  try {
    await crawlInto(join(directory, 'reopened'), web.origin, {
      seeds: ['http://reopened.test/'],
      strategy: 'breadth-first',
    })
    const before = (await loggedPages(join(directory, 'reopened'))).length
    assert.ok(before < 60, `${before} pages before`)
    // whoever wants them all says so
    const { stopped } = await crawlInto(join(directory, 'reopened'), web.origin, {
      seeds: [],
      strategy: 'breadth-first',
      traps: false,
    })
    assert.equal(stopped, 'finished')
  } finally {
    await web.close()
  }
  const entries = await loggedEntries(join(directory, 'reopened'))
  assert.ok(entries.some(entry => entry.t === 'trap' && entry.open === true))
  const urls = (await loggedPages(join(directory, 'reopened'))).map(({ url }) => url)
  assert.equal(urls.length, 90)
  assert.equal(new Set(urls).size, 90)
})

test('http and https twins, and those with and without www., are fetched once; what only one of them has is fetched, too', async () => {
  const twin: Answer = ({ host, path }, response) => {
    const [, kind = '', number = ''] = /^\/(both|plain|www|apart)\/(\d+)$/.exec(path) ?? []
    const isWww = host.startsWith('www.')
    const numbers = Array.from({ length: 20 }, (_, i) => i)
    const links = ['both', 'plain', 'www', 'apart'].flatMap(each =>
      numbers.flatMap(n => [
        `http://${host}/${each}/${n}`,
        `https://${host}/${each}/${n}`,
        `http://www.twin.test/${each}/${n}`,
      ]),
    )
    if ((kind === 'plain' && isWww) || (kind === 'www' && !isWww)) status(response, 404)
    else html(response, page(`${kind} ${number}`, prose(path, 80), path === '/' ? links : []))
  }
  const web = await serveSmallWeb(twin)
  try {
    await crawlInto(join(directory, 'twins'), web.origin, {
      seeds: ['http://twin.test/', 'http://www.twin.test/'],
      strategy: 'breadth-first',
    })
  } finally {
    await web.close()
  }
  const good = (await loggedPages(join(directory, 'twins'))).filter(entry => entry.status === 200)
  const paths = good.map(({ url }) => url.replace(/^https?:\/\/(www\.)?/, ''))
  const distinct = new Set(paths)
  assert.equal(distinct.size, 1 + 4 * 20)
  assert.ok(paths.length < distinct.size + 20, `${paths.length} fetches of ${distinct.size} pages`)
  const entries = await loggedEntries(join(directory, 'twins'))
  assert.deepEqual(
    new Set(decisionsIn(entries)),
    new Set(['scheme http://twin.test/ = https://twin.test/ false', 'www twin.test/ = www.twin.test/ false']),
  )
  for (const entry of entries) {
    if (entry.t !== 'held') continue
    const kept = good.find(({ id }) => id === entry.of)
    assert.equal(kept?.url.replace(/^https?:\/\/(www\.)?/, ''), entry.url.replace(/^https?:\/\/(www\.)?/, ''))
  }
})

test('sites under http and https that differ are both fetched', async () => {
  const web = await serveSmallWeb(({ host, path }, response) => {
    const numbers = Array.from({ length: 10 }, (_, i) => i)
    const links = numbers.flatMap(n => [`http://apart.test/${n}`, `http://www.apart.test/${n}`])
    html(response, page(`${host}${path}`, prose(`${host}${path}`, 80), path === '/' ? links : []))
  })
  try {
    const { pages } = await crawlInto(join(directory, 'apart'), web.origin, {
      seeds: ['http://apart.test/'],
      strategy: 'breadth-first',
    })
    assert.equal(pages, 21)
  } finally {
    await web.close()
  }
  assert.deepEqual(decisionsIn(await loggedEntries(join(directory, 'apart'))), [])
})
