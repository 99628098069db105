/** Addresses of the pages that people see most, one of each kind. `page` makes a lesson and a bookmark on the way. */
import type { Page } from 'playwright-core'
import { en } from '../../../src/portal/ui/languages/en.js'
import type { DemoLibrary } from './demo-library.js'

export async function mainPages(page: Page, { pictured }: DemoLibrary): Promise<string[]> {
  const view = `/web/${pictured.url}`
  await page.goto(view)
  await page.getByRole('button', { name: en.people.addToLesson, exact: true }).click()
  await page.waitForURL(/\/lessons\/[^/]+\/edit/)
  const [lesson] = /\/lessons\/[^/]+/.exec(page.url()) ?? ['']
  await page.goto(view)
  await page.getByRole('button', { name: en.people.addBookmark, exact: true }).click()
  await page.getByRole('button', { name: en.people.removeBookmark, exact: true }).waitFor()
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
    '/admin/blacklist',
    '/crawls',
    '/crawls/thai',
  ]
}
