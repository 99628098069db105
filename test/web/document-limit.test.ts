/** Documents have a limit of their own: by their type, or by their first bytes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHttpWeb, createPoliteness } from '../../src/web/index.js'
import { serveSmallWeb } from '../crawl/small-web.js'

test('documents may be larger than other bodies, and have their own limit', async () => {
  const types: Record<string, string> = {
    '/page': 'text/html',
    '/typed': 'application/pdf',
    '/untyped': 'application/octet-stream',
    '/other': 'application/octet-stream',
    '/large': 'application/pdf',
  }
  const server = await serveSmallWeb(({ path }, response) => {
    const start = path === '/untyped' ? '%PDF-1.7\n' : 'x'
    const body = Buffer.concat([Buffer.from(start), Buffer.alloc(path === '/large' ? 9_000 : 4_000, 97)])
    response.writeHead(200, { 'content-type': types[path] }).end(body)
  })
  const web = createHttpWeb({
    userAgent: 'test',
    politeness: createPoliteness({ delayMs: 0 }),
    allowPrivate: true,
    hosts: { '*': server.origin },
    limits: { maxBodyBytes: 1_000, maxDocumentBytes: 5_000 },
  })
  try {
    const lengths: Record<string, [number, string | null]> = {}
    for (const path of Object.keys(types)) {
      const outcome = await web.fetch(`http://a.example${path}`, new AbortController().signal)
      assert.ok(outcome.ok)
      lengths[path] = [outcome.body.length, outcome.truncated]
    }
    assert.deepEqual(lengths, {
      '/page': [1_000, 'length'],
      '/typed': [4_001, null],
      '/untyped': [4_009, null],
      '/other': [1_000, 'length'],
      '/large': [5_000, 'length'],
    })
  } finally {
    await web.close()
    await server.close()
  }
})
