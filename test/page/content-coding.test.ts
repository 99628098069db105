import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { MAX_DECODED, decodeContent } from '../../src/page/http/content-coding.js'

const TEXT = Buffer.from('<p>สวัสดี hello</p>'.repeat(500))

function decoded(body: Uint8Array, coding: string): string {
  return Buffer.from(decodeContent(body, coding)).toString()
}

test('gzip, both kinds of deflate and brotli are undone', () => {
  const text = TEXT.toString()
  assert.equal(decoded(gzipSync(TEXT), 'gzip'), text)
  assert.equal(decoded(gzipSync(TEXT), ' X-GZIP '), text)
  assert.equal(decoded(deflateSync(TEXT), 'deflate'), text)
  assert.equal(decoded(deflateRawSync(TEXT), 'deflate'), text)
  assert.equal(decoded(brotliCompressSync(TEXT), 'br'), text)
  assert.equal(decoded(brotliCompressSync(gzipSync(TEXT)), 'gzip, br'), text)
})

test('a body that is not coded as it claims is taken as it is', () => {
  for (const coding of ['gzip', 'deflate', 'br', 'zstd', 'utf-8', 'identity', '']) {
    assert.deepEqual(decodeContent(TEXT, coding), TEXT, coding)
  }
  assert.equal(decodeContent(new Uint8Array(0), 'gzip').length, 0)
})

test('a body that was cut off is decoded as far as it goes', () => {
  // text that does not compress to nothing, so that half of the body is about half of the text
  const numbers = Buffer.from(Array.from({ length: 20_000 }, (_, n) => Math.imul(n, 2_654_435_761) >>> 0).join(' '))
  for (const [coded, coding] of [
    [gzipSync(numbers), 'gzip'],
    [deflateSync(numbers), 'deflate'],
    [brotliCompressSync(numbers), 'br'],
  ] as const) {
    const text = decoded(coded.subarray(0, coded.length >> 1), coding)
    assert.ok(text.length > numbers.length / 4, `${coding}: ${text.length}`)
    assert.ok(numbers.toString().startsWith(text))
  }
})

test('a bomb is cut', () => {
  const zeros = Buffer.alloc(MAX_DECODED + 1_000_000)
  const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }
  for (const [coded, coding] of [
    [gzipSync(zeros), 'gzip'],
    [deflateRawSync(zeros), 'deflate'],
    [brotliCompressSync(zeros, fast), 'br'],
    [gzipSync(gzipSync(zeros)), 'gzip, gzip'],
  ] as const) {
    assert.ok(coded.length < 100_000)
    assert.ok(decodeContent(coded, coding).length <= MAX_DECODED, coding)
  }
})
