import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { findingsOfAxe } from './axe.js'
import type { Reader } from './chromium.js'
import { mainPages } from './main-pages.js'
import { openStage, type Stage } from './serve.js'

describe('the portal by the measures of Lighthouse, in a real browser', () => {
  let stage: Stage
  let reader: Reader
  let paths: string[]
  before(async () => {
    stage = await openStage()
    reader = await stage.administrator()
    paths = await mainPages(reader.page, stage.library)
  })
  after(() => stage?.close())

  for (const colours of ['light', 'dark'] as const)
    test(`axe finds nothing on any main page, in ${colours} colours`, async () => {
      const { page } = reader
      await page.emulateMedia({ colorScheme: colours })
      const found: string[] = []
      for (const path of paths) {
        await page.goto(path)
        found.push(...(await findingsOfAxe(page, { rules: colours === 'dark' ? ['color-contrast'] : null })))
      }
      assert.deepEqual(found, [])
    })

  test('nothing moves while a page loads', async () => {
    const fresh = await stage.reader()
    await fresh.page.addInitScript(
      'window.shift = 0; new PerformanceObserver(list => { for (const entry of list.getEntries()) window.shift += entry.value }).observe({ type: "layout-shift", buffered: true })',
    )
    assert.ok(await fresh.page.evaluate('PerformanceObserver.supportedEntryTypes.includes("layout-shift")'))
    const moved: string[] = []
    for (const path of ['/', '/search?q=education', '/topics/volcanoes', '/sites', '/web/http://nowhere.example/x']) {
      await fresh.page.goto(path, { waitUntil: 'load' })
      await fresh.page.waitForTimeout(200)
      const shift = Number(await fresh.page.evaluate('window.shift'))
      if (shift > 0) moved.push(`${path}: ${shift}`)
    }
    assert.deepEqual(moved, [])
    await fresh.close()
  })

  test('the search page weighs at most 60 KB without images', async () => {
    for (const path of ['/', '/search?q=education']) {
      const fresh = await stage.reader()
      await fresh.page.goto(path, { waitUntil: 'load' })
      await fresh.page.waitForTimeout(100)
      const files = [...fresh.weights].filter(([file]) => !file.startsWith('/raw/'))
      const weight = files.reduce((sum, [, bytes]) => sum + bytes, 0)
      assert.ok(files.length >= 3, JSON.stringify(files))
      assert.ok(weight <= 60_000, `${path}: ${weight} bytes uncompressed: ${JSON.stringify(files)}`)
      await fresh.close()
    }
  })

  test('no page complains on the console or asks another server', async () => {
    const fresh = await stage.administrator()
    for (const path of paths) {
      const missing = path.includes('nowhere.example')
      fresh.complaints.length = 0
      await fresh.page.goto(path, { waitUntil: 'load' })
      // Chromium itself reports the 404 of the page that explains what is missing
      const complaints = fresh.complaints.filter(text => !(missing && /status of 404/.test(text)))
      assert.deepEqual(complaints, [], path)
    }
    assert.deepEqual(fresh.strays, [])
    assert.deepEqual(reader.strays, [])
    await fresh.close()
  })
})
