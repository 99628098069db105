import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Frame } from 'playwright-core'
import { buildPortal } from '../../../src/portal/build/build.js'
import { temporaryDirectory } from '../../crawl/run-cli.js'
import { hostilePages, type HostilePage } from '../hostile-pages.js'
import { hostileTricks } from '../hostile-tricks.js'
import {
  asHostile,
  ATTACKER,
  attacksOn,
  openOutside,
  OUTSIDE_NAME,
  serveUnprotected,
  warcOf,
  type Attack,
  type Outside,
} from './attacks.js'
import type { Reader } from './chromium.js'
import { servePortal, type Served } from './serve.js'

/** Long enough for a refresh, a script or a font to try something. */
const SETTLE_MS = 150
/** Archived pages on one sheet. */
const FRAMES = 12
const MOST_TRIES = 4

/** What a script left in a frame. A frame that a click sends elsewhere cannot answer meanwhile, and is asked again. */
async function ownedIn(frame: Frame): Promise<unknown> {
  for (let tries = 1; ; tries++)
    try {
      return await frame.evaluate('window.owned')
    } catch (error) {
      if (frame.isDetached()) return undefined
      if (frame.page().isClosed() || tries === MOST_TRIES) throw error
      await frame.page().waitForTimeout(SETTLE_MS)
    }
}

