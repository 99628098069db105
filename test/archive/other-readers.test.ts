/** Whatever is written must be read by tools that we did not write. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { createGunzip, gzipSync } from 'node:zlib'
import { WARCParser } from 'warcio'
import {
  buildExchangeRecords,
  buildRevisitRecords,
  createWarcWriter,
  payloadDigest,
  readWarc,
} from '../../src/archive/index.js'
import { exchange, fixture, METADATA, numbered, resourceRecord, scratch } from './samples.js'

const run = promisify(execFile)

/** Everything that the writer can be asked for, in several files. */
async function writeArchive(t: TestContext): Promise<string[]> {
  const directory = scratch(t)
  const info = [
    ['software', 'longtail-test'],
    ['format', 'WARC File Format 1.1'],
    ['robots', 'obey'],
  ] as const
  const writer = createWarcWriter({ directory, prefix: 'all', info, maxBytes: 30_000 })
  for (let i = 0; i < 60; i++) writer.append(buildExchangeRecords(numbered(i), METADATA).bytes)
  const odd = [
    exchange({ url: 'https://example.org/leer', body: new Uint8Array(0), status: 204, statusText: 'No Content' }),
    exchange({ url: 'https://example.org/h2', protocol: 'h2', statusText: '' }),
    exchange({ url: 'https://example.org/old', protocol: 'http/1.0', headers: [] }),
    exchange({
      url: 'https://example.org/gz',
      headers: [['Content-Encoding', 'gzip']],
      body: gzipSync('x'.repeat(9e4)),
    }),
    exchange({ url: 'https://example.org/chunks', headers: [['Transfer-Encoding', 'chunked']] }),
    exchange({ url: 'https://example.org/cut', headers: [['Content-Length', '9999']], truncated: 'length' }),
    exchange({ url: 'https://example.org/moved', status: 301, headers: [['Location', '/\r\nX: \u{1f600}Ċ']] }),
    exchange({ url: 'https://example.org/ü b\n', statusText: 'a\r\nb', headers: [['a b', 'c\0d']], ip: '2001:db8::1' }),
    exchange({ url: 'https://example.org/stored', headers: [['Content-Type', 'image/png']] }),
    exchange({ url: 'https://example.org/large', body: Buffer.alloc(300_000, 'lorem ipsum ') }),
  ]
  for (const [i, each] of odd.entries())
    writer.append(buildExchangeRecords(each, METADATA, { compression: i % 2 === 0 ? 3 : 0 }).bytes)
  const first = numbered(7)
  const again = exchange({ url: 'http://mirror.example/7', body: first.body })
  const original = {
    targetUri: first.url,
    date: new Date(first.startedAt).toISOString(),
    payloadDigest: payloadDigest(first.body),
  }
  writer.append(buildRevisitRecords(again, METADATA, original).bytes)
  writer.append(resourceRecord('urn:seeds', 'text/plain', 'http://example.org/\n'))
  await writer.close()
  return readdirSync(directory)
    .filter(name => name.endsWith('.warc.gz'))
    .sort()
    .map(name => join(directory, name))
}

const COUNTS = { response: 70, request: 71, metadata: 71, revisit: 1, resource: 1 }

async function ownCount(paths: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const path of paths) {
    for await (const { type } of readWarc(path)) counts[type] = (counts[type] ?? 0) + 1
  }
  return counts
}

test('warcio reads every record that was written, and finds its bytes unchanged', async t => {
  const paths = await writeArchive(t)
  const counts: Record<string, number> = {}
  for (const path of paths) {
    const own = readWarc(path)
    const parser = new WARCParser(createReadStream(path))
    for await (const record of parser) {
      const type = record.warcType ?? ''
      counts[type] = (counts[type] ?? 0) + 1
      const payload = await record.readFully(false)
      const { value } = await own.next()
      assert.ok(value !== undefined)
      assert.equal(record.warcTargetURI ?? undefined, value.headers.get('warc-target-uri'))
      assert.deepEqual([parser.offset, parser.recordLength], [value.offset, value.length])
      if (type === 'response') assert.equal(payloadDigest(payload), value.headers.get('warc-payload-digest'))
      if (type === 'response')
        assert.equal(record.httpHeaders?.statusCode, Number(/ (\d+)/.exec(value.block.toString())?.[1]))
    }
    assert.equal((await own.next()).done, true)
  }
  assert.deepEqual(counts, { warcinfo: paths.length, ...COUNTS })
})

test('a strict checker in Python accepts every file', async t => {
  const paths = await writeArchive(t)
  const result = await run('python3', [fixture('check_warc.py'), ...paths])
  assert.deepEqual(JSON.parse(result.stdout), { warcinfo: paths.length, ...COUNTS })
  assert.deepEqual(await ownCount(paths), { warcinfo: paths.length, ...COUNTS })
})

test('the strict checker would notice', async t => {
  const good = (await writeArchive(t))[0]
  const bad = `${good}.bad`
  const script = [
    'import gzip, sys',
    'text = gzip.open(sys.argv[1]).read()',
    'end = text.index(b"WARC/1.1", 8)',
    'open(sys.argv[2], "wb").write(gzip.compress(text[:end].replace(b"longtail-test", b"longtail-tost")))',
  ].join('\n')
  await run('python3', ['-c', script, good, bad])
  await assert.rejects(run('python3', [fixture('check_warc.py'), bad]), /block digest/)
})

test('gzip finds no fault', async t => {
  const paths = await writeArchive(t)
  const result = await run('gzip', ['-t', ...paths])
  assert.equal(result.stderr, '')
})

test('the npm package warc reads every record', async t => {
  const paths = await writeArchive(t)
  // its name in a variable: it has no types
  const name = 'warc'
  const module: unknown = await import(name)
  assert.ok(typeof module === 'object' && module !== null && 'default' in module)
  const create = module.default
  assert.ok(typeof create === 'function')
  const counts: Record<string, number> = {}
  for (const path of paths) {
    const parser: unknown = Reflect.construct(create, [])
    assert.ok(parser instanceof Transform)
    for await (const record of createReadStream(path).pipe(createGunzip()).pipe(parser)) {
      const type = String(record.headers['WARC-Type'])
      counts[type] = (counts[type] ?? 0) + 1
      assert.equal(record.content.length, Number(record.headers['Content-Length']))
    }
  }
  assert.deepEqual(counts, { warcinfo: paths.length, ...COUNTS })
})
