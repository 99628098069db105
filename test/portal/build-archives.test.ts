import assert from 'node:assert/strict'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { exchangeOf, readRecordAt } from '../../src/archive/index.js'
import { RecordReader } from '../../src/archive/record-reader.js'
import type { Library } from '../../src/portal/contracts.js'
import { openLibrary } from '../../src/portal/store/library.js'
import { scratch } from '../archive/samples.js'
import { build, htmlOf, textOf, warcOf, type Sample } from './build-samples.js'

/** Builds, and opens the library for one look. */
async function libraryOf<T>(
  root: string,
  files: readonly Buffer[],
  look: (library: Library) => T,
): Promise<Awaited<T>> {
  const paths = files.map((bytes, i) => {
    const path = join(root, `${i}.warc`)
    writeFileSync(path, bytes)
    return path
  })
  await build(join(root, 'p'), paths)
  const library = openLibrary(join(root, 'p'))
  try {
    return await look(library)
  } finally {
    library.close()
  }
}

async function bodyAt(library: Library, url: string): Promise<string> {
  const capture = library.capture(url)
  if (capture === null) return 'not archived'
  const reader = new RecordReader()
  try {
    const exchange = await reader.exchange(capture)
    return Buffer.from(exchange?.body ?? []).toString()
  } finally {
    await reader.close()
  }
}

test('pages are what readers read: no errors, no images, no answers to forms', async t => {
  const samples: Sample[] = [
    { url: 'http://a.example/', body: htmlOf(1) },
    { url: 'http://a.example/missing', status: 404, body: htmlOf(2) },
    { url: 'http://a.example/x.png', type: 'image/png', body: 'PNG' },
    { url: 'http://a.example/x.css', type: 'text/css', body: 'p {}' },
    { url: 'http://a.example/notes.txt', type: 'text/plain', body: textOf(3) },
    { url: 'http://a.example/robots.txt', type: 'text/plain', body: 'User-agent: *' },
    { url: 'http://a.example/form', body: htmlOf(4), method: 'POST' },
    { url: 'http://a.example/asked', body: htmlOf(5), method: 'GET' },
  ]
  await libraryOf(scratch(t), [warcOf(samples)], library => {
    const pages = library.sitePages('a.example', { offset: 0, limit: 10 }).map(({ url }) => url.slice(17))
    assert.deepEqual(pages.sort(), ['', 'asked', 'notes.txt'])
    assert.equal(library.capture('http://a.example/x.png')?.mime, 'image/png')
    assert.equal(library.capture('http://a.example/form'), null)
    const urls = ['', 'missing', 'x.png', 'never'].map(path => `http://a.example/${path}`)
    assert.deepEqual(library.has(urls), [true, false, true, false])
  })
})

test('a page without a title is called by its heading, by what links say, or by its address', async t => {
  const samples: Sample[] = [
    {
      url: 'http://a.example/',
      body: '<title>Start</title><a href="/linked">What others call it</a> <a href="/b/c%20d.html"></a>',
    },
    { url: 'http://a.example/heading', body: `<h2>Its  heading</h2><p>${textOf(1)}` },
    { url: 'http://a.example/linked', body: `<p>${textOf(2)}` },
    { url: 'http://a.example/b/c%20d.html', body: `<p>${textOf(3)}` },
  ]
  await libraryOf(scratch(t), [warcOf(samples)], library => {
    const titles = ['heading', 'linked', 'b/c%20d.html'].map(path => library.page(`http://a.example/${path}`)?.title)
    assert.deepEqual(titles, ['Its heading', 'What others call it', 'c d.html'])
  })
})

test('a document is found by what links to it say; sound that nothing links to is not a page', async t => {
  const samples: Sample[] = [
    { url: 'http://a.example/', body: '<title>Start</title><a href="/song.mp3">The song of the river</a>' },
    { url: 'http://a.example/song.mp3', type: 'audio/mpeg', body: 'ID3' },
    { url: 'http://a.example/other.mp3', type: 'audio/mpeg', body: 'ID3 other' },
    { url: 'http://a.example/report.pdf', type: 'application/pdf', body: '%PDF' },
    { url: 'http://a.example/slides.ppt', type: 'application/octet-stream', body: '\0\x01\x02\x03slides' },
  ]
  await libraryOf(scratch(t), [warcOf(samples)], library => {
    const card = (path: string): string => {
      const found = library.page(`http://a.example/${path}`)
      return found === null ? '' : `${found.type} ${found.title}`
    }
    assert.deepEqual(['song.mp3', 'other.mp3', 'report.pdf', 'slides.ppt'].map(card), [
      'audio The song of the river',
      '',
      'pdf report.pdf',
      'document slides.ppt',
    ])
  })
})

