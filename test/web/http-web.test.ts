import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { connect } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Exchange, FetchFailure } from '../../src/contracts.js'
import { LongtailError } from '../../src/errors.js'
import { createHttpWeb } from '../../src/web/http-web.js'
import { createPoliteness } from '../../src/web/politeness.js'
import type { HttpOptions, HttpWeb } from '../../src/web/http-web.js'
import { LookupFailure } from '../../src/web/resolver.js'
import { formatUserAgent } from '../../src/web/request-headers.js'
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.js'
import { listen, resolveToLoopback, serveHttp, serveRaw, until } from './servers.js'
import type { TestServer } from './servers.js'

const { signal } = new AbortController()

function openWeb(t: TestContext, options: Partial<HttpOptions> = {}): HttpWeb {
  const web = createHttpWeb({
    userAgent: 'test',
    politeness: createPoliteness({ delayMs: 0 }),
    allowPrivate: true,
    resolve: resolveToLoopback,
    ...options,
  })
  t.after(() => web.close())
  return web
}

function closeAfter(t: TestContext, server: TestServer): TestServer {
  t.after(() => server.close())
  return server
}

async function exchange(web: HttpWeb, url: string): Promise<Exchange> {
  const outcome = await web.fetch(url, signal)
  assert.ok(outcome.ok, outcome.ok ? '' : `${outcome.code} ${outcome.message}`)
  return outcome
}

async function failure(web: HttpWeb, url: string): Promise<FetchFailure> {
  const outcome = await web.fetch(url, signal)
  assert.ok(!outcome.ok, 'an exchange came where a failure was expected')
  return outcome
}

const text = (outcome: Exchange) => Buffer.from(outcome.body).toString('latin1')

