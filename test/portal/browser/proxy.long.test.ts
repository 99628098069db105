import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Reader } from './chromium.js'
import { openStage, type Stage } from './serve.js'

describe('the portal as the proxy of a real browser', () => {
  let stage: Stage
  let reader: Reader
  before(async () => {
    stage = await openStage()
    reader = await stage.reader({ proxy: { server: stage.origin } })
  })
  after(() => stage?.close())

  test('a page opens at its own address, with its images, and its links lead on', async () => {
    const { page } = reader
    const address = stage.library.pictured.url.replace(/^https:/, 'http:')
    const answer = await page.goto(address)
    assert.equal(answer?.status(), 200)
    assert.equal(page.url(), address)
    const image = page.locator('img.picture')
    assert.equal(await image.evaluate(node => node.decode().then(() => node.naturalWidth)), 240)
    const link = page.locator('a[data-longtail~="here"]').first()
    const target = String(await link.evaluate(node => node.href))
    assert.match(target, /^http:\/\//)
    await link.click()
    await page.waitForURL(target)
    assert.ok((await page.locator('body').innerText()).length > 200)
  })

  test('an address that is not in the library explains itself and leads to the portal', async () => {
    const { page } = reader
    const answer = await page.goto('http://nowhere.example/volcano/lava.html')
    assert.equal(answer?.status(), 404)
    const links = await page.locator('a').evaluateAll(nodes => nodes.map(node => node.href))
    assert.ok(Array.isArray(links) && links.some(link => String(link).startsWith(stage.origin)), String(links))
  })

  test('secure connections are refused instead of passed on', async () => {
    await assert.rejects(reader.page.goto('https://nowhere.example/'), /ERR_TUNNEL_CONNECTION_FAILED|ERR_/)
  })
})
