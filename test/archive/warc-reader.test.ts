import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { deflateRawSync, gunzipSync, gzipSync } from 'node:zlib'
import {
  buildExchangeRecords,
  exchangeOf,
  readRecordAt,
  readWarc,
  targetUri,
  type Damage,
  type WarcRecord,
} from '../../src/archive/index.js'
import { collect, exchange, fixture, METADATA, numbered, scratch, seededRandom } from './samples.js'

interface Result {
  readonly records: WarcRecord[]
  readonly damages: Damage[]
}

async function read(path: string, maxBlockBytes?: number): Promise<Result> {
  const damages: Damage[] = []
  const records = await collect(readWarc(path, { onDamage: damage => damages.push(damage), maxBlockBytes }))
  return { records, damages }
}

function readBytes(t: TestContext, bytes: Uint8Array): Promise<Result> {
  const path = join(scratch(t), 'x.warc')
  writeFileSync(path, bytes)
  return read(path)
}

const pages = Array.from({ length: 8 }, (_, i) => buildExchangeRecords(numbered(i + 1), METADATA).bytes)
const compressed = Buffer.concat(pages)
const plain = gunzipSync(compressed)
const urls = Array.from({ length: 8 }, (_, i) => numbered(i + 1).url)

function responses(records: readonly WarcRecord[]): string[] {
  return records.filter(record => record.type === 'response').map(targetUri)
}

test('an old ARC file is read as WARC records', async () => {
  const { records, damages } = await read(fixture('example.arc.gz'))
  assert.deepEqual(damages, [])
  assert.deepEqual(
    records.map(record => [record.type, targetUri(record), record.headers.get('warc-date')]),
    [
      ['warcinfo', 'filedesc://live-web-example.arc.gz', '2014-02-16T05:02:21Z'],
      ['response', 'http://example.com/', '2014-02-16T05:02:21Z'],
    ],
  )
  const page = exchangeOf(records[1])
  assert.equal(page?.ip, '93.184.216.119')
  assert.equal(page?.status, 200)
  assert.equal(page?.body.length, 1270)
})

test('an ARC file that is not compressed is read too, and after damage', async t => {
  const text = gunzipSync(readFileSync(fixture('example.arc.gz')))
  const whole = await readBytes(t, text)
  assert.equal(whole.records.length, 2)
  const page = text.subarray(whole.records[1].offset)
  const broken = await readBytes(t, Buffer.concat([text, Buffer.from('junk\n'), page]))
  assert.equal(broken.records.length, 3)
  assert.equal(broken.damages.length, 1)
})

test('files of other tools are read', async () => {
  const wget = await read(fixture('example-wget-1-14.warc.gz'))
  assert.deepEqual(
    wget.records.map(record => record.type),
    ['warcinfo', 'request', 'response', 'resource', 'resource', 'resource'],
  )
  assert.equal(wget.records.filter(record => exchangeOf(record) !== null).length, 1, 'logs of wget are no pages')
  const live = await read(fixture('example.warc.gz'))
  assert.deepEqual(
    live.records.map(record => record.type),
    ['warcinfo', 'response', 'request', 'revisit', 'request', 'response'].slice(0, live.records.length),
  )
  assert.deepEqual([wget.damages, live.damages], [[], []])
})

test('the same records come out of every way to store them', async t => {
  const ways = {
    'a member per record': compressed,
    'not compressed': plain,
    'one member for all': gzipSync(plain),
    'bare line feeds': bareLineFeeds(plain),
    'members with names and comments': withHeaderFields(plain),
  }
  for (const [way, bytes] of Object.entries(ways)) {
    const { records, damages } = await readBytes(t, bytes)
    assert.deepEqual(damages, [], way)
    assert.equal(records.length, 24, way)
    assert.deepEqual(responses(records), urls, way)
    const bodies = records.map(exchangeOf).filter(found => found !== null)
    for (const [i, body] of bodies.entries()) assert.deepEqual(Buffer.from(body.body), numbered(i + 1).body, way)
  }
})

/** As a careless tool would write it: LF in the heads of records, one LF behind a block. */
function bareLineFeeds(records: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; at < records.length;) {
    const blockAt = records.indexOf('\r\n\r\n', at) + 4
    const head = records.toString('utf8', at, blockAt)
    const length = Number(/Content-Length: (\d+)\r\n\r\n$/.exec(head)?.[1])
    pieces.push(Buffer.from(head.replaceAll('\r', '')), records.subarray(blockAt, blockAt + length), Buffer.from('\n'))
    at = blockAt + length + 4
  }
  return Buffer.concat(pieces)
}

/** A gzip member with extra field, name, comment and header checksum. */
function withHeaderFields(content: Buffer): Buffer {
  const trailer = gzipSync(content).subarray(-8)
  const header = Buffer.from([0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3, 3, 0, 1, 2, 3, 97, 0, 98, 99, 0, 7, 7])
  return Buffer.concat([header, deflateRawSync(content), trailer])
}

