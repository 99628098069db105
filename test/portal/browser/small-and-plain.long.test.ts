import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { en } from '../../../src/portal/ui/languages/en.js'
import { mainPages } from './main-pages.js'
import { openStage, type Stage } from './serve.js'

const { people } = en

describe('small screens and browsers without JavaScript', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage?.close())

  test('no main page scrolls sideways at 360 pixels', async () => {
    const { page, close } = await stage.administrator({
      viewport: { width: 360, height: 640 },
      isMobile: true,
      hasTouch: true,
    })
    const wide: string[] = []
    for (const path of await mainPages(page, stage.library)) {
      await page.goto(path)
      const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
      if (width > 360) wide.push(`${path}: ${width} px`)
    }
    assert.deepEqual(wide, [])
    await page.goto('/')
    await page.locator('input[name="q"]').tap()
    await page.keyboard.type('volcano')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search/)
    await page.locator('li.card a.title').first().tap()
    await page.waitForURL(/\/web\//)
    const frame = await page.locator('iframe').boundingBox()
    assert.ok(frame !== null && frame.width >= 320 && frame.height >= 300, JSON.stringify(frame))
    // what stands above it leaves most of the screen to the page
    assert.ok(frame.y <= 640 * 0.4, `${frame.y} pixels above the page`)
    await close()
  })

  test('phrases to explore take one line of a telephone, and the keyboard reaches them all', async () => {
    const { page, close } = await stage.reader({ viewport: { width: 360, height: 640 }, isMobile: true })
    const chips = page.locator('nav.explore a')
    let count = 0
    // which phrases there are depends on what the crawl of the demo had time for
    for (const word of ['people', 'photosynthesis', 'light', 'energy']) {
      if (count > 1) break
      await page.goto(`/search?q=${word}`)
      count = await chips.count()
    }
    assert.ok(count > 1, `${count} phrases`)
    const tops = new Set<number>()
    for (const chip of await chips.all()) tops.add(Math.round((await chip.boundingBox())?.y ?? -1))
    assert.equal(tops.size, 1)
    await chips.first().focus()
    for (let i = 1; i < count; i++) await page.keyboard.press('Tab')
    // the browser scrolls to what has the focus with its next frame
    const isSeen = async (): Promise<boolean> =>
      (await page.evaluate(
        `document.activeElement.closest('nav.explore') !== null &&
          (box => box.left >= 0 && Math.floor(box.right) <= 360)(document.activeElement.getBoundingClientRect())`,
      )) === true
    for (let frames = 0; frames < 100 && !(await isSeen()); frames++) await page.waitForTimeout(50)
    const focused = await page.evaluate(
      `(({ left, right }) => ({ left, right, text: document.activeElement.textContent }))(document.activeElement.getBoundingClientRect())`,
    )
    assert.ok(await isSeen(), JSON.stringify(focused))
    await close()
  })

  test('without JavaScript one can search, filter, read, bookmark and make a lesson', async () => {
    const { page, strays, close } = await stage.reader({ javaScriptEnabled: false })
    await page.goto('/')
    await page.getByRole('searchbox').fill('people')
    await page.getByRole('button', { name: en.common.search }).click()
    await page.waitForURL(/\/search/)
    await page
      .locator('nav.filters')
      .getByRole('link', { name: /^Volcanoes/ })
      .click()
    await page.waitForURL(/topic=volcanoes/)
    await page.locator('li.card a.title').first().click()
    await page.waitForURL(/\/web\//)
    assert.match(await page.frameLocator('iframe').locator('h1').innerText(), /volcano/i)
    await page.getByRole('button', { name: people.addBookmark, exact: true }).click()
    await page.getByRole('button', { name: people.removeBookmark, exact: true }).waitFor()
    await page.getByRole('link', { name: en.common.bookmarks }).click()
    await page.getByLabel(people.lessonTitle).fill('Plain lesson')
    await page.getByRole('button', { name: people.makeLesson }).click()
    await page.getByRole('button', { name: people.saveAndShow }).click()
    await page.waitForURL(/\/lessons\/[\w-]+$/)
    assert.match(await page.locator('h1').innerText(), /Plain lesson/)
    assert.equal(await page.locator('li.card').count(), 1)
    assert.deepEqual(strays, [])
    await close()
  })
})
