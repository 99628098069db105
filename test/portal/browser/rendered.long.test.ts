import assert from 'node:assert/strict'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openLibrary } from '../../../src/portal/store/library.js'
import { temporaryDirectory } from '../../crawl/run-cli.js'
import { CASES } from '../../render/cases.js'
import { crawlRendering, renderingCampaign, serveRenderingWeb } from '../../render/rendering-web.js'
import { build } from '../build-samples.js'
import { servePortal, type Served } from './serve.js'

const SHOWN = ['fetch', 'shadow', 'inline-data', 'modules']
const THAI = 'มนุษย์ทั้งหลายเกิดมามีอิสระ'

describe('pages that a browser has rendered, in the portal', () => {
  let directory: string
  let served: Served
  before(async () => {
    directory = temporaryDirectory('rendered')
    const cases = CASES.filter(({ name }) => SHOWN.includes(name))
    const web = await serveRenderingWeb({ cases })
    const crawl = join(directory, 'crawl')
    await crawlRendering(renderingCampaign(web, { cases }), crawl)
    await web.close()
    mkdirSync(join(directory, 'p'))
    await build(join(directory, 'p'), [crawl], { title: undefined })
    served = await servePortal(join(directory, 'p'))
  })
  after(async () => {
    await served.close()
    rmSync(directory, { recursive: true, force: true })
  })

  test('they are found by their text', () => {
    const library = openLibrary(join(directory, 'p'))
    try {
      for (const name of SHOWN) assert.equal(library.page(`http://${name}.test/p2`)?.language, 'tha', name)
    } finally {
      library.close()
    }
  })

  test('a reader sees the text, without any script', async () => {
    const { page, close } = await served.reader({ javaScriptEnabled: true })
    for (const name of SHOWN) {
      await page.goto(`/web/http://${name}.test/p2`)
      const texts = await Promise.all(page.frames().map(frame => frame.locator('body').innerText()))
      assert.ok(
        texts.some(text => text.includes(THAI)),
        `${name}: ${texts.join(' | ').slice(0, 300)}`,
      )
    }
    await close()
  })
})
