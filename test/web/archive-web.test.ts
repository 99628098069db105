import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { crc32, deflateRawSync, gunzipSync, gzipSync } from 'node:zlib'
import {
  buildExchangeRecords,
  buildRevisitRecords,
  buildWarcinfo,
  payloadDigest,
  readArchive,
} from '../../src/archive/index.js'
import type { Exchange } from '../../src/contracts.js'
import { createArchiveWeb, type ArchiveWeb } from '../../src/web/archive-web.js'
import { exchange, fixture, METADATA, numbered, scratch, STARTED_AT } from '../archive/samples.js'

const never = new AbortController().signal

function warc(exchanges: readonly Exchange[]): Buffer {
  const info = buildWarcinfo('x.warc.gz', STARTED_AT, [['software', 'test']])
  return Buffer.concat([info, ...exchanges.map(each => buildExchangeRecords(each, METADATA).bytes)])
}

async function webOf(t: TestContext, ...files: Uint8Array[]): Promise<ArchiveWeb> {
  const directory = scratch(t)
  const paths = files.map((bytes, i) => {
    const path = join(directory, `${i}.warc.gz`)
    writeFileSync(path, bytes)
    return path
  })
  const web = await createArchiveWeb(paths)
  t.after(() => web.close())
  return web
}

async function bodyOf(web: ArchiveWeb, url: string): Promise<string> {
  const outcome = await web.fetch(url, never)
  return outcome.ok ? Buffer.from(outcome.body).toString() : outcome.message
}

const pages = Array.from({ length: 12 }, (_, i) => numbered(i))

async function assertAllThere(web: ArchiveWeb): Promise<void> {
  assert.equal(web.captures, pages.length)
  assert.equal(web.damaged, 0)
  for (const page of pages) {
    const outcome = await web.fetch(page.url, never)
    assert.ok(outcome.ok)
    assert.equal(outcome.url, page.url)
    assert.equal(outcome.startedAt, page.startedAt)
    assert.deepEqual(outcome.headers, page.headers)
    assert.deepEqual(Buffer.from(outcome.body), page.body)
  }
}

test('pages are fetched from WARC files as they were archived', async t => {
  await assertAllThere(await webOf(t, warc(pages.slice(0, 5)), warc(pages.slice(5))))
  await assertAllThere(await webOf(t, gunzipSync(warc(pages))))
})

test('a file compressed as a whole is unpacked and cleaned up after', async t => {
  const before = leftovers()
  const web = await webOf(t, gzipSync(gunzipSync(warc(pages))))
  await assertAllThere(web)
  assert.equal(leftovers(), before + 1)
  await web.close()
  assert.equal(leftovers(), before)
})

function leftovers(): number {
  return readdirSync(tmpdir()).filter(name => name.startsWith('longtail-archive-')).length
}

test('an ARC file is a web too', async t => {
  const web = await webOf(t, readFileSync(fixture('example.arc.gz')))
  assert.match(await bodyOf(web, 'http://example.com/'), /Example Domain/)
})

test('a URL that is not there fails for good', async t => {
  const web = await webOf(t, warc(pages))
  const outcome = await web.fetch('http://elsewhere.example/', never)
  assert.ok(!outcome.ok)
  assert.deepEqual([outcome.code, outcome.consequence, outcome.message], ['E_ARCHIVE', 'skip', 'not in the archive'])
  assert.equal((await web.fetch('not a url', never)).ok, false)
  const stopped = await web.fetch(pages[0].url, AbortSignal.abort())
  assert.ok(!stopped.ok)
  assert.equal(stopped.code, 'E_FETCH_ABORTED')
})

test('redirects are answered as they are, and lead on', async t => {
  const moved = exchange({ url: 'http://a.example/', status: 301, headers: [['Location', 'https://a.example/']] })
  const target = exchange({ url: 'https://a.example/', body: Buffer.from('arrived') })
  const web = await webOf(t, warc([moved, target]))
  const first = await web.fetch('http://a.example/', never)
  assert.ok(first.ok)
  assert.deepEqual([first.status, first.headers[0]], [301, ['Location', 'https://a.example/']])
  assert.equal(await bodyOf(web, 'https://a.example/'), 'arrived')
})

