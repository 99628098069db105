import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { archivesOf, crawlDemo, demoCampaign, loggedPages, type CampaignPart } from '../crawl/demo-crawl.js'
import { archivedUrls, checkIndependently } from '../crawl/read-archives.js'
import { splitArchives, startMany, until } from './many-processes.js'
import { splitEntries } from './split-crawl.js'

/** The commands of the manual: a crawl of one process goes on with two, and back, after Ctrl-C and after a kill. */
let web: DemoWeb
let server: DemoServer
let expected: string[]
const directory = mkdtempSync(join(tmpdir(), 'longtail-from-'))

before(async () => {
  web = buildDemoWeb({ hosts: 30, pagesPerHost: 12, seed: 5 })
  server = await serveDemoWeb(web)
  await crawlDemo(web, server, join(directory, 'undisturbed'), { strategy: 'breadth-first' })
  expected = answers(await loggedPages(join(directory, 'undisturbed')))
})
after(async () => {
  await server.close()
  rmSync(directory, { recursive: true })
})

for (const signal of ['SIGINT', 'SIGKILL'] as const) {
  test(`one process, ${signal}, then two from its crawl: every page once`, async () => {
    const first = startMany(join(directory, `a-${signal}`), slow())
    await until('the first pages', () => first.pages() >= 60)
    first.process.kill(signal)
    await first.done
    const second = startMany(join(directory, `b-${signal}`), slow(), '--processes', '2', '--from', first.out)
    const { code, said, json } = await second.done
    assert.equal(code, 0, said)
    assert.equal(JSON.parse(json).stopped, 'finished')
    const entries = await splitEntries(second.out)
    assert.deepEqual(answers(entries.flatMap(entry => (entry.t === 'page' ? [entry] : []))), expected)
    await eachOnce(splitArchives(second.out))
  })

  test(`two processes, ${signal}, then one from their crawl: every page once`, async () => {
    const first = startMany(join(directory, `c-${signal}`), slow(), '--processes', '2')
    await until('the first pages', () => first.pages() >= 60 && first.workers().length === 2)
    for (const pid of signal === 'SIGKILL' ? first.workers() : []) process.kill(pid, signal)
    first.process.kill(signal)
    await first.done
    await until('the end of all workers', () => first.workers().length === 0)
    // a worker that was killed is taken for present until its last report is old
    if (signal === 'SIGKILL') await new Promise(resolve => setTimeout(resolve, 11_000))
    const second = startMany(join(directory, `d-${signal}`), slow(), '--from', first.out)
    const { code, said, json } = await second.done
    assert.equal(code, 0, said)
    assert.equal(JSON.parse(json).stopped, 'finished')
    assert.deepEqual(answers(await loggedPages(second.out)), expected)
    await eachOnce(archivesOf(second.out))
  })
}

async function eachOnce(files: readonly string[]): Promise<void> {
  const archives = files.filter(name => name.endsWith('.warc.gz'))
  const twice = [...(await archivedUrls(archives))].filter(([, count]) => count > 1).map(([url]) => url)
  assert.deepEqual(twice, [])
  await checkIndependently(archives)
}

function slow(): CampaignPart {
  return demoCampaign(web, server, { strategy: 'breadth-first', politeness: { delay: '100ms' } })
}

function answers(pages: readonly { readonly url: string; readonly digest?: string }[]): string[] {
  return pages.map(({ url, digest }) => `${url} ${digest}`).sort()
}
