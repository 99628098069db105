import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { openLibrary } from '../../../src/portal/store/library.js'
import { en } from '../../../src/portal/ui/languages/en.js'
import { temporaryDirectory } from '../../crawl/run-cli.js'
import { openStage, type Stage } from './serve.js'

const { people, lessons } = en
const squeezed = (text: string): string => text.replace(/\s+/g, '')

describe('a lesson of three pages', () => {
  let stage: Stage
  let files: string
  before(async () => {
    stage = await openStage()
    files = temporaryDirectory('lesson-clicks')
    mkdirSync(files, { recursive: true })
  })
  after(async () => {
    await stage?.close()
    rmSync(files, { recursive: true, force: true })
  })

  /** From a search to the print view; the number of clicks, and the addresses of the pages. */
  async function make(page: Page): Promise<{ clicks: number; urls: string[]; print: Locator }> {
    let clicks = 0
    const click = async (locator: Locator): Promise<void> => {
      clicks++
      await Promise.all([page.waitForEvent('load'), locator.click()])
    }
    await page.goto('/search?q=education')
    const urls: string[] = []
    for (let i = 0; i < 3; i++) {
      const button = page.locator('li.card button[name="url"]').first()
      urls.push((await button.getAttribute('value')) ?? '')
      await click(button)
    }
    assert.match(await page.locator('.lesson-bar .state').innerText(), /3 pages/)
    await click(page.locator('.lesson-bar').getByRole('link', { name: people.print }))
    return { clicks, urls, print: page.getByRole('button', { name: lessons.printNow, exact: true }) }
  }

  test('is made and printed with five clicks from a search, and the PDF holds the texts and pictures of its pages', async () => {
    const reader = await stage.reader()
    const { page } = reader
    await page.addInitScript('window.print = () => { window.printed = true }')
    const { clicks, urls, print } = await make(page)
    await print.click()
    assert.equal(await page.evaluate('window.printed'), true)
    assert.ok(clicks + 1 <= 6, `${clicks + 1} clicks`)
    assert.equal(clicks + 1, 5)

    const pdf = join(files, 'lesson.pdf')
    writeFileSync(pdf, await page.pdf({ format: 'A4' }))
    const text = squeezed(execFileSync('pdftotext', ['-raw', pdf, '-'], { encoding: 'utf8' }))
    const library = openLibrary(stage.library.portal)
    try {
      let pictured = 0
      for (const url of urls) {
        const card = library.page(url)
        assert.ok(card !== null, url)
        assert.ok(text.includes(squeezed(card.title)), card.title)
        const lines = library.textOf(card.id).split('\n')
        assert.ok(lines.length > 2, url)
        for (const line of lines) assert.ok(text.includes(squeezed(line)), `${url}: ${line}`)
        if (card.image === '') continue
        pictured++
        const section = page.locator('section', { has: page.locator(`h2 a[href="${url}"]`) })
        assert.ok((await section.locator('.picture img').count()) > 0, `${url} has a picture`)
      }
      assert.ok(pictured > 0, 'the demo has pages with pictures')
      for (const image of await page.locator('.picture img').all())
        assert.ok(Number(await image.evaluate(node => node.naturalWidth)) > 0)
      const listed = execFileSync('pdfimages', ['-list', pdf], { encoding: 'utf8' }).trim().split('\n').slice(2)
      assert.ok(listed.filter(line => / image /.test(line)).length >= pictured, listed.join('\n'))
    } finally {
      library.close()
    }
    assert.doesNotMatch(text, new RegExp(squeezed(lessons.printHint)), 'what is for the screen is not printed')
    assert.deepEqual(reader.strays, [])
    assert.deepEqual(reader.complaints, [])
    await reader.close()
  })

  test('is made without JavaScript, too', async () => {
    const { page, close } = await stage.reader({ javaScriptEnabled: false })
    const { urls, print } = await make(page)
    for (const url of urls) assert.equal(await page.locator(`h2 a[href="${url}"]`).count(), 1)
    assert.equal(await print.isVisible(), false)
    await close()
  })

  test('gets another order by dragging and by the keyboard, and keeps what was typed meanwhile', async () => {
    const { page, close, complaints } = await stage.reader({ viewport: { width: 1280, height: 1600 } })
    await make(page)
    const lesson = page.url().replace(/\/print$/, '')
    const order = (): Promise<(string | null)[]> =>
      page.locator('[data-move]').evaluateAll(nodes => nodes.map(node => node.getAttribute('data-move')))
    const saved = (): Promise<unknown> => page.waitForResponse(answer => answer.request().method() === 'POST')
    await page.goto(`${lesson}/edit`)
    const [a, b, c] = await order()
    await page.getByLabel(people.lessonNotes, { exact: true }).fill('not saved yet')
    const handle = page.locator(`[data-move="${a}"]`)
    await handle.focus()
    await Promise.all([saved(), page.keyboard.press('ArrowDown')])
    assert.deepEqual(await order(), [b, a, c])
    assert.match(await page.locator('[data-order-status]').innerText(), /: now at place 2$/)
    assert.equal(await handle.evaluate(node => node === node.ownerDocument.activeElement), true)
    const from = await page.locator(`[data-move="${c}"]`).boundingBox()
    const to = await page.locator('li.card').first().boundingBox()
    assert.ok(from !== null && to !== null)
    await page.mouse.move(from.x + 5, from.y + 5)
    await page.mouse.down()
    await page.mouse.move(to.x + 20, to.y + 40, { steps: 8 })
    await page.mouse.move(to.x + 20, to.y + 10)
    await Promise.all([saved(), page.mouse.up()])
    assert.deepEqual(await order(), [c, b, a])
    assert.equal(await page.getByLabel(people.lessonNotes, { exact: true }).inputValue(), 'not saved yet')
    await page.goto(`${lesson}/edit`)
    assert.deepEqual(await order(), [c, b, a])
    assert.deepEqual(complaints, [])
    await close()
  })
})
