import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { startCli } from '../../crawl/run-cli.js'
import { openBrowser, openReader } from './chromium.js'

describe('the demo in a real browser', () => {
  let browser: Browser | undefined
  after(() => browser?.close())

  test('the demo ends in a portal that one can search, and Ctrl-C ends it', { timeout: 60_000 }, async () => {
    const { child, result } = startCli(['demo', '--pages', '150', '--port', '0', '--json'])
    try {
      const line = await new Promise<string>((resolve, reject) => {
        child.stdout?.once('data', text => resolve(String(text)))
        child.once('close', () => reject(new Error('the demo ended by itself')))
      })
      const { portal } = JSON.parse(line)
      assert.ok(portal.pages > 50, line)
      browser = await openBrowser()
      const { page, strays } = await openReader(browser, new URL(portal.url).origin)
      await page.goto('/')
      await page.locator('input[name="q"]').fill('สิทธิ')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/search/)
      await page.locator('li.card a.title').first().click()
      await page.waitForURL(/\/web\/https?:/)
      assert.match(await page.frameLocator('iframe').locator('body').innerText(), /สิทธิ/)
      assert.deepEqual(strays, [])
    } finally {
      child.kill('SIGINT')
    }
    const { code, stderr } = await result
    assert.equal(code, 0, stderr)
    assert.match(stderr, /Open http:\/\/127\.0\.0\.1:\d+\/ in a browser/)
  })
})
