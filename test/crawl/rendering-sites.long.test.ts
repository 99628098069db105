/** A crawl of sites that come to their text and links in many ways, through a real browser. */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { exchangeOf, openByteFile, readRecordAt } from '../../src/archive/index.js'
import type { LogEntry, PageEntry } from '../../src/collection/index.js'
import { CASES, PAGES } from '../render/cases.js'
import { crawlRendering, renderingCampaign, serveRenderingWeb } from '../render/rendering-web.js'
import { archivesOf } from './demo-crawl.js'
import { checkIndependently } from './read-archives.js'
import { temporaryDirectory } from './run-cli.js'
import { logged } from './shown-web.js'

const directory = temporaryDirectory('rendering-sites')
after(() => rmSync(directory, { recursive: true, force: true }))

/** A form, pictures, or nothing but a redirect. */
const HOME_SAYS_NOTHING = new Set(['search-form', 'gallery', 'script-redirect', 'redirect-replaced'])

const isPage = (entry: LogEntry): entry is PageEntry => entry.t === 'page'
const wantedPages = (entries: readonly LogEntry[], host: string): string[] => [
  ...new Set(
    entries
      .filter(isPage)
      .flatMap(({ url, relevant }) => (relevant && new URL(url).host === host ? [new URL(url).pathname] : [])),
  ),
]

test('rendering finds the pages of every site, and takes what needs nothing as it came', async () => {
  const web = await serveRenderingWeb()
  try {
    const out = join(directory, 'always')
    const campaign = renderingCampaign(web, {}, { render: 'always' })
    const { stopped } = await crawlRendering(campaign, out)
    assert.equal(stopped, 'finished')
    const entries = await logged(out)
    const least = (name: string): number => (HOME_SAYS_NOTHING.has(name) ? 1 : PAGES / 2)
    const found = (name: string): string[] => wantedPages(entries, `${name}.test`).filter(path => path !== '/')
    assert.deepEqual(
      CASES.filter(({ name }) => found(name).length < least(name)).map(({ name }) => name),
      [],
    )
    const pages = entries.filter(isPage)
    const brought = pages.filter(({ rendered }) => rendered?.brought === true)
    const needless = CASES.filter(({ needs }) => !needs).map(({ name }) => `${name}.test`)
    assert.deepEqual(
      brought.filter(({ url }) => needless.includes(new URL(url).host)).map(({ url }) => url),
      [],
    )
    await checkIndependently(archivesOf(out))
    // what was rendered is in the archive, as what was judged
    for (const { url, rendered, warc } of brought.slice(0, 20)) {
      assert.ok(warc !== undefined && rendered?.place !== undefined, url)
      const file = await openByteFile(join(out, 'warc', warc[0]))
      const record = await readRecordAt(file, warc[1] + rendered.place[0], rendered.place[1])
      await file.close()
      assert.equal(record.type, 'conversion')
      assert.equal(record.headers.get('warc-target-uri'), url)
      assert.ok(exchangeOf(record) !== null)
    }
    // the log alone gives the same crawl: nothing is left to do
    const again = await crawlRendering(campaign, out)
    assert.deepEqual(
      [again.pages, again.relevant, again.stopped],
      [pages.length, pages.filter(({ relevant }) => relevant).length, 'finished'],
    )
  } finally {
    await web.close()
  }
})
