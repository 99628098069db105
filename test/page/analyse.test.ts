import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Exchange, HeaderLine } from '../../src/contracts.js'
import { analyse } from '../../src/page/analyse.js'
import { MAX_DECODED } from '../../src/page/http/content-coding.js'
import { MAX_LINKS } from '../../src/page/html/parse.js'
import { MAX_TEXT } from '../../src/page/html/text-builder.js'

const HTML: HeaderLine = ['Content-Type', 'text/html']

function exchange(body: string | Uint8Array, headers: readonly HeaderLine[] = [HTML], status = 200): Exchange {
  return {
    ok: true,
    url: 'http://a.example/dir/page.html',
    startedAt: 0,
    fetchMs: 1,
    ip: null,
    protocol: 'http/1.1',
    requestHeaders: [],
    status,
    statusText: '',
    headers,
    body: typeof body === 'string' ? Buffer.from(body) : body,
    truncated: null,
  }
}

test('a page has title, text, links with their surroundings and declarations', () => {
  const page = analyse(
    exchange(
      '<html lang="th-TH"><head><meta charset="utf-8"><title>ทดสอบ</title><base href="/other/"></head>' +
        '<body><p>Before the <a href="x.html?b=2&amp;a=1#frag">link\nitself</a> and after it.</p></body></html>',
    ),
  )
  assert.equal(page.url, 'http://a.example/dir/page.html')
  assert.equal(page.status, 200)
  assert.equal(page.mime, 'text/html')
  assert.equal(page.title, 'ทดสอบ')
  assert.equal(page.fullText, 'Before the link itself and after it.')
  assert.equal(page.text, page.fullText)
  assert.deepEqual(page.declared, { charset: 'utf-8', charsetSource: 'meta', metaCharset: 'utf-8', language: 'th' })
  assert.equal(page.links.length, 1)
  const [{ url, kind, anchor, before, after, neighbours, nofollow }] = page.links
  assert.deepEqual([url, kind, nofollow], ['http://a.example/other/x.html?b=2&a=1', 'a', false])
  assert.deepEqual([before, anchor, after], ['Before the ', 'link itself', ' and after it.'])
  assert.equal(neighbours, 'Before the\nand after it.')
  assert.deepEqual([page.nofollow, page.noindex], [false, false])
})

test('surroundings are at most 100 characters, anchors 200, and no character is cut in half', () => {
  const { links } = analyse(exchange(`<p>${'😀'.repeat(75)}x<a href=/>${'😀'.repeat(150)}</a>y${'😀'.repeat(75)}</p>`))
  assert.equal(links[0].before, `${'😀'.repeat(49)}x`)
  assert.equal(links[0].anchor, '😀'.repeat(100))
  assert.equal(links[0].after, `y${'😀'.repeat(49)}`)
})

test('links that lead to no page are left out', () => {
  const { links } = analyse(
    exchange(
      '<a href="mailto:x@a.example">m</a><a href="javascript:x()">j</a><a href="http://">h</a><a href="ok">o</a>',
    ),
  )
  assert.deepEqual(
    links.map(link => link.url),
    ['http://a.example/dir/ok'],
  )
})

test('a page from a file has its absolute links', () => {
  const page = analyse({ ...exchange('<a href=x>x</a><a href="http://b.example">b</a>'), url: 'file:///tmp/x.html' })
  assert.deepEqual(
    page.links.map(link => link.url),
    ['http://b.example/'],
  )
})

test('a redirect is a page with one link', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    const page = analyse(exchange('<a href=/here>here</a>', [HTML, ['Location', '../new?utm_source=x']], status))
    assert.deepEqual(
      page.links.map(({ kind, url }) => [kind, url]),
      [['redirect', 'http://a.example/new']],
    )
    assert.deepEqual([page.text, page.fullText, page.title], ['', '', ''])
  }
  const utf8 = Buffer.from('/ไทย').toString('latin1')
  assert.equal(
    analyse(exchange('', [['location', utf8]], 302)).links[0].url,
    'http://a.example/%E0%B9%84%E0%B8%97%E0%B8%A2',
  )
  assert.deepEqual(analyse(exchange('', [['location', 'javascript:x']], 302)).links, [])
  assert.equal(analyse(exchange('<a href=/here>here</a>', [HTML], 302)).links[0].kind, 'a')
  assert.equal(analyse(exchange('<a href=/here>here</a>', [HTML, ['Location', '/there']], 201)).links[0].kind, 'a')
})