test('links through redirects count for the page that they lead to', async t => {
  const samples: Sample[] = [
    { url: 'http://a.example/', body: htmlOf(1, ['/old', 'https://a.example/other-scheme', '/gone']) },
    { url: 'http://a.example/old', status: 301, location: '/older' },
    { url: 'http://a.example/older', status: 302, location: 'http://a.example/new/' },
    { url: 'http://a.example/new/', body: htmlOf(2) },
    { url: 'http://a.example/other-scheme/', body: htmlOf(3) },
    { url: 'http://a.example/gone', status: 301, location: 'http://elsewhere.example/' },
    { url: 'http://a.example/loop', status: 301, location: '/loop' },
  ]
  await libraryOf(scratch(t), [warcOf(samples)], library => {
    const from = (path: string): unknown => {
      const page = library.page(`http://a.example/${path}`)
      return page === null ? null : library.linkedFrom(page.id, 10).map(({ url }) => url)
    }
    assert.deepEqual([from('new/'), from('other-scheme/')], [['http://a.example/'], ['http://a.example/']])
    const urls = ['old', 'new', 'other-scheme', 'gone', 'loop'].map(path => `http://a.example/${path}`)
    assert.deepEqual(library.has(urls), [true, true, true, false, false])
  })
})

test('a revisit is answered with the body that it repeats, wherever that is', async t => {
  const here = 'sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
  const first = warcOf([
    { url: 'http://a.example/', body: htmlOf(1), digest: here, date: '2026-01-01T00:00:00Z' },
    { url: 'http://a.example/', revisitOf: here, status: 304, date: '2026-02-01T00:00:00Z' },
  ])
  const second = warcOf([
    { url: 'http://mirror.example/', revisitOf: here, date: '2026-02-01T00:00:00Z' },
    { url: 'http://lost.example/', revisitOf: 'sha1:BBBB', date: '2026-02-01T00:00:00Z' },
  ])
  await libraryOf(scratch(t), [second, first], async library => {
    assert.equal(await bodyAt(library, 'http://a.example/'), htmlOf(1))
    assert.equal(library.capture('http://a.example/')?.at, Date.parse('2026-02-01T00:00:00Z'))
    assert.equal(await bodyAt(library, 'http://mirror.example/'), htmlOf(1))
    assert.equal(library.page('http://mirror.example/')?.title, 'Page 1')
    assert.equal(library.capture('http://lost.example/'), null)
  })
})

test('of several captures the latest good one counts', async t => {
  const samples: Sample[] = [
    { url: 'http://a.example/', body: htmlOf(1, [], 'Old'), date: '2026-01-01T00:00:00Z' },
    { url: 'http://a.example/', body: htmlOf(1, [], 'New'), date: '2026-02-01T00:00:00Z' },
    { url: 'http://a.example/', body: 'sorry', status: 500, date: '2026-03-01T00:00:00Z' },
  ]
  await libraryOf(scratch(t), [warcOf(samples)], async library => {
    assert.equal(library.page('http://a.example/')?.title, 'New')
    assert.match(await bodyAt(library, 'http://a.example/'), /New/)
    assert.equal(library.facts().captures, 1)
  })
})

test('pages with nearly the same text are folded into the one that is linked most', async t => {
  const samples: Sample[] = [
    { url: 'http://a.example/a', body: htmlOf(9) },
    { url: 'http://a.example/linked', body: htmlOf(9) },
    { url: 'http://b.example/', body: htmlOf(1, ['http://a.example/linked']) },
  ]
  await libraryOf(scratch(t), [warcOf(samples)], library => {
    const urls = library.bestPages({ offset: 0, limit: 10 }).map(({ url }) => url)
    assert.deepEqual(urls, ['http://a.example/linked', 'http://b.example/'])
    assert.notEqual(library.page('http://a.example/a'), null)
  })
})

test('WACZ files, deflated or not, and files that are one gzip member can be read by place', async t => {
  const root = scratch(t)
  const pages = (host: string): Buffer =>
    warcOf([1, 2, 3].map(i => ({ url: `http://${host}.example/${i}`, body: htmlOf(i) })))
  const directory = join(root, 'archives')
  mkdirSync(join(directory, 'deeper'), { recursive: true })
  writeFileSync(
    join(directory, 'x.wacz'),
    zip([
      { name: 'archive/stored.warc', bytes: pages('stored'), deflated: false },
      { name: 'archive/deflated.warc', bytes: pages('deflated'), deflated: true },
      { name: 'pages/pages.jsonl', bytes: Buffer.from('{}'), deflated: false },
    ]),
  )
  writeFileSync(join(directory, 'deeper', 'whole.warc.gz'), gzipSync(pages('whole')))
  writeFileSync(join(directory, 'readme.txt'), 'not an archive')
  const summary = await build(join(root, 'p'), [directory])
  assert.deepEqual([summary.pages, summary.failed], [9, 0])
  const library = openLibrary(join(root, 'p'))
  t.after(() => library.close())
  for (const host of ['stored', 'deflated', 'whole'])
    assert.equal(await bodyAt(library, `http://${host}.example/2`), htmlOf(2), host)
  assert.equal(library.capture('http://stored.example/1')?.place.member, 'archive/stored.warc')
})

