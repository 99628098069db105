/** Servers that lie, stall and break off: every one of them must end in a value, soon, and leave no connection behind. */
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import type { FetchOutcome } from '../../src/contracts.js'
import { createHttpWeb } from '../../src/web/http-web.js'
import { createPoliteness } from '../../src/web/politeness.js'
import type { HttpLimits } from '../../src/web/http-web.js'
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.js'
import { listen, serveRaw } from './servers.js'

/** Times are long, so that a busy machine makes no difference; each test shortens the one that it is about. */
const LIMITS: Partial<HttpLimits> = {
  connectTimeoutMs: 20_000,
  headersTimeoutMs: 20_000,
  bodyTimeoutMs: 20_000,
  totalTimeoutMs: 60_000,
  maxBodyBytes: 1_000,
  maxHeaderBytes: 4_096,
}

async function ask(
  t: TestContext,
  limits: Partial<HttpLimits>,
  answer: (socket: Socket) => void,
): Promise<FetchOutcome> {
  const server = await serveRaw(answer)
  const web = createHttpWeb({
    userAgent: 'test',
    politeness: createPoliteness({ delayMs: 0 }),
    allowPrivate: true,
    limits: { ...LIMITS, ...limits },
  })
  t.after(async () => {
    await web.close()
    await server.close()
  })
  const outcome = await web.fetch(`${server.origin}/`, new AbortController().signal)
  if (!outcome.ok || outcome.truncated !== null)
    assert.equal(web.connections, 0, 'a connection that misbehaved is kept')
  return outcome
}

/** The outcome in short: what a crawl would see of it. */
function seen(outcome: FetchOutcome): string {
  if (!outcome.ok) return `${outcome.code} ${outcome.consequence}`
  return `${outcome.protocol} ${outcome.status} ${Buffer.from(outcome.body).toString('latin1')} ${outcome.truncated ?? 'whole'}`
}

/** Writes `piece` over and over until the other side hangs up. */
function forever(socket: Socket, piece: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.on('drain', more)
  more()
}