test('headers can forbid, refresh and name the language', () => {
  const page = analyse(
    exchange('<p>x', [
      HTML,
      ['X-Robots-Tag', 'noindex'],
      ['x-robots-tag', 'nofollow'],
      ['Content-Language', 'DE-at'],
      ['Refresh', '0; url=/next'],
    ]),
  )
  assert.deepEqual([page.noindex, page.nofollow], [true, true])
  assert.equal(page.declared.language, 'de')
  assert.deepEqual(
    page.links.map(({ kind, url }) => [kind, url]),
    [['refresh', 'http://a.example/next']],
  )
  assert.equal(analyse(exchange('<p>x', [HTML, ['X-Robots-Tag', 'otherbot: noindex, nofollow']])).noindex, false)
  assert.equal(analyse(exchange('<p>x', [HTML, ['X-Robots-Tag', 'max-snippet: 5, noindex']])).noindex, true)
})

test('html lang comes before Content-Language, the element before the header', () => {
  const header: HeaderLine = ['Content-Language', 'de']
  const meta = '<meta http-equiv=content-language content="fr-FR">'
  assert.equal(analyse(exchange(`<html lang=th>${meta}`, [HTML, header])).declared.language, 'th')
  assert.equal(analyse(exchange(`<html lang="">${meta}`, [HTML, header])).declared.language, 'fr')
  assert.equal(analyse(exchange('<html>', [HTML, header])).declared.language, 'de')
  assert.equal(analyse(exchange('<html lang="*">')).declared.language, '')
})

test('coded bodies are decoded and the decoded bytes are kept', () => {
  const html = '<p>สวัสดี</p>'
  const page = analyse(exchange(gzipSync(html), [HTML, ['Content-Encoding', 'gzip']]))
  assert.equal(page.fullText, 'สวัสดี')
  assert.equal(Buffer.from(page.bytes).toString(), html)
})

test('plain text is text, other types are empty, a missing type is looked up in the bytes', () => {
  const html = '<!DOCTYPE html><title>t</title><a href=x>link</a>'
  assert.equal(analyse(exchange('a\r\nb <c>\n', [['Content-Type', 'text/plain; charset=utf-8']])).text, 'a\nb <c>')
  for (const mime of ['image/png', 'application/json', 'text/css', 'application/rss+xml', 'font/woff']) {
    const page = analyse(exchange(html, [['Content-Type', mime]]))
    assert.deepEqual([page.mime, page.text, page.fullText, page.title, page.links.length], [mime, '', '', '', 0])
  }
  assert.equal(analyse(exchange(html, [])).title, 't')
  assert.equal(analyse(exchange(html, [['Content-Type', 'application/octet-stream']])).mime, 'text/html')
  assert.equal(analyse(exchange('just words', [])).mime, 'text/plain')
  assert.equal(analyse(exchange('\x89PNG\r\n\x1a\n\0\0\0', [])).mime, 'application/octet-stream')
  assert.equal(analyse(exchange('<?xml version="1.0"?><records><name>words</name></records>', [])).text, '')
  assert.equal(analyse(exchange('', [])).links.length, 0)
})

test('a page that is called a document is a page, a document is none', () => {
  const html = '\ufeff\n<html xmlns:o="x"><title>t</title><p>words</p>'
  for (const mime of ['application/pdf', 'application/msword', 'application/vnd.ms-excel', 'application/rtf']) {
    const page = analyse(exchange(html, [['Content-Type', mime]]))
    assert.deepEqual([page.mime, page.title, page.text], ['text/html', 't', 'words'])
    assert.equal(analyse(exchange(`%PDF-1.7 ${html}`, [['Content-Type', mime]])).mime, mime)
  }
})

