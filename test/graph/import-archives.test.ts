import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { buildExchangeRecords, buildRevisitRecords, buildWarcinfo, warcDate } from '../../src/archive/index.js'
import { CHARSET, type Exchange, type Judge } from '../../src/contracts.js'
import { importGraph } from '../../src/graph/import/index.js'
import { exchange, fixture, scratch, STARTED_AT } from '../archive/samples.js'
import { crawledUrls, languageOf, linksByUrl, relevantUrls, urls, write } from './import-files.js'

const THAI = 'ภาษาไทยเป็นภาษาที่ใช้กันในประเทศไทยและมีตัวอักษรเป็นของตนเองมาหลายร้อยปีแล้ว'
const ENGLISH = 'This is a page of English prose that is long enough for everybody to see which language it is.'

function page(url: string, body: string, overrides: Partial<Exchange> = {}): Uint8Array {
  const html = Buffer.from(`<html><head><title>t</title></head><body>${body}</body></html>`)
  return buildExchangeRecords(exchange({ url, body: html, ...overrides }), []).bytes
}

function redirect(url: string, location: string): Uint8Array {
  return page(url, '', { status: 301, statusText: 'Moved', headers: [['Location', location]] })
}

/** One gzip member with one record, as any tool may write it. */
function record(fields: Record<string, string>, block: string): Uint8Array {
  const head = Object.entries({
    'WARC-Record-ID': '<urn:uuid:00000000-0000-0000-0000-000000000000>',
    'WARC-Date': warcDate(STARTED_AT),
    ...fields,
  })
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return gzipSync(`WARC/1.0\r\n${lines}Content-Length: ${Buffer.byteLength(block)}\r\n\r\n${block}\r\n\r\n`)
}

const INFO = buildWarcinfo('test.warc.gz', STARTED_AT, [['software', 'test']])

function archive(...records: Uint8Array[]): Uint8Array {
  return Buffer.concat([INFO, ...records])
}

test('pages of an archive keep their links in order, their language and charset; relevance follows the wanted language', async t => {
  const thai = page(
    'http://a.example/',
    `<p>${THAI}</p><a href="/x">${THAI}</a> <a href="http://b.example/#f">English</a> <a rel=nofollow href="/n">n</a>`,
    { headers: [['Content-Type', 'text/html; charset=utf-8']] },
  )
  const english = page('http://b.example/', `<p>${ENGLISH}</p><a href="http://a.example/">A</a>`)
  const path = write(scratch(t), 'test.warc.gz', archive(thai, english))
  const { graph, report } = await importGraph([path], { language: 'tha' })
  assert.deepEqual(linksByUrl(graph), {
    'http://a.example/': ['http://a.example/x', 'http://b.example/'],
    'http://b.example/': ['http://a.example/'],
  })
  assert.deepEqual(crawledUrls(graph), ['http://a.example/', 'http://b.example/'])
  assert.deepEqual(relevantUrls(graph), ['http://a.example/'])
  assert.equal(languageOf(graph, 'http://b.example/'), 'eng')
  assert.equal(graph.charset?.[0], CHARSET.utf8)
  assert.deepEqual([...(graph.anchors ?? [])], [0b001])
  assert.deepEqual(report.skipped, { 'links marked nofollow': 1 })
  const kept = await importGraph([path], { keepNofollow: true })
  assert.equal(kept.report.links, 4)
  assert.equal(kept.report.relevant, 0, 'nothing is relevant when nothing is wanted')
  assert.equal(languageOf(kept.graph, 'http://a.example/'), 'tha')
})

test('a judge decides about relevance and score', async t => {
  const judge: Judge = {
    name: 'odd',
    judge: one => ({
      relevant: one.url.includes('odd'),
      score: 0.4,
      language: 'en',
      share: 0,
      unknown: false,
      reasons: [],
    }),
  }
  const path = write(scratch(t), 'a', archive(page('http://odd.example/', ''), page('http://even.example/', '')))
  const { graph } = await importGraph([path], { judge })
  assert.deepEqual(relevantUrls(graph), ['http://odd.example/'])
  assert.deepEqual([...(graph.score ?? [])], [400, 400])
  assert.deepEqual(graph.languages, ['und', 'eng'])
})

