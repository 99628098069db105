/** Addresses of the pages that people see most, one of each kind. `page` is the administrator's; it makes a lesson, a bookmark and a class on the way. */
import type { Page } from 'playwright-core'
import { en } from '../../../src/portal/ui/languages/en.js'
import type { DemoLibrary } from './demo-library.js'

export async function mainPages(page: Page, { pictured }: DemoLibrary): Promise<string[]> {
  const view = `/web/${pictured.url}`
  await page.goto(view)
  await page.getByRole('button', { name: en.people.addToLesson, exact: true }).click()
  const lesson = (await page.locator('a.in-lesson').getAttribute('href')) ?? ''
  await page.getByRole('button', { name: en.people.addBookmark, exact: true }).click()
  await page.getByRole('button', { name: en.people.removeBookmark, exact: true }).waitFor()
  const schoolClass = await openClass(page, lesson)
  return [
    '/',
    '/search?q=education',
    '/search?q=people&topic=volcanoes',
    '/search?q=qqxxyyzz',
    '/topics',
    '/topics/volcanoes',
    '/sites',
    `/sites/${new URL(pictured.url).hostname}`,
    view,
    '/web/http://nowhere.example/lava/eruption.html',
    '/bookmarks',
    '/lessons',
    lesson,
    `${lesson}/edit`,
    `${lesson}/print`,
    '/help',
    '/admin',
    '/admin/classes',
    '/classes',
    schoolClass,
    '/join',
    '/class',
    '/admin/blacklist',
    '/crawls',
    '/crawls/thai',
  ]
}

/** Of a lesson with a task, and with one pupil: this very browser. Its path. */
export async function openClass(page: Page, lesson: string): Promise<string> {
  const { classes, lessons, people } = en
  await page.goto(`${lesson}/edit`)
  await page.getByLabel(lessons.addTask).fill('What did you learn?')
  await page.getByRole('button', { name: people.saveAndShow }).click()
  await page.goto('/admin/classes')
  await page.getByRole('button', { name: classes.switchOn }).click()
  await page.getByRole('button', { name: classes.switchOff }).waitFor()
  await page.goto(lesson)
  await page.getByRole('button', { name: classes.openClassWith }).click()
  await page.waitForURL(/\/classes\/[\w-]{22}$/)
  const { pathname } = new URL(page.url())
  await page.goto(`/join?code=${await page.locator('.class-code').innerText()}`)
  await page.getByLabel(classes.nickname).fill('Amina')
  await page.getByRole('button', { name: classes.joinButton, exact: true }).click()
  await page.getByLabel(classes.yourAnswer).fill('Much.')
  await page.getByRole('button', { name: classes.sendAnswers }).click()
  await page.getByRole('status').getByText(classes.answersSent).waitFor()
  return pathname
}