test('scheme and slash at the end may differ when there is nothing nearer', async t => {
  const web = await webOf(
    t,
    warc([
      exchange({ url: 'http://a.example/dir/', body: Buffer.from('dir') }),
      exchange({ url: 'https://b.example/page', body: Buffer.from('page') }),
      exchange({ url: 'https://b.example/page?q', body: Buffer.from('query') }),
    ]),
  )
  assert.equal(await bodyOf(web, 'https://a.example/dir'), 'dir')
  assert.equal(await bodyOf(web, 'http://b.example/page/'), 'page')
  assert.equal(await bodyOf(web, 'http://b.example/page?q'), 'query')
  assert.equal(await bodyOf(web, 'HTTPS://B.example:443/page#top'), 'page')
  assert.equal(await bodyOf(web, 'http://b.example/page/?q'), 'not in the archive')
})

test('of several captures the latest answers', async t => {
  const at = (n: number): Exchange => exchange({ startedAt: STARTED_AT + n * 1000, body: Buffer.from(`capture ${n}`) })
  const web = await webOf(t, warc([at(1), at(3), at(2)]))
  assert.equal(await bodyOf(web, exchange().url), 'capture 3')
})

test('a revisit has its own head and the body of the original', async t => {
  const original = exchange({ url: 'http://first.example/', body: Buffer.from('the same text everywhere') })
  const digest = payloadDigest(original.body)
  const reference = { targetUri: original.url, date: '2024-02-29T12:34:56.789Z', payloadDigest: digest }
  const again = exchange({ url: 'http://mirror.example/', headers: [['X-Head', 'own']], startedAt: STARTED_AT + 1 })
  const unchanged = exchange({ url: 'http://third.example/', status: 304, headers: [] })
  const lost = { ...reference, targetUri: 'http://gone.example/', payloadDigest: payloadDigest(Buffer.from('gone')) }
  const web = await webOf(
    t,
    buildRevisitRecords(again, METADATA, reference).bytes,
    warc([original]),
    buildRevisitRecords(unchanged, METADATA, { ...reference, payloadDigest: 'md5:unknown' }).bytes,
    buildRevisitRecords(exchange({ url: 'http://lost.example/' }), METADATA, lost).bytes,
  )
  const mirror = await web.fetch('http://mirror.example/', never)
  assert.ok(mirror.ok)
  assert.deepEqual([mirror.headers, mirror.startedAt], [[['X-Head', 'own']], STARTED_AT + 1])
  assert.equal(Buffer.from(mirror.body).toString(), 'the same text everywhere')
  const third = await web.fetch('http://third.example/', never)
  assert.ok(third.ok)
  assert.deepEqual([third.status, third.body.length], [200, original.body.length])
  assert.equal(await bodyOf(web, 'http://lost.example/'), 'not in the archive')
  assert.equal(web.damaged, 1)
})

test('damaged records are counted and the others are there', async t => {
  const bytes = warc(pages)
  const middle = Math.floor(bytes.length / 2)
  bytes.fill(0, middle, middle + 50)
  const web = await webOf(t, bytes)
  assert.equal(web.damaged, 1)
  assert.ok(web.captures >= pages.length - 1)
  assert.equal(await bodyOf(web, pages[0].url), Buffer.from(pages[0].body).toString())
  assert.equal(await bodyOf(web, pages[11].url), Buffer.from(pages[11].body).toString())
})

test('of a damaged file compressed as a whole, the pages before the damage are there', async t => {
  const single = gzipSync(gunzipSync(warc(pages)))
  const web = await webOf(t, single.subarray(0, Math.floor(single.length * 0.7)))
  assert.equal(web.damaged, 1)
  assert.ok(web.captures > 3 && web.captures < pages.length)
  assert.equal(await bodyOf(web, pages[2].url), Buffer.from(pages[2].body).toString())
})

interface Entry {
  readonly name: string
  readonly bytes: Buffer
  readonly deflated?: boolean
}

