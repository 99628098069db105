import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHARSET } from '../../src/contracts.js'
import { Groups } from '../../src/crawl/groups.js'
import { createLinkFeatures } from '../../src/crawl/link-features.js'
import { LongtailError } from '../../src/errors.js'
import { createStrategy } from '../../src/strategy/index.js'

const bayes = createStrategy('naive-bayes:features=charset+anchor')

test('a declared charset is one of the target language, of all, of Western Europe, another, or none', () => {
  const { charset } = createLinkFeatures(bayes, ['tha'])
  for (const name of ['tis-620', 'windows-874', 'iso-8859-11']) assert.equal(charset(name), CHARSET.target, name)
  assert.equal(charset('utf-8'), CHARSET.utf8)
  assert.equal(charset('iso-8859-1'), CHARSET.latin1)
  assert.equal(charset('euc-jp'), CHARSET.other)
  assert.equal(charset(''), CHARSET.none)
  assert.equal(createLinkFeatures(bayes, ['jpn']).charset('euc-jp'), CHARSET.target)
})

test('anchors are told by their script, link by link', () => {
  const features = createLinkFeatures(bayes, ['tha'])
  assert.deepEqual(
    features.anchorInTarget(4, () => ['อ่านต่อ', 'read on', '']),
    Uint8Array.of(1, 0, 0, 0),
  )
})

test('what a strategy does not need is not computed', () => {
  const features = createLinkFeatures(createStrategy('soft-focused'), ['swa'])
  assert.equal(features.charset('utf-8'), CHARSET.none)
  assert.equal(
    features.anchorInTarget(1, () => assert.fail('asked for anchors')),
    null,
  )
})

test('a strategy that needs what a crawl cannot give is refused before it begins', () => {
  const refused = (message: RegExp) => (error: unknown) =>
    error instanceof LongtailError && error.code === 'E_STRATEGY' && message.test(error.message)
  assert.throws(() => createLinkFeatures(bayes, ['swa']), refused(/swa shares its script/))
  assert.throws(() => createLinkFeatures({ ...bayes, needs: ['text'] }, ['tha']), refused(/needs the text/))
})

test('groups know their top-level and registrable domains, where these are needed', () => {
  const groups = new Groups('server', () => {}, ['tld', 'domain'])
  const urls = ['http://www.a.co.th/', 'http://b.a.co.th/x', 'http://c.co.th/', 'http://10.0.0.1/', 'http://d.example/']
  const ids = urls.map(url => groups.groupOf(url))
  const { tld, domain } = groups
  assert.ok(tld !== null && domain !== null)
  const [a, b, c, address, d] = ids
  assert.equal(tld[a], tld[b])
  assert.equal(tld[a], tld[c])
  assert.notEqual(tld[a], tld[d])
  assert.notEqual(tld[address], tld[d])
  assert.equal(domain[a], domain[b])
  assert.notEqual(domain[a], domain[c])
  assert.equal(new Set(ids.map(id => domain[id])).size, 4)

  const plain = new Groups('server', () => {}, ['charset'])
  plain.groupOf('http://a.co.th/')
  assert.equal(plain.tld, null)
  assert.equal(plain.domain, null)
})

test('domains are kept when the groups become many', () => {
  const groups = new Groups('server', () => {}, ['tld', 'domain'])
  for (let i = 0; i < 5000; i++) groups.groupOf(`http://h${i}.d${i >> 1}.${i % 2 === 0 ? 'com' : 'org'}/`)
  const { tld, domain } = groups
  assert.ok(tld !== null && domain !== null)
  assert.equal(tld[0], tld[4998])
  assert.notEqual(tld[0], tld[4999])
  assert.equal(new Set(domain.subarray(0, 5000)).size, 5000)
})