test('an exchange holds what was asked and what came back, headers in order and with their duplicates', async t => {
  const requests: string[][] = []
  const server = closeAfter(
    t,
    await serveHttp((request, response) => {
      requests.push(request.rawHeaders)
      const headers = ['X-Second', '2', 'set-cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-First', 'caf\xe9']
      response.writeHead(203, 'Fine By Me', headers)
      response.end('hello')
    }),
  )
  const web = openWeb(t, {
    userAgent: formatUserAgent('1.2', 'https://library.example/crawler'),
    from: 'a@library.example',
  })
  const before = Date.now()
  const outcome = await exchange(web, `${server.origin}/a%20b?c=d#e`)
  assert.equal(outcome.url, `${server.origin}/a%20b?c=d#e`)
  assert.equal(outcome.status, 203)
  assert.equal(outcome.statusText, 'Fine By Me')
  assert.equal(outcome.ip, '127.0.0.1')
  assert.equal(outcome.protocol, 'http/1.1')
  assert.equal(outcome.truncated, null)
  assert.equal(text(outcome), 'hello')
  assert.ok(outcome.startedAt >= before && outcome.startedAt <= Date.now())
  assert.deepEqual(outcome.headers.slice(0, 4), [
    ['X-Second', '2'],
    ['set-cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
    ['X-First', 'caf\xe9'],
  ])
  assert.deepEqual(outcome.requestHeaders.flat(), requests[0])
  assert.deepEqual(outcome.requestHeaders.slice(2), [
    ['User-Agent', 'Mozilla/5.0 (compatible; Longtail/1.2; +https://library.example/crawler)'],
    ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['Accept-Encoding', 'gzip, deflate, br'],
    ['From', 'a@library.example'],
  ])
})

test('a body is freed of its chunks but stays compressed, in a buffer of its own', async t => {
  const packed = gzipSync('x'.repeat(100_000))
  const server = closeAfter(
    t,
    await serveHttp((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' })
      response.write(packed.subarray(0, 20))
      setImmediate(() => response.end(packed.subarray(20)))
    }),
  )
  const { body, headers } = await exchange(openWeb(t), `${server.origin}/`)
  assert.ok(headers.some(([name, value]) => name === 'Transfer-Encoding' && value === 'chunked'))
  assert.ok(packed.equals(body))
  assert.equal(body.buffer.byteLength, body.byteLength)
})

test('redirects are handed back, not followed', async t => {
  const paths: (string | undefined)[] = []
  const server = closeAfter(
    t,
    await serveHttp((request, response) => {
      paths.push(request.url)
      response.writeHead(302, { Location: '/target' }).end()
    }),
  )
  const { status, headers } = await exchange(openWeb(t), `${server.origin}/source`)
  assert.equal(status, 302)
  assert.deepEqual(headers[0], ['Location', '/target'])
  assert.deepEqual(paths, ['/source'])
})

test('a connection is used again, and a dead one is replaced without anybody noticing', async t => {
  const server = closeAfter(
    t,
    await serveRaw((socket, _, count) => {
      // the second request on a connection meets a server that hangs up, as after a keep-alive time-out
      if (count === 3) socket.destroy()
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    }),
  )
  const web = openWeb(t)
  for (let i = 0; i < 2; i++) assert.equal(text(await exchange(web, `${server.origin}/${i}`)), 'ok')
  assert.equal(server.accepted, 1)
  assert.equal(text(await exchange(web, `${server.origin}/3`)), 'ok')
  assert.equal(server.accepted, 2)
})

test('a fresh connection that dies without an answer is a failure to retry, asked once', async t => {
  const server = closeAfter(t, await serveRaw(socket => socket.destroy()))
  const { code, consequence } = await failure(openWeb(t), `${server.origin}/`)
  assert.equal(code, 'E_FETCH_CONNECT')
  assert.equal(consequence, 'retry')
  assert.equal(server.accepted, 1)
})

test('idle connections to many hosts stay within their bound, and the busiest are the ones kept', async t => {
  const server = closeAfter(t, await serveHttp((_, response) => response.end('ok')))
  const web = openWeb(t, { limits: { maxIdleConnections: 5 } })
  for (let i = 0; i < 60; i++) await exchange(web, `http://host-${i}.example:${server.port}/`)
  assert.equal(web.idleConnections, 5)
  assert.equal(web.connections, 5)
  assert.equal(server.accepted, 60)
  await until(() => server.sockets.size === 5)
  await exchange(web, `http://host-58.example:${server.port}/`)
  assert.equal(server.accepted, 60, 'a recent host still has its connection')
  await exchange(web, `http://host-3.example:${server.port}/`)
  assert.equal(server.accepted, 61, 'an old one has not')
})

test('a connection that the server closes while idle leaves the pool', async t => {
  const server = closeAfter(t, await serveHttp((_, response) => response.end('ok')))
  const web = openWeb(t)
  await exchange(web, `${server.origin}/`)
  assert.equal(web.connections, 1)
  for (const socket of server.sockets) socket.destroy()
  await until(() => web.connections === 0)
})

test('every host can be sent to one server, https too, each with its own Host header', async t => {
  const hosts: (string | undefined)[] = []
  const server = closeAfter(
    t,
    await serveHttp((request, response) => {
      hosts.push(request.headers.host)
      response.end(request.url)
    }),
  )
  const other = closeAfter(t, await serveHttp((_, response) => response.end('other')))
  const web = openWeb(t, {
    allowPrivate: false, // the user named the address himself
    hosts: { '*': server.origin, '*.other.example': other.origin, 'exact.other.example': server.origin },
  })
  assert.equal(text(await exchange(web, 'https://www.example.co.th/x?y')), '/x?y')
  assert.equal(text(await exchange(web, 'http://host.example:8080/')), '/')
  assert.equal(text(await exchange(web, 'http://a.other.example/')), 'other')
  assert.equal(text(await exchange(web, 'http://exact.other.example/z')), '/z')
  assert.deepEqual(hosts, ['www.example.co.th', 'host.example:8080', 'exact.other.example'])
  assert.equal((await exchange(web, 'http://a.example/')).ip, null)
})

test('a mistake in hosts or proxy is named before anything is fetched', () => {
  const mistakes: Partial<HttpOptions>[] = [
    { hosts: { '*': 'https://127.0.0.1/' } },
    { hosts: { 'a*b': 'http://127.0.0.1/' } },
    { hosts: { '*': 'nowhere' } },
    { proxy: 'socks5://127.0.0.1' },
    { userAgent: 'line\nbreak' },
  ]
  for (const mistake of mistakes) {
    assert.throws(
      () => createHttpWeb({ userAgent: 'test', politeness: createPoliteness({ delayMs: 0 }), ...mistake }),
      error => error instanceof LongtailError && error.code === 'E_CAMPAIGN',
    )
  }
})

test('private addresses are refused as literals in any spelling and by name', async t => {
  const server = closeAfter(t, await serveHttp((_, response) => response.end('secret')))
  const addresses = [
    { address: '192.168.0.1', family: 4 },
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ] as const
  const web = openWeb(t, { allowPrivate: false, resolve: async () => addresses })
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '10.1.2.3',
    '0',
    'public.example',
  ]) {
    const outcome = await failure(web, `http://${host}:${server.port}/`)
    assert.equal(outcome.code, 'E_FETCH_PRIVATE', host)
    assert.equal(outcome.consequence, 'skip')
  }
  assert.equal(server.accepted, 0)
})

