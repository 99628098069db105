import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHttpResponse } from '../../src/archive/index.js'

function parse(text: string): ReturnType<typeof parseHttpResponse> {
  return parseHttpResponse(Buffer.from(text, 'latin1'))
}

test('a response is read whatever its line ends', () => {
  for (const end of ['\r\n', '\n']) {
    const lines = [
      'HTTP/1.1 404 Not Found',
      'Content-Type:text/html',
      'X-Folded: a',
      '  b',
      'no colon',
      'Empty:',
      '',
      'body',
    ]
    const response = parse(lines.join(end))
    assert.equal(response?.status, 404)
    assert.equal(response.statusText, 'Not Found')
    assert.deepEqual(response.headers, [
      ['Content-Type', 'text/html'],
      ['X-Folded', 'a b'],
      ['Empty', ''],
    ])
    assert.equal(response.body.toString(), 'body')
  }
})

test('odd status lines are accepted, others are not', () => {
  assert.equal(parse('HTTP/2 200\r\n\r\n')?.status, 200)
  assert.equal(parse('HTTP/1.0 200\r\n\r\n')?.version, 'HTTP/1.0')
  assert.equal(parse('ICY 200 OK\r\n\r\n')?.status, 200)
  for (const text of ['', '\r\n\r\n', 'HTTP/1.1 20 OK\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n', '<html>']) {
    assert.equal(parse(text), null, text)
  }
})

test('a head without an end has no body', () => {
  const response = parse('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n')
  assert.deepEqual(response?.headers, [['Content-Type', 'text/html']])
  assert.equal(response.body.length, 0)
})

test('chunks are taken out when there are any', () => {
  const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
  const cases: [string, string][] = [
    ['5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n', 'hello world'],
    ['5\nhello\n0\n\n', 'hello'],
    ['A \r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n', '0123456789'],
    ['5\r\nhello\r\n20\r\ncut off', 'hellocut off'],
    ['5\r\nhello\r\nnot a chunk', 'hello'],
    ['ffffffff\r\nshort', 'short'],
    ['<html>not chunked at all</html>', '<html>not chunked at all</html>'],
    ['fffffffff\r\nx', 'fffffffff\r\nx'],
    ['', ''],
  ]
  for (const [stored, body] of cases) assert.equal(parse(head + stored)?.body.toString(), body, stored)
})