/** A ZIP file, as far as a WACZ needs one; `wide` writes the ZIP64 forms. */
function zip(entries: readonly Entry[], wide = false): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, deflated } of entries) {
    const data = deflated ? deflateRawSync(bytes) : bytes
    const label = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(deflated ? 8 : 0, 8)
    local.writeUInt32LE(crc32(bytes), 14)
    local.writeUInt16LE(label.length, 26)
    local.writeUInt16LE(3, 28) // the local extra field differs from the one in the directory
    const extra = Buffer.alloc(wide ? 28 : 0)
    if (wide) {
      extra.writeUInt16LE(1, 0)
      extra.writeUInt16LE(24, 2)
      extra.writeBigUInt64LE(BigInt(bytes.length), 4)
      extra.writeBigUInt64LE(BigInt(data.length), 12)
      extra.writeBigUInt64LE(BigInt(offset), 20)
    }
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(deflated ? 8 : 0, 10)
    central.writeUInt32LE(wide ? 0xffffffff : data.length, 20)
    central.writeUInt32LE(wide ? 0xffffffff : bytes.length, 24)
    central.writeUInt16LE(label.length, 28)
    central.writeUInt16LE(extra.length, 30)
    central.writeUInt32LE(wide ? 0xffffffff : offset, 42)
    directory.push(central, label, extra)
    parts.push(local, label, Buffer.from([0, 0, 0]), data)
    offset += 33 + label.length + data.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(index.length, 12)
  end.writeUInt32LE(wide ? 0xffffffff : offset, 16)
  const wideEnd = Buffer.alloc(wide ? 76 : 0)
  if (wide) {
    wideEnd.writeUInt32LE(0x06064b50, 0)
    wideEnd.writeBigUInt64LE(BigInt(index.length), 40)
    wideEnd.writeBigUInt64LE(BigInt(offset), 48)
    wideEnd.writeUInt32LE(0x07064b50, 56)
    wideEnd.writeBigUInt64LE(BigInt(offset + index.length), 64)
  }
  return Buffer.concat([...parts, index, wideEnd, end])
}

test('a WACZ is read in place, deflated parts and ZIP64 included', async t => {
  const entries: Entry[] = [
    { name: 'datapackage.json', bytes: Buffer.from('{}'), deflated: true },
    { name: 'archive/a.warc.gz', bytes: warc(pages.slice(0, 6)) },
    { name: 'archive/b.warc', bytes: gunzipSync(warc(pages.slice(6))), deflated: true },
    { name: 'indexes/index.cdx', bytes: Buffer.from('x') },
  ]
  for (const wide of [false, true]) {
    const before = leftovers()
    const web = await webOf(t, zip(entries, wide))
    await assertAllThere(web)
    await web.close()
    const path = join(scratch(t), 'x.wacz')
    writeFileSync(path, zip(entries, wide))
    const types: string[] = []
    for await (const { type } of readArchive(path)) types.push(type)
    assert.equal(types.filter(type => type === 'response').length, pages.length)
    assert.equal(leftovers(), before)
  }
})

test('what is no archive is refused with a next step, and nothing is left behind', async t => {
  const before = leftovers()
  const good = zip([{ name: 'archive/a.warc.gz', bytes: warc(pages) }])
  const lying = zip([{ name: 'archive/a.warc.gz', bytes: warc(pages), deflated: true }])
  lying.writeUInt32LE(10, lying.indexOf('PK\x01\x02') + 24)
  const cases: [Uint8Array, RegExp][] = [
    [good.subarray(0, good.length - 30), /directory is missing: the file may be cut off/],
    [zip([{ name: 'readme.txt', bytes: Buffer.from('x') }]), /without WARC files/],
    [lying, /unpacks to more than 10 bytes/],
    [Buffer.from('<html>'), /cannot be read as an archive/],
    [new Uint8Array(0), /no page is archived in/],
    [buildWarcinfo('x', STARTED_AT, []), /no page is archived in/],
  ]
  for (const [bytes, message] of cases) await assert.rejects(webOf(t, bytes), { code: 'E_ARCHIVE', message })
  await assert.rejects(createArchiveWeb([join(scratch(t), 'none.wacz')]), {
    code: 'E_ARCHIVE',
    message: /does not exist/,
  })
  assert.equal(leftovers(), before)
})