test('with copies of the archives a portal can be carried away', async t => {
  const root = scratch(t)
  const path = join(root, 'elsewhere', 'a.warc')
  mkdirSync(join(root, 'elsewhere'))
  writeFileSync(path, warcOf([{ url: 'http://a.example/', body: htmlOf(1) }]))
  await build(join(root, 'p'), [path], { copy: true })
  rmSync(join(root, 'elsewhere'), { recursive: true })
  mkdirSync(join(root, 'far', 'away'), { recursive: true })
  renameSync(join(root, 'p'), join(root, 'far', 'away', 'p'))
  const library = openLibrary(join(root, 'far', 'away', 'p'))
  t.after(() => library.close())
  assert.equal(await bodyAt(library, 'http://a.example/'), htmlOf(1))
})

test('what is hidden is in no list, in no count of its host, and not archived to readers', async t => {
  const samples = ['a', 'b'].flatMap(host =>
    [1, 2].map(i => ({
      url: `http://${host}.example/${i}`,
      body: htmlOf(host.charCodeAt(0) + i, ['http://a.example/1']),
    })),
  )
  await libraryOf(scratch(t), [warcOf(samples)], library => {
    const all = { offset: 0, limit: 10 }
    library.hide(['b.example', 'http://a.example/2'])
    assert.deepEqual(
      library.bestPages(all).map(({ url }) => url),
      ['http://a.example/1'],
    )
    assert.deepEqual(
      library.sites(all).map(({ host }) => host),
      ['a.example'],
    )
    assert.deepEqual([library.facts().pages, library.facts().sites], [2, 1])
    assert.deepEqual([library.page('http://b.example/1'), library.capture('http://b.example/1')], [null, null])
    assert.deepEqual(library.has(['http://a.example/1', 'http://a.example/2', 'http://b.example/1']), [
      true,
      false,
      false,
    ])
    assert.deepEqual([library.isHidden('http://a.example/2'), library.site('b.example')], [true, null])
    library.hide([])
    assert.equal(library.facts().pages, 4)
  })
})

test('damage and hostile records cost what they hold and no more', async t => {
  const root = scratch(t)
  const good = warcOf([{ url: 'http://a.example/', body: htmlOf(1) }])
  const bad = warcOf([
    { url: 'javascript:alert(1)', body: htmlOf(2) },
    { url: 'http://a.example/../../../etc/passwd', body: htmlOf(3) },
    { url: 'http://a.example/deep', body: `<div>${'<b>'.repeat(100_000)}` },
    { url: 'http://a.example/__proto__', body: '<title>__proto__</title><p>constructor' },
    { url: 'http://a.example/nul', body: `<title>a\0b</title><h1>\u202e${'x'.repeat(10_000)}</h1>` },
    { url: 'http://a.example/links', body: '<a href="//["></a>'.repeat(1000) },
  ])
  writeFileSync(
    join(root, 'a.warc'),
    Buffer.concat([good, Buffer.from('WARC/1.0\r\nContent-Length: 99999999\r\n\r\n'), bad]),
  )
  writeFileSync(join(root, 'b.warc.gz'), gzipSync('this is not a WARC file'))
  const warnings: string[] = []
  const summary = await build(join(root, 'p'), [root], { onWarning: message => void warnings.push(message) })
  assert.ok(summary.pages >= 1)
  assert.ok(warnings.some(message => message.includes('b.warc.gz')))
  const library = openLibrary(join(root, 'p'))
  t.after(() => library.close())
  assert.equal(library.page('http://a.example/')?.title, 'Page 1')
  await assert.rejects(build(join(root, 'q'), [join(root, 'b.warc.gz')]), { code: 'E_PORTAL' })
})

test('records are where the library says', async t => {
  await libraryOf(scratch(t), [warcOf([{ url: 'http://a.example/', body: htmlOf(1) }])], async library => {
    const capture = library.capture('http://a.example')
    assert.ok(capture !== null)
    const record = await readRecordAt(capture.place.file, capture.place.offset, capture.place.length)
    assert.equal(exchangeOf(record)?.url, 'http://a.example/')
  })
})

interface Entry {
  readonly name: string
  readonly bytes: Buffer
  readonly deflated: boolean
}

function zip(entries: readonly Entry[]): Buffer {
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
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(deflated ? 8 : 0, 10)
    central.writeUInt32LE(data.length, 20)
    central.writeUInt32LE(bytes.length, 24)
    central.writeUInt16LE(label.length, 28)
    central.writeUInt32LE(offset, 42)
    directory.push(central, label)
    parts.push(local, label, data)
    offset += 30 + label.length + data.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(index.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, index, end])
}
