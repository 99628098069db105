/** archive.dedupe: what another crawl holds is not stored again. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readWarc, targetUri } from '../../src/archive/index.js'
import { openHoldings } from '../../src/collection/holdings.js'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { archivesOf, crawlDemo, loggedPages } from './demo-crawl.js'
import { checkIndependently } from './read-archives.js'

let web: DemoWeb
let server: DemoServer
const directory = mkdtempSync(join(tmpdir(), 'longtail-dedupe-'))
const first = join(directory, 'first')
const second = join(directory, 'second')
const campaign = { strategy: 'breadth-first', limits: { pages: 120 } }

before(async () => {
  web = buildDemoWeb({ hosts: 24, pagesPerHost: 10, seed: 9 })
  server = await serveDemoWeb(web)
  await crawlDemo(web, server, first, { ...campaign, limits: { pages: 60 } })
  await crawlDemo(web, server, second, { ...campaign, archive: { dedupe: [first] } })
})
after(async () => {
  await server.close()
  rmSync(directory, { recursive: true })
})

async function responsesOf(out: string): Promise<Map<string, string>> {
  const types = new Map<string, string>()
  for (const path of archivesOf(out))
    for await (const record of readWarc(path))
      if (record.type === 'response' || record.type === 'revisit') types.set(targetUri(record), record.type)
  return types
}

function bytesOf(out: string): number {
  return archivesOf(out).reduce((sum, path) => sum + statSync(path).size, 0)
}

async function listed(sources: readonly string[]): Promise<{ pages: string[]; warnings: string[] }> {
  const warnings: string[] = []
  const holdings = await openHoldings({
    sources,
    scratch: join(directory, 'scratch'),
    all: true,
    onWarning: message => warnings.push(message),
  })
  try {
    return { pages: Array.from(holdings.list(), ({ url }) => url).sort(), warnings }
  } finally {
    holdings.close()
  }
}

test('pages that another crawl holds become revisits of its records, all others are stored', async () => {
  const [before, now] = [await loggedPages(first), await loggedPages(second)]
  const known = new Set(before.filter(({ revisit, status }) => !revisit && status === 200).map(({ digest }) => digest))
  assert.equal(now.length, 120)
  const [again, fresh] = [now.filter(({ digest }) => known.has(digest)), now.filter(({ digest }) => !known.has(digest))]
  assert.ok(again.length > 30 && fresh.length > 20, `${again.length} known, ${fresh.length} new`)
  const types = await responsesOf(second)
  for (const { url } of again) assert.equal(types.get(url), 'revisit', url)
  assert.ok(fresh.some(({ url }) => types.get(url) === 'response'))
  await checkIndependently([...archivesOf(first), ...archivesOf(second)])
})

test('read together they hold every page; alone the later one says what it lacks', async () => {
  const both = await listed([first, second])
  const urls = (await loggedPages(second)).filter(({ status }) => status === 200).map(({ url }) => url)
  for (const url of urls) assert.ok(both.pages.includes(url), url)
  assert.deepEqual(both.warnings, [])
  const alone = await listed([second])
  assert.ok(alone.pages.length < both.pages.length)
  assert.match(alone.warnings.join(), /repeat responses that are not in the sources/)
})

test('a third crawl refers to the first through the second, goes on after a stop, and stores little', async () => {
  const third = join(directory, 'third')
  const parts = { ...campaign, archive: { dedupe: [first, second] } }
  await crawlDemo(web, server, third, { ...parts, limits: { pages: 40 } })
  await crawlDemo(web, server, third, parts)
  const pages = await loggedPages(third)
  assert.equal(pages.length, 120)
  const earlier = [...(await loggedPages(first)), ...(await loggedPages(second))]
  const known = new Set(earlier.filter(({ status }) => status === 200).map(({ digest }) => digest))
  const repeated = pages.filter(({ status, bytes, digest }) => status === 200 && bytes >= 64 && known.has(digest))
  assert.ok(repeated.length > 60, `${repeated.length} pages were known`)
  assert.deepEqual(
    repeated.filter(({ revisit }) => !revisit),
    [],
  )
  const [all, few] = [bytesOf(second), bytesOf(third)]
  assert.ok(few < all, `${few} bytes, and ${all} where only half of the pages were known`)
  assert.deepEqual((await listed([first, second, third])).warnings, [])
})

test('what is not there, and the crawl itself, are refused before anything is touched', async () => {
  const out = join(directory, 'fourth')
  const bad = crawlDemo(web, server, out, { ...campaign, archive: { dedupe: [join(directory, 'nothing')] } })
  await assert.rejects(bad, { code: 'E_CAMPAIGN', message: /archive\.dedupe: .*nothing does not exist/ })
  assert.ok(!existsSync(out))
  const own = crawlDemo(web, server, first, { ...campaign, archive: { dedupe: [first] } })
  await assert.rejects(own, { code: 'E_CAMPAIGN', message: /is this crawl itself/ })
  assert.ok(!readdirSync(first).includes('dedupe'))
})
