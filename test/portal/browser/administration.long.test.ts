import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { en } from '../../../src/portal/ui/languages/en.js'
import { clickThrough } from './chromium.js'
import { openStage, PASSWORD, type Stage } from './serve.js'

describe('administration in a real browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage?.close())

  test('without the password nobody gets in', async () => {
    const { page, close } = await stage.reader()
    await page.goto('/admin')
    await page.waitForURL(/\/admin\/login/)
    await page.getByLabel(en.admin.password).fill('guess')
    await clickThrough(page, page.getByRole('button', { name: en.admin.logIn }))
    assert.match(await page.locator('main').innerText(), new RegExp(en.admin.wrongPassword.slice(0, 15)))
    await page.goto('/admin')
    assert.match(page.url(), /\/admin\/login/)
    assert.ok(!(await page.content()).includes(PASSWORD))
    await close()
  })

  test('a site that the administrator blocks is gone from results, topics, sites and the archive at once', async () => {
    const admin = await stage.administrator()
    const pupil = await stage.reader()
    const { page } = pupil
    await page.goto('/search?q=volcano')
    const link = page.locator('li.card a.title').first()
    const address = new URL(String(await link.getAttribute('href')).replace('/web/', ''))
    const host = address.hostname
    await page.goto(`/web/${address.href}`)
    assert.equal(await page.locator('iframe').count(), 1)

    await admin.page.goto('/search?q=volcano')
    await clickThrough(admin.page, admin.page.getByRole('button', { name: `${en.admin.blockSite}: ${host}` }).first())

    const shows = async (path: string): Promise<boolean> => {
      await page.goto(path)
      return (await page.locator(`main a[href*="${host}"]`).count()) > 0
    }
    assert.equal(await shows('/search?q=volcano'), false)
    assert.ok((await page.locator('li.card').count()) > 0, 'other sites are still found')
    assert.equal(await shows(`/search?q=site:${host}`), false)
    assert.equal(await shows('/topics/volcanoes'), false)
    assert.equal(await shows('/sites'), false)
    const answer = await page.goto(`/web/${address.href}`)
    assert.notEqual(answer?.status(), 200)
    assert.equal(await page.locator('iframe').count(), 0)
    assert.notEqual((await page.goto(`/raw/${address.href}`))?.status(), 200)

    await admin.page.goto('/admin/blacklist')
    assert.match(await admin.page.locator('textarea').first().inputValue(), new RegExp(host.replaceAll('.', '\\.')))
    await admin.page.locator('textarea').first().fill('')
    await clickThrough(
      admin.page,
      admin.page.locator('form:has(textarea)').first().getByRole('button', { name: en.admin.save, exact: true }),
    )
    assert.equal((await page.goto(`/web/${address.href}`))?.status(), 200)
    await admin.close()
    await pupil.close()
  })
})