test('a record is read by its offset', async t => {
  const path = join(scratch(t), 'x.warc.gz')
  writeFileSync(path, compressed)
  let offset = 0
  for (const [i, page] of pages.entries()) {
    assert.equal(targetUri(await readRecordAt(path, offset)), urls[i])
    assert.equal(targetUri(await readRecordAt(path, offset, page.length)), urls[i])
    offset += page.length
  }
  for (const wrong of [1, pages[0].length - 1, compressed.length, 1e9]) {
    await assert.rejects(readRecordAt(path, wrong), { code: 'E_WARC', consequence: 'skip' })
  }
})

test('a large record is streamed, and its block is cut to what may be held', async t => {
  const body = Buffer.alloc(12_000_000, 'all work and no play ')
  const large = buildExchangeRecords(exchange({ body, url: 'http://large.example/' }), METADATA)
  const path = join(scratch(t), 'x.warc.gz')
  writeFileSync(path, Buffer.concat([pages[0], large.bytes, pages[1]]))
  const { records, damages } = await read(path, 1000)
  assert.deepEqual(damages, [])
  assert.equal(records.length, 9)
  const cut = records[3]
  assert.equal(cut.block.length, 1000)
  assert.ok(cut.blockLength > body.length)
  assert.equal(cut.length, large.responseLength)
  assert.equal(exchangeOf(cut)?.truncated, 'length')
  const whole = (await read(path)).records[3]
  assert.equal(whole.block.length, whole.blockLength)
  assert.deepEqual(whole.block.subarray(-body.length), body)
  assert.equal(targetUri(await readRecordAt(path, pages[0].length)), 'http://large.example/')
})

test('a large file in one member is streamed', async t => {
  const big = buildExchangeRecords(exchange({ body: Buffer.alloc(9_000_000, 'x') }), []).bytes
  const { records, damages } = await readBytes(t, gzipSync(gunzipSync(Buffer.concat([pages[0], big, pages[1]]))))
  assert.deepEqual(damages, [])
  assert.equal(records.length, 8)
  assert.ok(records.slice(1).every(record => record.inner > 0))
})

test('a damaged member costs its record only', async t => {
  for (const at of [0, 3, 15, 60, 200]) {
    const damagedFile = Buffer.from(compressed)
    const start = pages[0].length + pages[1].length
    damagedFile.fill(0xff, start + at, start + at + 4)
    const { records, damages } = await readBytes(t, damagedFile)
    assert.deepEqual(
      responses(records),
      urls.filter((_, i) => i !== 2),
      `at ${at}`,
    )
    assert.deepEqual(
      damages.map(damage => damage.offset),
      [start],
    )
  }
})

test('one member for all records is read up to the damage', async t => {
  const single = gzipSync(plain)
  const cut = await readBytes(t, single.subarray(0, Math.floor(single.length * 0.8)))
  assert.ok(cut.records.length >= 10 && cut.records.length < 24, `${cut.records.length} records`)
  assert.deepEqual(responses(cut.records), urls.slice(0, responses(cut.records).length))
  assert.equal(cut.damages.length, 1)
  const wrongChecksum = Buffer.from(single)
  wrongChecksum[single.length - 5] ^= 1
  const read = await readBytes(t, wrongChecksum)
  assert.equal(read.records.length, 23, 'all but the last, which nothing follows')
  assert.equal(read.damages.length, 1)
})

test('a record whose checksum is wrong is left out', async t => {
  const bytes = Buffer.from(compressed)
  const { length } = buildExchangeRecords(numbered(1), METADATA).records[0]
  bytes[length - 6] ^= 1
  const { records, damages } = await readBytes(t, bytes)
  assert.equal(records.length, 23)
  assert.deepEqual(damages, [{ offset: 0, reason: 'the gzip checksum is wrong' }])
})

test('a file that is cut off gives all records before the cut', async t => {
  const cut = await readBytes(t, compressed.subarray(0, -3))
  assert.equal(cut.records.length, 23)
  assert.deepEqual(
    cut.damages.map(damage => damage.reason),
    ['the file ends inside a record'],
  )
  const cutPlain = await readBytes(t, plain.subarray(0, -40))
  assert.equal(cutPlain.records.length, 23)
  assert.equal(cutPlain.damages.length, 1)
})

test('a false length costs its record only', async t => {
  const text = plain.toString('latin1')
  const start = text.indexOf('WARC/1.1', text.indexOf(urls[2]))
  for (const length of ['0', '1', '7', '5000', '999999999999999', '-1', '1e3', 'x', '', '0x10']) {
    const changed = text.slice(start).replace(/Content-Length: \d+/, `Content-Length: ${length}`)
    const { records, damages } = await readBytes(t, Buffer.from(text.slice(0, start) + changed, 'latin1'))
    assert.equal(records.length, 23, `length ${length}`)
    assert.equal(damages.length, 1, `length ${length}`)
  }
})

