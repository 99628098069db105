import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { exportZim } from '../../../src/export/zim/export-zim.js'
import { temporaryDirectory } from '../../crawl/run-cli.js'
import {
  asHostile,
  ATTACKER,
  attacksOn,
  openOutside,
  OUTSIDE_NAME,
  warcOf,
  type Outside,
} from '../../portal/browser/attacks.js'
import { openBrowser, openReader, type Reader } from '../../portal/browser/chromium.js'
import { hostilePages, type HostilePage } from '../../portal/hostile-pages.js'
import { hostileTricks } from '../../portal/hostile-tricks.js'
import { serveZim, type KiwixServe } from '../kiwix-serve.js'
import { assertChecked } from '../zim-file-tools.js'
import { pathsIn } from '../zim-pages-site.js'

/** Long enough for a refresh, a script or a font to try something. */
const SETTLE_MS = 60
const HOST = ATTACKER.slice('http://'.length)

describe('archived pages that mean harm, in kiwix-serve and a real browser', () => {
  const directory = temporaryDirectory('zim-hostile')
  const zim = join(directory, 'hostile.zim')
  let outside: Outside
  let kiwix: KiwixServe
  let browser: Browser
  let reader: Reader
  let pages: HostilePage[]
  let paths: string[]
  before(async () => {
    outside = await openOutside()
    // the server that shows them has no address yet; nobody answers at this one
    const reading = 'http://127.0.0.1:9'
    pages = [
      ...attacksOn(reading, outside.origin).map(asHostile),
      ...hostilePages(outside.origin, reading),
      ...hostileTricks(outside.origin, reading),
    ]
    const warc = join(directory, 'hostile.warc')
    writeFileSync(warc, warcOf([...pages, hubOf(pages)]))
    await exportZim({ sources: [warc], out: zim, interface: 'en' })
    paths = (await pathsIn(zim)).filter(path => path.startsWith(`${HOST}/`))
    kiwix = await serveZim(zim)
    browser = await openBrowser({ [OUTSIDE_NAME]: outside.place })
    reader = await openReader(browser, kiwix.origin)
  })
  after(async () => {
    await browser?.close()
    await kiwix?.close()
    await outside?.close()
    rmSync(directory, { recursive: true, force: true })
  })

  const at = (path: string): string => `/${kiwix.book}/${path.split('/').map(encodeURIComponent).join('/')}`

  const unharmed = async (what: string): Promise<void> => {
    const { page, strays } = reader
    assert.deepEqual(outside.seen, [], `${what}: reached the network`)
    assert.deepEqual(strays, [], `${what}: tried to reach the network`)
    assert.doesNotMatch(await page.title(), /owned|pwned/, what)
    for (const frame of page.frames()) {
      assert.equal(await frame.evaluate('window.owned'), undefined, `${what}: a script ran in ${frame.url()}`)
      // a frame whose document became a download has no address
      assert.ok(/^$|^about:/.test(frame.url()) || frame.url().startsWith(kiwix.origin), `${what}: ${frame.url()}`)
    }
    assert.equal(page.context().pages().length, 1, `${what}: opened a window`)
  }

  test('what they are served as is whole', async () => {
    await assertChecked(zim)
    // all but those that are redirects or nothing at all
    assert.ok(paths.length > 0.8 * pages.length, `${paths.length} of ${pages.length}`)
  })

  test('none of them runs a script, reaches the network or moves the reader, in a frame or opened alone', async () => {
    await reader.page.goto(at(`${HOST}/hub`))
    await reader.page.waitForTimeout(30 * SETTLE_MS)
    await unharmed('all of them in frames')
    // what is no page of HTML is shown differently alone; of the pages those that try most
    for (const { path, headers } of pages) {
      const isPage = headers.some(([, value]) => value.startsWith('text/html'))
      if ((isPage && /^\/(?:hostile|tricks)\//.test(path)) || !paths.includes(`${HOST}${path}`)) continue
      // what a browser does not show comes as a download, which Playwright reports as an error
      await reader.page
        .goto(at(`${HOST}${path}`))
        .catch((error: unknown) => assert.match(String(error), /Download|ERR_ABORTED/))
      await reader.page.waitForTimeout(SETTLE_MS)
      await unharmed(path)
    }
  })

  test('what a reader clicks asks nothing of the network but what the link says', async () => {
    for (const { name, path, body } of pages) {
      if (!/id="?(?:bait|go)\b/.test(String(body)) || !paths.includes(`${HOST}${path}`)) continue
      await reader.page.goto(at(`${HOST}${path}`)).catch(() => undefined)
      const bait = reader.page.locator('#bait, #go').first()
      const link = (await bait.getAttribute('href', { timeout: 2000 }).catch(() => '')) ?? ''
      // a link that leads away is the reader's own wish
      if (/^https?:/.test(link)) continue
      await bait.click({ force: true, timeout: 2000, noWaitAfter: true }).catch(() => undefined)
      await reader.page.waitForTimeout(4 * SETTLE_MS)
      await unharmed(`${name}, clicked`)
    }
  })
})

/** Leads to all, so that all are in the collection: pictures and styles are there because a page shows them. */
function hubOf(pages: readonly HostilePage[]): HostilePage {
  const body = pages.map(
    ({ path }) => `<p><a href="${path}">x</a><img src="${path}"><iframe src="${path}"></iframe></p>`,
  )
  return {
    name: 'hub',
    path: '/hub',
    headers: [['Content-Type', 'text/html; charset=utf-8']],
    body: `<!doctype html><title>All of them</title><p>This page shows all the others at once, in frames and as pictures.</p>${body.join('')}`,
  }
}
