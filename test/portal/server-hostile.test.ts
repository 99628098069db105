import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sendRaw } from './raw-http.js'
import { serveSmall, type SmallPortal } from './serve-small.js'

let small: SmallPortal
const logged: string[] = []
before(async () => {
  small = await serveSmall({
    limits: { posts: { perSecond: 0.1, burst: 25 }, searches: { perSecond: 50, burst: 500 } },
    log: message => logged.push(message),
  })
})
after(() => small.close())

const CRLF = '\r\n'

function raw(lines: readonly string[], body = ''): Promise<{ status: number; headers: string; body: string }> {
  return sendRaw(small.origin, [...lines, 'Connection: close', '', body].join(CRLF))
}

const host = () => `Host: ${new URL(small.origin).host}`

async function isAlive(): Promise<void> {
  assert.equal((await fetch(`${small.origin}/help`)).status, 200)
}

test('no path leads out of the folder of style sheets', async () => {
  for (const path of [
    '/assets/../../../package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e/languages/en.ts',
    '/assets/..\\..\\package.json',
    '/assets//etc/passwd',
    '/assets/portal.css%00.js',
    '/assets/__proto__',
    '/assets/.',
  ]) {
    const { status, body } = await raw([`GET ${path} HTTP/1.1`, host()])
    assert.ok(status === 404 || status === 400, `${path}: ${status}`)
    assert.doesNotMatch(body, /"name": "longtail"|root:x/)
  }
})

test('one Host header, and one that can be meant: all else is refused', async () => {
  const good = new URL(small.origin).host
  for (const hosts of [
    [`Host: ${good}`, 'Host: evil.example'],
    ['Host: evil.example', `Host: ${good}`],
    [`Host: ${good}`, `host: ${good}`],
    ['Host:'],
    ['Host: '],
    [`Host: ${good},evil.example`],
    [`Host: user@${good}`],
    [`Host: ${good}/path`],
    [`Host: ${good} evil`],
    ['Host: :80'],
    ['Host: [::1'],
    ['Host: a:b'],
    [`Host: ${good}#x`],
    ['Host: "127.0.0.1"'],
    ['Host: <script>'],
    [],
  ]) {
    const { status } = await raw(['GET /help HTTP/1.1', ...hosts])
    assert.equal(status, 400, JSON.stringify(hosts))
  }
  assert.equal((await raw(['GET /help HTTP/1.1', host()])).status, 200)
  await isAlive()
})

test('paths and queries that are no encoding of anything are refused or answered, never fatal', async () => {
  for (const path of [
    '/%',
    '/%ff',
    '/topics/%E0%B8',
    '/sites/%00',
    '/\u00e0\u00b8\u0099',
    '//',
    '/web/',
    '/raw/',
    '/web/%',
    '/raw/javascript:alert(1)',
    '/raw/file:///etc/passwd',
    '*',
    'search?q=x',
  ]) {
    const { status } = await raw([`GET ${path} HTTP/1.1`, host()])
    assert.ok(status === 400 || status === 404, `${path}: ${status}`)
  }
  await isAlive()
})

test('a host that is none is not repeated anywhere', async () => {
  const answer = await raw(['GET /raw/http://rights0.example/page-0 HTTP/1.1', 'Host: "><script>evil'])
  assert.doesNotMatch(answer.headers + answer.body, /evil/)
  assert.equal(answer.status, 400)
})

test('a portal of this machine alone does not answer to names that others give it', async () => {
  assert.equal((await raw(['GET / HTTP/1.1', 'Host: rebound.evil.example'])).status, 421)
  assert.equal((await raw(['GET / HTTP/1.1', `Host: localhost:${new URL(small.origin).port}`])).status, 200)
})

test('nothing that was asked for can begin a header of its own', async () => {
  const { headers } = await raw([`GET /language?ui=th&back=/x%0d%0aSet-Cookie:%20evil=1 HTTP/1.1`, host()])
  assert.doesNotMatch(headers, /^Set-Cookie: evil/im)
  const { headers: others } = await raw([`GET /sites?begin=a%0d%0aX-Evil:1&ui=sw HTTP/1.1`, host()])
  assert.match(others, /^Location: \/sites\?begin=a%0D%0AX-Evil%3A1\r$/m)
})

