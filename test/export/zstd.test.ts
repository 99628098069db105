import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createZstd } from '../../src/export/zstd.js'
import { LongtailError } from '../../src/errors.js'

const text = new TextEncoder().encode('ภาษาไทย, a line that comes again and again\n'.repeat(5_000))

test('what is compressed comes back', async () => {
  const zstd = await createZstd()
  for (const level of [1, 3, 9, 19]) {
    for (const bytes of [new Uint8Array(0), text.subarray(0, 1), text.subarray(0, 300), text]) {
      const frame = zstd.compress(bytes, level)
      assert.deepEqual(zstd.decompress(frame, text.length), bytes)
    }
  }
  assert.ok(zstd.compress(text, 3).length < text.length / 20)
})

test('two who start it at once share it', async () => {
  const [one, other] = await Promise.all([createZstd(), createZstd()])
  assert.deepEqual(one.decompress(other.compress(text, 3), text.length), text)
})

test('a frame that is damaged, cut, too large or no frame at all is an error, and the next one is read', async () => {
  const zstd = await createZstd()
  const frame = zstd.compress(text, 3)
  const isCoded = (error: unknown): boolean => error instanceof LongtailError && error.code === 'E_EXPORT'
  assert.throws(() => zstd.decompress(frame, text.length - 1), isCoded)
  for (const length of [0, 3, 5, 7, 9, frame.length - 1])
    assert.throws(() => zstd.decompress(frame.subarray(0, length), text.length), isCoded, `cut at ${length}`)
  assert.throws(() => zstd.decompress(text, text.length), isCoded)
  // says that it holds 2^63 bytes
  const boasting = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0x80, 1, 0, 0])
  assert.throws(() => zstd.decompress(boasting, Number.MAX_SAFE_INTEGER), isCoded)
  assert.deepEqual(zstd.decompress(frame, text.length), text)
})