test('redirects have no length; errors, files and answers to POST are no pages; the first capture counts', async t => {
  const post = (url: string): Uint8Array =>
    record(
      { 'WARC-Type': 'request', 'WARC-Target-URI': url, 'Content-Type': 'application/http; msgtype=request' },
      'POST / HTTP/1.1\r\n\r\n',
    )
  const response = (url: string): Uint8Array =>
    record(
      { 'WARC-Type': 'response', 'WARC-Target-URI': url, 'Content-Type': 'application/http; msgtype=response' },
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html><a href=/out>x</a>',
    )
  const path = write(
    scratch(t),
    'test.warc.gz',
    archive(
      page('http://a.example/', '<a href="/hop">1</a><a href="/404">2</a><a href="/b">3</a><a href="/pic.png">4</a>'),
      redirect('http://a.example/hop', '/b'),
      page('http://a.example/404', '<a href="/">home</a>', { status: 404 }),
      page('http://a.example/pic.png', '', { headers: [['Content-Type', 'image/png']] }),
      page('http://a.example/b', '<a href="/">first</a>'),
      page('http://a.example/b', '<a href="/late">second</a>'),
      redirect('http://a.example/nowhere', 'mailto:x@example.org'),
      response('http://a.example/after'),
      post('http://a.example/after'),
      post('http://a.example/before'),
      response('http://a.example/before'),
      response('http://a.example/plain'),
    ),
  )
  const { graph, report } = await importGraph([path])
  assert.deepEqual(linksByUrl(graph), {
    'http://a.example/': ['http://a.example/b', 'http://a.example/404', 'http://a.example/pic.png'],
    'http://a.example/b': ['http://a.example/'],
    'http://a.example/plain': ['http://a.example/out'],
  })
  assert.deepEqual(crawledUrls(graph), ['http://a.example/', 'http://a.example/b', 'http://a.example/plain'])
  assert.deepEqual(report.skipped, {
    'answers with another status than 200': 1,
    'answers that are neither HTML nor documents': 1,
    'further captures of a page': 1,
    'redirects that lead nowhere': 1,
    'answers to POST and other requests that change something': 2,
  })
})

test('a revisit is a page of its own where its payload is at hand, in this file or another, and is counted where not', async t => {
  const body = Buffer.from(`<html>${ENGLISH}<a href="here">x</a></html>`)
  const known = exchange({ url: 'http://a.example/dir/', body })
  const built = buildExchangeRecords(known, [])
  const revisit = (url: string, payloadDigest: string): Uint8Array =>
    buildRevisitRecords({ ...known, url, body: Buffer.alloc(0) }, [], {
      targetUri: known.url,
      date: warcDate(STARTED_AT),
      payloadDigest,
    }).bytes
  const directory = scratch(t)
  const again = [revisit(known.url, built.payloadDigest), revisit('http://mirror.example/', built.payloadDigest)]
  const one = write(directory, '1.warc.gz', archive(built.bytes, ...again))
  const two = write(
    directory,
    '2.warc.gz',
    archive(revisit('http://other.example/x/', built.payloadDigest), revisit('http://lost.example/', 'sha1:X')),
  )
  const { graph, report } = await importGraph([one, two])
  assert.deepEqual(linksByUrl(graph), {
    'http://a.example/dir/': ['http://a.example/dir/here'],
    'http://mirror.example/': ['http://mirror.example/here'],
    'http://other.example/x/': ['http://other.example/x/here'],
  })
  assert.deepEqual(report.skipped, {
    'further captures of a page': 1,
    'revisit records without the page they repeat': 1,
  })
})

test('damaged records are passed over and counted', async t => {
  const broken = Buffer.from(page('http://b.example/', ENGLISH.repeat(20)))
  broken.fill(0x55, 40, 200)
  const path = write(
    scratch(t),
    'test.warc.gz',
    archive(page('http://a.example/', ENGLISH), broken, page('http://c.example/', ENGLISH)),
  )
  const { graph, report } = await importGraph([path])
  assert.deepEqual(crawledUrls(graph), ['http://a.example/', 'http://c.example/'])
  assert.ok(report.skipped['damaged records'] >= 1)
})

test('several archives are one graph, and one that is none is reported', async t => {
  const directory = scratch(t)
  const one = write(directory, 'one.warc.gz', archive(page('http://a.example/', '<a href="http://b.example/">b</a>')))
  const two = write(directory, 'two.warc.gz', archive(page('http://b.example/', '<a href="http://a.example/">a</a>')))
  const none = write(directory, 'three.warc.gz', gzipSync('no record'))
  const { graph, report } = await importGraph([one, none, two], { seeds: ['http://b.example'] })
  assert.equal(graph.links, 2)
  assert.deepEqual([...graph.seeds], [1])
  assert.deepEqual(
    report.left.map(({ path }) => path),
    [none],
  )
  await assert.rejects(importGraph([none]), { code: 'E_GRAPH' })
})

test('a table of pages may give the pages of an archive their relevance', async t => {
  const directory = scratch(t)
  const warc = write(
    directory,
    'a.warc.gz',
    archive(page('http://a.example/', `${ENGLISH}<a href="/b">b</a>`), page('http://b.example/', ENGLISH)),
  )
  const pages = write(directory, 'a.tsv', 'id\turl\ttopic\n0\thttp://a.example/\tx\n1\thttp://b.example/\ty\n')
  const { graph } = await importGraph([warc, pages], { relevant: { column: 'topic', values: ['y'] } })
  assert.deepEqual(relevantUrls(graph), ['http://b.example/'])
  assert.deepEqual(linksByUrl(graph), { 'http://a.example/': ['http://a.example/b'] })
  assert.equal(languageOf(graph, 'http://a.example/'), 'eng')
})

