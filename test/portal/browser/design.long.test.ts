import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pngOf } from '../picture-samples.js'
import { findingsOfAxe } from './axe.js'
import type { Reader } from './chromium.js'
import { mainPages } from './main-pages.js'
import { openStage, type Stage } from './serve.js'

const WIDTHS = [320, 360, 768, 1280, 1920]
/** The page about a crawl was 13,120 pixels long. */
const LONGEST_DASHBOARD = 3000

describe('the design of the portal, in a real browser', () => {
  let stage: Stage
  let reader: Reader
  let paths: string[]
  before(async () => {
    stage = await openStage()
    reader = await stage.administrator()
    paths = [...(await mainPages(reader.page, stage.library)), '/admin/look', '/admin/featured', '/admin/wishes']
  })
  after(() => stage?.close())

  test('at 320 to 1920 pixels, header, content and footer have the same edges, and no page is wider than the window', async () => {
    const { page } = reader
    const wrong: string[] = []
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      for (const path of paths) {
        await page.goto(path)
        const found = Number(await page.evaluate('document.documentElement.scrollWidth'))
        if (found > width) wrong.push(`${path} at ${width} is ${found} wide`)
        // a lesson on paper has neither header nor footer
        if (path.endsWith('/print')) continue
        const edges = await edgesOf(page)
        assert.ok(edges.length >= 3, path)
        if (new Set(edges).size !== 1) wrong.push(`${path} at ${width}: ${edges.join(' | ')}`)
      }
    }
    assert.deepEqual(wrong, [])
  })

  test('words of other languages are no wider than a small telephone either', async () => {
    const { page } = reader
    await page.setViewportSize({ width: 320, height: 640 })
    const wide: string[] = []
    for (const language of ['th', 'sw', 'hi', 'en'])
      for (const path of ['/', '/search?q=education', '/topics/volcanoes', '/lessons', '/admin/look', '/crawls/thai']) {
        await page.goto(`/language?ui=${language}&back=${encodeURIComponent(path)}`)
        const found = Number(await page.evaluate('document.documentElement.scrollWidth'))
        if (found > 320) wide.push(`${path} in ${language}: ${found}`)
      }
    assert.deepEqual(wide, [])
  })

  test('the page about a crawl is a few screens long, and no table of it is cut at 1280 pixels', async () => {
    const { page } = reader
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/crawls/thai')
    const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
    assert.ok(height <= LONGEST_DASHBOARD, `${height} pixels`)
    const tables = await page
      .locator('.scroll')
      .evaluateAll(boxes => boxes.map(box => [box.scrollWidth, box.clientWidth]))
    assert.ok(tables.length >= 4)
    for (const [content, box] of tables) assert.ok(content <= box, `${content} in ${box}`)
  })

  test('topics have a sentence and a count, pages pictures of a known size, and the front page shows what is new', async () => {
    const { page } = reader
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/')
    const volcanoes = page.locator('.tile', { hasText: 'Volcanoes' })
    assert.match(await volcanoes.innerText(), /\d+ pages\s+\S.{39,}/)
    assert.ok((await page.locator('.news .card').count()) >= 4)
    await page.goto('/search?q=education')
    const pictures = page.locator('li.card img.thumb')
    assert.ok((await pictures.count()) >= 2)
    await pictures.first().scrollIntoViewIfNeeded()
    await page.waitForFunction('document.querySelector("img.thumb").naturalWidth >= 80')
  })

  test('beside a page stand pages like it and its topic, which the keyboard reaches', async () => {
    const { page } = reader
    await page.goto('/search?q=volcano&topic=volcanoes')
    await page.locator('li.card a.title').first().click()
    await page.waitForURL(/\/web\//)
    const related = page.locator('.aside .related a')
    assert.ok((await related.count()) >= 4)
    assert.match(await page.locator('.aside nav').innerText(), /Photosynthesis/)
    const first = await related.first().getAttribute('href')
    await related.first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(url => decodeURI(url.pathname + url.search) === decodeURI(first ?? ''))
  })

  test("a school's colour and logo change every page and leave it readable", async () => {
    const { page } = reader
    await page.goto('/admin/look')
    await page.locator('#colour').fill('#ffe600')
    await page.locator('form[action="/admin/colour"] button').first().click()
    await page.waitForURL(/saved/)
    const file = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(pngOf(200, 80)) }
    await page.locator('#logo').setInputFiles(file)
    await page.locator('form[action="/admin/logo"] button').last().click()
    await page.locator('.head img.logo').waitFor()
    const found: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const path of ['/', '/search?q=education', '/topics/volcanoes', '/admin/look']) {
        await page.goto(path)
        found.push(...(await findingsOfAxe(page, { rules: ['color-contrast'] })))
        const edges = await edgesOf(page)
        assert.equal(new Set(edges).size, 1, `${path}: ${edges.join(' | ')}`)
      }
    }
    assert.deepEqual(found, [])
  })
})

/** Left and right of what the header, the content and the footer hold. */
async function edgesOf(page: Page): Promise<string[]> {
  return page.evaluate<
    string[]
  >(`[...document.querySelectorAll('.head .wrap, main.wrap, main .wrap, .foot .wrap')].map(box => {
    const { left, right } = box.getBoundingClientRect()
    const style = getComputedStyle(box)
    return Math.round(left + parseFloat(style.paddingLeft)) + ' to ' + Math.round(right - parseFloat(style.paddingRight))
  })`)
}
