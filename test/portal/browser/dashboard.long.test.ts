import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { serveDemoWeb, type DemoServer } from '../../../src/demo/web.js'
import { en } from '../../../src/portal/ui/languages/en.js'
import { crawlDemo } from '../../crawl/demo-crawl.js'
import { temporaryDirectory } from '../../crawl/run-cli.js'
import { openStage, type Stage } from './serve.js'
import { demoLibrary } from './demo-library.js'

const { dashboard } = en

describe('the dashboard of crawls in a real browser', () => {
  let directory: string
  let stage: Stage
  let web: DemoServer
  let crawling: Promise<unknown>
  let stop: () => void = () => {}
  before(async () => {
    directory = temporaryDirectory('watched')
    const library = await demoLibrary()
    web = await serveDemoWeb(library.web)
    const out = join(directory, 'slow')
    crawling = crawlDemo(library.web, web, out, { name: 'slow', politeness: { delay: '300ms' } }, end => (stop = end))
    while (!existsSync(join(out, 'status.json'))) await new Promise(later => setTimeout(later, 50))
    stage = await openStage({ crawls: [out] })
  })
  after(async () => {
    stop()
    await crawling
    await stage?.close()
    await web?.close()
    rmSync(directory, { recursive: true, force: true })
  })

  const says = async (page: Page, text: string): Promise<void> => {
    await page.locator('main').getByText(text, { exact: true }).first().waitFor()
  }

  test('a finished crawl shows its harvest, its sites and its last pages with reasons', async () => {
    const { page, complaints, close } = await stage.reader()
    await page.goto('/crawls')
    await page.getByRole('link', { name: 'thai' }).first().click()
    await page.waitForURL(/\/crawls\/thai/)
    await says(page, dashboard.finished)
    assert.ok((await page.locator('svg').count()) > 0)
    const text = await page.locator('main').innerText()
    for (const heading of [dashboard.recent, dashboard.languages, dashboard.hostsLargest])
      assert.ok(text.includes(heading), heading)
    assert.match(text, /\.ac\.th|\.co\.th|-demo\./)
    assert.equal(await page.getByRole('button', { name: dashboard.pause }).count(), 0)
    assert.deepEqual(complaints, [])
    await close()
  })

  test('the numbers of a running crawl go on by themselves; the administrator pauses and resumes it', async () => {
    const { page, close } = await stage.administrator()
    await page.goto('/crawls/slow')
    await says(page, dashboard.running)
    const numbers = (): Promise<string> => page.locator('main').innerText()
    const first = await numbers()
    for (let n = 0; n < 100 && (await numbers()) === first; n++) await page.waitForTimeout(100)
    assert.notEqual(await numbers(), first)

    await page.getByRole('button', { name: dashboard.pause, exact: true }).click()
    await says(page, dashboard.paused)
    await page.getByRole('button', { name: dashboard.resume, exact: true }).click()
    await says(page, dashboard.running)
    await close()
  })

  test('readers see the crawl and cannot pause it', async () => {
    const { page, close } = await stage.reader({ javaScriptEnabled: false })
    await page.goto('/crawls/slow')
    assert.equal(await page.getByRole('button', { name: dashboard.pause }).count(), 0)
    assert.equal(await page.locator('textarea').count(), 0)
    await close()
  })
})
