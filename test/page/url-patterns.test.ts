import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import {
  createUrlFilter,
  formatBlacklist,
  matchesPattern,
  mergeBlacklists,
  parseBlacklist,
} from '../../src/page/url/patterns.js'

function filter(...lines: string[]): (url: string) => string | null {
  const find = createUrlFilter(parseBlacklist(lines.join('\n'), 'list.txt'))
  return url => find(url)?.pattern ?? null
}

function merged(...texts: string[]): string {
  const lists = texts.map(text => parseBlacklist(text, 'list.txt'))
  return formatBlacklist(mergeBlacklists(lists)).replace(/^#.*\n\n/, '')
}

test('a pattern matches whole URLs, and a star anything', () => {
  const cases: [string, string, boolean][] = [
    ['http://a.example/', 'http://a.example/', true],
    ['http://a.example/', 'http://a.example/x', false],
    ['*/cart/*', 'http://a.example/cart/1', true],
    ['*/cart/*', 'http://a.example/cart', false],
    ['*.pdf', 'http://a.example/x.pdf', true],
    ['*.pdf', 'http://a.example/x.pdf?y', false],
    ['http://*/a*b*c', 'http://h/aXbYbZc', true],
    ['*aa', 'http://h/a', false],
    ['a*a', 'a', false],
    ['**', 'x', true],
    ['', '', true],
    ['*', '', true],
  ]
  for (const [pattern, url, expected] of cases)
    assert.equal(matchesPattern(pattern, url), expected, `${pattern} ${url}`)
})

test('a pattern of many stars takes no longer than its length says', () => {
  assert.equal(matchesPattern(`${'*a'.repeat(1_000)}b`, 'a'.repeat(2_000)), false)
})

test('a host blocks itself and its subdomains, and no other', () => {
  const blocked = filter('ads.example', '10.0.0.1', '[::1]')
  assert.equal(blocked('http://ads.example/x'), 'ads.example')
  assert.equal(blocked('https://www.ads.example:8080/'), 'ads.example')
  assert.equal(blocked('http://myads.example/'), null)
  assert.equal(blocked('http://example/'), null)
  assert.equal(blocked('http://a.example/?u=ads.example'), null)
  assert.equal(blocked('http://10.0.0.1/'), '10.0.0.1')
  assert.equal(blocked('http://1.10.0.0.1.example/'), null)
  assert.equal(filter('0.0.1')('http://10.0.0.1/'), null)
  assert.equal(blocked('http://[::1]:80/'), '[::1]')
})

test('host patterns look at the host alone', () => {
  const blocked = filter('*.ads.example', 'tracker*.example.com', '*.xxx')
  assert.equal(blocked('http://a.ads.example/'), '*.ads.example')
  assert.equal(blocked('http://ads.example/'), null)
  assert.equal(blocked('http://tracker12.example.com/'), 'tracker*.example.com')
  assert.equal(blocked('http://a.example/tracker.example.com'), null)
  assert.equal(blocked('http://a.xxx/'), '*.xxx')
})

test('URL patterns are those of the campaign file; without a scheme they hold for http and https', () => {
  const blocked = filter(
    '*/cart/*',
    'http://a.example/private/*',
    'b.example/x/*',
    'http://c.example',
    'https://d.example:443/*',
  )
  assert.equal(blocked('https://any.example/cart/1'), '*/cart/*')
  assert.equal(blocked('http://a.example/private/x'), 'http://a.example/private/*')
  assert.equal(blocked('https://a.example/private/x'), null)
  assert.equal(blocked('https://b.example/x/1'), '*://b.example/x/*')
  assert.equal(blocked('http://b.example/y'), null)
  assert.equal(blocked('http://c.example/any'), 'http://c.example/*')
  assert.equal(blocked('https://d.example/'), 'https://d.example/*')
})

test('what people write is brought into the form of canonical URLs', () => {
  const [host, url, path] = parseBlacklist('ไทย.Example.\nHTTP://A.Example/X\n*/ก/%e0*#part', 'l')
  assert.equal(host.pattern, 'xn--o3cw4h.example')
  assert.equal(url.pattern, 'http://a.example/X')
  assert.equal(path.pattern, '*/%E0%B8%81/%E0*')
})

test('the most specific line decides, and "!" wins over its equal', () => {
  const blocked = filter(
    'example.com',
    '!good.example.com',
    'bad.good.example.com',
    '!http://example.com/free/*',
    '*/free/sold/*',
  )
  assert.equal(blocked('http://www.example.com/'), 'example.com')
  assert.equal(blocked('http://good.example.com/'), null)
  assert.equal(blocked('http://bad.good.example.com/'), 'bad.good.example.com')
  assert.equal(blocked('http://example.com/free/1'), null)
  assert.equal(blocked('http://www.example.com/free/1'), 'example.com')
  // 24 letters of the pattern that frees against 11 of the one that blocks
  assert.equal(blocked('http://example.com/free/sold/1'), null)
  assert.equal(filter('*.example.com', '!a.example.com')('http://a.example.com/'), null)
  assert.equal(filter('a.example', '!a.example')('http://a.example/'), null)
})

test('comments, reasons and dates are read and written back', () => {
  const text =
    '\uFEFF# about the list\n\n# why\n# twice\nads.example # 2026-01-31 advertising\r\nb.example\tslow\t2025-02-03\nc.example\n'
  const entries = parseBlacklist(text, 'l')
  assert.deepEqual(
    entries.map(({ pattern, reason, date, comments }) => [pattern, reason, date, comments]),
    [
      ['ads.example', 'advertising', '2026-01-31', ['why', 'twice']],
      ['b.example', 'slow', '2025-02-03', []],
      ['c.example', '', '', []],
    ],
  )
  assert.deepEqual(parseBlacklist(formatBlacklist(entries), 'l'), entries)
})

test('merging is a sorted union in which comments stay with their entry', () => {
  assert.equal(
    merged('# mine\nb.example # slow\na.example', 'b.example # ads\n\n# stray\n\nc.example', 'a.example'),
    'a.example\n# mine\nb.example # ads; slow\nc.example\n',
  )
})

test('what a school takes back stays taken back, unless somebody blocks it later', () => {
  const upstream = 'a.example # 2025-01-01 games\nb.example'
  const school = '!a.example # 2025-06-01 chess club\n!b.example'
  assert.equal(merged(upstream, school), '!a.example # 2025-06-01 chess club\n!b.example\n')
  assert.equal(merged(merged(upstream, school), upstream), merged(upstream, school))
  assert.equal(merged(school, 'a.example # 2026-01-01 now ads'), 'a.example # 2026-01-01 now ads\n!b.example\n')
  assert.equal(merged('!a.example', 'a.example # 2025-01-01'), 'a.example # 2025-01-01\n')
})

test('the order of the lists does not matter, nor does merging twice', () => {
  const lists = [
    'a.example # x\n!b.example # 2024-05-05',
    'a.example # y\nb.example # 2024-05-05',
    '*/q/*\n!a.example # 2020-01-01',
  ]
  const once = merged(...lists)
  assert.equal(merged(...[...lists].reverse()), once)
  assert.equal(merged(merged(lists[0], lists[1]), lists[2], once), once)
})

test('lines that cannot be meant are refused with file and line', () => {
  const cases: [string, RegExp][] = [
    ['*', /list\.txt:1: .*would block everything/],
    ['a.example\n!', /list\.txt:2: .*is empty/],
    ['*://*/*', /would block everything/],
    ['a example', /contains a space/],
    ['/cart/', /begins with a slash.* write \*\/cart\//],
    ['a..example', /neither a host nor a URL pattern/],
    ['a.example:8080', /neither a host nor a URL pattern/],
    ['http://a b/', /contains a space/],
    [`${'a'.repeat(3_000)}.example`, /longer than 2000 characters/],
  ]
  for (const [text, message] of cases)
    assert.throws(
      () => parseBlacklist(text, 'list.txt'),
      error => error instanceof LongtailError && error.code === 'E_CAMPAIGN' && message.test(error.message),
      text.slice(0, 50),
    )
})

test('control characters do not reach a terminal, and names of objects are only names', () => {
  const [entry] = parseBlacklist('a.example # \u001b[31mred\u202e', 'l')
  assert.equal(entry.reason, '[31mred')
  const blocked = filter('constructor', '__proto__.example')
  assert.equal(blocked('http://constructor/'), 'constructor')
  assert.equal(blocked('http://tostring/'), null)
  assert.equal(blocked('http://__proto__.example/'), '__proto__.example')
})

test('among thousands of entries of every kind each is found, and only by its own URLs', () => {
  const lines: string[] = []
  for (let i = 0; i < 2_000; i++)
    lines.push(`h${i}.example`, `*.p${i}.example`, `*/path${i}/*`, `http://u${i}.example/x*`)
  const blocked = filter(...lines)
  for (let i = 0; i < 2_000; i += 37) {
    assert.equal(blocked(`http://www.h${i}.example/`), `h${i}.example`)
    assert.equal(blocked(`http://a.p${i}.example/`), `*.p${i}.example`)
    assert.equal(blocked(`https://other.example/a/path${i}/b`), `*/path${i}/*`)
    assert.equal(blocked(`http://u${i}.example/xyz`), `http://u${i}.example/x*`)
    assert.equal(blocked(`http://u${i}.example/y/path${i}`), null)
  }
})

test('hostile lists are read in bounded time', () => {
  assert.equal(parseBlacklist('#\n'.repeat(200_000), 'l').length, 0)
  const blocked = filter(`*${'a'.repeat(1_500)}*b`, `${'*a'.repeat(900)}*`, '*a*')
  assert.equal(blocked(`http://x.example/${'b'.repeat(1_900)}`), '*a*')
})
