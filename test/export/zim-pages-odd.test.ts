import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { exportZim } from '../../src/export/zim/export-zim.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { textOf } from '../portal/build-samples.js'
import { pageOf, writeArchive } from '../portal/small-archive.js'
import { serveZim, type KiwixServe } from './kiwix-serve.js'
import { run } from './zim-file-tools.js'

const ADDRESSES = [
  'v.php?id=1&b=2',
  'x?y=a+b',
  'kk?ll?mm',
  'nn?a=/b/c',
  'rr?u=http://x.example/?z=1',
  '%E0%B8%81?x=%E0%B8%82',
  'gg%EF%BC%9Fhh',
  'gg?hh',
  'aa%3Fbb',
  'y%23z',
  'cc%25dd',
  "g'h",
  'a+b',
  'ii%20jj',
  'oo//pp',
  's&t',
].map((path, i) => ({ url: `http://odd.example/${path}`, word: `zebra${String.fromCharCode(97 + i)}q` }))

describe('pages with odd addresses in kiwix-serve', () => {
  const directory = temporaryDirectory('zim-odd')
  const zim = join(directory, 'odd.zim')
  let kiwix: KiwixServe
  before(async () => {
    const archive = join(directory, 'odd.warc')
    const pages = ADDRESSES.map(({ url, word }, i) => ({
      url,
      body: pageOf(word, [`${textOf(i)} ${word}.`], [ADDRESSES[(i + 1) % ADDRESSES.length].url]),
    }))
    writeArchive(archive, pages)
    await exportZim({ sources: [archive], out: zim })
    kiwix = await serveZim(zim)
  })
  after(() => kiwix?.close())

  test('zimcheck finds every link of every page', async () => {
    assert.match((await run('zimcheck', ['-A', zim])).toString(), /Overall Test Status: Pass/)
  })

  test('results and suggestions lead to them, as kiwix-serve writes their addresses', async () => {
    const titleAt = async (address: string): Promise<string> => {
      const html = await (await fetch(address)).text()
      return /<title>(.*?)<\/title>/.exec(html)?.[1] ?? ''
    }
    for (const { url, word } of ADDRESSES) {
      const html = await (await fetch(`${kiwix.origin}/search?content=odd&pattern=${word}`)).text()
      const [, link] = /href="(\/odd\/odd\.example[^"]*)"/.exec(html) ?? []
      assert.equal(await titleAt(`${kiwix.origin}${plain(link)}`), word, `${url}: result`)
      const suggested = await (await fetch(`${kiwix.origin}/suggest?content=odd&term=${word}`)).text()
      const [, path] = /"path" : "([^"]*)"/.exec(suggested) ?? []
      // as its own script does it
      assert.equal(await titleAt(`${kiwix.origin}/odd/${encodeURI(plain(path))}`), word, `${url}: suggestion`)
    }
  })
})

function plain(markup: string): string {
  return markup.replaceAll('&apos;', "'").replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}