test('damage at the beginning is passed over', async t => {
  const { records, damages } = await readBytes(t, Buffer.concat([Buffer.from('garbage\n'), compressed]))
  assert.equal(records.length, 24)
  assert.deepEqual(damages, [{ offset: 0, reason: 'no record begins here' }])
  assert.equal((await readBytes(t, Buffer.concat([Buffer.from('garbage\n'), plain]))).records.length, 24)
})

test('a page that quotes a record is not taken for one when its own record is damaged', async t => {
  const quote = Buffer.concat([Buffer.from('<pre>\n'), plain.subarray(0, 2000)])
  const page = buildExchangeRecords(exchange({ body: quote }), []).bytes
  const first = gunzipSync(page)
  const damaged = gzipSync(first.subarray(first.indexOf('\r\n') + 2))
  const { records, damages } = await readBytes(t, Buffer.concat([pages[0], damaged, pages[1]]))
  assert.deepEqual(responses(records), [urls[0], urls[1]])
  assert.equal(damages.length, 1)
})

test('what is no archive is refused with a next step', async t => {
  const missing = join(scratch(t), 'missing.warc.gz')
  await assert.rejects(read(missing), { code: 'E_ARCHIVE', message: /does not exist: check the name/ })
  await assert.rejects(read(scratch(t)), { code: 'E_ARCHIVE', message: /is not a file/ })
  const cases: [Uint8Array, RegExp][] = [
    [Buffer.from('<html>hello</html>'), /no WARC or ARC record/],
    [Buffer.from('PK\x03\x04rest of a zip file'), /not a WACZ/],
    [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0]), /zstd -d/],
  ]
  for (const [bytes, message] of cases) await assert.rejects(readBytes(t, bytes), { code: 'E_ARCHIVE', message })
  assert.equal((await readBytes(t, new Uint8Array(0))).records.length, 0)
})

test('a gzip bomb is passed over in bounded memory', async t => {
  const head = 'WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 80000000\r\n\r\n'
  const bomb = gzipSync(Buffer.concat([Buffer.from(head), Buffer.alloc(80_000_000)]))
  const path = join(scratch(t), 'x.warc.gz')
  writeFileSync(path, Buffer.concat([bomb, pages[0]]))
  const { records } = await read(path, 1e6)
  assert.deepEqual(
    records.map(record => record.block.length > 900_000),
    [true, false, false, false],
  )
})

test('thousands of false beginnings do not make reading slow', async t => {
  const fake = 'WARC/1.0\r\nWARC-Type: x\r\nContent-Length: 400000\r\n\r\n..\n'
  const { records, damages } = await readBytes(t, Buffer.from(fake.repeat(10_000)))
  assert.ok(records.length < 10_000)
  assert.ok(damages.length >= 1)
  // each member holds the beginnings of the next ones as they are, and none has an end
  const member = Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0, 60, 0, 195, 255]),
    Buffer.from(fake),
  ])
  assert.ok((await readBytes(t, Buffer.concat(Array.from({ length: 3000 }, () => member)))).damages.length >= 1)
})

test('no mutation of a file makes the reader throw, hang or hoard', async t => {
  const random = seededRandom(20240229)
  const directory = scratch(t)
  const arc = readFileSync(fixture('example.arc.gz'))
  const bases = [compressed, plain, gzipSync(plain), arc, gunzipSync(arc)]
  let read = 0
  for (let round = 0; round < 400; round++) {
    const bytes = mutate(bases[round % bases.length], random)
    const path = join(directory, `${round}.warc`)
    writeFileSync(path, bytes)
    try {
      for await (const record of readWarc(path, { maxBlockBytes: 1e6 })) {
        exchangeOf(record)
        assert.ok(record.offset >= 0 && record.offset + record.length <= bytes.length)
        assert.ok(record.block.length <= 1e6)
        read++
      }
    } catch (error) {
      assert.equal(Reflect.get(Object(error), 'code'), 'E_ARCHIVE', String(error))
    }
  }
  assert.ok(read > 700, `${read} records survived`)
})

function mutate(base: Buffer, random: () => number): Buffer {
  let bytes = Buffer.from(base)
  const at = (): number => Math.floor(random() * bytes.length)
  for (let count = 1 + Math.floor(random() * 4); count > 0; count--) {
    const kind = Math.floor(random() * 6)
    const [from, to] = [at(), at()].sort((a, b) => a - b)
    if (kind === 0) bytes[from] = Math.floor(random() * 256)
    else if (kind === 1) bytes = bytes.subarray(0, to)
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
    else if (kind === 3) bytes = Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)])
    else if (kind === 4) bytes.fill(Math.floor(random() * 256), from, Math.min(to, from + 20))
    else
      bytes = Buffer.concat([
        bytes.subarray(0, from),
        Buffer.from('\r\nWARC/1.0\r\n\x1f\x8b\x08', 'latin1'),
        bytes.subarray(from),
      ])
    if (bytes.length === 0) return Buffer.from('x')
  }
  return bytes
}
