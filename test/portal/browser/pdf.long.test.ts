/** A PDF that a search found, in the browser's own reader: it opens at the page on which the words stand. */
import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { documentCampaign, serveDocumentSite } from '../../documents/document-site.js'
import { runCli, temporaryDirectory } from '../../crawl/run-cli.js'
import { build } from '../build-samples.js'
import { servePortal, type Served } from './serve.js'

const directory = temporaryDirectory('pdf-in-portal')
let served: Served
before(async () => {
  const web = await serveDocumentSite()
  const campaign = join(directory, 'campaign.yaml')
  writeFileSync(campaign, JSON.stringify(documentCampaign(web)))
  const crawl = join(directory, 'crawl')
  const { code, stderr } = await runCli('crawl', campaign, '--out', crawl, '--json')
  assert.equal(code, 0, stderr)
  await web.close()
  mkdirSync(join(directory, 'p'))
  await build(join(directory, 'p'), [crawl], { title: undefined })
  served = await servePortal(join(directory, 'p'))
})
after(async () => {
  await served.close()
  rmSync(directory, { recursive: true, force: true })
})

test('a result leads to the page of the PDF on which the words stand', async () => {
  // the browser's own reader loads parts of the browser, which `served.reader()` would refuse
  const context = await served.browser.newContext({ baseURL: served.origin, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto('/search?q=จระเข้น้ำจืด')
  await page.locator('a[href$="report.pdf#page=2"]').first().click()
  await page.waitForURL(/report\.pdf#page=2$/)
  assert.equal(await shownPage(page), '2')
  await page.goto('/web/http://school.example/report.pdf')
  assert.equal(await shownPage(page), '1')
  await context.close()
})

/** What Chromium's reader says in its toolbar, once it has read the file: then it shows all pages in small beside it. */
async function shownPage(page: Page): Promise<string> {
  for (;;) {
    const reader = page.frames().find(frame => frame.url().startsWith('chrome-extension:'))
    if (reader !== undefined && (await reader.locator('viewer-thumbnail').count()) === 3)
      return reader.locator('#pageSelector').inputValue()
    await page.waitForTimeout(100)
  }
}
