import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange, HeaderLine } from '../../src/contracts.js'
import { findHeader, redirectTarget } from '../../src/web/headers.js'

function answer(status: number, headers: readonly HeaderLine[]): Exchange {
  return {
    ok: true,
    url: 'http://a.example/dir/page?q',
    startedAt: 0,
    fetchMs: 0,
    ip: null,
    protocol: 'http/1.1',
    requestHeaders: [],
    status,
    statusText: '',
    headers,
    body: new Uint8Array(0),
    truncated: null,
  }
}

test('a header is found in any case, the first of several', () => {
  const headers: HeaderLine[] = [
    ['X-A', '1'],
    ['x-a', '2'],
  ]
  assert.equal(findHeader(headers, 'x-a'), '1')
  assert.equal(findHeader(headers, 'x-b'), null)
})

const targets: readonly [status: number, location: string, target: string | null][] = [
  [301, 'http://b.example/', 'http://b.example/'],
  [302, '/x', 'http://a.example/x'],
  [303, 'x', 'http://a.example/dir/x'],
  [307, '?r', 'http://a.example/dir/page?r'],
  [308, '//b.example', 'http://b.example/'],
  [302, 'y#fragment', 'http://a.example/dir/y'],
  [302, Buffer.from('/ข่าว').toString('latin1'), 'http://a.example/%E0%B8%82%E0%B9%88%E0%B8%B2%E0%B8%A7'],
  [302, '/caf\xe9', 'http://a.example/caf%C3%A9'],
  [302, 'mailto:me', null],
  [302, 'http://[', null],
  [304, '/x', null],
  [200, '/x', null],
]
for (const [status, location, target] of targets) {
  test(`${status} to ${JSON.stringify(location)} leads to ${target ?? 'nothing'}`, () => {
    assert.equal(redirectTarget(answer(status, [['Location', location]])), target)
  })
}

test('a redirect without Location leads to nothing', () => assert.equal(redirectTarget(answer(302, [])), null))