const whole: readonly [name: string, answer: string, expected: string][] = [
  ['HTTP/1.0 without length', 'HTTP/1.0 200 OK\r\n\r\nbody', 'http/1.0 200 body whole'],
  ['HTTP/1.1 without length', 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nbody', 'http/1.1 200 body whole'],
  ['HTTP/1.0 with length', 'HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nbody', 'http/1.0 200 body whole'],
  ['a status without words', 'HTTP/1.1 404\r\nContent-Length: 0\r\n\r\n', 'http/1.1 404  whole'],
  ['a status nobody knows', 'HTTP/1.1 799 Hm\r\nContent-Length: 2\r\n\r\nhm', 'http/1.1 799 hm whole'],
  ['more body than announced', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nbody', 'http/1.1 200 bo whole'],
  ['less body than announced', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nbody', 'http/1.1 200 body disconnect'],
  [
    'chunks that never end',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n',
    'http/1.1 200 body disconnect',
  ],
  [
    'chunks that become nonsense',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\nxyz\r\n',
    'http/1.1 200 body disconnect',
  ],
  ['no body where one was announced', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n', 'E_FETCH_CONNECT retry'],
  [
    'a redirect without its body',
    'HTTP/1.1 301 Moved\r\nLocation: /x\r\nContent-Length: 9\r\n\r\n',
    'http/1.1 301  disconnect',
  ],
  [
    'early hints',
    'HTTP/1.1 103 Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    'http/1.1 200 ok whole',
  ],
  ['hints without end', 'HTTP/1.1 103 Hints\r\n\r\n'.repeat(50), 'E_FETCH_PROTOCOL skip'],
  ['only hints', 'HTTP/1.1 103 Hints\r\n\r\n', 'E_FETCH_PROTOCOL retry'],
  [
    'a switch of protocols',
    'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    'E_FETCH_PROTOCOL retry',
  ],
  ['HTTP/0.9', '<html>hello</html>', 'E_FETCH_PROTOCOL skip'],
  ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', 'E_FETCH_PROTOCOL skip'],
  ['a broken status', 'HTTP/1.1 abc OK\r\n\r\n', 'E_FETCH_PROTOCOL skip'],
  ['headers cut short', 'HTTP/1.1 200 OK\r\nX: y', 'E_FETCH_PROTOCOL retry'],
  ['headers over the limit', `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(5_000)}\r\n\r\n`, 'E_FETCH_PROTOCOL skip'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc', 'http/1.1 200 abc whole'],
  ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nabc', 'http/1.1 200 abc whole'],
  ['a huge length', 'HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\nabc', 'http/1.1 200 abc disconnect'],
  [
    'a body of exactly the limit',
    `HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${'x'.repeat(1000)}`,
    `http/1.1 200 ${'x'.repeat(1000)} whole`,
  ],
  [
    'a body beyond the limit',
    `HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n${'x'.repeat(1001)}`,
    `http/1.1 200 ${'x'.repeat(1000)} length`,
  ],
]

for (const [name, answer, expected] of whole) {
  test(`answer with ${name}`, async t => {
    const outcome = await ask(t, {}, socket => socket.end(answer, 'latin1'))
    assert.equal(seen(outcome), expected)
  })
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n'
const sloppy: readonly [name: string, answer: string][] = [
  ['bare line feeds', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok'],
  ['a line that is no header', `${OK}nonsense\r\n\r\nok`],
  ['a header without name', `${OK}: x\r\n\r\nok`],
  ['a space before the colon', `${OK}X : y\r\n\r\nok`],
  ['a space in a name', `${OK}X Y: z\r\n\r\nok`],
  ['control characters', `${OK}X: a\x00\x01b\r\n\r\nok`],
  ['a folded header', `${OK}X: a\r\n b\r\n\r\nok`],
  ['a length and chunks', `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`],
  ['the same length twice', `${OK}Content-Length: 2\r\n\r\nok`],
  ['padded chunk sizes', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2  \r\nok\r\n0  \r\n\r\n'],
  ['chunks with bare line feeds', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;x=y\no\n1\nk\n0\n\n'],
  ['100 Continue', `HTTP/1.1 100 Continue\r\n\r\n${OK}\r\nok`],
  ['the wrong version', 'HTTP/2 200 OK\r\nContent-Length: 2\r\n\r\nok'],
  ['small letters', 'http/1.1 200 ok\r\ncontent-length: 2\r\n\r\nok'],
]

for (const [name, answer] of sloppy) {
  test(`an answer with ${name} is read all the same, at once and in single octets`, async t => {
    let asked = 0
    const server = await serveRaw((socket, head) => {
      asked++
      if (!head.includes('connection: close')) return void socket.end(answer, 'latin1')
      if (asked === 2) return void socket.write(answer, 'latin1')
      let at = 0
      const drip = () => at < answer.length && socket.write(answer[at++], 'latin1', () => setImmediate(drip))
      drip()
    })
    const web = createHttpWeb({
      userAgent: 'test',
      politeness: createPoliteness({ delayMs: 0 }),
      allowPrivate: true,
      limits: LIMITS,
    })
    t.after(async () => {
      await web.close()
      await server.close()
    })
    const { signal } = new AbortController()
    assert.equal(seen(await web.fetch(`${server.origin}/`, signal)), 'http/1.1 200 ok whole')
    assert.equal(asked, 2, 'strictly first, then leniently')
    assert.equal(seen(await web.fetch(`${server.origin}/`, signal)), 'http/1.1 200 ok whole')
    assert.equal(asked, 3, 'the host is known by now')
  })
}

test('a server whose HTTP/2 is broken is asked by HTTP/1.1', async t => {
  const protocols: string[] = []
  const options = { key: TEST_KEY, cert: TEST_CERTIFICATE, ALPNProtocols: ['h2', 'http/1.1'] }
  const server = await listen(
    createTlsServer(options, socket => {
      protocols.push(String(socket.alpnProtocol))
      socket.on('error', () => {})
      if (socket.alpnProtocol === 'h2') socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')
      else socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\nok'))
    }),
    'https',
  )
  const web = createHttpWeb({
    userAgent: 'test',
    politeness: createPoliteness({ delayMs: 0 }),
    http2: true,
    allowPrivate: true,
    limits: LIMITS,
  })
  t.after(async () => {
    await web.close()
    await server.close()
  })
  assert.equal(seen(await web.fetch(`${server.origin}/`, new AbortController().signal)), 'http/1.1 200 ok whole')
  assert.deepEqual(protocols, ['h2', 'http/1.1'])
})

test('a body without end is cut at the limit', async t => {
  const outcome = await ask(t, {}, socket => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    forever(socket, 'x'.repeat(500))
  })
  assert.equal(seen(outcome), `http/1.1 200 ${'x'.repeat(1_000)} length`)
})

test('headers without end are cut off', async t => {
  const outcome = await ask(t, {}, socket => {
    socket.write('HTTP/1.1 200 OK\r\n')
    forever(socket, 'X-More: and more\r\n'.repeat(50))
  })
  assert.equal(seen(outcome), 'E_FETCH_PROTOCOL skip')
})

test('a connection reset in the middle of a body keeps what came', async t => {
  const outcome = await ask(t, {}, socket => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart')
    setTimeout(() => socket.resetAndDestroy(), 20)
  })
  assert.equal(seen(outcome), 'http/1.1 200 part disconnect')
})

test('a body without length that ends in a reset is not taken for whole', async t => {
  const outcome = await ask(t, {}, socket => {
    socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\npart')
    setTimeout(() => socket.resetAndDestroy(), 20)
  })
  assert.equal(seen(outcome), 'http/1.1 200 part disconnect')
})

test('a server that never answers', async t => {
  assert.equal(seen(await ask(t, { headersTimeoutMs: 50 }, () => {})), 'E_FETCH_TIMEOUT retry')
})

test('a server that stops before the body', async t => {
  const outcome = await ask(t, { bodyTimeoutMs: 50 }, socket =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n'),
  )
  assert.equal(seen(outcome), 'E_FETCH_TIMEOUT retry')
})

test('a server that stops in the middle of the body', async t => {
  const outcome = await ask(t, { bodyTimeoutMs: 50 }, socket =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc'),
  )
  assert.equal(seen(outcome), 'http/1.1 200 abc time')
})

test('a server that sends one octet at a time is ended by the total time', async t => {
  const outcome = await ask(t, { totalTimeoutMs: 600 }, socket => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\nx')
    const drip = setInterval(() => socket.write('x'), 10)
    socket.on('close', () => clearInterval(drip))
  })
  assert.match(seen(outcome), /^http\/1\.1 200 x+ time$/)
})

test('a header that drips is ended by the time for headers', async t => {
  const outcome = await ask(t, { headersTimeoutMs: 100 }, socket => {
    socket.write('HTTP/1.1 200 OK\r\nX: ')
    const drip = setInterval(() => socket.write('x'), 10)
    socket.on('close', () => clearInterval(drip))
  })
  assert.equal(seen(outcome), 'E_FETCH_TIMEOUT retry')
})

test('noise of any kind gives a value', async t => {
  let random = 12345
  const next = (below: number) => {
    random = (Math.imul(random, 1103515245) + 12345) >>> 0
    return Math.floor((random / 2 ** 32) * below)
  }
  const pieces = [
    'HTTP/1.1 ',
    '200 ',
    'OK',
    '\r\n',
    '\n',
    ':',
    'Content-Length: ',
    '5',
    'Transfer-Encoding: chunked',
    '\r\n\r\n',
    '\x00',
    '\xff',
    '0',
  ]
  const server = await serveRaw(socket => {
    let noise = next(2) === 0 ? 'HTTP/1.1 200 OK\r\n' : ''
    for (let i = next(12); i >= 0; i--)
      noise += next(4) === 0 ? String.fromCharCode(next(256)) : pieces[next(pieces.length)]
    if (next(3) === 0) socket.write(noise, 'latin1', () => socket.resetAndDestroy())
    else socket.end(noise, 'latin1')
  })
  const web = createHttpWeb({
    userAgent: 'test',
    politeness: createPoliteness({ delayMs: 0 }),
    allowPrivate: true,
    limits: LIMITS,
  })
  t.after(async () => {
    await web.close()
    await server.close()
  })
  const { signal } = new AbortController()
  const counts = { exchange: 0, failure: 0 }
  for (let round = 0; round < 40; round++) {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => web.fetch(`${server.origin}/`, signal)))
    for (const outcome of outcomes) counts[outcome.ok ? 'exchange' : 'failure']++
  }
  assert.equal(counts.exchange + counts.failure, 400)
  assert.ok(counts.exchange > 0 && counts.failure > 0, JSON.stringify(counts))
})
