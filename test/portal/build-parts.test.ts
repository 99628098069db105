import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { authorities } from '../../src/portal/build/authority.js'
import { KeyTable } from '../../src/portal/build/key-table.js'
import { outlineOf } from '../../src/portal/build/outline.js'
import { linkKey, packLinks, unpackLinks } from '../../src/portal/build/packed-links.js'
import { kindOf, typeOf } from '../../src/collection/page-type.js'
import { slugOf } from '../../src/collection/source-list.js'
import { portablePath } from '../../src/collection/file-place.js'
import { openDatabase } from '../../src/disk/sqlite.js'
import { analyse } from '../../src/page/index.js'
import { exchange } from '../archive/samples.js'

function outline(html: string): ReturnType<typeof outlineOf> {
  return outlineOf(analyse(exchange({ url: 'http://a.example/dir/', body: Buffer.from(html) })))
}

test('headings are those of the first three levels, as a reader sees them', () => {
  const { headings } = outline(
    '<h1>First &amp; <b>best</b></h1><h2>Two\n lines<script>no()</script><h3>third<br>part</h3><h4>no</h4><h2> </h2>',
  )
  assert.deepEqual(headings, ['First & best', 'Two lines', 'third part'])
})

test('images that may stand for a page: declared ones first, no decoration, no dots', () => {
  const { images, description } = outline(
    `<base href="http://b.example/x/"><meta name=description content="About &quot;it&quot;">
     <img src=/logo.png><img src=spacer.gif><img src=a.jpg width=600 height=40><img src=b.jpg width=40>
     <img src=c.jpg><img src="data:image/png;base64,AA"><img src=grey.png data-src=d.png>
     <meta property=og:image content=/e.jpg>`,
  )
  assert.deepEqual(
    images,
    ['/e.jpg', '/x/c.jpg', '/x/d.png'].map(path => `http://b.example${path}`),
  )
  assert.equal(description, 'About "it"')
})

test('links come back as they were packed, each target once, without the page itself', () => {
  const links = [
    { url: 'http://b.example/', anchor: '' },
    { url: 'https://b.example/', anchor: 'ภาษาไทย' },
    { url: 'http://a.example/', anchor: 'self' },
    { url: 'http://c.example/x?y', anchor: 'two\nlines' },
  ]
  const unpacked = unpackLinks(packLinks('http://a.example/', links))
  assert.deepEqual(unpacked, [
    { key: linkKey('http://b.example/'), anchor: 'ภาษาไทย' },
    { key: linkKey('http://c.example/x?y'), anchor: 'two lines' },
  ])
  assert.deepEqual(unpackLinks(packLinks('http://a.example/', [])), [])
})

test('a table of keys holds what was put in, beyond its first size', () => {
  const table = new KeyTable()
  for (let i = 0; i < 5000; i++) table.add(i * 0x1000003, i)
  table.add(0, 99)
  table.set(0x1000003, 77)
  assert.deepEqual(
    [table.size, table.find(0), table.find(0x1000003), table.find(4999 * 0x1000003), table.find(5)],
    [5000, 0, 77, 4999, -1],
  )
})

test('a link from another site speaks more for a page than one from its own', () => {
  // pages 0 to 2 of site 1, 3 and 4 of site 2; 0 links to 1, 3 links to 2, 4 links to nothing
  const sites = Uint32Array.of(1, 1, 1, 2, 2)
  const edges = { from: Uint32Array.of(0, 3), to: Uint32Array.of(1, 2), out: Uint32Array.of(1, 0, 0, 1, 0) }
  const [a, b, c, d, e] = authorities(edges, sites)
  assert.ok(c > b && b > a, `${c} ${b} ${a}`)
  assert.deepEqual([c, a, d, e], [1, 0, 0, 0])
  const none = { from: new Uint32Array(), to: new Uint32Array(), out: new Uint32Array(5) }
  assert.deepEqual([...authorities(none, sites)], [0, 0, 0, 0, 0])
  assert.equal(authorities(none, new Uint32Array()).length, 0)
})

test('one link of many speaks less for a page than the only one', () => {
  // 0 links to 2 and to ninety-nine pages that are not here, 1 links to 3
  const edges = { from: Uint32Array.of(0, 1), to: Uint32Array.of(2, 3), out: Uint32Array.of(100, 1, 0, 0) }
  const [, , few, all] = authorities(edges, Uint32Array.of(1, 2, 3, 4))
  assert.ok(all > few && few > 0, `${all} ${few}`)
})

test('types follow the media type, and names where servers do not know it', () => {
  assert.equal(
    typeOf('http://a.example/x', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
    'document',
  )
  assert.equal(typeOf('http://a.example/x.pdf?y=z', 'application/octet-stream'), 'pdf')
  assert.equal(typeOf('http://a.example/x.constructor', ''), 'other')
  assert.deepEqual(
    ['text/html', 'image/png', 'video/mp4', 'text/css'].map(mime => kindOf('http://a.example/', mime)),
    ['page', 'other', 'document', 'other'],
  )
})

test('slugs keep the letters and marks of every script', () => {
  assert.equal(slugOf('  Light & Sound! '), 'light-sound')
  assert.equal(slugOf('ไฟฟ้า และ แสง'), 'ไฟฟ้า-และ-แสง')
  assert.equal(slugOf('???'), 'topic')
})

test('archives below or beside a portal are referred to from it, others by their whole path', () => {
  assert.equal(portablePath('/data/portal', '/data/portal/archives/a.warc'), 'archives/a.warc')
  assert.equal(portablePath('/data/portal', '/data/crawl/warc/a.warc'), '../crawl/warc/a.warc')
  assert.equal(portablePath('/data/portal', '/elsewhere/a.warc'), '/elsewhere/a.warc')
})

test('rows are read to the end, though nothing but the loop holds their statement', () => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  assert.ok(typeof collect === 'function')
  const database = openDatabase(':memory:')
  database.exec('CREATE TABLE numbers (value INTEGER)')
  const insert = database.prepare('INSERT INTO numbers VALUES (?)')
  for (let i = 0; i < 1000; i++) insert.run(i)
  let count = 0
  for (const { value } of database.prepare('SELECT value FROM numbers').iterate()) {
    assert.equal(value, count++)
    if (count % 250 === 0) collect()
  }
  assert.equal(count, 1000)
  database.close()
})
