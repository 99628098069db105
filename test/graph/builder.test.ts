import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHARSET } from '../../src/contracts.js'
import { GraphBuilder } from '../../src/graph/builder.js'
import { crawledUrls, linksByUrl, relevantUrls, rows, urls } from './import-files.js'

const A = 'http://a.example/'
const B = 'http://b.example/'
const C = 'http://c.example/'

test('links keep the order of the document, without duplicates and without links to the page itself', () => {
  const builder = new GraphBuilder()
  const [a, b, c] = [A, B, C].map(url => builder.page(url))
  builder.describe(a, {})
  for (const to of [c, a, b, c, b]) builder.link(a, to)
  const graph = builder.finish()
  assert.deepEqual(linksByUrl(graph), { [A]: [C, B] })
  assert.equal(graph.links, 2)
  assert.deepEqual(crawledUrls(graph), [A])
})

test('links of one page that come in several rows stay in the order in which they came', () => {
  const builder = new GraphBuilder()
  const [a, b, c] = [A, B, C].map(url => builder.page(url))
  for (const page of [a, b]) builder.describe(page, {})
  builder.link(a, c)
  builder.link(b, a)
  builder.link(a, b)
  assert.deepEqual(linksByUrl(builder.finish()), { [A]: [C, B], [B]: [A] })
})

test('only crawled pages have links', () => {
  const builder = new GraphBuilder()
  const [a, b] = [A, B].map(url => builder.page(url))
  builder.describe(a, {})
  builder.link(a, b)
  builder.link(b, a)
  assert.deepEqual(linksByUrl(builder.finish()), { [A]: [B] })
})

test('a link to a redirect leads where the redirect leads, and the redirect is no page', () => {
  const builder = new GraphBuilder()
  const [a, hop, second, b] = [A, 'http://hop.example/', 'http://hop.example/2', B].map(url => builder.page(url))
  builder.describe(a, {})
  builder.describe(b, {})
  builder.redirect(hop, second)
  builder.redirect(second, b)
  builder.link(a, hop)
  builder.link(a, b)
  builder.seed(hop)
  const graph = builder.finish()
  assert.deepEqual(urls(graph), [A, B])
  assert.deepEqual(linksByUrl(graph), { [A]: [B] })
  assert.deepEqual([...graph.seeds], [1])
  assert.equal(graph.servers, 2, 'the server of the hops is gone with them')
})

test('redirects in a circle, and chains without end, lead nowhere', () => {
  const builder = new GraphBuilder()
  const a = builder.page(A)
  builder.describe(a, {})
  const [one, two] = ['http://x.example/1', 'http://x.example/2'].map(url => builder.page(url))
  builder.redirect(one, two)
  builder.redirect(two, one)
  builder.link(a, one)
  const chain = Array.from({ length: 30 }, (_, i) => builder.page(`http://chain.example/${i}`))
  for (let i = 0; i + 1 < chain.length; i++) builder.redirect(chain[i], chain[i + 1])
  builder.link(a, chain[0])
  builder.link(a, chain[20])
  const graph = builder.finish()
  assert.deepEqual(linksByUrl(graph), { [A]: ['http://chain.example/29'] })
})

test('a redirect back to the page that links to it is no link', () => {
  const builder = new GraphBuilder()
  const [a, hop] = [A, B].map(url => builder.page(url))
  builder.describe(a, {})
  builder.redirect(hop, a)
  builder.link(a, hop)
  assert.equal(builder.finish().links, 0)
})

test('a page that was crawled is no redirect, whatever it was at another time', () => {
  const builder = new GraphBuilder()
  const [a, b] = [A, B].map(url => builder.page(url))
  builder.redirect(a, b)
  builder.describe(a, {})
  builder.link(a, b)
  assert.deepEqual(linksByUrl(builder.finish()), { [A]: [B] })
})

