/** Rendered pages look the same on the web, in the portal, and in a WACZ that ReplayWeb.page opens. */
import assert from 'node:assert/strict'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Frame } from 'playwright-core'
import { exportWacz } from '../../../src/export/wacz/export-wacz.js'
import type { SmallWeb } from '../../crawl/small-web.js'
import { temporaryDirectory } from '../../crawl/run-cli.js'
import { flat, openReplay } from '../../export/browser/replay-stage.js'
import { CASES } from '../../render/cases.js'
import { frameworkCases } from '../../render/frameworks/cases.js'
import { crawlRendering, renderingCampaign, serveRenderingWeb } from '../../render/rendering-web.js'
import { build } from '../build-samples.js'
import { openBrowser } from './chromium.js'
import { difference, inked } from './picture.js'
import { servePortal } from './serve.js'

const SITES = ['fetch', 'react-routed', 'vue-list', 'svelte-list', 'angular-routed']
const URLS = SITES.map(site => `http://${site}.test/`)
const WORDS = 'มนุษย์ทั้งหลายเกิดมามีอิสระ'
/** Share of the pixels that may differ: the portal underlines links in a way of its own. */
const TOLERANCE = 0.02
const SIZE = { width: 900, height: 700 }

interface Look {
  readonly text: string
  readonly picture: Buffer
}

describe('a rendered page looks as it does on the web', () => {
  let directory: string
  let web: SmallWeb
  let browser: Browser
  const live = new Map<string, Look>()

  before(async () => {
    directory = temporaryDirectory('rendered-look')
    const cases = [...CASES, ...(await frameworkCases())].filter(({ name }) => SITES.includes(name))
    web = await serveRenderingWeb({ cases })
    const crawl = join(directory, 'crawl')
    const archive = { embeds: 'relevant' }
    await crawlRendering(renderingCampaign(web, { cases }, { archive }), crawl)
    mkdirSync(join(directory, 'p'))
    await build(join(directory, 'p'), [crawl], { title: undefined })
    await exportWacz({ sources: [crawl], out: join(directory, 'rendered.wacz') })
    const { host } = new URL(web.origin)
    browser = await openBrowser(Object.fromEntries(SITES.map(site => [`${site}.test`, host])))
  })
  after(async () => {
    await browser?.close()
    await web?.close()
    rmSync(directory, { recursive: true, force: true })
  })

  /** With its scripts, from the server. */
  async function liveLook(url: string, width: number): Promise<Look> {
    const key = `${url} ${width}`
    const known = live.get(key)
    if (known !== undefined) return known
    const page = await browser.newPage({ viewport: { ...SIZE, width }, reducedMotion: 'reduce' })
    await page.goto(url)
    await page.getByText(WORDS).first().waitFor()
    const look = await lookOf(page.mainFrame())
    await page.close()
    live.set(key, look)
    return look
  }

  async function assertSame(frame: Frame, url: string): Promise<void> {
    const width = Number(await frame.evaluate('innerWidth'))
    const [shown, wanted] = [await lookOf(frame), await liveLook(url, width)]
    assert.equal(shown.text, wanted.text, url)
    assert.ok(inked(wanted.picture) > 0.01, `${url} shows nothing`)
    const share = difference(shown.picture, wanted.picture)
    assert.ok(share <= TOLERANCE, `${url}: ${(100 * share).toFixed(1)} % of the pixels differ`)
  }

  test('in the portal, without scripts', async () => {
    const served = await servePortal(join(directory, 'p'))
    try {
      const { page } = await served.reader({ viewport: SIZE })
      for (const url of URLS) {
        await page.goto(`/web/${url}`)
        await assertSame(await frameWith(page.frames(), url), url)
      }
    } finally {
      await served.close()
    }
  })

  test('in ReplayWeb.page, from a WACZ', async () => {
    const stage = await openReplay(directory)
    try {
      for (const url of URLS) await assertSame(await stage.open('rendered.wacz', url, WORDS), url)
      assert.deepEqual(stage.reader.strays, [])
    } finally {
      await stage.close()
    }
  })
})

async function lookOf(frame: Frame): Promise<Look> {
  const body = frame.locator('body')
  const text = flat(await body.innerText()).trim()
  return { text, picture: await body.screenshot({ animations: 'disabled' }) }
}

async function frameWith(frames: readonly Frame[], url: string): Promise<Frame> {
  for (const frame of frames) if ((await frame.locator('body').innerText()).includes(WORDS)) return frame
  throw new Error(`no frame shows ${url}`)
}
