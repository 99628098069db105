import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { en } from '../../../src/portal/ui/languages/en.js'
import { temporaryDirectory } from '../../crawl/run-cli.js'
import { clickThrough, type Reader } from './chromium.js'
import { openStage, type Stage } from './serve.js'

const { people } = en

describe('bookmarks and lessons in a real browser', () => {
  let stage: Stage
  let teacher: Reader
  let page: Page
  let files: string
  before(async () => {
    files = temporaryDirectory('lessons')
    stage = await openStage()
    teacher = await stage.reader({ acceptDownloads: true })
    page = teacher.page
  })
  after(async () => {
    await stage?.close()
    rmSync(files, { recursive: true, force: true })
  })

  const press = async (on: Page, name: string): Promise<void> => {
    await clickThrough(on, on.getByRole('button', { name, exact: true }))
  }
  const titles = (on: Page): Promise<string[]> => on.locator('li.card a.title').allInnerTexts()
  let lesson = ''

  test('a page is bookmarked from the bar above it, and only its reader sees that', async () => {
    await page.goto('/search?q=volcano')
    const found = (await titles(page)).slice(0, 3)
    assert.equal(found.length, 3)
    for (let i = 0; i < 3; i++) {
      await page.goto('/search?q=volcano')
      await page.locator('li.card a.title').nth(i).click()
      await page.waitForURL(/\/web\//)
      await press(page, people.addBookmark)
      assert.equal(await page.getByRole('button', { name: people.removeBookmark, exact: true }).count(), 1)
    }
    await page.goto('/bookmarks')
    assert.deepEqual((await titles(page)).sort(), found.sort())
    const other = await stage.reader()
    await other.page.goto('/bookmarks')
    assert.deepEqual(await titles(other.page), [])
    await other.close()
  })

  test('bookmarks become a lesson, whose pages are put in order and get notes', async () => {
    await page.goto('/bookmarks')
    await page.getByLabel(people.lessonTitle).fill('ภูเขาไฟ: volcanoes & lava')
    await press(page, people.makeLesson)
    await page.waitForURL(/\/lessons\/[^/]+\/edit/)
    const before = await titles(page)
    assert.equal(before.length, 3)
    await page.locator('li.card textarea').first().fill('Read this <b>first</b>')
    await clickThrough(page, page.locator('li.card').first().getByRole('button', { name: people.down }))
    assert.deepEqual(await titles(page), [before[1], before[0], before[2]])
    await page.getByLabel(people.lessonNotes, { exact: true }).fill('Two hours, in groups.')
    await press(page, people.saveAndShow)
    lesson = page.url()
    assert.match(lesson, /\/lessons\/[\w-]{16,}$/)
    assert.deepEqual(await titles(page), [before[1], before[0], before[2]])
    assert.match(await page.locator('main').innerText(), /Read this <b>first<\/b>[^]*/)
  })

  test('a lesson is printed without menus, with its addresses and notes', async () => {
    await page.goto(lesson)
    await page.getByRole('link', { name: people.print }).click()
    await page.waitForURL(/\/print$/)
    await page.emulateMedia({ media: 'print' })
    const text = await page.locator('body').innerText()
    assert.match(text, /ภูเขาไฟ: volcanoes & lava/)
    assert.match(text, /Two hours, in groups\./)
    assert.match(text, /http:\/\/volcanoes\d\.example\//)
    assert.equal(await page.getByRole('navigation').count(), 0)
    const pdf = await page.pdf({ format: 'A4' })
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
    assert.ok(pdf.length > 5000)
    await page.emulateMedia({ media: null })
  })

  test('whoever has the link of a lesson reads it and cannot change it', async () => {
    const pupil = await stage.reader()
    await pupil.page.goto(lesson)
    assert.match(await pupil.page.locator('h1').innerText(), /ภูเขาไฟ/)
    assert.equal((await titles(pupil.page)).length, 3)
    assert.equal(await pupil.page.getByRole('link', { name: people.edit, exact: true }).count(), 0)
    await pupil.page.goto(`${lesson}/edit`)
    assert.equal(await pupil.page.locator('textarea').count(), 0)
    await pupil.page.locator('li.card a.title').first().click()
    await pupil.page.waitForURL(/\/web\/http/)
    await pupil.close()
  })

  test('a lesson travels as a file to another reader', async () => {
    await page.goto(lesson)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: people.downloadFile }).click(),
    ])
    assert.match(download.suggestedFilename(), /ภูเขาไฟ.*\.lesson\.json$/)
    const path = join(files, 'volcanoes.lesson.json')
    await download.saveAs(path)
    const written = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(
      path,
      JSON.stringify({
        ...written,
        items: [...written.items, { url: 'http://nowhere.example/x', title: 'Lost', notes: '' }],
      }),
    )
    const other = await stage.reader()
    await other.page.goto('/lessons')
    await other.page.getByLabel(people.lessonFile).setInputFiles(path)
    await press(other.page, people.importButton)
    assert.match(await other.page.locator('h1').innerText(), /ภูเขาไฟ/)
    assert.equal(await other.page.locator('li.card').count(), 4)
    assert.match(await other.page.locator('li.card').last().innerText(), /Lost/)
    await other.page.getByRole('link', { name: people.edit, exact: true }).click()
    await other.page.waitForURL(/\/edit/)
    await other.close()
  })

  test('a file that is no lesson is refused with a reason', async () => {
    const path = join(files, 'bad.json')
    writeFileSync(path, '{"__proto__": {"title": "x"}, "items": 7}')
    await page.goto('/lessons')
    await page.getByLabel(people.lessonFile).setInputFiles(path)
    await press(page, people.importButton)
    assert.match(await page.locator('main').innerText(), new RegExp(people.notALesson.slice(0, 20)))
  })

  test('nothing was asked of another server all the while', () => {
    assert.deepEqual(teacher.strays, [])
  })
})
