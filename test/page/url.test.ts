import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { MAX_URL, canonicalUrl } from '../../src/page/url/canonical.js'
import { DROPPED_NAMES } from '../../src/page/url/parameters.js'

/** Both sides are as docs/urls.md has them. */
function becomes(cases: readonly (readonly [raw: string, canonical: string | null])[]): void {
  for (const [raw, canonical] of cases) assert.equal(canonicalUrl(raw), canonical, raw)
}

test('scheme and host are lower-cased, names of other scripts become punycode', () => {
  becomes([
    ['HTTP://WWW.Example.COM/Path', 'http://www.example.com/Path'],
    ['http://ไทย.example/', 'http://xn--o3cw4h.example/'],
    ['http://xn--o3cw4h.example/', 'http://xn--o3cw4h.example/'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    ['http://[::FFFF:1]/', 'http://[::ffff:1]/'],
  ])
})

test('default ports, fragments, credentials and a dot behind the host are removed', () => {
  becomes([
    ['http://a.example:80/', 'http://a.example/'],
    ['https://a.example:443/', 'https://a.example/'],
    ['http://a.example:8080/', 'http://a.example:8080/'],
    ['http://a.example/#top', 'http://a.example/'],
    ['http://a.example/x#!/app', 'http://a.example/x'],
    ['http://user:secret@a.example/', 'http://a.example/'],
    ['http://a.example./x', 'http://a.example/x'],
  ])
})

test('white space and control characters around and line breaks within are removed', () => {
  becomes([
    [' \t\nhttp://a.example/x \n', 'http://a.example/x'],
    ['http://a.exa\nmple/x\ty', 'http://a.example/xy'],
    ['http://a.example/a b', 'http://a.example/a%20b'],
  ])
})

test('dot segments are resolved and an empty path is the root', () => {
  becomes([
    ['http://a.example', 'http://a.example/'],
    ['http://a.example?x=1', 'http://a.example/?x=1'],
    ['http://a.example/a/./b/../c', 'http://a.example/a/c'],
    ['http://a.example/a/%2e%2E/c', 'http://a.example/c'],
    ['http://a.example/../..', 'http://a.example/'],
    ['http://a.example\\a\\b', 'http://a.example/a/b'],
    ['http://a.example//a//b', 'http://a.example//a//b'],
  ])
})

test('encoded unreserved characters are decoded, the rest is encoded in capitals', () => {
  becomes([
    ['http://a.example/%7euser/%41%2d%5f', 'http://a.example/~user/A-_'],
    ['http://a.example/%e0%b8%81', 'http://a.example/%E0%B8%81'],
    ['http://a.example/ก?ก', 'http://a.example/%E0%B8%81?%E0%B8%81'],
    ['http://a.example/a%2fb', 'http://a.example/a%2Fb'],
    ['http://a.example/?q=a%2fb', 'http://a.example/?q=a%2Fb'],
    ['http://a.example/^', 'http://a.example/%5E'],
  ])
})

test('a percent sign that encodes nothing is left alone', () => {
  becomes([
    ['http://a.example/100%', 'http://a.example/100%'],
    ['http://a.example/?q=%u0E01', 'http://a.example/?q=%u0E01'],
    ['http://a.example/%%41', 'http://a.example/%%41'],
    ['http://a.example/%4%31', 'http://a.example/%4%31'],
  ])
})

test('session ids are removed from path and query', () => {
  becomes([
    ['http://a.example/x.jsp;jsessionid=0A1B?y=1', 'http://a.example/x.jsp?y=1'],
    ['http://a.example/x;JSESSIONID=1/y;v=2', 'http://a.example/x/y;v=2'],
    ['http://a.example/a/..;jsessionid=1/b', 'http://a.example/b'],
    ['http://a.example/?PHPSESSID=abc&x=1', 'http://a.example/?x=1'],
    ['http://a.example/?x=1&ASPSESSIONIDQABCDEFG=HIJ&CFID=1&CFTOKEN=2&y', 'http://a.example/?x=1&y'],
    ['http://a.example/?sid=0123456789abcdef0123456789abcdef', 'http://a.example/'],
    ['http://a.example/?sid=12', 'http://a.example/?sid=12'],
    [
      'http://a.example/?session=opening-ceremony-of-the-year',
      'http://a.example/?session=opening-ceremony-of-the-year',
    ],
    ['http://a.example/?%50HPSESSID=1', 'http://a.example/'],
  ])
})

test('marks of advertising are removed and the order of what stays is kept', () => {
  becomes([
    ['http://a.example/?b=2&utm_source=x&a=1&fbclid=y&gclid=z', 'http://a.example/?b=2&a=1'],
    ['http://a.example/?UTM_Medium=x', 'http://a.example/'],
    ['http://a.example/?utm=1&automatic=2', 'http://a.example/?utm=1&automatic=2'],
    ['http://a.example/?', 'http://a.example/'],
    ['http://a.example/?&a=1&&b=2&', 'http://a.example/?a=1&b=2'],
  ])
})

test('what is no page of the Web, malformed or too long gives null', () => {
  becomes([
    ['mailto:someone@a.example', null],
    ['javascript:void(0)', null],
    ['ftp://a.example/', null],
    ['data:text/html,x', null],
    ['http://', null],
    ['http://a b/', null],
    ['http://a.example:99999/', null],
    ['http://a..example/', null],
    ['http://./', null],
    ['/relative', null],
    [`http://a.example/${'x'.repeat(MAX_URL)}`, null],
    [`http://a.example/${'x'.repeat(1_000_000)}`, null],
  ])
  const longest = `http://a.example/${'x'.repeat(MAX_URL - 17)}`
  assert.equal(canonicalUrl(longest), longest)
})

test('queries are encoded in the charset of the page, paths in UTF-8', () => {
  const base = 'http://a.example/'
  assert.equal(canonicalUrl('/ก?q=ก#ก', base, 'windows-874'), 'http://a.example/%E0%B8%81?q=%A1')
  assert.equal(canonicalUrl('?q=中 ', base, 'gbk'), 'http://a.example/?q=%D6%D0')
  assert.equal(canonicalUrl('?q=ก', base, 'windows-1252'), 'http://a.example/?q=%26%233585%3B')
  assert.equal(canonicalUrl('?q=ก', base, 'utf-16le'), 'http://a.example/?q=%E0%B8%81')
})

test('a canonical URL is its own canonical form', () => {
  const pieces = [
    '/',
    '.',
    '..',
    '%',
    '%41',
    '%2e',
    '%2F',
    '%zz',
    ';jsessionid=1',
    '?',
    '&',
    '=',
    'utm_a',
    'sid',
    'a',
    'B',
    ' ',
    'ก',
    '^',
    "'",
    '#',
    '\\',
    '@',
    ':',
    '9',
  ]
  let seed = 7
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  for (let n = 0; n < 20_000; n++) {
    let raw = 'http://a.example/'
    for (let k = random(12); k >= 0; k--) raw += pieces[random(pieces.length)]
    const once = canonicalUrl(raw)
    if (once !== null) assert.equal(canonicalUrl(once), once, raw)
  }
})

test('the documentation lists every parameter that is removed', () => {
  const page = readFileSync(new URL('../../../docs/urls.md', import.meta.url), 'utf8')
  for (const name of DROPPED_NAMES) assert.ok(page.includes(`\`${name}\``), name)
})
