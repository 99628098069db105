import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http'
import { connect, Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange } from '../../src/contracts.js'
import type { CapturePlace } from '../../src/portal/contracts.js'
import { shareReads } from '../../src/portal/replay/shared-reads.js'
import { guardConnections } from '../../src/portal/server/connections.js'
import { createCrowd, createLimiter } from '../../src/portal/server/limiter.js'
import { createOutgoing, createTurns, LARGE_BODY } from '../../src/portal/server/outgoing.js'
import { sendRaw } from './raw-http.js'

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address !== null && typeof address !== 'string')
  return address.port
}

test('requests that come in one piece are answered one after the other', async () => {
  const turns = createTurns()
  let working = 0
  let most = 0
  const server = createServer((request, response) => {
    void turns.wait(request.socket, response).then(async isThere => {
      assert.ok(isThere)
      most = Math.max(most, ++working)
      await sleep(1)
      working--
      response.end(request.url)
    })
  })
  const port = await listening(server)
  try {
    const requests = Array.from({ length: 20 }, (_, i) => {
      return `GET /${i} HTTP/1.1\r\nHost: x\r\n${i === 19 ? 'Connection: close\r\n' : ''}\r\n`
    })
    const { headers, body } = await sendRaw(`http://127.0.0.1:${port}`, requests.join(''))
    assert.equal(most, 1)
    const answered = [...`${headers}\r\n\r\n${body}`.matchAll(/\r\n\r\n\/(\d+)/g)].map(([, number]) => Number(number))
    assert.deepEqual(
      answered,
      Array.from({ length: 20 }, (_, i) => i),
    )
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

function response(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()))
}

test('large answers that nobody reads take a bounded part of the memory, and the same bytes count once', () => {
  const outgoing = createOutgoing(3 * LARGE_BODY)
  const film = new Uint8Array(2 * LARGE_BODY)
  const readers = Array.from({ length: 30 }, response)
  for (const reader of readers) assert.ok(outgoing.hold(film, reader))
  // a part of it is no further memory
  assert.ok(outgoing.hold(film.subarray(LARGE_BODY / 2), response()))
  const other = new Uint8Array(2 * LARGE_BODY)
  assert.equal(outgoing.hold(other, response()), false)
  assert.ok(outgoing.hold(new Uint8Array(1000), response()), 'a small one always goes out')
})

test('when the readers are gone, there is room again', () => {
  const outgoing = createOutgoing(3 * LARGE_BODY)
  const film = new Uint8Array(2 * LARGE_BODY)
  const readers = [response(), response()]
  for (const reader of readers) assert.ok(outgoing.hold(film, reader))
  const other = new Uint8Array(2 * LARGE_BODY)
  readers[0].emit('close')
  assert.equal(outgoing.hold(other, response()), false)
  readers[1].emit('close')
  assert.ok(outgoing.hold(other, response()))
  // what is larger than all the room goes out when it is alone
  assert.ok(createOutgoing(10).hold(film, response()))
})

test('work whose cost is known behind it makes the next one wait', () => {
  let now = 0
  const limiter = createLimiter({ perSecond: 2, burst: 10 }, () => now)
  assert.equal(limiter.wait('a'), 0)
  limiter.charge('a', 1000)
  // no longer than twice as long as the bucket takes to fill
  assert.equal(limiter.wait('a'), 6)
  assert.equal(limiter.wait('b'), 0)
  now += 6000
  assert.equal(limiter.wait('a'), 0)
  assert.equal(limiter.take('a'), 0)
})

test('of one address only so many are at work at the same time', () => {
  const crowd = createCrowd(2)
  const leave = crowd.enter('a')
  assert.ok(leave !== null && crowd.enter('a') !== null)
  assert.equal(crowd.enter('a'), null)
  assert.ok(crowd.enter('b') !== null)
  leave()
  assert.ok(crowd.enter('a') !== null)
  assert.equal(crowd.enter('a'), null)
})

test('who is refused and does not hang up loses the connection all the same', async () => {
  const server = createServer((_request, answer) => answer.end())
  guardConnections(server)
  const port = await listening(server)
  const clients = [
    'CONNECT secure.example:443 HTTP/1.1\r\nHost: secure.example\r\n\r\n',
    '\u0016\u0003\u0001\r\n\r\n',
  ].map(said => {
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    client.on('error', () => {})
    client.resume().write(said)
    return client
  })
  const count = (): Promise<number> =>
    new Promise((done, fail) => server.getConnections((error, number) => (error === null ? done(number) : fail(error))))
  try {
    await Promise.all(clients.map(client => once(client, 'end')))
    for (let tries = 0; tries < 50 && (await count()) > 0; tries++) await sleep(100)
    assert.equal(await count(), 0)
  } finally {
    for (const client of clients) client.destroy()
    server.closeAllConnections()
    server.close()
  }
})

const EXCHANGE: Exchange = {
  ok: true,
  url: 'http://a.example/film',
  startedAt: 0,
  fetchMs: 0,
  ip: null,
  protocol: 'http/1.1',
  requestHeaders: [],
  status: 200,
  statusText: 'OK',
  headers: [],
  body: new Uint8Array(0),
  truncated: null,
}

test('what many ask for at once is read once, and a large body is shared while somebody has it', async () => {
  let reads = 0
  const read = shareReads(async ({ place }) => {
    reads++
    await sleep(1)
    if (place.offset === 9) throw new Error('damaged')
    return { ...EXCHANGE, body: new Uint8Array(place.offset === 0 ? 2 * LARGE_BODY : 10) }
  })
  const at = (offset: number): CapturePlace => {
    const place = { file: 'a.warc.gz', member: '', offset, length: 100 }
    return { url: EXCHANGE.url, at: 0, status: 200, mime: '', location: '', digest: '', place, payload: null }
  }
  const films = await Promise.all(Array.from({ length: 10 }, () => read(at(0))))
  assert.equal(reads, 1)
  const again = await read(at(0))
  assert.equal(reads, 1)
  assert.equal(again?.body.buffer, films[0]?.body.buffer)
  assert.equal(again?.body.length, 2 * LARGE_BODY)
  await read(at(5))
  await read(at(5))
  assert.equal(reads, 3, 'small ones are read again')
  // what fails now may be there later
  await assert.rejects(read(at(9)), /damaged/)
  await assert.rejects(read(at(9)), /damaged/)
  assert.equal(reads, 5)
})
