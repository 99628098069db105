import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import {
  buildExchangeRecords,
  buildRevisitRecords,
  buildWarcinfo,
  cdxjLineOf,
  exchangeOf,
  parseHttpResponse,
  payloadDigest,
  readWarc,
  recordId,
  type BuiltRecords,
} from '../../src/archive/index.js'
import type { Exchange, HeaderLine } from '../../src/contracts.js'
import { collect, exchange, METADATA, resourceRecord, scratch, STARTED_AT } from './samples.js'

function textOf(built: BuiltRecords, index: number): string {
  const { offset, length } = built.records[index]
  return gunzipSync(built.bytes.subarray(offset, offset + length)).toString('latin1')
}

function storedResponse(overrides: Partial<Exchange>): string {
  return textOf(buildExchangeRecords(exchange(overrides), METADATA), 0).split('\r\n\r\n')[1]
}

test('an exchange is read back as it was written', async t => {
  const path = join(scratch(t), 'one.warc.gz')
  const written = exchange({ protocol: 'h2', truncated: 'time', headers: [['content-type', 'text/html']] })
  writeFileSync(path, buildExchangeRecords(written, METADATA).bytes)
  const [response, request, metadata, ...rest] = await collect(readWarc(path))
  assert.equal(rest.length, 0)
  const { requestHeaders, fetchMs, ...expected } = written
  const { requestHeaders: none, fetchMs: zero, ...read } = exchangeOf(response) ?? exchange({ url: 'nothing' })
  assert.deepEqual({ ...read, body: Buffer.from(read.body) }, { ...expected, body: Buffer.from(expected.body) })
  assert.deepEqual([none, zero], [[], 0], 'a response record knows neither request nor duration')
  assert.equal(response.headers.get('warc-payload-digest'), payloadDigest(written.body))
  const [requestLine, ...requestFields] = request.block.toString().trimEnd().split('\r\n')
  assert.deepEqual(
    requestFields.map(field => field.split(': ')),
    requestHeaders,
  )
  assert.equal(requestLine.split(' ')[1], '/dir/page.html?b=2&a=1')
  assert.equal(metadata.block.toString(), 'via: http://www.example.org/\r\nhopsFromSeed: 3\r\nlanguage: tha\r\n')
  for (const record of [request, metadata]) {
    assert.equal(record.headers.get('warc-concurrent-to'), response.headers.get('warc-record-id'))
  }
  assert.equal(fetchMs, 42)
})

test('digests are sha1 in base 32', () => {
  assert.equal(payloadDigest(new Uint8Array(0)), 'sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ')
  assert.equal(payloadDigest(Buffer.from('abc')), 'sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5')
})

test('the records of one exchange and of two exchanges have different ids', () => {
  const built = [exchange(), exchange({ startedAt: STARTED_AT + 1 })].map(e => buildExchangeRecords(e, METADATA))
  const ids = built.flatMap(b => b.records.map((_, i) => /WARC-Record-ID: (\S+)/.exec(textOf(b, i))?.[1]))
  assert.equal(new Set(ids).size, 6)
})

test('no value can break out of its line', () => {
  const evil = 'x\r\nInjected: 1\r\n\r\nWARC/1.0\n\nfoo\0bar'
  const headers: HeaderLine[] = [
    ['X-Evil', evil],
    [`X-Name\r\nInjected: 1`, 'v'],
    // cut to one byte these would become CR and LF
    ['X-Wide', 'ačĊInjected: 1'],
    ['', 'no name'],
  ]
  const built = buildExchangeRecords(
    exchange({
      url: `http://example.org/a\r\nInjected: 1`,
      ip: evil,
      statusText: evil,
      headers,
      requestHeaders: headers,
      body: Buffer.from('body'),
    }),
    [
      ['via', evil],
      [`name\r\nInjected`, 'x'],
    ],
  )
  const resource = gunzipSync(resourceRecord(evil, evil, 'x')).toString()
  const info = gunzipSync(buildWarcinfo(evil, STARTED_AT, [['software', evil]])).toString()
  for (const text of [textOf(built, 0), textOf(built, 1), textOf(built, 2), resource, info]) {
    assert.doesNotMatch(text, /[\r\n]Injected/)
    assert.doesNotMatch(text.slice(4), /[\r\n]WARC\/1/)
    assert.doesNotMatch(text, /\0/)
  }
  assert.match(textOf(built, 0), /WARC-Target-URI: http:\/\/example.org\/a%0D%0AInjected:%201\r\n/)
})

