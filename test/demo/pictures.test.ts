import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { PICTURE_HEIGHT, PICTURE_WIDTH } from '../../src/demo/pictures.js'
import { buildDemoWeb } from '../../src/demo/web.js'
import { decodeBody } from './reading.js'

const web = buildDemoWeb({ hosts: 24, pagesPerHost: 12 })
const texts = web.pages.filter(page => page.kind === 'page')

test('images and style sheets that pages show are there', () => {
  const kinds = new Map<string, number>()
  for (const page of texts) {
    const html = decodeBody(web.answer(page.url))
    for (const [, path] of html.matchAll(/<(?:img src|link rel="stylesheet" href)="([^"]+)"/g)) {
      const { status, headers, body } = web.answer(new URL(path, page.url).href)
      assert.equal(status, 200, path)
      assert.ok(body.length > 100)
      kinds.set(headers['content-type'], (kinds.get(headers['content-type']) ?? 0) + 1)
    }
  }
  assert.deepEqual([...kinds.keys()].sort(), ['image/png', 'image/svg+xml', 'text/css'])
  assert.ok((kinds.get('image/png') ?? 0) > texts.length / 2)
})

test('pictures are whole PNG files, differ between servers, and are the same in a mirror', () => {
  const bodies = web.hosts
    .filter(host => host.twin < 0)
    .map(host => Buffer.from(web.answer(`${host.origin}/images/view1.png`).body))
  assert.equal(new Set(bodies.map(body => body.toString('base64'))).size, bodies.length)
  const [body] = bodies
  assert.equal(body.toString('latin1', 1, 4), 'PNG')
  assert.equal(body.readUInt32BE(16), PICTURE_WIDTH)
  const data = body.indexOf('IDAT')
  const rows = inflateSync(body.subarray(data + 4, data + 4 + body.readUInt32BE(data - 4)))
  assert.equal(rows.length, (PICTURE_WIDTH + 1) * PICTURE_HEIGHT)
  const mirror = web.hosts.find(host => host.kind === 'mirror')
  assert.ok(mirror !== undefined)
  const original = web.hosts[mirror.twin]
  assert.deepEqual(
    web.answer(`${mirror.origin}/images/view2.png`).body,
    web.answer(`${original.origin}/images/view2.png`).body,
  )
})
