import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { exportWacz } from '../../../src/export/wacz/export-wacz.js'
import { fixture } from '../../archive/samples.js'
import { loggedPages } from '../../crawl/demo-crawl.js'
import { temporaryDirectory } from '../../crawl/run-cli.js'
import { ArchiveMaker, HTML } from '../../portal/archived-site.js'
import { pageOf, writeArchive } from '../../portal/small-archive.js'
import { pagesOf, waczCrawl, type PageLine } from '../wacz-crawl.js'
import { archivedFrame, flat, openReplay, type ReplayStage } from './replay-stage.js'

const DIRECTORY = temporaryDirectory('replay')
const THAI = join(DIRECTORY, 'thai.wacz')
const ENGLISH = 'http://english.example/'

describe('ReplayWeb.page in a real browser', () => {
  let stage: ReplayStage
  before(async () => {
    const english = join(DIRECTORY, 'english.warc')
    writeArchive(english, [{ url: ENGLISH, body: pageOf('A page in English', ['Nobody else plays the xylophone.']) }])
    await exportWacz({ sources: [await waczCrawl(), english], out: THAI, title: 'Thai pages' })
    stage = await openReplay(DIRECTORY)
  })
  after(() => stage?.close())

  test('shows a page of a crawl with its picture, and its links lead on', async () => {
    const { url, link, target } = await picturedPage(THAI)
    const pages = await pagesOf(THAI)
    const frame = await stage.open('thai.wacz', url, wordsOf(pages, url))
    const picture = frame.locator('img').first()
    await picture.evaluate(image => image.decode())
    assert.ok((await picture.evaluate(image => image.naturalWidth)) > 0)
    await frame.locator(`a[href$="${link}"]`).first().click()
    await archivedFrame(stage.page, target, wordsOf(pages, target))
    assert.deepEqual(stage.reader.strays, [])
  })

  test('lists the pages by their titles and finds words of their text', async () => {
    let list = await stage.openList('thai.wacz')
    const pages = await pagesOf(THAI)
    const shown = async (): Promise<string[]> =>
      (
        await list
          .locator('wr-page-entry')
          .evaluateAll(entries => entries.map(({ shadowRoot }) => String(shadowRoot?.textContent)))
      ).map(flat)
    const comesToBe = async (isSo: (entries: readonly string[]) => boolean): Promise<boolean> => {
      for (let i = 0; i < 300 && !isSo(await shown()); i++) await new Promise(resolve => setTimeout(resolve, 100))
      return isSo(await shown())
    }
    const until = async (isSo: (entries: readonly string[]) => boolean): Promise<void> =>
      assert.ok(await comesToBe(isSo), (await shown()).join('\n'))
    const areAll = (entries: readonly string[]): boolean =>
      pages.every(({ title }) => entries.some(entry => entry.includes(flat(title))))
    // on a busy machine its service worker may miss the first look
    for (let i = 0; i < 3 && !(await comesToBe(areAll)); i++) list = await stage.openList('thai.wacz')
    await until(areAll)
    // its index knows no words but Latin ones
    await list.getByPlaceholder(/^Search by/).fill('xylophone')
    await until(entries => entries.length === 1 && entries[0].includes('A page in English'))
  })

  test('opens the parts of a divided export by their list, and a page in any of them', async () => {
    const out = join(DIRECTORY, 'parts.wacz')
    const { files } = await exportWacz({ sources: [await waczCrawl()], out, splitBytes: 150_000 })
    assert.ok(files.length > 3)
    const [page] = await pagesOf(files[files.length - 2])
    await stage.open('parts.json', page.url, wordsOf([page], page.url))
  })

  test('shows what a revisit repeats', async () => {
    const body = '<title>Twice</title><p>The same text at two addresses.</p>'
    const site = await new ArchiveMaker()
      .addWithRevisit('http://a.example/first', 'http://a.example/second', HTML, body)
      .build()
    try {
      await exportWacz({ sources: [site.warc], out: join(DIRECTORY, 'revisit.wacz') })
    } finally {
      site.close()
    }
    await stage.open('revisit.wacz', 'http://a.example/second', 'The same text at two addresses.')
  })

  test('opens what was made of ARC, of a bare WARC and of other tools’ WARC', async () => {
    const bare = join(DIRECTORY, 'bare.warc')
    const text = 'Records that are not compressed can be read by their offset, too.'
    writeArchive(bare, [{ url: 'http://bare.example/', body: pageOf('Bare', [text]) }])
    for (const [name, source, url, words] of [
      ['arc.wacz', fixture('example.arc.gz'), 'http://example.com/', 'illustrative examples in documents'],
      ['warc.wacz', fixture('example-wget-1-14.warc.gz'), 'http://example.com/', 'illustrative examples in documents'],
      ['bare.wacz', bare, 'http://bare.example/', text],
    ]) {
      await exportWacz({ sources: [source], out: join(DIRECTORY, name) })
      await stage.open(name, url, words)
    }
  })
})

/** The beginning of its longest line. */
function wordsOf(pages: readonly PageLine[], url: string): string {
  const lines = pages.find(page => page.url === url)?.text?.split('\n') ?? []
  const [longest = ''] = lines.sort((a, b) => b.length - a.length)
  assert.ok(longest.length > 10, url)
  return longest.slice(0, 30)
}

/** With an image, and a link to another page of the list. */
async function picturedPage(path: string): Promise<{ url: string; link: string; target: string }> {
  const pages = await pagesOf(path)
  const listed = new Set(pages.map(({ url }) => url))
  const crawl = await waczCrawl()
  for (const { url, embeds = [], links } of await loggedPages(crawl)) {
    if (!listed.has(url) || embeds.length === 0) continue
    for (const link of links)
      if (typeof link === 'string' && listed.has(link) && new URL(link).host === new URL(url).host)
        return { url, link: new URL(link).pathname, target: link }
  }
  throw new Error('the crawl has no page with a picture and a link to another page of its site')
}