test('HTTP/2 is spoken where the server and the user want it', async t => {
  const server = createSecureServer(
    { key: TEST_KEY, cert: TEST_CERTIFICATE, allowHTTP1: true },
    (request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'], 'x-octets': 'caf\xe9' })
      response.end(`${request.httpVersion} ${request.authority} ${request.url}`)
    },
  )
  const { port } = closeAfter(t, await listen(server, 'https'))
  const web = openWeb(t, { http2: true })
  const outcome = await exchange(web, `https://secure.example:${port}/path?query`)
  assert.equal(outcome.protocol, 'h2')
  assert.equal(outcome.ip, '127.0.0.1')
  assert.equal(text(outcome), `2.0 secure.example:${port} /path?query`)
  const wanted = outcome.headers.filter(([name]) => name === 'set-cookie' || name === 'x-octets')
  assert.deepEqual(wanted, [
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['x-octets', 'caf\xe9'],
  ])
  const careful = await exchange(openWeb(t, {}), `https://secure.example:${port}/`)
  assert.equal(careful.protocol, 'http/1.1', 'unless asked for, it is not offered')
  assert.deepEqual(outcome.requestHeaders[0], ['host', `secure.example:${port}`])
})

test('an HTTP/2 body that is reset half-way is kept and marked', async t => {
  const server = createSecureServer({ key: TEST_KEY, cert: TEST_CERTIFICATE })
  server.on('stream', stream => {
    stream.on('error', () => {})
    stream.respond({ ':status': 200, 'content-length': '100' })
    stream.write('half')
    setTimeout(() => stream.close(2), 20)
  })
  const { origin } = closeAfter(t, await listen(server, 'https'))
  const outcome = await exchange(openWeb(t, { http2: true }), `${origin}/`)
  assert.equal(text(outcome), 'half')
  assert.equal(outcome.truncated, 'disconnect')
})

test('any certificate will do, unless strict is asked for', async t => {
  const server = createHttpsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (_, response) => response.end('ok'))
  const { port } = closeAfter(t, await listen(server, 'https'))
  assert.equal(text(await exchange(openWeb(t), `https://wrong.example:${port}/`)), 'ok')
  const strict = openWeb(t, { tls: { mode: 'strict' } })
  const refused = await failure(strict, `https://secure.example:${port}/`)
  assert.equal(refused.code, 'E_FETCH_TLS')
  assert.equal(refused.consequence, 'skip')
  const trusting = openWeb(t, { tls: { mode: 'strict', ca: TEST_CERTIFICATE } })
  assert.equal(text(await exchange(trusting, `https://secure.example:${port}/`)), 'ok')
  assert.equal((await failure(trusting, `https://wrong.example:${port}/`)).code, 'E_FETCH_TLS')
})

test('what is not TLS fails as TLS', async t => {
  const server = closeAfter(t, await serveHttp((_, response) => response.end('ok')))
  assert.equal((await failure(openWeb(t), `https://a.example:${server.port}/`)).code, 'E_FETCH_TLS')
})

test('names that do not exist are skipped, name servers that fail are retried', async t => {
  const web = openWeb(t, {
    resolve: async hostname => {
      throw new LookupFailure(hostname.startsWith('gone') ? 'ENOTFOUND' : 'ETIMEOUT', hostname)
    },
  })
  const gone = await failure(web, 'http://gone.example/')
  assert.deepEqual([gone.code, gone.consequence], ['E_FETCH_DNS', 'skip'])
  const slow = await failure(web, 'http://slow.example/')
  assert.deepEqual([slow.code, slow.consequence], ['E_FETCH_DNS', 'retry'])
})

test('a port that nobody listens on is a failure to retry', async t => {
  const server = await serveHttp(() => {})
  await server.close()
  const { code, consequence } = await failure(openWeb(t), `${server.origin}/`)
  assert.deepEqual([code, consequence], ['E_FETCH_CONNECT', 'retry'])
})

