import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { createSearxng } from '../../src/web/search-searxng.js'
import type { SearchHit } from '../../src/web/search.js'

type Answer = (url: URL, response: ServerResponse, count: number) => void

interface Asked {
  readonly results: SearchHit[]
  readonly requests: URL[]
  readonly warnings: string[]
}

async function ask(answer: Answer, wanted = 20, path = '', language?: string): Promise<Asked> {
  const requests: URL[] = []
  const warnings: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://searxng')
    requests.push(url)
    answer(url, response, requests.length)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const engine = createSearxng({
    url: `http://127.0.0.1:${port}${path}`,
    userAgent: 'Test/1',
    delayMs: 0,
    // a campaign may send all requests elsewhere; an address is meant as it is written
    hosts: { '*': 'http://127.0.0.1:1' },
    warn: message => warnings.push(message),
  })
  try {
    const results = await engine.search('green plants', {
      results: wanted,
      signal: new AbortController().signal,
      ...(language === undefined ? {} : { language }),
    })
    return { results, requests, warnings }
  } finally {
    await engine.close()
    server.closeAllConnections()
    await new Promise(closed => server.close(closed))
  }
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

const page = (number: number, count = 10): { url: string; title: string; content: string }[] =>
  Array.from({ length: count }, (_, i) => ({ url: `http://site${number}.example/${i}`, title: `t${i}`, content: 'c' }))

test('pages of results are asked for until there are enough', async () => {
  const { results, requests } = await ask(
    (url, response) => json(response, { results: page(Number(url.searchParams.get('pageno'))) }),
    25,
    '/search',
    'th',
  )
  assert.equal(results.length, 25)
  assert.deepEqual(results[12], { url: 'http://site2.example/2', title: 't2', excerpt: 'c' })
  assert.deepEqual(
    requests.map(({ pathname, search }) => pathname + search),
    [1, 2, 3].map(number => `/search?q=green+plants&format=json&pageno=${number}&language=th`),
  )
})

test('results that are no pages of the Web, or were there before, are left out', async () => {
  const { results, requests } = await ask((_, response) =>
    json(response, {
      results: [
        ...page(1, 2),
        { url: 'HTTP://SITE1.example:80/0#top', title: 'the same' },
        { url: 'ftp://files.example/x' },
        { url: 'javascript:alert(1)' },
        { url: 5 },
        null,
        'text',
        { title: 'no address' },
        { url: 'https://other.example/', title: { toString: 'x' } },
      ],
    }),
  )
  assert.deepEqual(
    results.map(({ url, title }) => [url, title]),
    [
      ['http://site1.example/0', 't0'],
      ['http://site1.example/1', 't1'],
      ['https://other.example/', ''],
    ],
  )
  assert.equal(requests.length, 2, 'the second page brings nothing new')
})

test('packed answers and redirects are understood', async () => {
  const { results } = await ask(
    (url, response) => {
      if (url.pathname === '/searxng/search')
        return void response.writeHead(301, { location: `/found?${url.searchParams}` }).end()
      const results = url.searchParams.get('pageno') === '1' ? page(1, 3) : []
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify({ results })))
    },
    5,
    '/searxng/',
  )
  assert.equal(results.length, 3)
})

test('nothing found is no error, and silent engines are named', async () => {
  const { results, warnings } = await ask((_, response) =>
    json(response, {
      results: [],
      unresponsive_engines: [
        ['duckduckgo', 'CAPTCHA'],
        ['google', 'timeout'],
      ],
    }),
  )
  assert.deepEqual(results, [])
  assert.match(warnings.join(), /did not answer: duckduckgo: CAPTCHA, google: timeout/)
})

test('an instance that is busy for a moment is asked again', async () => {
  const { results } = await ask((_, response, count) => {
    if (count === 1) response.writeHead(429, { 'retry-after': '0' }).end()
    else json(response, { results: page(1, 2) })
  }, 2)
  assert.equal(results.length, 2)
})

test('every refusal says what to change', async () => {
  const cases: [answer: Answer, message: RegExp][] = [
    [(_, response) => response.writeHead(403).end('Forbidden'), /JSON format is not enabled.*search\.formats/],
    [(_, response) => response.writeHead(406).end(), /JSON format is not enabled/],
    [(_, response) => response.writeHead(429, { 'retry-after': '0' }).end(), /limits requests.*limiter/],
    [(_, response) => response.writeHead(429, { 'retry-after': '3600' }).end(), /limits requests/],
    [(_, response) => response.writeHead(404).end(), /status 404/],
    [(_, response) => response.writeHead(200).end('<html>search</html>'), /the answer is a web page instead of JSON/],
    [(_, response) => response.writeHead(200).end('{"results":'), /not JSON/],
    [(_, response) => json(response, { results: 5 }), /no list of results/],
    [(_, response) => json(response, []), /no list of results/],
    [(_, response) => response.destroy(), /does not answer/],
  ]
  for (const [answer, message] of cases) {
    await assert.rejects(ask(answer), (error: unknown) => {
      assert.ok(error instanceof LongtailError && error.code === 'E_SEARCH', String(error))
      assert.match(error.message, message)
      assert.match(error.message, /give example pages or seeds instead/)
      return true
    })
  }
})

test('an address that is none, and a server that is not there, are told apart from refusals', async () => {
  assert.throws(() => createSearxng({ url: 'localhost', userAgent: 'Test/1' }), /not the address of a search engine/)
  assert.throws(() => createSearxng({ url: 'ftp://x.example/', userAgent: 'Test/1' }), /http or https/)
  const engine = createSearxng({ url: 'http://127.0.0.1:1/', userAgent: 'Test/1', delayMs: 0 })
  const options = { results: 5, signal: new AbortController().signal }
  await assert.rejects(engine.search('x', options), /E_SEARCH|does not answer/)
  await engine.close()
})

test('a search is stopped while it waits', async () => {
  const abort = new AbortController()
  const asking = ask((_, response) => {
    abort.abort()
    json(response, { results: page(1) })
  })
  await asking
  const engine = createSearxng({ url: 'http://127.0.0.1:1/', userAgent: 'Test/1' })
  await assert.rejects(engine.search('x', { results: 5, signal: abort.signal }), { code: 'E_FETCH_ABORTED' })
  await engine.close()
})
