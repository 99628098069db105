/** On how many days pages were opened: counted in a portal that is asked to, and what a crawl makes of it. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { addUpReadings, readReadings } from '../../src/collection/page-readings.js'
import { crawlDirectory, readLog } from '../../src/collection/index.js'
import { openPeople } from '../../src/portal/people/people.js'
import { startPortal } from '../../src/portal/server/start.js'
import { scratch } from '../archive/samples.js'
import { crawlLiving, ChangingWeb } from '../crawl/living-web.js'
import { runCli } from '../crawl/run-cli.js'
import { build } from './build-samples.js'

const DAY_MS = 86_400_000

test('a page counts once a day, whoever opens it, and nothing is kept unless it is asked for', t => {
  const directory = scratch(t)
  let now = Date.UTC(2026, 0, 1, 10)
  const people = openPeople(join(directory, 'local.db'), () => now, true)
  const open = (...urls: string[]): void => {
    for (const url of urls) people.opened('', url)
    people.readings.flush()
  }
  open('http://a.test/often', 'http://a.test/often', 'http://a.test/once')
  now += DAY_MS / 2
  open('http://a.test/often')
  now += DAY_MS
  open('http://a.test/often')
  // a clock that was set back
  now -= 3 * DAY_MS
  open('http://a.test/often')
  people.close()
  const counted = [
    { url: 'http://a.test/often', days: 2 },
    { url: 'http://a.test/once', days: 1 },
  ]
  assert.deepEqual(readReadings(directory, directory), counted)
  const silent = openPeople(join(directory, 'local.db'), () => now + 9 * DAY_MS)
  silent.opened('', 'http://a.test/once')
  silent.close()
  assert.deepEqual(readReadings(directory, directory), counted)
})

test('readings of several portals add up; lines that are none are passed over', t => {
  const directory = scratch(t)
  const [one, two] = ['one', 'two'].map(name => join(directory, name))
  writeFileSync(one, '3 http://a.test/x\nnonsense\n-1 http://a.test/y\n1 javascript:alert(1)\n0 http://a.test/z\n')
  writeFileSync(two, '2 http://A.test:80/x\n999999999 http://a.test/huge')
  assert.deepEqual(
    [...addUpReadings([one, two])],
    [
      ['http://a.test/x', 5],
      ['http://a.test/huge', 3660],
    ],
  )
  assert.throws(() => addUpReadings([join(directory, 'nowhere')]), { code: 'E_CAMPAIGN' })
})

test('what is read in a portal is asked for first in the next round', async t => {
  const root = scratch(t)
  const [crawl, portal] = ['crawl', 'library'].map(name => join(root, name))
  const web = await ChangingWeb.start()
  t.after(() => web.close())
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  web.add(
    'a.test/',
    'none',
    names.map(name => `a.test/${name}`),
  )
  for (const name of names) web.add(`a.test/${name}`, 'etag')
  await crawlLiving(web, crawl, ['http://a.test/'])
  await build(portal, [crawl])
  const running = await startPortal({ directory: portal, port: 0, password: 'only for this test', countReadings: true })
  const opened = await fetch(`${running.url}web/http://a.test/e`)
  assert.equal(opened.status, 200)
  await opened.text()
  await running.close()
  assert.deepEqual(readReadings(portal), [{ url: 'http://a.test/e', days: 1 }])
  const { stdout } = await runCli('portal', 'readings', portal)
  assert.equal(stdout, '1 http://a.test/e\n')
  const recrawl = { budget: 2, readings: [portal] }
  await crawlLiving(web, crawl, ['http://a.test/'], { again: true }, { recrawl })
  const asked: string[] = []
  for await (const { entry } of readLog(crawlDirectory(crawl))) if (entry.t === 'again') asked.push(entry.url)
  assert.ok(asked.includes('http://a.test/e'), asked.join(' '))
})