test('only http and https URLs are fetched', async t => {
  const web = openWeb(t)
  for (const url of ['ftp://a.example/', 'javascript:alert(1)', 'not a URL', 'file:///etc/passwd', 'http://']) {
    assert.equal((await failure(web, url)).code, 'E_FETCH_SCHEME', url)
  }
})

test('an aborted fetch ends at once, whatever it was waiting for', async t => {
  const silent = closeAfter(t, await serveRaw(() => {}))
  const stalled = closeAfter(
    t,
    await serveRaw(socket => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')),
  )
  const web = openWeb(t, {
    resolve: hostname => (hostname === 'unresolved.example' ? new Promise(() => {}) : resolveToLoopback('')),
  })
  const controller = new AbortController()
  const fetches = [`${silent.origin}/`, `${stalled.origin}/`, 'http://unresolved.example/'].map(url =>
    web.fetch(url, controller.signal),
  )
  await until(() => silent.sockets.size === 1 && stalled.sockets.size === 1)
  controller.abort()
  for (const outcome of await Promise.all(fetches)) assert.equal(!outcome.ok && outcome.code, 'E_FETCH_ABORTED')
  assert.equal((await web.fetch(`${silent.origin}/`, controller.signal)).ok, false)
  assert.equal(web.connections, 0)
})

test('closing ends what is under way and refuses what comes later', async () => {
  const silent = await serveRaw(() => {})
  const web = createHttpWeb({ userAgent: 'test', politeness: createPoliteness({ delayMs: 0 }), allowPrivate: true })
  const pending = web.fetch(`${silent.origin}/`, signal)
  await until(() => silent.sockets.size === 1)
  await web.close()
  const outcome = await pending
  assert.equal(!outcome.ok && outcome.code, 'E_FETCH_ABORTED')
  assert.equal((await failure(web, `${silent.origin}/`)).code, 'E_FETCH_ABORTED')
  await silent.close()
})

test('a proxy is asked in absolute form for http and by a tunnel for https, with its password but not in the archive', async t => {
  const secure = createHttpsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (_, response) =>
    response.end('through the tunnel'),
  )
  const target = closeAfter(t, await listen(secure, 'https'))
  const heads: string[] = []
  const proxy = closeAfter(
    t,
    await serveRaw((socket, head) => {
      heads.push(head)
      if (!head.startsWith('CONNECT')) return void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nproxy')
      socket.removeAllListeners('data')
      const onward = connect(target.port, '127.0.0.1')
      onward.on('error', () => socket.destroy())
      socket.on('close', () => onward.destroy())
      void once(onward, 'connect').then(() => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        socket.pipe(onward).pipe(socket)
      })
    }),
  )
  const web = openWeb(t, { proxy: `http://me:secret@127.0.0.1:${proxy.port}`, allowPrivate: false })
  const plain = await exchange(web, 'http://a.example/x?y')
  assert.equal(text(plain), 'proxy')
  assert.equal(plain.ip, null)
  assert.ok(!JSON.stringify(plain).includes('bWU6c2VjcmV0'))
  assert.match(
    heads[0],
    /^GET http:\/\/a\.example\/x\?y HTTP\/1\.1\r\nhost: a\.example\r\n[^]*Proxy-Authorization: Basic bWU6c2VjcmV0/,
  )
  assert.equal(text(await exchange(web, 'https://secure.example/')), 'through the tunnel')
  assert.match(heads[1], /^CONNECT secure\.example:443 HTTP\/1\.1\r\n[^]*Proxy-Authorization: Basic bWU6c2VjcmV0/)
  assert.equal((await failure(web, 'http://127.0.0.1/')).code, 'E_FETCH_PRIVATE')
  assert.equal((await failure(web, 'https://localhost/')).code, 'E_FETCH_PRIVATE')
})

test('a proxy that refuses a tunnel is a failure', async t => {
  const proxy = closeAfter(t, await serveRaw(socket => socket.write('HTTP/1.1 407 No\r\n\r\n')))
  const { code, message } = await failure(openWeb(t, { proxy: proxy.origin }), 'https://secure.example/')
  assert.equal(code, 'E_FETCH_CONNECT')
  assert.match(message, /407.*network\.proxy/)
})
