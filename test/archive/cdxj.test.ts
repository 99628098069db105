import assert from 'node:assert/strict'
import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { CDXIndexer, WARCParser } from 'warcio'
import { getSurt } from 'warcio/utils'
import {
  buildExchangeRecords,
  indexPathOf,
  indexWarc,
  parseCdxj,
  readRecordAt,
  surtOf,
  targetUri,
} from '../../src/archive/index.js'
import { LineSorter } from '../../src/archive/line-sorter.js'
import { fixture, METADATA, numbered, scratch, seededRandom } from './samples.js'

test('SURT keys are those that replay tools use', () => {
  const urls = [
    'http://example.com',
    'http://www.example.com/',
    'https://www2.Example.CO.th/Path/To?b=2&a=1&A=0',
    'http://example.com:80/x',
    'https://example.com:8443/x#fragment',
    'http://192.0.2.1/a',
    'http://[2001:db8::1]:81/a',
    'http://user:pass@example.com/?',
    'http://example.com/a%20b/ä?q=ü',
    'http://localhost/',
    'http://www.com/',
    'http://example.com/?b&a&&c',
    'ftp://example.com/x',
    'urn:uuid:1234',
    'http://%zz/',
    'http://example.com/plain/path.html',
    'http://example.com/plain/../path.html',
    'http://example.com/plain/.hidden',
    'http://example.com#x/y',
    'http://www.example.com/plain//path',
    'http://www.example.com/Other',
  ]
  for (const url of urls) assert.equal(surtOf(url), getSurt(url), url)
})

test('an index has the entries that warcio finds', async t => {
  const directory = scratch(t)
  for (const name of ['example.warc.gz', 'example-wget-1-14.warc.gz']) {
    const path = join(directory, name)
    writeFileSync(path, readFileSync(fixture(name)))
    const own = readFileSync(await indexWarc(path), 'latin1')
      .trimEnd()
      .split('\n')
      .map(parseCdxj)
    const indexer = new CDXIndexer({ format: 'cdxj' })
    const theirs: unknown[] = []
    for await (const { urlkey, timestamp, url, mime, status, digest, offset, length } of indexer.iterRecords(
      new WARCParser(createReadStream(path)),
      name,
    )) {
      theirs.push([urlkey, timestamp, url, mime, String(status ?? ''), digest ?? '', offset, length].join(' '))
    }
    const lines = own.map(entry => {
      assert.ok(entry !== null)
      assert.equal(entry.filename, basename(path))
      const { surt, timestamp, url, mime, status, offset, length } = entry
      const digest = mime === 'text/plain' ? '' : entry.digest // warcio gives resources none
      return [surt, timestamp, url, mime, status, digest, offset, length].join(' ')
    })
    assert.deepEqual(lines, theirs.map(String).sort())
  }
})

test('a sorter that must spill gives the same file as one that need not', async t => {
  const directory = scratch(t)
  const random = seededRandom(3)
  const lines = Array.from({ length: 5000 }, () => `key-${Math.floor(random() * 4000)} value`)
  const expected = `${[...new Set(lines)].sort().join('\n')}\n`
  for (const memory of [1e9, 20_000, 2_000]) {
    const path = join(directory, `${memory}.cdxj`)
    const sorter = new LineSorter(path, memory)
    for (const line of lines) sorter.add(line)
    await sorter.finish()
    assert.equal(readFileSync(path, 'latin1'), expected)
  }
  assert.equal(readdirSync(directory).length, 3, 'nothing is left behind')
})

test('captures are found by URL in an index', async t => {
  const path = join(scratch(t), 'x.warc.gz')
  const exchanges = Array.from({ length: 1000 }, (_, i) => numbered(i))
  const again = numbered(17, { startedAt: numbered(17).startedAt + 1e9 })
  const pieces = [...exchanges, again].map(each => buildExchangeRecords(each, METADATA).bytes)
  writeFileSync(path, Buffer.concat(pieces))
  const index = await indexWarc(path, { memoryBytes: 50_000 })
  assert.equal(index, indexPathOf(path))
  const lines = readFileSync(index, 'latin1').split('\n')
  const lookUp = (url: string) =>
    lines.filter(line => line.startsWith(`${surtOf(url)} `)).flatMap(line => parseCdxj(line) ?? [])
  for (const i of [0, 1, 2, 16, 499, 765, 998, 999]) {
    const [entry, ...rest] = lookUp(exchanges[i].url)
    assert.equal(rest.length, 0)
    const record = await readRecordAt(path, entry.offset, entry.length)
    assert.equal(targetUri(record), exchanges[i].url)
    assert.deepEqual([entry.status, entry.mime, entry.url], ['200', 'text/html', exchanges[i].url])
  }
  const both = lookUp(exchanges[17].url)
  assert.deepEqual(
    both.map(entry => entry.timestamp),
    ['20240229123456', '20240312022136'],
  )
  for (const url of ['http://a.example/', 'http://zzz.example/', 'http://site-1.example/page-17', 'x:y']) {
    assert.deepEqual(lookUp(url), [])
  }
})

test('a line that is no index line is none', () => {
  for (const line of ['', 'a', 'a b', 'a b {', 'a b 7', 'a b null']) assert.equal(parseCdxj(line), null)
})
