import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { findSeeds } from '../../src/train/neighbour-seeds.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { minangkabau, paragraphsIn, unseenMinangkabau, writeMinangkabau } from '../judge/minangkabau.js'
import { writeArchive, type ArchivedPage } from '../portal/small-archive.js'

const directory = temporaryDirectory('neighbour-seeds')
after(() => rmSync(directory, { recursive: true, force: true }))

const model = writeMinangkabau(directory)
const [one, two, three] = minangkabau().words
const request = { languages: [{ model }], signal: new AbortController().signal, onProgress: () => undefined }

function page(
  url: string,
  language: 'min' | 'ind' | 'eng',
  links: readonly [url: string, anchor: string][],
): ArchivedPage {
  const text = language === 'min' ? unseenMinangkabau() : paragraphsIn(language)
  const body = text.slice(0, 8).map(paragraph => `<p>${paragraph}</p>`)
  const list = links.map(([to, anchor]) => `<a href="${to}">${anchor}</a>`)
  return {
    url,
    body: `<html><head><meta charset="utf-8"></head><body><main>${body.join('\n')}</main>${list.join(' ')}</body></html>`,
  }
}

test('seeds are pages in the language, what links in its words lead to, and servers that its neighbours name', async () => {
  const archive = join(directory, 'indonesian.warc')
  const home: [string, string] = ['http://unseen.example/', 'Kompas']
  writeArchive(archive, [
    page('http://a.example/', 'ind', [
      home,
      ['http://rantau.example/carito', `${one} ${two}`],
      ['http://once.example/', 'baca'],
    ]),
    page('http://b.example/', 'ind', [
      home,
      ['http://rantau.example/carito', `${two} ${three}`],
      ['http://a.example/', 'sini'],
    ]),
    page('http://c.example/', 'eng', [
      ['http://brand.example/', 'shop'],
      ['http://d.example/', `${one} ${three}`],
    ]),
    page('http://e.example/', 'eng', [['http://brand.example/', 'shop']]),
    page('http://d.example/', 'min', []),
  ])
  const { seeds, pages } = await findSeeds({ ...request, from: [archive] })
  assert.equal(pages, 5)
  assert.deepEqual(
    seeds.map(({ url, by }) => [url, by]),
    [
      ['http://d.example/', 'page'],
      ['http://rantau.example/carito', 'link'],
      ['http://unseen.example/', 'server'],
    ],
  )
  assert.equal((await findSeeds({ ...request, from: [archive], most: 1 })).seeds.length, 1)
})

test('what is neither a crawl nor an archive is refused', async () => {
  await assert.rejects(
    findSeeds({ ...request, from: [join(directory, 'nothing')] }),
    (error: unknown) => error instanceof LongtailError && error.code === 'E_USAGE',
  )
})
