import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { MAX_SITEMAP_DEPTH, parseSitemap } from '../../src/web/sitemaps.js'

const parse = (text: string) => parseSitemap(Buffer.from(text))
const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const INDEX = `<sitemapindex ${NS}><sitemap><loc>http://a.example/1.xml</loc></sitemap><sitemap><loc>http://a.example/2.xml.gz</loc></sitemap></sitemapindex>`

test('a sitemap gives its addresses once, with entities decoded and language variants', () => {
  const { urls, sitemaps, truncated } = parse(`
    <?xml version="1.0" encoding="UTF-8"?>
    <urlset ${NS} xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
      <url><loc> http://a.example/?a=1&amp;b=2 </loc><lastmod>2026-01-01</lastmod></url>
      <url><loc><![CDATA[http://a.example/ข่าว]]></loc>
        <xhtml:link rel="alternate" hreflang="th" href="http://a.example/th/"/>
        <image:image><image:loc>http://a.example/picture.png</image:loc></image:image></url>
      <url><loc>http://a.example/?a=1&#38;b=2</loc></url>
      <url><loc>/relative</loc></url><url><loc>ftp://a.example/</loc></url><url><loc></loc></url>
    </urlset>`)
  assert.deepEqual(urls, ['http://a.example/?a=1&b=2', 'http://a.example/ข่าว', 'http://a.example/th/'])
  assert.deepEqual(sitemaps, [])
  assert.equal(truncated, false)
})

test('a namespace prefix changes nothing', () => {
  const { urls } = parse(
    '<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:url><s:loc>http://a.example/</s:loc></s:url></s:urlset>',
  )
  assert.deepEqual(urls, ['http://a.example/'])
})

test('an index gives sitemaps, but not deeper than the bound', () => {
  assert.deepEqual(parse(INDEX), {
    urls: [],
    sitemaps: ['http://a.example/1.xml', 'http://a.example/2.xml.gz'],
    truncated: false,
    dates: new Map(),
  })
  const bytes = Buffer.from(INDEX)
  assert.equal(parseSitemap(bytes, { depth: MAX_SITEMAP_DEPTH - 1 }).sitemaps.length, 2)
  assert.equal(parseSitemap(bytes, { depth: MAX_SITEMAP_DEPTH }).sitemaps.length, 0)
})

test('text files have an address per line', () => {
  const { urls } = parse('\ufeffhttp://a.example/1\r\nhttps://a.example/2\n\nnot one\n  http://a.example/3')
  assert.deepEqual(urls, ['http://a.example/1', 'https://a.example/2', 'http://a.example/3'])
})

test('RSS and Atom feeds give the pages of their items', () => {
  const rss = `<rss version="2.0"><channel><link>http://a.example/</link><item><title>x</title><link>http://a.example/1</link></item></channel></rss>`
  assert.deepEqual(parse(rss).urls, ['http://a.example/1'])
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="http://a.example/"/><entry><link href="http://a.example/1"/>
    <link rel="edit" href="http://a.example/edit"/><link rel="alternate" href="http://a.example/2"/></entry></feed>`
  assert.deepEqual(parse(atom).urls, ['http://a.example/1', 'http://a.example/2'])
})

test('gzip is undone, twice if need be, and a cut file gives what it has', () => {
  const text = `<urlset ${NS}>${Array.from({ length: 2_000 }, (_, i) => `<url><loc>http://a.example/${i * 7919}</loc></url>`).join('')}</urlset>`
  const packed = gzipSync(text)
  assert.equal(parseSitemap(packed).urls.length, 2_000)
  assert.equal(parseSitemap(gzipSync(packed)).urls.length, 2_000)
  const { length } = parseSitemap(packed.subarray(0, packed.length / 2)).urls
  assert.ok(length > 100 && length < 2_000, `${length}`)
})

test('UTF-16 is read by its mark', () => {
  const text = '\ufeff<urlset><url><loc>http://a.example/ข</loc></url></urlset>'
  assert.deepEqual(parseSitemap(Buffer.from(text, 'utf16le')).urls, ['http://a.example/ข'])
  assert.deepEqual(parseSitemap(Buffer.from(text, 'utf16le').swap16()).urls, ['http://a.example/ข'])
})

test('more addresses than allowed are left out', () => {
  const lines = Array.from({ length: 50_010 }, (_, i) => `http://a.example/${i}`)
  const { urls, truncated } = parse(lines.join('\n'))
  assert.deepEqual([urls.length, truncated], [50_000, true])
  assert.deepEqual(parseSitemap(Buffer.from(lines.join('\n')), { maxUrls: 3 }).urls, lines.slice(0, 3))
})

