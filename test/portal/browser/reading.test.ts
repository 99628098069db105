import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { clickThrough, follow, styleOf, type Reader } from './chromium.js'
import { openStage, type Stage } from './serve.js'

describe('reading in a real browser', () => {
  let stage: Stage
  let reader: Reader
  let page: Page
  before(async () => {
    stage = await openStage()
    reader = await stage.reader()
    page = reader.page
  })
  after(() => stage?.close())

  const cards = (): ReturnType<Page['locator']> => page.locator('li.card')
  const archived = (): ReturnType<Page['frameLocator']> => page.frameLocator('iframe')

  test('a search from the front page finds pages and marks the words', async () => {
    await page.goto('/')
    await page.locator('input[name="q"]').fill('education')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\?q=education/)
    assert.ok((await cards().count()) >= 5)
    const marked = await page.locator('.snippet mark').allTextContents()
    assert.ok(marked.length >= 5)
    for (const word of marked) assert.match(word, /educat/i)
  })

  test('Thai words are found inside running text', async () => {
    await page.goto(`/search?q=${encodeURIComponent('การศึกษา')}`)
    assert.ok((await cards().count()) >= 3)
    assert.match(await page.locator('.snippet').first().innerText(), /การศึกษา/)
  })

  test('filters narrow the results down and can be taken away', async () => {
    await page.goto('/search?q=people')
    const all = await countOf(page)
    await page
      .locator('nav.filters')
      .getByRole('link', { name: /^Volcanoes/ })
      .click()
    await page.waitForURL(/topic=volcanoes/)
    const some = await countOf(page)
    assert.ok(some > 0 && some < all, `${some} of ${all}`)
    for (const labels of await page.locator('li.card .labels').allInnerTexts()) assert.match(labels, /Volcanoes/)
    const [site] = await page.locator('nav.filters h3:text("Site") + ul a').allInnerTexts()
    const host = site.replace(/\s+\d+$/, '')
    await clickThrough(page, page.locator('nav.filters').getByRole('link', { name: host }))
    for (const address of await page.locator('li.card .address').allInnerTexts()) assert.ok(address.startsWith(host))
    await clickThrough(page, page.getByRole('link', { name: 'Remove: Topic: Volcanoes' }))
    await clickThrough(page, page.getByRole('link', { name: `Remove: Site: ${host}` }))
    assert.equal(await countOf(page), all)
  })

  test('a misspelt word is corrected, and a search for nothing says so', async () => {
    await page.goto('/search?q=democrasy')
    assert.match(await page.locator('.spelling').innerText(), /democracy/i)
    await page.goto('/search?q=qqxxyyzz')
    assert.match(await page.locator('main').innerText(), /Nothing found for “qqxxyyzz”/)
  })

  test('a result opens as it looked, with its images and its style sheet', async () => {
    const { pictured } = stage.library
    await page.goto(`/search?q=${encodeURIComponent(`"${pictured.title}"`)}`)
    await page.locator(`li.card a.title[href="/web/${pictured.url}"]`).click()
    await page.waitForURL(`**/web/${pictured.url}`)
    const image = archived().locator('img.picture')
    await image.scrollIntoViewIfNeeded()
    assert.equal(await image.evaluate(node => node.decode().then(() => node.naturalWidth)), 240)
    const header = archived().locator('.site-header')
    const background = await styleOf(header, 'backgroundColor')
    assert.match(background, /^rgb\((?!255, 255, 255)/, 'the colour is in style.css alone')
    assert.match(await styleOf(header, 'backgroundImage'), /raw\/.*badge\.svg/)
    assert.match(await page.locator('main').innerText(), new RegExp(new URL(pictured.url).hostname))
  })

  test('a marked link leads to another page of the library', async () => {
    await page.goto(`/web/${stage.library.pictured.url}`)
    const link = archived().locator('a[data-longtail~="here"]').first()
    const style = await styleOf(link, 'textDecorationLine')
    assert.match(style, /underline/)
    assert.equal(await follow(page, link), 200)
    assert.notEqual(page.url(), `${stage.origin}/web/${stage.library.pictured.url}`)
    assert.ok((await archived().locator('body').innerText()).length > 200)
  })

  test('a link that leads out of the library is dimmed and shows the nearest pages instead', async () => {
    await page.goto('/search?q=people')
    const found = await cards()
      .locator('a.title')
      .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
    const away = archived().locator('a[data-longtail~="away"]')
    // of a page that nothing here resembles there is no nearest one: another link, maybe of another page, has some
    const hasNearest = async (path: string): Promise<boolean> => {
      await page.goto(path)
      for (let i = 0, links = await away.count(); i < links; i++) {
        // the answer "gone" is archived, and shown as such
        if ((await away.nth(i).getAttribute('href'))?.includes('/gone/')) continue
        assert.ok(Number(await styleOf(away.nth(i), 'opacity')) < 1)
        assert.equal(await follow(page, away.nth(i)), 404)
        if ((await cards().count()) > 0) return true
        await page.goto(path)
      }
      return false
    }
    const paths = [`/web/${stage.library.pictured.url}`, ...found]
    while (!(await hasNearest(paths.shift() ?? assert.fail('no link away has a page near it')))) continue
    await clickThrough(page, cards().first().locator('a.title'))
    assert.ok((await archived().locator('body').innerText()).length > 50)
  })

  test('suggestions can be chosen with the keyboard', async () => {
    await page.goto('/')
    const box = page.getByRole('combobox')
    await box.focus()
    await page.keyboard.type('photo')
    await page.getByRole('option').first().waitFor()
    assert.equal(await box.getAttribute('aria-expanded'), 'true')
    await page.keyboard.press('ArrowDown')
    const active = await box.getAttribute('aria-activedescendant')
    assert.match(await page.locator(`[id="${active}"]`).innerText(), /photo/i)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/(search|topics|web)/)
    await page.goto('/search?q=rights')
    await page.keyboard.press('/')
    assert.equal(await page.evaluate('document.activeElement.name'), 'q')
    await page.keyboard.type(' vol')
    await page.keyboard.press('Escape')
    assert.notEqual(await page.locator('input[name="q"]').getAttribute('aria-expanded'), 'true')
  })

  test('topics and sites can be browsed', async () => {
    await page.goto('/topics')
    await clickThrough(page, page.getByRole('link', { name: 'Democracy' }))
    assert.ok((await cards().count()) >= 10)
    await page.goto('/sites')
    await page.locator('li.tile a.name').first().click()
    await page.waitForURL(/\/sites\/./)
    assert.ok((await cards().count()) > 0)
  })

  test('the menus speak Thai, Swahili and Hindi', async () => {
    for (const [name, code, topics] of [
      ['ไทย', 'th', 'หัวข้อ'],
      ['Kiswahili', 'sw', 'Mada'],
      ['हिन्दी', 'hi', 'विषय'],
    ]) {
      await page.goto('/search?q=education')
      await clickThrough(page, page.getByRole('link', { name }))
      assert.match(page.url(), /\/search\?q=education/)
      assert.equal(await page.locator('html').getAttribute('lang'), code)
      assert.match(await page.locator('nav.places').innerText(), new RegExp(topics))
    }
    await page.context().clearCookies()
    const thai = await stage.reader({ locale: 'th-TH' })
    await thai.page.goto('/')
    assert.equal(await thai.page.locator('html').getAttribute('lang'), 'th')
    await thai.close()
  })

  test('nothing was asked of another server all the while', () => {
    assert.deepEqual(reader.strays, [])
  })
})

async function countOf(page: Page): Promise<number> {
  return Number((await page.locator('p.count').first().innerText()).replace(/\D/g, ''))
}
