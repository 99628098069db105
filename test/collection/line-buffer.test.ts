import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LineBuffer } from '../../src/collection/log/line-buffer.js'

test('lines become UTF-8 with a line feed behind each, and their length in bytes is told', () => {
  const buffer = new LineBuffer()
  assert.equal(buffer.isEmpty, true)
  assert.equal(buffer.add('abc'), 4)
  assert.equal(buffer.add('ทุกคน'), 16)
  assert.equal(buffer.add(''), 1)
  assert.equal(buffer.add('😀'), 5)
  assert.equal(buffer.isEmpty, false)
  assert.equal(Buffer.from(buffer.take()).toString(), 'abc\nทุกคน\n\n😀\n')
})

test('what was taken stays as it is while new lines come', () => {
  const buffer = new LineBuffer()
  buffer.add('first')
  const taken = buffer.take()
  assert.equal(buffer.isEmpty, true)
  buffer.add('other')
  assert.equal(Buffer.from(taken).toString(), 'first\n')
  assert.equal(Buffer.from(buffer.take()).toString(), 'other\n')
})

test('lines longer than anything before them, and very many, fit', () => {
  const buffer = new LineBuffer()
  const long = 'ก'.repeat(3_000_000)
  const lines = ['x', long, ...Array.from({ length: 20_000 }, (_, i) => `line ${i}`)]
  let bytes = 0
  for (const line of lines) bytes += buffer.add(line)
  const text = Buffer.from(buffer.take()).toString()
  assert.equal(text, `${lines.join('\n')}\n`)
  assert.equal(bytes, Buffer.byteLength(text))
  buffer.add('short again')
  assert.equal(Buffer.from(buffer.take()).toString(), 'short again\n')
})
