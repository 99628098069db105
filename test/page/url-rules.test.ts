import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUrlRules, parseUrlRule } from '../../src/page/url/url-rules.js'
import { seededRandom } from '../frontier/random.js'

function matches(rule: string, url: string): boolean {
  return (createUrlRules([rule], 'test')?.(url) ?? null) !== null
}

test('hosts with all below them, prefixes, and patterns of hosts and URLs', () => {
  const cases: [rule: string, inside: string[], outside: string[]][] = [
    [
      'example.org',
      ['http://example.org/', 'https://www.example.org/x'],
      ['http://anexample.org/', 'http://a.org/example.org'],
    ],
    ['*.example.org', ['http://www.example.org/'], ['http://example.org/', 'http://www.example.com/']],
    [
      'https://example.org/wiki/',
      ['https://example.org/wiki/', 'https://example.org/wiki/a?b'],
      ['https://example.org/wikis', 'http://example.org/wiki/a'],
    ],
    [
      'example.org/wiki/',
      ['https://example.org/wiki/a', 'http://example.org/wiki/'],
      ['http://www.example.org/wiki/a'],
    ],
    ['http://example.org/one', ['http://example.org/one'], ['http://example.org/one2']],
    ['*/calendar/*', ['http://a.test/x/calendar/1'], ['http://a.test/calendar']],
    ['*.pdf', ['http://a.test/x.pdf'], ['http://a.test/x.pdf?y']],
    ['*?sort=*', ['http://a.test/?sort=up'], ['http://a.test/?a=1&sort=up']],
    ['*calendar*', ['http://a.test/calendar', 'http://calendar.test/'], ['http://a.test/']],
    ['Example.ORG', ['http://example.org/'], []],
    ['*/wiki/', ['http://a.test/wiki/'], ['http://a.test/wiki/x']],
    ['*แมว*', ['http://a.test/%E0%B9%81%E0%B8%A1%E0%B8%A7'], ['http://a.test/']],
    ['localhost', ['http://localhost:80/x'], []],
  ]
  for (const [rule, inside, outside] of cases) {
    for (const url of inside) assert.ok(matches(rule, url), `${rule} should match ${url}`)
    for (const url of outside) assert.ok(!matches(rule, url), `${rule} should not match ${url}`)
  }
})

test('what can match nothing is refused with what to write', () => {
  const cases: [rule: string, said: RegExp][] = [
    ['calendar', /"calendar" is not a host: write a host \(calendar\.example\), or \*calendar\*/],
    ['/cart/*', /write \*\/cart\/\*/],
    ['*', /would block everything/],
    ['ftp://a.test/*', /only http and https/],
    ['two words', /contains a space/],
    ['http://exa mple/', /contains a space/],
  ]
  for (const [rule, said] of cases)
    assert.throws(() => parseUrlRule(rule, 'exclude'), { code: 'E_CAMPAIGN', message: said })
})

test('the rule that decides is told as it was written, and "!" takes one back', () => {
  const rules = createUrlRules(['example.org', '!www.example.org', '*/cart/*'], 'test')
  assert.equal(rules?.('http://example.org/')?.reason, 'example.org')
  assert.equal(rules?.('http://www.example.org/'), null)
  assert.equal(rules?.('http://a.test/cart/1')?.reason, '*/cart/*')
})

test('what a filter says of a URL does not depend on what it was asked before', () => {
  const texts = ['example.org', '*.a.test', '*/x/*', '!b.a.test', 'http://c.test/d/', '*.pdf']
  const urls = ['example.org', 'www.example.org', 'a.test', 'b.a.test', 'c.test', 'd.test'].flatMap(host =>
    ['/', '/x/', '/d/', '/d/e.pdf', '/f.pdf'].map(path => `http://${host}${path}`),
  )
  const fresh = urls.map(url => createUrlRules(texts, 'test')?.(url)?.reason ?? null)
  const shared = createUrlRules(texts, 'test')
  const random = seededRandom(7)
  for (let i = 0; i < 1000; i++) {
    const which = random(urls.length)
    assert.equal(shared?.(urls[which])?.reason ?? null, fresh[which], urls[which])
  }
})
