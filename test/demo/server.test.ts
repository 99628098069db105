import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { buildDemoWeb, serveDemoWeb } from '../../src/demo/web.js'

interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

function ask(origin: string, url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
  const { host, pathname, search } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${pathname}${search}`, { method, headers: { host, ...headers } }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}

const web = buildDemoWeb({ hosts: 24, pagesPerHost: 12 })

test('the Host header decides which server answers', async () => {
  const server = await serveDemoWeb(web)
  try {
    for (const page of web.pages.filter(each => each.path === '/')) {
      const reply = await ask(server.origin, page.url)
      const answer = web.answer(page.url)
      assert.equal(reply.status, answer.status)
      assert.ok(reply.body.equals(answer.body), page.url)
      assert.equal(reply.headers['content-type'], answer.headers['content-type'])
    }
    const [page] = web.pages
    const upper = await ask(server.origin, page.url, { host: `${new URL(page.url).host.toUpperCase()}:8080` })
    assert.ok(upper.body.equals(web.answer(page.url).body))
    assert.equal((await ask(server.origin, 'http://nobody.example/')).status, 404)
  } finally {
    await server.close()
  }
})

test('as a proxy it answers for the address that is named', async () => {
  const server = await serveDemoWeb(web)
  try {
    const page = web.pages.find(each => each.kind === 'page' && each.url.startsWith('http:'))
    assert.ok(page !== undefined)
    const { port } = new URL(server.origin)
    const reply = await new Promise<number>((resolve, reject) => {
      const sent = request({ port, path: page.url, headers: { host: 'other.example' } }, response => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      sent.on('error', reject).end()
    })
    assert.equal(reply, 200)
    assert.equal(server.requests()[0].host, new URL(page.url).host)
    assert.equal(server.requests()[0].path, page.path)
  } finally {
    await server.close()
  }
})

test('servers that compress do so only for clients that take it', async () => {
  const server = await serveDemoWeb(web)
  try {
    const page = web.pages.find(each => each.kind === 'page' && web.hosts[each.host].gzip)
    assert.ok(page !== undefined)
    const packed = await ask(server.origin, page.url, { 'accept-encoding': 'gzip, br' })
    assert.equal(packed.headers['content-encoding'], 'gzip')
    assert.ok(gunzipSync(packed.body).equals(web.answer(page.url).body))
    const open = await ask(server.origin, page.url)
    assert.equal(open.headers['content-encoding'], undefined)
    assert.ok(open.body.equals(web.answer(page.url).body))
  } finally {
    await server.close()
  }
})

test('the log names every request in order', async () => {
  const server = await serveDemoWeb(web)
  try {
    const [page] = web.pages
    const { host } = new URL(page.url)
    await ask(server.origin, page.url, { 'user-agent': 'tester/1' })
    await ask(server.origin, `http://${host}/nowhere`)
    const head = await ask(server.origin, page.url, {}, 'HEAD')
    assert.equal(head.body.length, 0)
    assert.equal(Number(head.headers['content-length']), web.answer(page.url).body.length)
    assert.equal((await ask(server.origin, page.url, {}, 'POST')).status, 405)
    assert.deepEqual(server.requests(), [
      { host, path: page.path, status: 200, userAgent: 'tester/1' },
      { host, path: '/nowhere', status: 404, userAgent: '' },
      { host, path: page.path, status: 200, userAgent: '' },
      { host, path: page.path, status: 405, userAgent: '' },
    ])
  } finally {
    await server.close()
  }
})

test('a malformed Host header gets a 400 and harms nobody', async () => {
  const server = await serveDemoWeb(web)
  try {
    assert.equal((await ask(server.origin, web.pages[0].url, { host: 'a b[' })).status, 400)
    assert.equal((await ask(server.origin, web.pages[0].url)).status, 200)
  } finally {
    await server.close()
  }
})
