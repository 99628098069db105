/**
 * Makes the pictures of the docs from the library of the browser tests: "npm run screenshots". Every page of the portal at 1280 and
 * 360 pixels, in light and dark colours (docs/figures/portal-NAME-WIDTH-COLOURS.png), and two of a ZIM. With names behind "--" only those.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { exportZim } from '../../../src/export/zim/export-zim.js'
import { writeLessonFile } from '../../../src/portal/people/lesson-file.js'
import { en } from '../../../src/portal/ui/languages/en.js'
import { serveZim } from '../../export/kiwix-serve.js'
import { packageRoot } from '../../package-root.js'
import { openBrowser, openReader } from './chromium.js'
import { openClass } from './main-pages.js'
import { openStage } from './serve.js'
import { shrinkPng } from './shrink-png.js'

const FIGURES = join(packageRoot, 'docs', 'figures')
const DESK = { width: 1280, height: 900 }
const PHONE = { width: 360, height: 640 }
const MOST_BYTES = 80_000
const MOST_BYTES_TOGETHER = 4_000_000

const stage = await openStage()
const { pictured } = stage.library
mkdirSync(FIGURES, { recursive: true })
const only = process.argv.slice(2)
const isWanted = (name: string): boolean => only.length === 0 || only.includes(name)
for (const file of readdirSync(FIGURES))
  if (only.length === 0 && /^portal-.*\.png$/.test(file)) rmSync(join(FIGURES, file))
let together = 0

/** Which begin further down: above stands a path of the machine that made the picture. */
const BEGINNINGS: Readonly<Record<string, string>> = { dashboard: '#crawl-figures' }

async function shoot(page: Page, name: string, path: string): Promise<void> {
  await page.goto(path)
  // the archived page in the frame, too
  await page.waitForLoadState('networkidle')
  const beginning = BEGINNINGS[name.split('-')[0]]
  if (beginning !== undefined) await page.locator(beginning).evaluate(node => node.scrollIntoView())
  await keep(page, `portal-${name}`)
}

/** `top`: where the picture begins. */
async function keep(page: Page, name: string, top = 0): Promise<void> {
  const { width, height } = page.viewportSize() ?? DESK
  const file = join(FIGURES, `${name}.png`)
  const picture = shrinkPng(await page.screenshot({ clip: { x: 0, y: top, width, height: height - top } }))
  writeFileSync(file, picture)
  together += picture.length
  console.log(`${file}: ${picture.length} bytes`)
  if (picture.length > MOST_BYTES) throw new Error(`${file} has more than ${MOST_BYTES} bytes`)
}

/** From two pages that the reader found, with a note. */
async function makeLesson(page: Page): Promise<string> {
  for (const query of ['volcano', 'photosynthesis']) {
    await page.goto(`/search?q=${query}`)
    await page.locator('li.card a.title').first().click()
    await page.getByRole('button', { name: en.people.addBookmark, exact: true }).click()
    await page.getByRole('button', { name: en.people.removeBookmark, exact: true }).waitFor()
  }
  await page.goto('/bookmarks')
  await page.getByLabel(en.people.lessonTitle).fill('Fire and leaves')
  await page.getByRole('button', { name: en.people.makeLesson }).click()
  await page.waitForURL(/\/edit/)
  await page.locator('li.card textarea').first().fill('Read the first paragraph together. Which words are new?')
  await page.getByLabel(en.people.lessonNotes, { exact: true }).fill('Two hours. In groups of three.')
  await page.getByRole('button', { name: en.people.saveAndShow }).click()
  await page.waitForURL(/\/lessons\/[\w-]+$/)
  return new URL(page.url()).pathname
}

/** For everybody to see on the front page. */
async function publish(page: Page): Promise<void> {
  await page.goto('/admin/lessons')
  await page
    .getByRole('button', { name: new RegExp(`^${en.admin.publish}`) })
    .first()
    .click()
  await page
    .getByRole('button', { name: new RegExp(`^${en.admin.unpublish}`) })
    .first()
    .waitFor()
}

async function shootPortal(): Promise<void> {
  const maker = await stage.administrator()
  const lesson = await makeLesson(maker.page)
  await publish(maker.page)
  const schoolClass = await openClass(maker.page, lesson)
  const readers: readonly (readonly [string, string])[] = [
    ['home', '/'],
    ['results', '/search?q=education'],
    ['nothing', '/search?q=qqxxyyzz'],
    ['topics', '/topics'],
    ['topic', '/topics/volcanoes'],
    ['sites', '/sites'],
    ['site', `/sites/${new URL(pictured.url).hostname}`],
    ['page', `/web/${pictured.url}`],
    ['missing', '/web/http://nowhere.example/lava/eruption.html'],
    ['lesson', lesson],
    ['print', `${lesson}/print`],
    ['help', '/help'],
    ['dashboard', '/crawls/thai'],
  ]
  const makers: readonly (readonly [string, string])[] = [
    ['bookmarks', '/bookmarks'],
    ['lessons', '/lessons'],
    ['edit', `${lesson}/edit`],
    ['admin', '/admin'],
    ['look', '/admin/look'],
    ['classes', '/classes'],
    ['class', schoolClass],
    ['pupil', '/class'],
    ['join', '/join'],
    ['crawls', '/crawls'],
    ['blocked', '/admin/blacklist'],
  ]
  const reader = await stage.reader()
  for (const [{ page }, paths] of [
    [reader, readers],
    [maker, makers],
  ] as const)
    for (const viewport of [DESK, PHONE])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme })
        for (const [name, path] of paths.filter(([name]) => isWanted(name)))
          await shoot(page, `${name}-${viewport.width}-${colorScheme}`, path)
      }
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
      ['zim-home', { width: 1000, height: 700 }, '_longtail/home'],
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
  await shootPortal()
  if (isWanted('thai')) {
    const thai = await stage.reader({ viewport: PHONE, isMobile: true, locale: 'th-TH', colorScheme: 'light' })
    await shoot(thai.page, 'thai-360-light', `/search?q=${encodeURIComponent('การศึกษา')}`)
  }
  if (isWanted('zim')) await shootZim()
  console.log(`${together} bytes together`)
  if (together > MOST_BYTES_TOGETHER) throw new Error(`the pictures have more than ${MOST_BYTES_TOGETHER} bytes`)
} finally {
  await stage.close()
}
