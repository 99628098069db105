/** Makes the pictures of docs/portal.md and docs/export-zim.md from the library of the browser tests: "npm run screenshots". */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { exportZim } from '../../../src/export/zim/export-zim.js'
import { writeLessonFile } from '../../../src/portal/people/lesson-file.js'
import { en } from '../../../src/portal/ui/languages/en.js'
import { serveZim } from '../../export/kiwix-serve.js'
import { packageRoot } from '../../package-root.js'
import { openBrowser, openReader } from './chromium.js'
import { openStage } from './serve.js'
import { shrinkPng } from './shrink-png.js'

const FIGURES = join(packageRoot, 'docs', 'figures')
const DESK = { width: 1000, height: 700 }
const PHONE = { width: 360, height: 640 }
const MOST_BYTES = 80_000

const stage = await openStage()
const { pictured } = stage.library
mkdirSync(FIGURES, { recursive: true })

/** `from`: what the picture begins with, when that is not the top of the page. */
async function shoot(page: Page, name: string, path: string, from?: string): Promise<void> {
  await page.goto(path)
  // the archived page in the frame, too
  await page.waitForLoadState('networkidle')
  if (from !== undefined)
    await page
      .locator(from)
      .first()
      .evaluate(node => node.scrollIntoView())
  await keep(page, `portal-${name}`)
}

/** `top`: where the picture begins. */
async function keep(page: Page, name: string, top = 0): Promise<void> {
  const { width, height } = page.viewportSize() ?? DESK
  const file = join(FIGURES, `${name}.png`)
  const picture = shrinkPng(await page.screenshot({ clip: { x: 0, y: top, width, height: height - top } }))
  writeFileSync(file, picture)
  console.log(`${file}: ${picture.length} bytes`)
  if (picture.length > MOST_BYTES) throw new Error(`${file} has more than ${MOST_BYTES} bytes`)
}

/** From two pages that the reader found, with a note. */
async function makeLesson(page: Page): Promise<string> {
  for (const query of ['education', 'work']) {
    await page.goto(`/search?q=${query}`)
    await page.locator('li.card a.title').first().click()
    await page.getByRole('button', { name: en.people.addBookmark, exact: true }).click()
    await page.getByRole('button', { name: en.people.removeBookmark, exact: true }).waitFor()
  }
  await page.goto('/bookmarks')
  await page.getByLabel(en.people.lessonTitle).fill('Our rights')
  await page.getByRole('button', { name: en.people.makeLesson }).click()
  await page.waitForURL(/\/edit/)
  await page.locator('li.card textarea').first().fill('Read the second paragraph together. Which words are new?')
  await page.getByLabel(en.people.lessonNotes, { exact: true }).fill('Two lessons. In groups of three.')
  await page.getByRole('button', { name: en.people.saveAndShow }).click()
  await page.waitForURL(/\/lessons\/[\w-]+$/)
  return new URL(page.url()).pathname
}

/** Without the bar of kiwix-serve: every reader of ZIMs has another one. */
async function shootZim(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-screenshots-'))
  const lesson = join(directory, 'pictures.lesson.json')
  const items = [
    { url: pictured.url, title: 'A page with a picture', notes: 'What do you see?' },
    { url: 'http://nowhere.example/', title: 'A page that nobody fetched', notes: 'At home, if you can.' },
  ]
  writeFileSync(lesson, writeLessonFile({ title: 'Pictures', notes: 'One hour. Bring paper.', items }))
  const zim = join(directory, 'school.zim')
  await exportZim({ sources: [stage.library.portal], out: zim, lessonFiles: [lesson], interface: 'en' })
  const kiwix = await serveZim(zim)
  const browser = await openBrowser()
  try {
    for (const [name, viewport, path] of [
      ['zim-home', DESK, '_longtail/home'],
      ['zim-lesson', PHONE, '_longtail/lessons/1'],
    ] as const) {
      const { page } = await openReader(browser, kiwix.origin, { viewport, colorScheme: 'light' })
      await page.goto(`/${kiwix.book}/${path}`)
      await page.waitForLoadState('networkidle')
      await keep(page, name, (await page.locator('#kiwixtoolbar').boundingBox())?.height)
    }
  } finally {
    await browser.close()
    await kiwix.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

try {
  const { page } = await stage.reader({ viewport: DESK, colorScheme: 'light' })
  await shoot(page, 'home', '/')
  await shoot(page, 'results', '/search?q=education')
  await shoot(page, 'topic', '/topics/volcanoes')
  await shoot(page, 'page', `/web/${pictured.url}`)
  await shoot(page, 'missing', '/web/http://nowhere.example/lava/eruption.html')
  await shoot(page, 'lesson', await makeLesson(page))
  await shoot(page, 'dashboard', '/crawls/thai', 'h2')
  const phone = await stage.reader({ viewport: PHONE, isMobile: true, locale: 'th-TH', colorScheme: 'light' })
  await shoot(phone.page, 'phone', `/search?q=${encodeURIComponent('การศึกษา')}`)
  const admin = await stage.administrator({ viewport: DESK, colorScheme: 'light' })
  await shoot(admin.page, 'admin', '/admin')
  await shootZim()
} finally {
  await stage.close()
}