test('more bytes than allowed are left out, a bomb altogether', () => {
  const text = 'http://a.example/1\nhttp://a.example/2\n'
  assert.deepEqual(parseSitemap(Buffer.from(text), { maxBytes: 19 }), {
    urls: ['http://a.example/1'],
    sitemaps: [],
    truncated: true,
    dates: new Map(),
  })
  const bomb = gzipSync(Buffer.alloc(2_000_000, 'x'))
  assert.deepEqual(parseSitemap(bomb, { maxBytes: 1_000_000 }), {
    urls: [],
    sitemaps: [],
    truncated: true,
    dates: new Map(),
  })
})

test('entities that a file defines are not expanded, so a bomb of them is harmless', () => {
  const doctype = `<!DOCTYPE x [<!ENTITY a "http://a.example/"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`
  const { urls } = parse(
    `${doctype}<urlset><url><loc>&b;</loc></url><url><loc>&c;</loc></url><url><loc>http://a.example/ok</loc></url></urlset>`,
  )
  assert.deepEqual(urls, ['http://a.example/ok'])
})

test('nesting, attributes, errors and long texts without end are given up', () => {
  const cases = [
    '<a>'.repeat(300_000),
    `<urlset><url ${Array.from({ length: 200_000 }, (_, i) => `a${i}="x"`).join(' ')}>`,
    `<urlset>${'&nothing;'.repeat(100_000)}`,
    '<'.repeat(500_000),
  ]
  for (const text of cases) {
    const { urls, truncated } = parse(text)
    assert.deepEqual([urls.length, truncated], [0, true], text.slice(0, 20))
  }
  assert.deepEqual(parse(`<urlset><url><loc>http://a.example/${'x'.repeat(1_000_000)}</loc></url></urlset>`).urls, [])
})

test('what is no sitemap gives nothing', () => {
  for (const text of [
    '',
    '   ',
    '<html><body><a href="http://a.example/">x</a></body></html>',
    '{"urls":["http://a.example/"]}',
    '\x1f\x8bnonsense',
  ]) {
    assert.deepEqual(parse(text).urls, [], text)
  }
})

test('dates of sitemaps and feeds are read; a day is its end, of several the latest counts, nonsense is none', () => {
  const day = (date: string): number => Date.parse(date)
  const sitemap = parse(`<urlset ${NS}>
    <url><loc>http://a.example/1</loc><lastmod>2026-01-01T10:00:00+02:00</lastmod></url>
    <url><lastmod>2026-01-02</lastmod><loc>http://a.example/2</loc></url>
    <url><loc>http://a.example/3</loc><lastmod>yesterday</lastmod></url>
    <url><loc>http://a.example/4</loc></url></urlset>`)
  assert.deepEqual(
    [...sitemap.dates],
    [
      ['http://a.example/1', day('2026-01-01T08:00:00Z')],
      ['http://a.example/2', day('2026-01-03T00:00:00Z') - 1],
    ],
  )
  const rss = parse(
    '<rss><channel><pubDate>Fri, 02 Jan 2026 00:00:00 GMT</pubDate><item><link>http://a.example/x</link><pubDate>Thu, 01 Jan 2026 00:00:00 GMT</pubDate></item></channel></rss>',
  )
  assert.deepEqual([...rss.dates], [['http://a.example/x', day('2026-01-01T00:00:00Z')]])
  const atom = parse(
    '<feed xmlns="http://www.w3.org/2005/Atom"><updated>2026-02-01T00:00:00Z</updated><entry><updated>2026-01-05T00:00:00Z</updated><published>2026-01-01T00:00:00Z</published><link href="http://a.example/y"/></entry></feed>',
  )
  assert.deepEqual([...atom.dates], [['http://a.example/y', day('2026-01-05T00:00:00Z')]])
})