test('chunks are gone from the head too, and Content-Length is true', () => {
  const body = Buffer.from('12345')
  const chunked = storedResponse({ headers: [['Transfer-Encoding', 'chunked']], body })
  assert.equal(chunked, 'HTTP/1.1 200 OK\r\nX-Crawler-Transfer-Encoding: chunked\r\nContent-Length: 5')
  const wrong = storedResponse({ headers: [['content-length', '99']], body, truncated: 'disconnect' })
  assert.equal(wrong, 'HTTP/1.1 200 OK\r\nX-Crawler-content-length: 99\r\nContent-Length: 5')
  const right = storedResponse({ headers: [['Content-Length', '5']], body })
  assert.equal(right, 'HTTP/1.1 200 OK\r\nContent-Length: 5')
  const twice: HeaderLine[] = [
    ['Content-Length', '5'],
    ['Content-Length', '5'],
  ]
  assert.equal(storedResponse({ headers: twice, body }).match(/^Content-Length/gm)?.length, 1)
  const notModified = storedResponse({ status: 304, headers: [['Content-Length', '5']], body: new Uint8Array(0) })
  assert.equal(notModified, 'HTTP/1.1 304 OK\r\nContent-Length: 5')
})

test('HTTP/2 is written as HTTP/1.1 and named in WARC-Protocol', () => {
  const built = buildExchangeRecords(
    exchange({
      protocol: 'h2',
      statusText: '',
      headers: [[':status', '200']],
      requestHeaders: [
        [':path', '/x'],
        ['user-agent', 'x'],
      ],
      url: 'https://user:secret@example.org:8443?q#fragment',
    }),
    [],
  )
  assert.equal(built.records.length, 2, 'no fields, no metadata record')
  assert.match(textOf(built, 0), /\r\nWARC-Protocol: h2\r\n[^]*\r\n\r\nHTTP\/1\.1 200 \r\n\r\n/)
  assert.match(textOf(built, 1), /\r\n\r\nGET \/\?q HTTP\/1\.1\r\nHost: example\.org:8443\r\nuser-agent: x\r\n\r\n/)
})

test('what is compressed already is stored, whatever its size', () => {
  for (const size of [0, 10, 65_000, 65_536, 200_000]) {
    const body = gzipSync(Buffer.alloc(size, 'abc'), { level: 0 })
    const built = buildExchangeRecords(exchange({ headers: [['Content-Encoding', 'gzip']], body }), METADATA)
    assert.ok(built.responseLength > body.length)
    const record = gunzipSync(built.bytes.subarray(0, built.responseLength))
    assert.deepEqual(parseHttpResponse(record.subarray(record.indexOf('HTTP/')))?.body.subarray(0, body.length), body)
  }
})

test('a revisit keeps the head and names the response that has the body', () => {
  const first = exchange()
  const again = exchange({ url: 'http://mirror.example/', startedAt: STARTED_AT + 5000 })
  const built = buildRevisitRecords(again, METADATA, {
    targetUri: first.url,
    date: '2024-02-29T12:34:56.789Z',
    payloadDigest: payloadDigest(first.body),
  })
  const text = textOf(built, 0)
  const original = /WARC-Record-ID: (\S+)/.exec(textOf(buildExchangeRecords(first, []), 0))?.[1]
  assert.equal(original, recordId('response', first.url, first.startedAt))
  assert.ok(text.includes(`WARC-Refers-To: ${original}\r\n`))
  assert.ok(text.includes('WARC-Refers-To-Target-URI: http://www.example.org/dir/page.html?b=2&a=1\r\n'))
  // to the second, as indexes have it
  assert.ok(text.includes('WARC-Refers-To-Date: 2024-02-29T12:34:56Z\r\n'))
  assert.ok(text.endsWith('\r\nSet-Cookie: b=2\r\n\r\n\r\n\r\n'), 'no body behind the head')
  assert.deepEqual(
    built.records.map(record => record.type),
    ['revisit', 'request', 'metadata'],
  )
})

test('the index line of a record is the one that reading it gives', async t => {
  const path = join(scratch(t), 'one.warc.gz')
  const originals: BuiltRecords[] = [
    buildExchangeRecords(exchange({ url: 'https://www.Example.org/ä?z&a#x' }), METADATA),
    buildExchangeRecords(exchange({ headers: [] }), []),
    buildRevisitRecords(exchange(), [], {
      targetUri: 'http://a.example/',
      date: '2024-01-01T00:00:00Z',
      payloadDigest: 'sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ',
    }),
  ]
  for (const built of originals) {
    writeFileSync(path, built.bytes)
    const [record] = await collect(readWarc(path))
    assert.equal(`${built.cdx}"offset":"0","filename":"one.warc.gz"}`, cdxjLineOf(record, 'one.warc.gz'))
  }
})

test('when only the digest is wanted nothing else is made', () => {
  const built = buildExchangeRecords(exchange(), METADATA, { digestOnly: true })
  assert.equal(built.bytes.length, 0)
  assert.equal(built.payloadDigest, payloadDigest(exchange().body))
})

test('a resource stands alone', async t => {
  const path = join(scratch(t), 'one.warc.gz')
  writeFileSync(path, resourceRecord('file:///seeds.txt', 'text/plain', 'http://a.example/\n'))
  const [resource] = await collect(readWarc(path))
  assert.equal(Buffer.from(exchangeOf(resource)?.body ?? []).toString(), 'http://a.example/\n')
})