test('headers without end are cut off', async () => {
  const { status } = await raw(['GET / HTTP/1.1', host(), `X-Long: ${'x'.repeat(100_000)}`])
  assert.equal(status, 431)
  await isAlive()
})

test('what is no HTTP gets a short answer', async () => {
  assert.equal((await sendRaw(small.origin, '\u0016\u0003\u0001 hello\r\n\r\n')).status, 400)
  assert.equal(
    (await raw(['POST /wish HTTP/1.1', host(), 'Content-Length: 5', 'Transfer-Encoding: chunked'])).status,
    400,
  )
  await isAlive()
})

test('bodies that are too large, of another kind, or broken are refused', async () => {
  const form = 'Content-Type: application/x-www-form-urlencoded'
  assert.equal((await raw(['POST /wish HTTP/1.1', host(), form, 'Content-Length: 99999999'], 'token=x')).status, 413)
  const chunk = `${(600_000).toString(16)}${CRLF}${'a'.repeat(600_000)}${CRLF}`
  const chunked = ['POST /wish HTTP/1.1', host(), form, 'Transfer-Encoding: chunked']
  assert.equal((await raw(chunked, `${chunk}${chunk}${chunk}`)).status, 413)
  const fields = 'a=1&'.repeat(5000)
  assert.equal(
    (await raw(['POST /wish HTTP/1.1', host(), form, `Content-Length: ${fields.length}`], fields)).status,
    413,
  )
  const json = ['POST /wish HTTP/1.1', host(), 'Content-Type: application/json', 'Content-Length: 2']
  assert.equal((await raw(json, '{}')).status, 415)
  const broken = ['POST /wish HTTP/1.1', host(), 'Content-Type: multipart/form-data; boundary=x', 'Content-Length: 3']
  assert.equal((await raw(broken, '--x')).status, 400)
  await isAlive()
})

test('a body that never comes keeps nobody else waiting', async () => {
  const slow = sendRaw(
    small.origin,
    [
      'POST /wish HTTP/1.1',
      host(),
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 100',
      '',
      'a',
    ].join(CRLF),
    500,
  )
  await isAlive()
  assert.equal((await slow).status, 0)
})

test('a tunnel is refused with a word why', async () => {
  const { status, body } = await raw(['CONNECT secure.example:443 HTTP/1.1', 'Host: secure.example:443'])
  assert.equal(status, 501)
  assert.match(body, /http:\/\/ instead of https:\/\//)
})

test('as a proxy it answers from the archive, knows its own address, and says what is not here', async () => {
  const archived = await raw(['GET http://lava.example/volcano HTTP/1.1', 'Host: lava.example'])
  assert.equal(archived.status, 200)
  assert.match(archived.body, /rupture in the crust/)
  assert.match(archived.headers, /^Content-Security-Policy: [^\r]*sandbox/im)
  const own = await raw([`GET ${small.origin}/help HTTP/1.1`, host()])
  assert.equal(own.status, 200)
  assert.match(own.body, /How to search and read/)
  const missing = await raw(['GET http://missing.example/lava HTTP/1.1', 'Host: missing.example'])
  assert.equal(missing.status, 404)
  assert.match(missing.body, /not in the library/)
  assert.equal(
    (await raw(['POST http://lava.example/volcano HTTP/1.1', 'Host: lava.example', 'Content-Length: 0'])).status,
    405,
  )
  // another port of this machine is somebody else, whom we do not ask
  assert.equal((await raw(['GET http://127.0.0.1:1/ HTTP/1.1', 'Host: 127.0.0.1:1'])).status, 404)
})

test('who sends forms without end is asked to wait', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 30; i++) {
    const answer = await fetch(`${small.origin}/wish`, { method: 'POST', body: new URLSearchParams({ url: 'x' }) })
    statuses.push(answer.status)
    if (answer.status === 429) assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
    await answer.arrayBuffer()
  }
  assert.equal(statuses.at(-1), 429)
  assert.ok(statuses.filter(status => status === 403).length >= 10)
  await isAlive()
})

test('none of this was an error of the portal; only the wrong name is worth a line', () => {
  assert.equal(logged.length, 1)
  assert.match(logged[0], /^refused: a browser called this server "rebound\.evil\.example"/)
})
