import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalUrl } from '../../src/page/url/canonical.js'
import { createUrlResolver } from '../../src/page/url/resolver.js'

const BASES = [
  'http://a.example/',
  'http://a.example/dir/page.html',
  'https://a.example:8443/a/b/c/?q=1&r=/x/',
  'http://a.example/a//b',
  'http://127.0.0.1:8080/x/y',
]

const PIECES = [
  ...[
    'http://',
    'https://',
    '//',
    '/',
    '/',
    '/',
    './',
    '../',
    '.',
    '..',
    '?',
    '&',
    '=',
    '#',
    ':',
    ';',
    '@',
    '%',
    '%41',
    '%E0%B8%81',
  ],
  ...[
    '%e0',
    'a',
    'b',
    'page',
    '.html',
    'Dir',
    '-',
    '_',
    '~',
    '!',
    '$',
    "'",
    '(',
    ')',
    '*',
    '+',
    ',',
    ' ',
    '\n',
    '\t',
    'ก',
    'é',
    '|',
    '^',
  ],
  ...[
    'www.',
    'b.example',
    'B.example',
    'xn--o3cw4h',
    '127.1',
    '1',
    '0x1',
    '.com',
    'localhost',
    ':80',
    ':8080',
    ';jsessionid=1',
  ],
  ...[
    'utm_source=1',
    'PHPSESSID=2',
    'sid=1',
    'sid=0123456789abcdef01',
    'id=5',
    'x=1',
    'q',
    'javascript:',
    'mailto:x',
    'http:',
    'HTTP://',
    '\\',
    '[',
    '<',
    '"',
  ],
]

test('the fast way gives what the whole way gives, whatever the link', () => {
  let seed = 42
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const resolvers = BASES.map(base => createUrlResolver(base))
  let resolved = 0
  for (let n = 0; n < 60_000; n++) {
    let raw = ''
    for (let k = random(8); k >= 0; k--) raw += PIECES[random(PIECES.length)]
    const k = random(BASES.length)
    const url = resolvers[k](raw)
    assert.equal(url, canonicalUrl(raw, BASES[k]), `${JSON.stringify(raw)} on ${BASES[k]}`)
    if (url !== null) resolved++
  }
  assert.ok(resolved > 20_000, `${resolved} of the made-up links mean something`)
})

test('links of the usual kinds are resolved', () => {
  const resolve = createUrlResolver('http://a.example/dir/sub/page.html?x=1')
  assert.equal(resolve('other.html'), 'http://a.example/dir/sub/other.html')
  assert.equal(resolve('../up.html#part'), 'http://a.example/dir/up.html')
  assert.equal(resolve('../../../../top'), 'http://a.example/top')
  assert.equal(resolve('./'), 'http://a.example/dir/sub/')
  assert.equal(resolve('/root?a=b'), 'http://a.example/root?a=b')
  assert.equal(resolve('?y=2'), 'http://a.example/dir/sub/page.html?y=2')
  assert.equal(resolve(''), 'http://a.example/dir/sub/page.html?x=1')
  assert.equal(resolve('#here'), 'http://a.example/dir/sub/page.html?x=1')
  assert.equal(resolve('//b.example'), 'http://b.example/')
  assert.equal(resolve('https://b.example?utm_source=x'), 'https://b.example/')
  assert.equal(resolve('tel:123'), null)
})

test('the memory of odd links does not mix pages, directories or charsets', () => {
  const odd = 'ก?q=ก'
  const here = createUrlResolver('http://a.example/1/x', 'windows-874')
  assert.equal(here(odd), 'http://a.example/1/%E0%B8%81?q=%A1')
  assert.equal(here(odd), 'http://a.example/1/%E0%B8%81?q=%A1')
  assert.equal(createUrlResolver('http://a.example/2/x', 'windows-874')(odd), 'http://a.example/2/%E0%B8%81?q=%A1')
  assert.equal(createUrlResolver('http://a.example/1/x')(odd), 'http://a.example/1/%E0%B8%81?q=%E0%B8%81')
  assert.equal(createUrlResolver('http://a.example/1/x')('?q=ก'), 'http://a.example/1/x?q=%E0%B8%81')
  assert.equal(createUrlResolver('http://a.example/1/y')('?q=ก'), 'http://a.example/1/y?q=%E0%B8%81')
  assert.equal(createUrlResolver('http://a.example/1/x')('http:?q=ก'), 'http://a.example/1/x?q=%E0%B8%81')
  assert.equal(createUrlResolver('http://a.example/1/y')('http:?q=ก'), 'http://a.example/1/y?q=%E0%B8%81')
})

test('more odd links than the memory holds are still resolved', () => {
  const resolve = createUrlResolver('http://a.example/')
  for (let n = 0; n < 20_000; n++) assert.equal(resolve(`/%7e${n}`), `http://a.example/~${n}`)
})
