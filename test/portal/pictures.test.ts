import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../src/disk/sqlite.js'
import { pictureSize } from '../../src/portal/picture-size.js'
import { openLibrary } from '../../src/portal/store/library.js'
import { scratch } from '../archive/samples.js'
import { build, textOf, warcOf, type Sample } from './build-samples.js'
import { gifHead, jpegHead, pngOf, webpHead } from './picture-samples.js'

test('the size of a picture is in its first bytes', () => {
  const size = (bytes: Uint8Array) => {
    const found = pictureSize(bytes)
    return found === null ? null : [found.type, found.width, found.height]
  }
  assert.deepEqual(size(pngOf(30, 20)), ['image/png', 30, 20])
  assert.deepEqual(size(gifHead(300, 200)), ['image/gif', 300, 200])
  assert.deepEqual(size(jpegHead(1024, 768)), ['image/jpeg', 1024, 768], 'not that of the thumbnail inside')
  for (const kind of ['VP8 ', 'VP8L', 'VP8X'] as const)
    assert.deepEqual(size(webpHead(kind, 640, 480)), ['image/webp', 640, 480], kind)
  for (const text of ['', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'GIF', '\x89PNG\r\n\x1a\n'])
    assert.equal(size(Buffer.from(text, 'latin1')), null)
  assert.equal(size(gifHead(0, 5)), null)
})

test('whatever bytes come, the size of a picture is a size or nothing', () => {
  const wholes = [pngOf(9, 9), gifHead(9, 9), jpegHead(9, 9), webpHead('VP8X', 9, 9), webpHead('VP8L', 9, 9)]
  let state = 7
  for (const whole of wholes)
    for (let end = 0; end < Math.min(60, whole.length); end++) {
      const cut = Buffer.from(whole.subarray(0, end))
      for (let change = 0; change < 20; change++) {
        const found = pictureSize(cut)
        if (found !== null) assert.ok(found.width > 0 && found.height > 0)
        state = (state * 48_271) % 2_147_483_647
        if (end > 2) cut[2 + (state % (end - 2))] = state & 255
      }
    }
})

const show = (html: string): string => `<title>T</title>${html}<p>${textOf(1)}`

async function imagesOf(root: string, samples: readonly Sample[], pages: readonly string[]): Promise<string[]> {
  writeFileSync(join(root, 'a.warc'), warcOf([...samples]))
  await build(join(root, 'p'), [join(root, 'a.warc')])
  const library = openLibrary(join(root, 'p'))
  try {
    return pages.map(url => library.page(url)?.image.replace('http://a.example/', '') ?? 'no page')
  } finally {
    library.close()
  }
}

test('an image stands for a page when it is archived, and a picture by its own bytes', async t => {
  const png = (name: string, width: number, height: number, seed: number): Sample => ({
    url: `http://a.example/${name}`,
    type: 'image/png',
    body: Buffer.from(pngOf(width, height, seed)),
  })
  const samples: Sample[] = [
    png('icon.png', 200, 150, 1),
    { url: 'http://a.example/dot.jpg', type: 'image/jpeg', body: 'x' },
    { url: 'http://a.example/nonsense.jpg', type: 'image/jpeg', body: Buffer.alloc(3000, 1) },
    png('photo.png', 200, 150, 2),
    png('declared.png', 300, 200, 3),
    png('stamp.png', 60, 60, 4),
    png('strip.png', 600, 90, 5),
    {
      url: 'http://a.example/huge.png',
      type: 'image/png',
      body: Buffer.concat([pngOf(200, 150, 6), Buffer.alloc(700_000, 1)]),
    },
    {
      url: 'http://a.example/1',
      body: show('<img src=icon.png><img src=dot.jpg><img src=absent.jpg><img src=photo.png>'),
    },
    { url: 'http://a.example/2', body: show('<meta property="og:image" content="/declared.png"><img src=photo.png>') },
    { url: 'http://a.example/3', body: show('<img src=photo.png width=16 height=16>') },
    { url: 'http://a.example/4', body: show('<img src=nonsense.jpg><img src=stamp.png><img src=strip.png>') },
    { url: 'http://a.example/5', body: show('<img src=huge.png><img src=declared.png>') },
  ]
  const pages = [1, 2, 3, 4, 5].map(number => `http://a.example/${number}`)
  const images = await imagesOf(scratch(t), samples, pages)
  assert.deepEqual(images, ['photo.png', 'declared.png', '', '', 'declared.png'])
})

test('an image that many pages of a site show belongs to the site: their own pictures stand for them', async t => {
  const picture = (name: string, seed: number): Sample => ({
    url: `http://a.example/${name}`,
    type: 'image/png',
    body: Buffer.from(pngOf(160, 120, seed)),
  })
  const numbers = [1, 2, 3, 4, 5, 6]
  const samples: Sample[] = [
    picture('school.png', 9),
    ...numbers.map(n => picture(`own${n}.png`, 10 + n)),
    ...numbers.map(n => ({
      url: `http://a.example/${n}`,
      body: `<title>Page ${n}</title><img src=school.png><img src=own${n}.png><p>${textOf(n)}`,
    })),
  ]
  const pages = numbers.map(n => `http://a.example/${n}`)
  const root = scratch(t)
  const own = numbers.map(n => `own${n}.png`)
  assert.deepEqual(await imagesOf(root, samples, pages), own)
  // built again, sizes are known; built before there was such a table, they are read
  assert.deepEqual(await imagesOf(root, samples, pages), own)
  const database = openDatabase(join(root, 'p', 'index.db'))
  database.exec('DROP TABLE pictures')
  database.close()
  const library = openLibrary(join(root, 'p'))
  assert.equal(library.page(pages[0])?.image, 'http://a.example/own1.png', 'a portal of before still opens')
  library.close()
  assert.deepEqual(await imagesOf(root, samples, pages), own)
})
