import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { exportZim, type ZimSummary } from '../../../src/export/zim/export-zim.js'
import { archivedPath } from '../../../src/export/zim/paths.js'
import { writeLessonFile } from '../../../src/portal/people/lesson-file.js'
import { temporaryDirectory } from '../../crawl/run-cli.js'
import { findingsOfAxe } from '../../portal/browser/axe.js'
import { openBrowser, openReader, styleOf, type Reader } from '../../portal/browser/chromium.js'
import { demoLibrary, type DemoLibrary } from '../../portal/browser/demo-library.js'
import { serveZim, type KiwixServe } from '../kiwix-serve.js'
import { run } from '../zim-file-tools.js'

describe('the demo in kiwix-serve and a real browser', () => {
  const directory = temporaryDirectory('zim-browser')
  const zim = join(directory, 'demo.zim')
  let library: DemoLibrary
  let summary: ZimSummary
  let kiwix: KiwixServe
  let browser: Browser
  let reader: Reader
  let page: Page
  before(async () => {
    library = await demoLibrary()
    const file = join(directory, 'fire.lesson.json')
    const items = [
      { url: library.pictured.url, title: 'Look at this', notes: 'What do you see?\nWhy?' },
      { url: 'http://nowhere.example/', title: 'Not here', notes: '' },
    ]
    writeFileSync(file, writeLessonFile({ title: 'A lesson about pictures', notes: 'Bring paper.', items }))
    summary = await exportZim({ sources: [library.portal], out: zim, lessonFiles: [file], interface: 'en' })
    kiwix = await serveZim(zim)
    browser = await openBrowser()
    reader = await openReader(browser, kiwix.origin)
    page = reader.page
  })
  after(async () => {
    await browser?.close()
    await kiwix?.close()
  })

  const at = (path: string): string => `/${kiwix.book}/${path.split('/').map(encodeURIComponent).join('/')}`

  test('zimcheck finds no error', async () => {
    assert.ok(summary.pages > 100)
    // the same picture on several sites is a warning, and so are pages with the same text
    const said = (await run('zimcheck', ['-A', zim])).toString()
    assert.match(said, /Overall Test Status: Pass/)
    assert.doesNotMatch(said, /\[ERROR\]/)
  })

  test('the front page has the topics with their best pages, the lessons and the sites', async () => {
    await page.goto(at(''))
    assert.equal(await page.locator('h1').innerText(), 'School library')
    assert.equal(await styleOf(page.locator('body'), 'margin-left'), '0px')
    const tiles = page.locator('.tile')
    assert.ok((await tiles.count()) >= 3)
    await tiles.filter({ hasText: 'Volcanoes' }).locator('a').first().click()
    assert.equal(await page.locator('h1').innerText(), 'Volcanoes')
    const first = page.locator('li.card a.title').first()
    const title = await first.innerText()
    await first.click()
    assert.equal(await page.title(), title)
  })

  test('an article has its pictures and its style', async () => {
    await page.goto(at(archivedPath(library.pictured.url)))
    const picture = page.locator('img.picture')
    assert.ok((await picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth)) > 0)
    assert.equal(await styleOf(page.locator('main'), 'color'), 'rgb(34, 34, 34)')
    assert.notEqual(await styleOf(page.locator('.site-header'), 'background-color'), 'rgba(0, 0, 0, 0)')
  })

  test('links inside are followed, links outside are marked and keep their address', async () => {
    await page.goto(at(archivedPath(library.pictured.url)))
    const away = page.locator('a[data-longtail=away]').first()
    assert.match((await away.getAttribute('href')) ?? '', /^https?:\/\//)
    assert.match((await away.getAttribute('title')) ?? '', /not in this collection: needs the Internet/)
    assert.match(await styleOf(away, 'textDecorationStyle'), /dotted/)
    const before = page.url()
    await page.locator('.related a[data-longtail=here], main a[data-longtail=here]').first().click()
    await page.waitForURL(url => url.href !== before)
    assert.ok(page.url().startsWith(`${kiwix.origin}/${kiwix.book}/`), page.url())
    assert.ok((await page.locator('h1').count()) > 0)
    assert.equal((await page.request.get(page.url())).status(), 200)
  })

  test('a lesson leads to its pages, in order, with notes', async () => {
    await page.goto(at(''))
    await page.getByRole('link', { name: 'A lesson about pictures' }).click()
    // line breaks of notes are seen with the style only
    await page.waitForURL(/lesson/)
    await page.waitForLoadState('load')
    assert.match(
      await page.locator('main').innerText(),
      /Bring paper\..*Look at this.*What do you see\?\nWhy\?.*Not here/s,
    )
    assert.match(await page.locator('li.card').nth(1).innerText(), /not in this collection/)
    await page.getByRole('link', { name: 'Look at this' }).click()
    assert.ok((await page.locator('img.picture').count()) > 0)
  })

  test('the reader’s own search box suggests titles and finds words of the text', async () => {
    await page.goto(at(''))
    const box = page.locator('#kiwixsearchbox')
    await box.pressSequentially('volcan')
    const suggested = page.locator('.ui-autocomplete li').filter({ hasText: /volcano/i })
    await suggested.first().waitFor()
    await box.fill('lava')
    await page.keyboard.press('Enter')
    await page.waitForURL(/search\?/)
    const results = page.locator('.results li a, ul li a')
    await results.first().click()
    assert.match(await page.locator('body').innerText(), /lava/i)
  })

  test('Thai words are found in the text', async () => {
    const found = await kiwix.search('สิทธิ', 50)
    assert.ok(found.length > 0)
    await page.goto(at(found[0]))
    assert.match(await page.locator('body').innerText(), /สิทธิ/)
  })

  const ownPages = [
    '_longtail/home',
    '_longtail/sites',
    '_longtail/topics',
    '_longtail/topic/volcanoes',
    '_longtail/about',
    '_longtail/lessons',
    '_longtail/lessons/1',
  ]

  for (const colorScheme of ['light', 'dark'] as const)
    test(`axe finds nothing on our own pages, in ${colorScheme} colours`, async () => {
      const own = await openReader(browser, kiwix.origin, { colorScheme })
      const rules = colorScheme === 'dark' ? ['color-contrast'] : null
      const found: string[] = []
      for (const path of ownPages) {
        await own.page.goto(at(path))
        // the bar is kiwix-serve's
        found.push(...(await findingsOfAxe(own.page, { exclude: '.kiwix', rules })))
      }
      assert.deepEqual(found, [])
      await own.close()
    })

  test('the bar that kiwix-serve puts into our pages keeps its shape', async () => {
    const heightsAt = async (path: string): Promise<unknown> => {
      await page.goto(path)
      return page
        .locator('#kiwixsearchbox, #kiwixtoolbar button')
        .evaluateAll((nodes: { offsetHeight: number }[]) => nodes.map(node => node.offsetHeight))
    }
    const bare = await heightsAt(`/search?content=${kiwix.book}&pattern=lava`)
    for (const path of ownPages) assert.deepEqual(await heightsAt(at(path)), bare, path)
  })

  test('a lesson among the results shows its own words, not those of the menu', async () => {
    await page.goto(`/search?content=${kiwix.book}&pattern=paper`)
    const result = page.locator('.results li').filter({ hasText: 'A lesson about pictures' })
    const shown = await result.innerText()
    assert.match(shown, /Bring paper/)
    assert.doesNotMatch(shown, /Skip to the content|About this collection/)
  })

  test('our pages fit a telephone', async () => {
    const phone = await openReader(browser, kiwix.origin, { viewport: { width: 360, height: 640 } })
    for (const path of ownPages) {
      await phone.page.goto(at(path))
      const main = phone.page.locator('main')
      const width = await main.evaluate((node: { scrollWidth: number }) => node.scrollWidth)
      assert.ok(width <= 360, `${path}: ${width}`)
    }
    await phone.close()
  })

  test('nothing was asked of the network, and the browser had nothing to complain about', () => {
    assert.deepEqual(reader.strays, [])
    assert.deepEqual(reader.complaints, [])
  })
})
