/** Exports of a crawl with pages that a browser has rendered: they hold what a reader saw, not what the server sent. */
import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { openByteFile, readRecordAt } from '../../src/archive/index.js'
import { exportCorpus } from '../../src/export/corpus/export-corpus.js'
import { exportWacz } from '../../src/export/wacz/export-wacz.js'
import { exportZim } from '../../src/export/zim/export-zim.js'
import { archivedPath } from '../../src/export/zim/paths.js'
import { archivesOf } from '../crawl/demo-crawl.js'
import { checkIndependently } from '../crawl/read-archives.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { CASES, siteData } from '../render/cases.js'
import { frameworkCases } from '../render/frameworks/cases.js'
import { crawlRendering, renderingCampaign, serveRenderingWeb } from '../render/rendering-web.js'
import { flat } from './browser/replay-stage.js'
import { linesOf } from './corpus-samples.js'
import { checkWacz, pagesOf } from './wacz-crawl.js'
import { run } from './zim-file-tools.js'
import { pathsIn, textAt } from './zim-pages-site.js'

const SITES = ['fetch', 'shadow', 'react-routed', 'angular-routed', 'no-script']
const WANTED = SITES.flatMap(site => ['/', '/p0', '/p2'].map(path => ({ site, url: `http://${site}.test${path}` })))
/** Of the text of a page, which is Thai where its number is even. */
const textOf = (site: string, url: string): string => flat(siteData(site, url.endsWith('2') ? 2 : 0).text).trim()

describe('exports of rendered pages', () => {
  let directory: string
  let crawl: string
  before(async () => {
    directory = temporaryDirectory('rendered-exports')
    crawl = join(directory, 'crawl')
    const cases = [...CASES, ...(await frameworkCases())].filter(({ name }) => SITES.includes(name))
    const web = await serveRenderingWeb({ cases })
    await crawlRendering(renderingCampaign(web, { cases }), crawl)
    await web.close()
    await checkIndependently(archivesOf(crawl))
  })
  after(() => rmSync(directory, { recursive: true, force: true }))

  test('a corpus has the text that was seen, and says in which record it is', async () => {
    const out = join(directory, 'corpus')
    await exportCorpus({ sources: [crawl], out, forms: ['jsonl'], compress: 'gzip' })
    const pages = linesOf(gunzipSync(readFileSync(join(out, 'corpus.jsonl.gz'))).toString())
    assert.deepEqual(pages.map(({ url }) => url).sort(), WANTED.map(({ url }) => url).sort())
    for (const { url, text, language, warc } of pages) {
      const site = new URL(url).host.replace(/\.test$/, '')
      assert.equal(language, 'tha')
      assert.ok(flat(text).includes(textOf(site, url)), `${url}: ${text}`)
      const file = await openByteFile(join(crawl, 'warc', warc.file))
      const record = await readRecordAt(file, warc.offset, warc.length)
      await file.close()
      assert.equal(record.type === 'conversion', site !== 'no-script', url)
      assert.equal(record.headers.get('warc-target-uri'), url)
    }
  })

  test('a ZIM shows them without scripts, and their links lead on', async () => {
    const out = join(directory, 'rendered.zim')
    await exportZim({ sources: [crawl], out })
    // it throws where an error was found; both addresses of a first page have the same content, of which it warns
    const said = (await run('zimcheck', ['--all', out])).toString()
    assert.match(said, /Overall Test Status: Pass/)
    assert.doesNotMatch(said, /\[ERROR\]/)
    const paths = new Set(await pathsIn(out))
    for (const { site, url } of WANTED) {
      const path = archivedPath(url)
      assert.ok(paths.has(path), `${path} is not among ${[...paths].join(' ')}`)
      const html = await textAt(out, path)
      assert.ok(flat(html).includes(textOf(site, url)), `${url}: ${html}`)
      assert.doesNotMatch(html, /<script|<noscript|Loading…/)
    }
    const home = await textAt(out, archivedPath('http://react-routed.test/'))
    const links = [...home.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)
    assert.ok(
      links.some(
        href => decodeURI(new URL(href, 'http://kiwix/react-routed.test/').pathname) === '/react-routed.test/p2',
      ),
      home,
    )
  })

  test('a WACZ lists them by their titles and text, with all that their scripts asked for', async () => {
    const out = join(directory, 'rendered.wacz')
    await exportWacz({ sources: [crawl], out })
    const { hidden } = await checkWacz(out)
    assert.equal(hidden, 0)
    const pages = await pagesOf(out)
    assert.deepEqual(pages.map(({ url }) => url).sort(), WANTED.map(({ url }) => url).sort())
    for (const { url, text = '' } of pages) {
      const site = new URL(url).host.replace(/\.test$/, '')
      assert.ok(flat(text).includes(textOf(site, url)), `${url}: ${text}`)
    }
  })
})
