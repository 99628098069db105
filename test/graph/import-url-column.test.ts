import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openUrls, UrlEncoder, type UrlParts } from '../../src/graph/url-column.js'
import { seededRandom } from '../archive/samples.js'

function encode(all: readonly string[]): UrlParts {
  const encoder = new UrlEncoder()
  for (const url of all) encoder.add(url)
  return encoder.finish()
}

test('URLs come back as they went in, in any order of asking', () => {
  const random = seededRandom(5)
  const all = Array.from({ length: 1000 }, () => {
    const depth = Math.floor(random() * 5)
    const path = Array.from({ length: depth }, () => `/${Math.floor(random() * 30)}`).join('')
    return `http://host-${Math.floor(random() * 20)}.example${path}/${'x'.repeat(random() * 300)}é`
  })
  const column = openUrls(encode(all))
  for (let page = 0; page < all.length; page++) assert.equal(column.url(page), all[page])
  for (let i = 0; i < 2000; i++) {
    const page = Math.floor(random() * all.length)
    assert.equal(column.url(page), all[page])
  }
  for (let page = all.length - 1; page >= 0; page--) assert.equal(column.url(page), all[page])
})

test('a URL keeps only what differs from the one before', () => {
  const all = Array.from({ length: 1600 }, (_, i) => `http://www.example.org/a/rather/long/directory/${i}.html`)
  const { bytes, blocks, count } = encode(all)
  assert.equal(count, 1600)
  assert.equal(blocks.length, 101)
  assert.equal(blocks[100], bytes.length)
  assert.ok(bytes.length < 1600 * 15, `${bytes.length} bytes`)
})

test('the parts are shared memory, and more than one chunk of them is put together', () => {
  const all = Array.from({ length: 4000 }, (_, i) => `http://${String(i).padStart(900, 'h')}.example/`)
  const shuffled = all.map(
    (_, i) => all[(i * 7) % all.length].slice(0, 8) + String.fromCharCode(97 + (i % 26)) + all[i],
  )
  const parts = encode(shuffled)
  assert.ok(parts.bytes.buffer instanceof SharedArrayBuffer)
  assert.ok(parts.blocks.buffer instanceof SharedArrayBuffer)
  assert.ok(parts.bytes.length > 2 ** 21)
  const column = openUrls(parts)
  for (const page of [0, 1, 1999, 2000, 3999]) assert.equal(column.url(page), shuffled[page])
})

test('an empty column has no URLs', () => {
  assert.throws(() => openUrls(encode([])).url(0), RangeError)
})

test('a page that does not exist has no URL', () => {
  const column = openUrls(encode(['http://a.example/']))
  for (const page of [-1, 1, NaN]) assert.throws(() => column.url(page), RangeError)
})

test('damage is an error that says so, wherever it is', () => {
  const all = Array.from({ length: 100 }, (_, i) => `http://a.example/${i}`)
  const random = seededRandom(11)
  const whole = encode(all)
  assert.throws(() => openUrls({ ...whole, count: 200 }), { code: 'E_GRAPH' })
  assert.throws(() => openUrls({ ...whole, bytes: whole.bytes.subarray(0, 50) }), { code: 'E_GRAPH' })
  for (let round = 0; round < 300; round++) {
    const { count, blocks, bytes } = encode(all)
    if (round % 3 === 0) blocks[Math.floor(random() * 7)] = random() * 2e9 - 1e9
    else for (let i = 0; i < 3; i++) bytes[Math.floor(random() * bytes.length)] = random() * 256
    try {
      const column = openUrls({ count, blocks, bytes })
      for (let page = 0; page < count; page++) assert.equal(typeof column.url(page), 'string')
    } catch (error) {
      assert.ok(error instanceof Error && 'code' in error, String(error))
      assert.equal(error.code, 'E_GRAPH')
    }
  }
})

test('a URL that is too long for the format is refused', () => {
  assert.throws(() => encode(['http://a.example/' + 'x'.repeat(70_000)]), { code: 'E_GRAPH' })
})
