import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { exportWacz, type WaczSummary } from '../../src/export/wacz/export-wacz.js'
import { importGraph } from '../../src/graph/import/index.js'
import { createJudge } from '../../src/judge/index.js'
import { scratch } from '../archive/samples.js'
import { loggedPages } from '../crawl/demo-crawl.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { crawledUrls, linksByUrl, relevantUrls } from '../graph/import-files.js'
import { build, seen } from '../portal/build-samples.js'
import { checkWacz, namesIn, pagesOf, unzipped, waczCrawl } from './wacz-crawl.js'

describe('a crawl as WACZ', () => {
  let crawl: string
  let wacz: string
  let summary: WaczSummary
  before(async () => {
    crawl = await waczCrawl()
    wacz = join(temporaryDirectory('wacz-out'), 'thai.wacz')
    summary = await exportWacz({ sources: [crawl], out: wacz, title: 'Thai\npages', description: '**All** of them' })
  })

  const archivesOf = (): string[] => readdirSync(join(crawl, 'warc')).filter(name => name.endsWith('.warc.gz'))

  test('keeps the rules of the specification, and every capture is found by the index', async () => {
    const { pages, captures, archives, hidden } = await checkWacz(wacz)
    assert.deepEqual(
      { pages, captures, archives },
      { pages: summary.pages, captures: summary.captures, archives: summary.archives },
    )
    assert.equal(hidden, 0)
    assert.ok(archives > 2, `${archives} archives`)
    assert.deepEqual(summary.files, [wacz])
    assert.equal(summary.bytes, statSync(wacz).size)
    assert.equal(summary.failed, 0)
    assert.deepEqual(readdirSync(join(wacz, '..')), ['thai.wacz'])
  })

  test('holds the archives byte for byte', async () => {
    execFileSync('unzip', ['-tq', wacz])
    const names = archivesOf()
    assert.deepEqual(
      (await namesIn(wacz)).filter(name => name.startsWith('archive/')).sort(),
      names.map(name => `archive/${name}`).sort(),
    )
    for (const name of names)
      assert.ok(readFileSync(join(crawl, 'warc', name)).equals(await unzipped(wacz, `archive/${name}`)), name)
  })

  test('lists the relevant pages with title, text, time and verdict, the seeds marked', async () => {
    const logged = new Map((await loggedPages(crawl)).map(page => [page.url, page]))
    const listed = await pagesOf(wacz)
    const wanted = [...logged.values()].filter(
      ({ relevant, status, mime }) => relevant && status === 200 && mime === 'text/html',
    )
    assert.deepEqual(listed.map(({ url }) => url).sort(), wanted.map(({ url }) => url).sort())
    let read = 0
    for (const { url, ts, title, text = '', relevant, score, language } of listed) {
      const page = logged.get(url)
      assert.ok(page !== undefined)
      assert.deepEqual(
        { ts, relevant, score, language },
        { ts: page.at, relevant: true, score: page.score, language: page.language },
      )
      assert.equal(title, page.title ?? url)
      if (/\S{3}/.test(text)) read++
    }
    // a frameset has none
    assert.ok(read > 0.9 * listed.length, `${read} of ${listed.length} have text`)
    const seeds = listed.filter(({ seed }) => seed).map(({ url }) => url)
    assert.deepEqual(
      seeds,
      listed.filter(({ url }) => logged.get(url)?.hops === 0).map(({ url }) => url),
    )
    const described = JSON.parse((await unzipped(wacz, 'datapackage.json')).toString())
    assert.equal(described.title, 'Thai pages')
    assert.equal(described.description, '**All** of them')
    assert.equal(described.mainPageUrl, seeds[0])
  })

  test('gives the library that the crawl’s own directory gives, and so do its bare archives', async t => {
    const directory = scratch(t)
    const query = ['สิทธิ', 'education']
    const libraries: unknown[] = []
    for (const [i, source] of [crawl, wacz, join(crawl, 'warc')].entries()) {
      const out = join(directory, String(i))
      await build(out, [source])
      libraries.push(withoutCounts(seen(out, query)))
    }
    assert.deepEqual(libraries[1], libraries[0])
    assert.deepEqual(libraries[2], libraries[0])
  })

  test('gives the graph that the crawl’s log gives: pages, verdicts and links', async () => {
    const judge = createJudge({ kind: 'language', languages: ['tha'] })
    const fromLog = (await importGraph([crawl])).graph
    const { graph } = await importGraph([wacz], { judge, target: ['tha'] })
    const html = new Set(crawledUrls(graph))
    assert.ok(html.size > 50)
    assert.deepEqual(
      relevantUrls(graph).sort(),
      relevantUrls(fromLog)
        .filter(url => html.has(url))
        .sort(),
    )
    const logged = linksByUrl(fromLog)
    for (const [url, links] of Object.entries(linksByUrl(graph)))
      assert.deepEqual(links.toSorted(), logged[url]?.toSorted(), url)
  })

  test('becomes the same again: archives byte for byte, pages line for line', async t => {
    const again = join(scratch(t), 'again.wacz')
    await exportWacz({ sources: [wacz], out: again })
    await checkWacz(again)
    for (const name of await namesIn(wacz))
      if (/^(?:archive|indexes)\//.test(name))
        assert.ok((await unzipped(again, name)).equals(await unzipped(wacz, name)), name)
    // whoever has no log does not know the seeds
    const pages = (await pagesOf(wacz)).map(({ seed: _, ...page }) => page)
    assert.deepEqual(await pagesOf(again), pages)
  })

  test('is the same each time but for the date', async t => {
    const again = join(scratch(t), 'thai.wacz')
    await exportWacz({ sources: [crawl], out: again })
    const names = await namesIn(again)
    assert.deepEqual(names, await namesIn(wacz))
    for (const name of names)
      if (!name.startsWith('datapackage'))
        assert.ok((await unzipped(again, name)).equals(await unzipped(wacz, name)), name)
  })

  test('can be divided: each part is whole by itself, and a list names them', async t => {
    const directory = scratch(t)
    const out = join(directory, 'thai.wacz')
    const whole = statSync(wacz).size
    const limit = Math.round(whole / 2)
    const { files, pages, captures, archives } = await exportWacz({ sources: [crawl], out, splitBytes: limit })
    const parts = files.slice(0, -1)
    assert.ok(parts.length >= 3)
    assert.deepEqual(
      parts,
      parts.map((_, i) => join(directory, `thai-00${i + 1}.wacz`)),
    )
    for (const part of parts) assert.ok(statSync(part).size <= limit)
    const checked = await checkWacz(...parts)
    assert.deepEqual({ ...checked, seeds: 0 }, { pages, captures, archives, hidden: 0, seeds: 0 })
    assert.equal(pages, summary.pages)
    assert.equal(captures, summary.captures)
    const list = JSON.parse(readFileSync(join(directory, 'thai.json'), 'utf8'))
    assert.equal(list.profile, 'multi-wacz-package')
    assert.deepEqual(
      list.resources.map(({ path, bytes }: { path: string; bytes: number }) => [path, bytes]),
      parts.map(part => [part.slice(directory.length + 1), statSync(part).size]),
    )

    await exportWacz({ sources: [crawl], out, splitBytes: whole * 2 })
    assert.deepEqual(
      readdirSync(directory).sort(),
      ['thai-001.wacz', 'thai.json'],
      'parts of the larger number are gone',
    )
  })

  test('lists what the crawl found irrelevant only on demand', async t => {
    const out = join(scratch(t), 'all.wacz')
    const { pages, captures } = await exportWacz({ sources: [crawl], out, all: true, text: false })
    await checkWacz(out)
    assert.equal(captures, summary.captures)
    assert.ok(pages > summary.pages)
    const listed = await pagesOf(out)
    assert.equal(listed.filter(({ relevant }) => relevant === true).length, summary.pages)
    assert.ok(listed.every(page => !('text' in page)))
  })

  test('begins with the page that was asked for, and refuses one that is not there', async t => {
    const directory = scratch(t)
    const [, { url }] = await pagesOf(wacz)
    await exportWacz({ sources: [crawl], out: join(directory, 'a.wacz'), mainPage: `${url}#part`, text: false })
    assert.equal(
      JSON.parse((await unzipped(join(directory, 'a.wacz'), 'datapackage.json')).toString()).mainPageUrl,
      url,
    )
    const missing = { sources: [crawl], out: join(directory, 'b.wacz'), mainPage: 'http://never.example/' }
    await assert.rejects(exportWacz(missing), { code: 'E_EXPORT', message: /is not among the exported pages/ })
    await assert.rejects(exportWacz({ ...missing, mainPage: 'mailto:x' }), { code: 'E_USAGE' })
    await assert.rejects(exportWacz({ sources: [crawl], out: join(directory, 'b.zip') }), { code: 'E_USAGE' })
    writeFileSync(join(directory, 'c.json'), '{"mine":1}')
    await assert.rejects(exportWacz({ sources: [crawl], out: join(directory, 'c.wacz'), splitBytes: 1e6 }), {
      code: 'E_EXPORT',
      message: /c\.json exists and is not a list/,
    })
    assert.deepEqual(readdirSync(directory).sort(), ['a.wacz', 'c.json'])
  })

  test('leaves the file of before where it is when it is stopped, whenever that is', async t => {
    const directory = scratch(t)
    const out = join(directory, 'thai.wacz')
    writeFileSync(out, 'the last good one')
    for (const stage of ['reading archives', 'indexing', 'reading pages', 'writing']) {
      const stop = new AbortController()
      const onProgress = (progress: { readonly stage: string }): void => {
        if (progress.stage === stage) stop.abort()
      }
      await assert.rejects(
        exportWacz({ sources: [crawl], out, signal: stop.signal, onProgress }),
        { name: 'AbortError' },
        stage,
      )
      assert.equal(readFileSync(out, 'utf8'), 'the last good one')
      assert.ok(!existsSync(`${out}.partial`), stage)
    }
  })
})

/** How many addresses there are besides pages differs: a log does not count robots.txt. */
function withoutCounts(library: unknown): unknown {
  return JSON.parse(
    JSON.stringify(library, (key, value) => (key === 'captures' || key === 'crawls' ? undefined : value)),
  )
}
