/** A crawl of sites that come to their text and links in many ways, through a real browser. */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { exchangeOf, openByteFile, readRecordAt } from '../../src/archive/index.js'
import type { LogEntry, PageEntry } from '../../src/collection/index.js'
import { CASES, PAGES } from '../render/cases.js'
import { MORE_CASES } from '../render/more-cases.js'
import { frameworkCases } from '../render/frameworks/cases.js'
import { crawlRendering, renderingCampaign, serveRenderingWeb } from '../render/rendering-web.js'
import { archivesOf } from './demo-crawl.js'
import { checkIndependently } from './read-archives.js'
import { html, serveSmallWeb } from './small-web.js'
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
  const cases = [...CASES, ...(await frameworkCases())]
  const web = await serveRenderingWeb({ cases })
  try {
    const out = join(directory, 'always')
    const campaign = renderingCampaign(web, { cases }, { render: 'always' })
    const { stopped } = await crawlRendering(campaign, out)
    assert.equal(stopped, 'finished')
    const entries = await logged(out)
    const least = (name: string): number => (HOME_SAYS_NOTHING.has(name) ? 1 : PAGES / 2)
    const found = (name: string): string[] => wantedPages(entries, `${name}.test`).filter(path => path !== '/')
    assert.deepEqual(
      cases.filter(({ name }) => found(name).length < least(name)).map(({ name }) => name),
      [],
    )
    const pages = entries.filter(isPage)
    const brought = pages.filter(({ rendered }) => rendered?.brought === true)
    const needless = cases.filter(({ needs }) => !needs).map(({ name }) => `${name}.test`)
    assert.deepEqual(
      brought.filter(({ url }) => needless.includes(new URL(url).host)).map(({ url }) => url),
      [],
    )
    const growing = pages.filter(({ url }) => /^http:\/\/react-growing\.test\/(?:p0)?$/.test(url))
    assert.deepEqual(
      growing.map(({ rendered }) => rendered?.links?.[1]),
      [PAGES - 1, PAGES - 1],
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

test('what stands between menus, or waits for what our browser has not, is found as if all were rendered', async () => {
  const cases = MORE_CASES
  const web = await serveRenderingWeb({ cases })
  try {
    const out = join(directory, 'more')
    await crawlRendering(renderingCampaign(web, { cases }), out)
    const pages = (await logged(out)).filter(isPage)
    const missed = cases.filter(({ name }) => wantedPages(pages, `${name}.test`).length < 1 + PAGES / 2)
    assert.deepEqual(
      missed.map(({ name }) => name),
      [],
    )
    const rendered = pages.filter(page => page.rendered !== undefined)
    const brought = rendered.filter(page => page.rendered?.brought === true).length
    assert.ok(rendered.length <= 1.3 * brought, `${rendered.length} rendered, ${brought} brought something`)
  } finally {
    await web.close()
  }
})

test('pages made with frameworks are rendered where something is missing, and only there', async () => {
  const cases = await frameworkCases()
  const web = await serveRenderingWeb({ cases })
  try {
    const out = join(directory, 'frameworks')
    await crawlRendering(renderingCampaign(web, { cases }), out)
    const pages = (await logged(out)).filter(isPage)
    const routed = ['/', '/p0', '/p1', '/p2', '/p3']
    const needy = cases.flatMap(({ name, needs }) =>
      (!needs ? [] : name.endsWith('-routed') ? routed : ['/', '/p0']).map(path => `http://${name}.test${path}`),
    )
    const rendered = pages.filter(page => page.rendered !== undefined)
    assert.deepEqual(rendered.map(({ url }) => url).sort(), needy.sort())
    assert.ok(rendered.every(page => page.rendered?.brought === true))
    for (const { name } of cases) assert.deepEqual(wantedPages(pages, `${name}.test`).sort(), ['/', '/p0', '/p2'], name)
  } finally {
    await web.close()
  }
})

test('a page that is to be saved is rendered, and what the browser says about broken XML is no text of the page', async () => {
  const script = '<div id="app"></div><script>app.textContent = "มนุษย์ทั้งหลายเกิดมามีอิสระ ".repeat(20)</script>'
  const web = await serveSmallWeb(({ host }, response) => {
    if (host === 'saved.test') return html(response, script, { 'content-disposition': 'attachment; filename="a.html"' })
    response.writeHead(200, { 'content-type': 'application/xhtml+xml' })
    response.end('<html xmlns="http://www.w3.org/1999/xhtml"><body><p>It began well.<br></p></body></html>')
  })
  try {
    const out = join(directory, 'odd')
    const hosts = { 'saved.test': web.origin, 'broken.test': web.origin }
    const seeds = ['http://saved.test/', 'http://broken.test/']
    await crawlRendering({ ...renderingCampaign(web), seeds, render: 'always', network: { hosts, retries: 0 } }, out)
    const pages = (await logged(out)).filter(isPage)
    assert.equal(pages.find(({ url }) => url === 'http://saved.test/')?.rendered?.brought, true)
    const broken = pages.find(({ url }) => url === 'http://broken.test/')?.rendered
    assert.deepEqual(broken?.text, ['It began well.'.length, 'It began well.'.length])
  } finally {
    await web.close()
  }
})