test('XHTML is read by its own rules, and found under the names of XML', () => {
  const xhtml =
    '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xml:lang="fr"><head><script src="x"/><title>T</title></head>' +
    '<body><p><![CDATA[a<b]]> <a name="n"/><a href="/x">y</a></p></body></html>'
  for (const mime of ['application/xhtml+xml', 'application/xml', 'text/xml']) {
    const page = analyse(exchange(xhtml, [['Content-Type', mime]]))
    assert.deepEqual(
      [page.title, page.fullText, page.links.length, page.declared.language],
      ['T', 'a<b y', 1, 'fr'],
      mime,
    )
  }
  const feed = analyse(
    exchange('<?xml version="1.0"?><rss><channel><title>x</title></channel></rss>', [['Content-Type', 'text/xml']]),
  )
  assert.deepEqual([feed.fullText, feed.title], ['', ''])
})

test('longer texts have a simhash, the same for the same words', () => {
  const words = Array.from({ length: 200 }, (_, n) => `word${Math.imul(n, 7_919) % 101}`).join(' ')
  const page = analyse(exchange(`<p>${words}</p>`))
  assert.notDeepEqual(page.simhash, [0, 0])
  assert.deepEqual(analyse(exchange(`<div>\n<b>${words}</b></div>`)).simhash, page.simhash)
  assert.deepEqual(analyse(exchange('<p>short</p>')).simhash, [0, 0])
})

// Each would take minutes, or the whole memory, if anything were worse than linear.
const DEEP = 200_000
const HOSTILE: Readonly<Record<string, string | Uint8Array>> = {
  'elements nested 200,000 deep': `${'<div>'.repeat(DEEP)}x${'</div>'.repeat(DEEP)}`,
  'end tags that end nothing in deep nesting': '<div>'.repeat(DEEP) + '</p></span></table></form>'.repeat(DEEP),
  'forms in deep nesting': '<div>'.repeat(DEEP) + '<form>'.repeat(DEEP),
  'an attribute of 5 MB': `<a href="${'x'.repeat(5_000_000)}">x</a>`,
  'a million attributes': `<p ${'a=b '.repeat(1_000_000)}>x`,
  'millions of <': '<'.repeat(4_000_000),
  'millions of <!': '<!'.repeat(2_000_000),
  'millions of <a': '<a'.repeat(2_000_000),
  'millions of &': '&'.repeat(2_000_000),
  'references that do not end': '&#x'.repeat(1_000_000),
  'links that are not closed': '<a href=x>'.repeat(300_000),
  'quotes that are not closed': '<a href="'.repeat(300_000),
  'comments that are not closed': '<!--'.repeat(1_000_000),
  'a comment of dashes': `<!--${'-'.repeat(4_000_000)}`,
  'a script that is not closed': `<script>${'</scrip'.repeat(500_000)}`,
  'titles that are not closed': '<title>'.repeat(500_000),
  'declarations that are not closed': '<?xml '.repeat(500_000),
  NULs: '\0'.repeat(4_000_000),
  'NULs between letters': 'a\0'.repeat(1_000_000),
  'white space': ' \n'.repeat(2_000_000),
  'a million paragraphs': '<p>x'.repeat(1_000_000),
  'very many links': '<a href="/p%41?a=1&sid=1">x</a>'.repeat(100_000),
  'bytes that are no UTF-8': Buffer.alloc(3_000_000, 0xe0),
  noise: Uint8Array.from({ length: 1_000_000 }, (_, n) => Math.imul(n, 2_654_435_761) >>> 13),
}

for (const [name, body] of Object.entries(HOSTILE)) {
  test(`a hostile page gives a bounded page: ${name}`, () => {
    const page = analyse(exchange(body))
    assert.ok(page.fullText.length <= MAX_TEXT)
    assert.ok(page.text.length <= page.fullText.length)
    assert.ok(page.links.length <= MAX_LINKS)
  })
}

test('a compression bomb gives a bounded page', () => {
  const bomb = gzipSync(Buffer.alloc(2 * MAX_DECODED, '<p>boom '))
  const page = analyse(exchange(bomb, [HTML, ['Content-Encoding', 'gzip']]))
  assert.ok(page.bytes.length > 0 && page.bytes.length <= MAX_DECODED)
  assert.ok(page.fullText.startsWith('boom\nboom'))
})