test('pages are numbered by server, first directory, registrable domain and top-level domain', () => {
  const builder = new GraphBuilder()
  const all = [
    'http://www.a.co.th/',
    'http://www.a.co.th/x/1',
    'https://www.a.co.th/x/2',
    'http://ftp.a.co.th:8080/x/',
    'http://me.github.io/',
    'http://you.github.io/',
    'http://192.0.2.1/',
  ]
  for (const url of all) builder.describe(builder.page(url), {})
  const graph = builder.finish()
  assert.deepEqual([...graph.server], [0, 0, 0, 1, 2, 3, 4])
  assert.deepEqual([...graph.directory], [0, 1, 1, 2, 3, 4, 5])
  assert.deepEqual([...graph.serverDomain], [0, 0, 1, 2, 3])
  assert.deepEqual(
    [...graph.serverTld].map(tld => graph.tlds[tld]),
    ['th', 'th', 'io', 'io', ''],
  )
  assert.equal(graph.tlds[0], '')
  assert.deepEqual([graph.servers, graph.directories, graph.domains], [5, 6, 4])
  assert.deepEqual(urls(graph), all)
})

test('what was said first about a page stays, and gaps are filled', () => {
  const builder = new GraphBuilder()
  const [a, b] = [A, B].map(url => builder.page(url))
  builder.describe(a, { relevant: true })
  builder.describe(a, { relevant: false, score: 0.1, language: 'tha', charset: CHARSET.target, simhash: [1, 2] })
  builder.describe(a, { simhash: [3, 4] })
  builder.describe(b, { relevant: false, score: 0.2, language: 'eng' })
  const graph = builder.finish()
  assert.deepEqual(relevantUrls(graph), [A])
  assert.deepEqual([...(graph.score ?? [])], [1000, 200])
  assert.deepEqual([...(graph.charset ?? [])], [CHARSET.target, CHARSET.none])
  assert.deepEqual([...(graph.simhash ?? [])], [1, 2, 0, 0])
  assert.deepEqual(
    [...graph.language].map(language => graph.languages[language]),
    ['tha', 'eng'],
  )
})

test('columns that nobody filled are absent', () => {
  const builder = new GraphBuilder()
  builder.describe(builder.page(A), {})
  const graph = builder.finish()
  assert.equal(graph.charset, null)
  assert.equal(graph.score, null)
  assert.equal(graph.simhash, undefined)
  assert.equal(graph.anchors, null)
  assert.deepEqual(graph.languages, ['und'])
})

test('anchors are one bit per link, and absent unless all links have one', () => {
  const build = (last: boolean | undefined): Uint8Array | null => {
    const builder = new GraphBuilder()
    const a = builder.page(A)
    builder.describe(a, {})
    for (let i = 0; i < 10; i++) builder.link(a, builder.page(`http://b.example/${i}`), i % 3 === 0)
    builder.link(a, a, true)
    builder.link(a, builder.page(C), last)
    return builder.finish().anchors
  }
  assert.deepEqual([...(build(true) ?? [])], [0b01001001, 0b110])
  assert.equal(build(undefined), null)
})

test('the 256th language and those after it share one code', () => {
  const builder = new GraphBuilder()
  for (let i = 0; i < 300; i++) {
    const code = String.fromCharCode(97 + Math.floor(i / 26), 97 + (i % 26), 120)
    builder.describe(builder.page(`http://a.example/${i}`), { language: code })
  }
  const graph = builder.finish()
  assert.equal(graph.languages.length, 256)
  assert.equal(graph.languages[graph.language[253]], 'jtx')
  assert.equal(graph.languages[graph.language[254]], 'mis')
  assert.equal(graph.languages[graph.language[299]], 'mis')
})

test('pages without URLs are on one server, and may be put in another order', () => {
  const builder = new GraphBuilder(false)
  builder.reserve(2)
  for (let id = 0; id < 3; id++) builder.describe(id, {})
  builder.link(0, 1)
  builder.link(1, 2)
  builder.link(1, 7)
  builder.seed(0)
  const graph = builder.finish({ order: Uint32Array.of(2, 1, 0) })
  assert.deepEqual(rows(graph), [[], [0], [1]])
  assert.deepEqual([...graph.seeds], [2])
  assert.equal(builder.lostLinks, 1)
  assert.deepEqual([graph.servers, graph.directories, graph.domains, graph.urls], [1, 1, 1, null])
})

test('every column is shared between threads', () => {
  const builder = new GraphBuilder()
  const a = builder.page(A)
  builder.describe(a, { score: 1, relevant: true, charset: 1 })
  builder.link(a, builder.page(B), true)
  const graph = builder.finish()
  for (const [name, column] of Object.entries(graph)) {
    if (ArrayBuffer.isView(column)) assert.ok(column.buffer instanceof SharedArrayBuffer, name)
  }
})
