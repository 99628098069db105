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
})

test('what a strategy only wants is given where it can be had, and nothing is refused', () => {
  const wishful = {
    ...createStrategy('soft-focused'),
    wants: ['anchorInTarget', 'charset', 'words', 'duplicate'] as const,
  }
  const thai = createLinkFeatures(wishful, ['tha'])
  assert.deepEqual(
    thai.anchorInTarget(1, () => ['อ่านต่อ']),
    Uint8Array.of(1),
  )
  assert.equal(thai.charset('tis-620'), CHARSET.target)
  assert.ok(thai.isDuplicate(0))
  assert.ok(!thai.isDuplicate(undefined))
  const swahili = createLinkFeatures(wishful, ['swa'])
  assert.equal(
    swahili.anchorInTarget(1, () => ['soma']),
    null,
  )
})

test('the words of links come from anchors, URLs and surroundings, as far as the log has them', () => {
  const features = createLinkFeatures({ ...createStrategy('soft-focused'), wants: ['words'] }, ['tha'])
  assert.ok(features.hasWords)
  const url = (link: number): string => `http://a.example/page/${link}`
  const whole = features.words(2, url, { anchors: ['read on', 'next'], around: ['before\nafter', ''] })
  const bare = features.words(2, url, {})
  assert.ok(whole !== null && bare !== null)
  assert.deepEqual([...whole.starts], [0, 5, 7])
  assert.deepEqual([...bare.starts], [0, 1, 2])
  assert.equal(bare.hashes[0], bare.hashes[1], 'the same word of two URLs')
  const damaged: unknown = { anchors: 'read on', around: [7, null] }
  assert.deepEqual(features.words(2, url, damaged as { anchors: string[] }), bare)

  const plain = createLinkFeatures(createStrategy('soft-focused'), ['tha'])
  assert.ok(!plain.hasWords)
  assert.equal(plain.words(1, url, {}), null)
})

test('groups know their top-level and registrable domains, where these are needed', () => {
  const groups = new Groups('server', () => {}, new Set(['tld', 'domain']))
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

  const hosts = new Groups('directory', () => {}, new Set(['host'] as const))
  const directories = ['http://a.example/x/', 'http://b.example/', 'http://a.example/y/'].map(each =>
    hosts.groupOf(each),
  )
  assert.deepEqual(
    directories.map(group => hosts.host?.[group]),
    [0, 1, 0],
  )
  const plain = new Groups('server', () => {}, new Set(['charset']))
  plain.groupOf('http://a.co.th/')
  assert.equal(plain.tld, null)
  assert.equal(plain.domain, null)
  assert.equal(plain.host, null)
})

test('domains are kept when the groups become many', () => {
  const groups = new Groups('server', () => {}, new Set(['tld', 'domain']))
  for (let i = 0; i < 5000; i++) groups.groupOf(`http://h${i}.d${i >> 1}.${i % 2 === 0 ? 'com' : 'org'}/`)
  const { tld, domain } = groups
  assert.ok(tld !== null && domain !== null)
  assert.equal(tld[0], tld[4998])
  assert.notEqual(tld[0], tld[4999])
  assert.equal(new Set(domain.subarray(0, 5000)).size, 5000)
})