test('bare numbers do not go together with an archive', async t => {
  const directory = scratch(t)
  const warc = write(directory, 'a.warc.gz', archive(page('http://a.example/', ENGLISH)))
  await assert.rejects(importGraph([warc, write(directory, 'e', '0 1\n1 2\n')]), {
    code: 'E_GRAPH',
    message: /bare numbers/,
  })
})

test('archives of other tools are read: ARC, wget, POST', async () => {
  const arc = await importGraph([fixture('example.arc.gz')])
  assert.deepEqual(crawledUrls(arc.graph), ['http://example.com/'])
  assert.deepEqual(linksByUrl(arc.graph), { 'http://example.com/': ['http://www.iana.org/domains/example'] })
})

// the shape of Common Crawl's WAT records, with another page in it
function wat(url: string, status: string, metadata: object, headers: object = {}): Uint8Array {
  const response = {
    'Response-Message': { Status: status },
    Headers: { 'content-type': 'text/html', ...headers },
    ...metadata,
  }
  const envelope = {
    'WARC-Header-Metadata': { 'WARC-Type': 'response', 'WARC-Target-URI': url },
    'Payload-Metadata': { 'HTTP-Response-Metadata': response },
  }
  return record(
    { 'WARC-Type': 'metadata', 'WARC-Target-URI': url, 'Content-Type': 'application/json' },
    JSON.stringify({ Container: {}, Envelope: envelope }),
  )
}

test('WAT: links by tag, relative to the base; language and charset as declared', async t => {
  const html = {
    Head: {
      Base: 'http://a.example/dir/',
      Title: 'T',
      Metas: [
        { name: 'HTML@/lang', content: 'th-TH' },
        { 'http-equiv': 'Content-Type', content: 'text/html; charset=tis-620' },
      ],
      Link: [
        { path: 'LINK@/href', url: '/style.css', rel: 'stylesheet' },
        { path: 'LINK@/href', url: '/canonical', rel: 'canonical' },
      ],
    },
    Links: [
      { path: 'A@/href', url: 'x.html', text: THAI },
      { path: 'IMG@/src', url: 'x.png' },
      { path: 'FORM@/action', url: '/search' },
      { path: 'A@/href', url: 'mailto:x@a.example' },
      { path: 'A@/href', url: 'http://b.example/', text: 'b', rel: 'nofollow' },
      { path: 'IFRAME@/src', url: '//c.example/frame' },
      { path: 'A@/href', url: '/moved' },
      null,
    ],
  }
  const path = write(
    scratch(t),
    'test.wat.gz',
    archive(
      wat('http://a.example/page', '200', { 'HTML-Metadata': html }),
      wat('http://a.example/moved', '302', {}, { Location: '/there' }),
      wat('http://a.example/there', '404', {}),
      wat('http://a.example/file', '200', {}),
      record(
        { 'WARC-Type': 'metadata', 'WARC-Target-URI': 'http://a.example/bad', 'Content-Type': 'application/json' },
        '{"Envelope":',
      ),
      wat('http://b.example/', '200', { 'HTML-Metadata': { Links: [] } }, { 'Content-Language': 'en, th' }),
    ),
  )
  const { graph, report } = await importGraph([path], { language: 'tha' })
  assert.deepEqual(linksByUrl(graph), {
    'http://a.example/page': [
      'http://a.example/canonical',
      'http://a.example/dir/x.html',
      'http://c.example/frame',
      'http://a.example/there',
    ],
  })
  assert.deepEqual(crawledUrls(graph), ['http://a.example/page', 'http://b.example/'])
  assert.deepEqual(relevantUrls(graph), ['http://a.example/page'])
  assert.equal(languageOf(graph, 'http://b.example/'), 'eng')
  assert.equal(graph.charset?.[0], CHARSET.target)
  assert.deepEqual([...(graph.anchors ?? [])], [0b0010])
  assert.deepEqual(report.skipped, {
    'links marked nofollow': 1,
    'answers with another status than 200': 1,
    'answers that are not HTML': 1,
    'damaged records': 1,
  })
})

test('anchors are told apart where the script tells: Japanese from Chinese; English not at all', async t => {
  const body = '<a href=/1>日本語のページ</a><a href=/2>中文网页</a><a href=/3>English</a>'
  const path = write(scratch(t), 'a.warc.gz', archive(page('http://a.example/', body)))
  const bits = async (language: string): Promise<number[] | null> => {
    const { anchors } = (await importGraph([path], { language })).graph
    return anchors === null ? null : [...anchors]
  }
  assert.deepEqual(await bits('jpn'), [0b001])
  assert.deepEqual(await bits('zho'), [0b010])
  assert.equal(await bits('eng'), null)
  assert.equal(await bits('rus'), null)
  await assert.rejects(bits('klingonish'), { code: 'E_GRAPH', message: /not a language code/ })
  assert.equal(urls((await importGraph([path])).graph).length, 4)
})
