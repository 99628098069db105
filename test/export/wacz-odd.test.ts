/** What other tools write, what hostile people write, and what a crawl looks like while it runs. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { deflateRawSync, gunzipSync, gzipSync } from 'node:zlib'
import { WARCParser } from 'warcio'
import { openByteFile, readArchive, targetUri } from '../../src/archive/index.js'
import { entryStart, readZipDirectory } from '../../src/archive/zip-directory.js'
import { exportWacz, type WaczOptions, type WaczSummary } from '../../src/export/wacz/export-wacz.js'
import { createZipWriter } from '../../src/export/wacz/zip-writer.js'
import { openPeople } from '../../src/portal/people/index.js'
import { fixture, scratch } from '../archive/samples.js'
import { build, htmlOf, seen, warcOf, type Sample } from '../portal/build-samples.js'
import { checkWacz, namesIn, pagesOf, unzipped, waczCrawl } from './wacz-crawl.js'

interface Export extends WaczSummary {
  readonly path: string
  readonly warnings: readonly string[]
}

async function waczOf(directory: string, sources: readonly string[], more: WaczOptions = {}): Promise<Export> {
  const path = join(directory, 'out.wacz')
  const warnings: string[] = []
  const summary = await exportWacz({ sources, out: path, onWarning: message => warnings.push(message), ...more })
  return { ...summary, path, warnings }
}

function write(directory: string, name: string, bytes: Uint8Array): string {
  const path = join(directory, name)
  writeFileSync(path, bytes)
  return path
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes)
}

const SAMPLES: readonly Sample[] = [
  { url: 'http://a.example/', body: htmlOf(1, ['http://a.example/2']) },
  { url: 'http://a.example/2', body: htmlOf(2) },
  { url: 'http://a.example/x.png', type: 'image/png', body: 'PNG' },
]

test('ARC becomes WARC, one gzip member for all becomes one for each record, the rest stays as it is', async t => {
  const directory = scratch(t)
  const plain = warcOf(SAMPLES)
  const whole = write(directory, 'whole.warc.gz', gzipSync(plain))
  const bare = write(directory, 'bare.warc', warcOf([{ url: 'http://b.example/', body: htmlOf(3) }]))
  const { path, warnings, pages, captures } = await waczOf(directory, [
    fixture('example.arc.gz'),
    whole,
    bare,
    fixture('example.warc.gz'),
  ])
  assert.deepEqual(warnings, [])
  const checked = await checkWacz(path)
  assert.deepEqual(checked, { pages, captures, archives: 4, hidden: 0, seeds: 0 })
  assert.ok((await unzipped(path, 'archive/bare.warc')).equals(readFileSync(bare)))
  assert.ok(gunzipSync(await unzipped(path, 'archive/whole.warc.gz')).equals(plain), 'records keep every byte')
  // two archives are called example: both are there, under names that a disk without capitals tells apart
  assert.ok((await unzipped(path, 'archive/example-2.warc.gz')).equals(readFileSync(fixture('example.warc.gz'))))
  const arc = gunzipSync(await unzipped(path, 'archive/example.warc.gz'))
  assert.match(arc.toString('latin1'), /^WARC\/1\.1\r\nWARC-Type: warcinfo/)
  assert.ok(
    arc.includes(gunzipSync(readFileSync(fixture('example.arc.gz'))).subarray(-600, -4)),
    'the page is the same',
  )
})

test('warcio reads the records where the index says that they are', async t => {
  const directory = scratch(t)
  const { path } = await waczOf(directory, [fixture('example.arc.gz'), fixture('example.warc.gz')])
  const lines = gunzipSync(await unzipped(path, 'indexes/index.cdx.gz'))
    .toString()
    .trim()
    .split('\n')
  assert.ok(lines.length >= 4)
  for (const line of lines) {
    const { url, filename, offset, length } = JSON.parse(line.slice(line.indexOf('{')))
    const bytes = (await unzipped(path, `archive/${filename}`)).subarray(
      Number(offset),
      Number(offset) + Number(length),
    )
    const record = await WARCParser.parse(once(bytes))
    assert.ok(record !== null)
    assert.equal(new URL(record.warcTargetURI ?? '').href, new URL(url).href)
  }
})

test('addresses are written as a browser asks for them', async t => {
  const directory = scratch(t)
  const odd = [
    'http://a.example?q=1',
    'http://a.example/%7euser/?utm_source=x',
    'HTTP://A.example:80/b#part',
    'http://a.example/plain',
  ]
  const warc = write(directory, 'a.warc', warcOf(odd.map((url, i) => ({ url, body: htmlOf(i) }))))
  const { path } = await waczOf(directory, [warc])
  await checkWacz(path)
  assert.deepEqual(
    (await pagesOf(path)).map(({ url }) => url),
    ['http://a.example/?q=1', 'http://a.example/%7euser/?utm_source=x', 'http://a.example/b', 'http://a.example/plain'],
  )
})

test('a WACZ of another tool: packed archives, no index, wrong digests, names that lead elsewhere', async t => {
  const directory = scratch(t)
  const given = join(directory, 'given.wacz')
  const zip = await createZipWriter(given, new Date(0))
  const [first, second] = [warcOf(SAMPLES), gzipSync(warcOf([{ url: 'http://b.example/', body: htmlOf(7) }]))]
  await zip.deflate('archive/Übung one.warc', once(first), first.length)
  await zip.store('../../evil.warc.gz', once(second), second.length)
  await zip.store('archive/empty.warc.gz', once(Buffer.alloc(0)), 0)
  const wrong = Buffer.from(
    '{"profile":"data-package","resources":[{"path":"archive/x.warc","hash":"sha256:00","bytes":1}]}',
  )
  await zip.store('datapackage.json', once(wrong), wrong.length)
  await zip.finish()
  const { path, pages, archives } = await waczOf(directory, [given])
  await checkWacz(path)
  assert.deepEqual({ pages, archives }, { pages: 3, archives: 2 })
  const names = (await namesIn(path)).filter(name => name.startsWith('archive/'))
  assert.deepEqual(names.sort(), ['archive/_bung_one.warc', 'archive/evil.warc.gz'])
  assert.ok((await unzipped(path, 'archive/_bung_one.warc')).equals(first))
  assert.ok((await unzipped(path, 'archive/evil.warc.gz')).equals(second))
  assert.deepEqual(readdirSync(directory).sort(), ['given.wacz', 'out.wacz'])
})

test('verdicts in the list of a WACZ count, and nonsense there does no harm', async t => {
  const directory = scratch(t)
  const warc = warcOf(SAMPLES)
  const ts = '2026-03-01T10:00:00Z'
  const verdict = { relevant: false, score: 0.1, language: 'eng', share: 0.9 }
  const lines = [
    { format: 'json-pages-1.0', id: 'pages', title: 'All Pages' },
    { url: 'http://a.example/2', ts, ...verdict },
    { url: 'http://a.example/', ts, ...verdict, score: 'high' },
    { url: 'http://a.example/', ts, ...verdict, language: "x'); DROP TABLE captures; --" },
    { url: 'http://a.example/', ts: 'yesterday', ...verdict },
    { url: { __proto__: null }, ts, ...verdict },
    ['relevant'],
  ]
  const text = Buffer.from(`${lines.map(line => JSON.stringify(line)).join('\n')}\n{"relevant":\n`)
  const pack = async (name: string, list: Buffer): Promise<string> => {
    const path = join(directory, name)
    const zip = await createZipWriter(path, new Date(0))
    await zip.store('archive/a.warc', once(warc), warc.length)
    await zip.deflate('pages/pages.jsonl', once(list), list.length)
    await zip.finish()
    return path
  }
  const pagesIn = async (source: string): Promise<string[]> => {
    rmSync(join(directory, 'p'), { recursive: true, force: true })
    await build(join(directory, 'p'), [source])
    const library = seen(join(directory, 'p'))
    assert.ok(typeof library === 'object' && library !== null && 'pages' in library && Array.isArray(library.pages))
    return library.pages.map(({ url }: { url: string }) => url).sort()
  }
  const said = await pack('said.wacz', text)
  assert.deepEqual(await pagesIn(said), ['http://a.example/'])
  // a list that unpacks to more than it says is given up; the archive is as good as ever
  const bomb = readFileSync(await pack('bomb.wacz', Buffer.alloc(3_000_000, 'x\n')))
  const packed = deflateRawSync(Buffer.alloc(3_000_000, 'x\n'), { level: 6 }).length
  for (let at = bomb.indexOf('PK\x01\x02'); at >= 0; at = bomb.indexOf('PK\x01\x02', at + 1))
    if (Math.abs(bomb.readUInt32LE(at + 20) - packed) < 100) bomb.writeUInt32LE(10, at + 24)
  assert.deepEqual(await pagesIn(write(directory, 'bomb2.wacz', bomb)), ['http://a.example/', 'http://a.example/2'])
})

test('of a crawl that runs, or was killed, all whole records are taken', async t => {
  const directory = scratch(t)
  const crawl = join(directory, 'crawl')
  cpSync(await waczCrawl(), crawl, { recursive: true })
  const before = await waczOf(directory, [crawl])
  const warcs = readdirSync(join(crawl, 'warc'))
    .filter(name => name.endsWith('.warc.gz'))
    .sort()
  const last = join(crawl, 'warc', warcs[warcs.length - 1])
  renameSync(last, `${last}.open`)
  rmSync(last.replace(/\.warc\.gz$/, '.cdxj'))
  const bytes = readFileSync(`${last}.open`)
  appendFileSync(`${last}.open`, bytes.subarray(0, 300))
  // an index that is not that of its file is made anew
  const first = join(crawl, 'warc', warcs[0].replace(/\.warc\.gz$/, '.cdxj'))
  writeFileSync(
    first,
    readFileSync(first, 'utf8')
      .split('\n')
      .slice(3, 7)
      .join('\n')
      .replaceAll(/"offset":"\d+"/g, '"offset":"0"'),
  )
  const { path, pages, captures, warnings } = await waczOf(directory, [crawl])
  assert.deepEqual(warnings, [])
  assert.deepEqual({ pages, captures }, { pages: before.pages, captures: before.captures })
  await checkWacz(path)
  const copied = await unzipped(path, `archive/${warcs[warcs.length - 1]}`)
  assert.ok(copied.equals(bytes.subarray(0, copied.length)) && copied.length >= bytes.length)
})

test('what a portal hides is in no list and in no index', async t => {
  const directory = scratch(t)
  const warc = write(directory, 'a.warc', warcOf(SAMPLES))
  const portal = join(directory, 'portal')
  await build(portal, [warc])
  const people = openPeople(join(portal, 'local.db'))
  people.house.setBlacklist('http://a.example/2')
  people.close()
  const { path, warnings } = await waczOf(directory, [portal])
  assert.deepEqual(
    (await pagesOf(path)).map(({ url }) => url),
    ['http://a.example/'],
  )
  const { hidden } = await checkWacz(path)
  assert.equal(hidden, 1)
  assert.match(warnings.join(), /still contain them/)
})

test('what is no archive is left out and named; nothing at all is an error', async t => {
  const directory = scratch(t)
  const files = join(directory, 'files')
  mkdirSync(files)
  write(files, 'good.warc', warcOf(SAMPLES))
  write(files, 'bad.warc.gz', gzipSync('no record at all, whatever the name says'))
  write(files, 'cut.wacz', Buffer.from('PK\x03\x04 and nothing more'))
  const { path, pages, warnings } = await waczOf(directory, [files])
  assert.equal(pages, 2)
  await checkWacz(path)
  const left = warnings.flatMap(message => /(\w+\.\w+(?:\.gz)?) was left out/.exec(message)?.[1] ?? [])
  assert.deepEqual(left.sort(), ['bad.warc.gz', 'cut.wacz'])
  await assert.rejects(waczOf(directory, [join(files, 'bad.warc.gz')]), { code: 'E_EXPORT' })
  const members = SAMPLES.map(sample => gzipSync(warcOf([sample])))
  const damaged = Buffer.concat([members[0], Buffer.alloc(5000, 1), ...members.slice(1)])
  const torn = await waczOf(directory, [write(directory, 'torn.warc.gz', damaged)])
  assert.equal(torn.captures, 3)
  let found = 0
  for await (const record of readArchive(torn.path)) if (targetUri(record).startsWith('http://a.example/')) found++
  assert.equal(found, 3)
})

test('sizes and places beyond 4 GB are written so that others read them', async t => {
  const path = join(scratch(t), 'wide.zip')
  const zip = await createZipWriter(path, new Date(Date.UTC(2026, 2, 1)))
  const [first, second] = [Buffer.from('announced as five gigabytes'), Buffer.from('a small one')]
  await zip.store('archive/wide.warc', once(first), 5e9)
  await zip.deflate('pages/wide.jsonl', once(second), 5e9)
  await zip.finish()
  assert.ok((await unzipped(path, 'archive/wide.warc')).equals(first))
  const script =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), *[z.read(n).decode() for n in z.namelist()])'
  const read = execFileSync('python3', ['-c', script, path], { encoding: 'utf8' })
  assert.equal(read.trim(), `None ${first} ${second}`)
  const file = await openByteFile(path)
  try {
    const entries = await readZipDirectory(file)
    assert.deepEqual(
      entries.map(({ name, size }) => [name, size]),
      [
        ['archive/wide.warc', 27],
        ['pages/wide.jsonl', 11],
      ],
    )
    const at = await entryStart(file, entries[0])
    assert.ok((await file.read(at, 27)).equals(first))
  } finally {
    await file.close()
  }
})