describe('archived pages that mean harm, in a real browser', () => {
  let directory: string
  let outside: Outside
  let served: Served
  let attacks: Attack[]
  let others: HostilePage[]
  let tricks: HostilePage[]
  let reader: Reader
  before(async () => {
    directory = temporaryDirectory('hostile')
    outside = await openOutside()
    const port = await freePort()
    attacks = attacksOn(`http://127.0.0.1:${port}`, outside.origin)
    const portalOrigin = `http://127.0.0.1:${port}`
    others = hostilePages(outside.origin, portalOrigin)
    tricks = hostileTricks(outside.origin, portalOrigin)
    const warc = join(directory, 'hostile.warc')
    writeFileSync(warc, warcOf([...attacks.map(asHostile), ...others, ...tricks]))
    const portal = join(directory, 'portal')
    await buildPortal({ sources: [warc], out: portal, title: 'Hostile' })
    served = await servePortal(portal, { port, names: { [OUTSIDE_NAME]: outside.place } })
    reader = await served.administrator()
  })
  after(async () => {
    await served?.close()
    await outside?.close()
    rmSync(directory, { recursive: true, force: true })
  })

  test('where nothing protects the reader, the same pages do reach the network', async () => {
    const plain = await serveUnprotected(attacks)
    const victim = await served.reader({
      allowed: [plain.origin, served.origin, outside.origin, `http://${OUTSIDE_NAME}`],
    })
    const harmless: string[] = []
    for (const { name, path, mime } of attacks) {
      if (!/html/.test(mime) || ['forms', 'links out', 'old encodings', 'frames of the portal'].includes(name)) continue
      outside.seen.length = 0
      await victim.page.goto(`${plain.origin}${path}`).catch(() => {})
      await victim.page.waitForTimeout(SETTLE_MS)
      if (outside.seen.length === 0) harmless.push(name)
    }
    await victim.close()
    await plain.close()
    assert.deepEqual(harmless, [])
    outside.seen.length = 0
  })

  /** Nothing got out, nobody was carried away, no script ran. */
  const unharmed = async (what: string): Promise<void> => {
    const { page, strays } = reader
    assert.deepEqual(outside.seen, [], `${what}: reached the network`)
    assert.deepEqual(strays, [], `${what}: tried to reach the network`)
    assert.equal(new URL(page.url()).origin, served.origin, `${what}: took the reader to ${page.url()}`)
    assert.doesNotMatch(await page.title(), /owned|pwned/, what)
    for (const frame of page.frames()) {
      assert.equal(await ownedIn(frame), undefined, `${what}: a script ran in ${frame.url()}`)
      assert.match(frame.url(), /^about:|^http:\/\/127\.0\.0\.1:\d+\/(?:web|raw)\//, what)
    }
    assert.equal(page.context().pages().length, 1, `${what}: opened a window`)
  }

  test('none of them runs a script, reaches the network or moves the reader, in the frame or opened alone', async () => {
    const { page } = reader
    for (const { name, path } of attacks)
      for (const way of ['web', 'raw']) {
        // what is not shown comes as a download, which Playwright reports as an error
        await page
          .goto(`/${way}/${ATTACKER}${path}`)
          .catch(error => assert.match(String(error), /Download|ERR_ABORTED/))
        await page.waitForTimeout(SETTLE_MS)
        await unharmed(`${name} at /${way}/`)
      }
  })

  test('neither do the pages that the tests of the rewriting use', async () => {
    const { page } = reader
    for (const { name, path } of others) {
      await page.goto(`/web/${ATTACKER}${path}`).catch(error => assert.match(String(error), /Download|ERR_ABORTED/))
      await page.waitForTimeout(SETTLE_MS / 2)
      await unharmed(name)
    }
  })

  test('the rewriting holds without the policy: in proxy mode a browser may reach this machine past the proxy', async () => {
    const rewritten: Attack[] = []
    for (const { name, path } of [...attacks, ...others, ...tricks]) {
      const answer = await reader.page.request.get(`/raw/${ATTACKER}${path}`)
      const headers = answer.headers()
      if (headers['content-disposition'] !== undefined) continue
      rewritten.push({ name, path, mime: headers['content-type'], body: await answer.text() })
    }
    // many at once: there is nothing to be told apart as long as nothing gets out
    const sheets: Attack[] = []
    for (let i = 0; i < rewritten.length; i += FRAMES) {
      const shown = rewritten.slice(i, i + FRAMES)
      const body = shown.map(({ path }) => `<iframe src="${path}" width="300" height="300"></iframe>`).join('')
      sheets.push({ name: shown.map(({ name }) => name).join(' | '), path: `/sheet/${i}`, mime: 'text/html', body })
    }
    const plain = await serveUnprotected([...rewritten, ...sheets])
    const victim = await served.reader({ allowed: [plain.origin, outside.origin, `http://${OUTSIDE_NAME}`] })
    for (const { name, path } of sheets) {
      await victim.page.goto(`${plain.origin}${path}`)
      await victim.page.waitForTimeout(2 * SETTLE_MS)
      assert.deepEqual(outside.seen, [], `${name}: reached the network`)
      for (const frame of victim.page.frames()) assert.doesNotMatch(await frame.title(), /owned|pwned/, name)
    }
    await victim.close()
    await plain.close()
  })

  test('what a reader clicks stays in the library, too', async () => {
    const { page } = reader
    for (const { name, path, body } of attacks) {
      if (!body.includes('id="bait"')) continue
      await page.goto(`/web/${ATTACKER}${path}`)
      await page
        .frameLocator('iframe')
        .locator('#bait')
        .click({ force: true, timeout: 2000, noWaitAfter: true })
        .catch(() => {})
      await page.waitForTimeout(2 * SETTLE_MS)
      await unharmed(`${name}, clicked`)
    }
  })

  test('a form in an archived page cannot act for the reader', async () => {
    const { page } = reader
    await page.goto(`/web/${ATTACKER}/forms`)
    for (const button of ['#forge', '#get']) {
      await page
        .frameLocator('iframe')
        .locator(button)
        .click({ force: true, timeout: 2000, noWaitAfter: true })
        .catch(() => {})
      await page.waitForTimeout(2 * SETTLE_MS)
      await unharmed(`forms ${button}`)
      await page.goto(`/web/${ATTACKER}/forms`)
    }
    await page.goto('/bookmarks')
    assert.equal(await page.locator('li.card').count(), 0, 'a forged bookmark was kept')
  })

  test('a page that lies about its type and headers of archived servers change nothing', async () => {
    for (const { path } of attacks) {
      const answer = await reader.page.request.get(`/raw/${ATTACKER}${path}`)
      const headers = answer.headers()
      for (const name of ['set-cookie', 'refresh', 'link', 'access-control-allow-origin'])
        assert.equal(headers[name], undefined, `${path}: ${name}`)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.match(headers['content-security-policy'], /sandbox(?![^;]*allow-(?:scripts|same-origin|forms|popups))/)
    }
    const cookies = await reader.page.context().cookies()
    assert.ok(cookies.every(({ value, httpOnly }) => value !== 'stolen' && httpOnly))
  })

  test('a frame that got scripts all the same could not read the portal', async () => {
    const { page } = reader
    await page.goto(`/web/${ATTACKER}/scripts`)
    const frame = page.frames()[1]
    assert.equal(await frame.evaluate('self.origin'), 'null')
    const reads = (expression: string): Promise<unknown> =>
      frame.evaluate(`(() => { try { return String(${expression}) } catch (error) { return error.name } })()`)
    assert.equal(await reads('document.cookie'), 'SecurityError')
    assert.equal(await reads('parent.document.title'), 'SecurityError')
    assert.equal(await reads('localStorage.length'), 'SecurityError')
    const asked = await frame.evaluate(`fetch('${served.origin}/bookmarks').then(() => 'read', error => error.name)`)
    assert.equal(asked, 'TypeError')
    assert.deepEqual(outside.seen, [])
  })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  await new Promise(closed => server.close(closed))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
