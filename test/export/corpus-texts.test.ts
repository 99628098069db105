import assert from 'node:assert/strict'
import test from 'node:test'
import { cleaned, paragraphsOf } from '../../src/export/corpus/paragraphs.js'
import { scratch } from '../archive/samples.js'
import { article, smallCorpus, textsOf } from './corpus-samples.js'

const RIVER =
  'The river rises in the northern mountains and flows for six hundred kilometres through forests, gorges and rice fields before it reaches the sea.'
const FISH =
  'Forty kinds of fish live in its upper course alone, and the people of the villages have caught them with nets and baskets for longer than anybody remembers.'
const GERMAN =
  'Der Fluss entspringt in den Bergen des Nordens und fließt durch Wälder, Schluchten und Reisfelder, bevor er nach sechshundert Kilometern das Meer erreicht.'

test('paragraphs stay as they are written, but for what no text has', () => {
  assert.deepEqual(paragraphsOf('one\u0000two\n\n  \n\u2028three\u0085four\ufeff\n\ud800five'), [
    'one two',
    'three four',
    '\ufffdfive',
  ])
  // decomposed letters, zero-width spaces between Khmer words, emoji
  for (const text of ['cafe\u0301', 'ភាសា\u200bខ្មែរ', 'a \u{1f600} b', '①ﬁ']) assert.equal(cleaned(text), text)
})

test('menus are left out, and every paragraph is a line', async t => {
  const { pages } = await smallCorpus(scratch(t), [
    {
      url: 'http://a.example/',
      body: `<title> A   river </title><nav><a href=/>Home</a> <a href=/b>Products</a></nav><h1>A river</h1><p>${RIVER}</p><p>${FISH}</p><footer>Imprint</footer>`,
    },
  ])
  assert.equal(pages[0].title, 'A river')
  assert.deepEqual(pages[0].text.split('\n'), ['A river', RIVER, FISH])
})

test('languages, shares, lengths and reservations decide, and what is left out is counted', async t => {
  const archived = [
    article('river', [RIVER]),
    article('fluss', [GERMAN]),
    article('mixed', [RIVER, GERMAN]),
    article('short', ['Hello there, this is short.']),
    article('reserved', [FISH], '<meta name="tdm-reservation" content="1">'),
    article('none', []),
    { url: 'http://site.example/picture', type: 'text/html', body: '' },
  ]
  const all = await smallCorpus(scratch(t), archived)
  assert.deepEqual(Object.keys(textsOf(all)), ['river', 'fluss', 'mixed', 'short', 'reserved'])
  const { pages, sheet } = await smallCorpus(scratch(t), archived, {
    languages: ['eng'],
    minShare: 0.8,
    minChars: 60,
    skipReserved: true,
  })
  assert.deepEqual(
    pages.map(({ url, language }) => [url, language]),
    [['http://site.example/river', 'eng']],
  )
  const { dropped } = sheet.counts
  assert.equal(dropped.empty, 2)
  assert.equal(dropped.short + dropped.language + dropped.share, 3)
  assert.ok(dropped.language >= 1 && dropped.short === 1)
  assert.equal(dropped.reserved, 1)
})

test('a letter of two UTF-16 units is one character, wherever characters are counted', async t => {
  const deseret = `${RIVER} ${'\u{10428}\u{1042d}\u{10445} '.repeat(20)}`.trim()
  const characters = [...deseret].length
  assert.ok(deseret.length > characters)
  const archived = [article('deseret', [deseret]), article('more', [FISH, deseret])]
  const { sheet } = await smallCorpus(scratch(t), archived, { minChars: characters, dedupe: 'exact' })
  assert.equal(sheet.counts.removed.equal.characters, characters)
  const { pages, summary } = await smallCorpus(scratch(t), archived, { minChars: characters + 1 })
  assert.deepEqual([pages.length, summary.dropped.short], [1, 1])
})

test('licences and reservations are found where pages put them, with their place', async t => {
  const head = [
    '<link rel="license" href="https://creativecommons.org/licenses/by-sa/4.0/deed.th">',
    '<meta name="DC.rights" content="Ministry of Rivers, 2024">',
    '<meta name="robots" content="noarchive, NOAI">',
    '<script type="application/ld+json">{"@graph":[{"license":{"@id":"http://creativecommons.org/publicdomain/zero/1.0/"}}]}</script>',
  ].join('')
  const foot =
    '<a href="https://creativecommons.org/licenses/by-nc-nd/3.0/th/"><img src="https://i.creativecommons.org/l/by-nc-nd/3.0/th/88x31.png"></a>' +
    '<p>© 2024 River Authority. All rights reserved.</p><p>สงวนลิขสิทธิ์ ตามพระราชบัญญัติลิขสิทธิ์</p>'
  const { pages, sheet } = await smallCorpus(scratch(t), [
    article('licensed', [RIVER, FISH, foot], head),
    article('plain', [GERMAN]),
  ])
  assert.deepEqual(
    pages[0].licences.map(({ licence, found }) => [licence, found]),
    [
      ['CC-BY-SA-4.0', 'rel=license'],
      ['', 'meta dc.rights'],
      ['CC0-1.0', 'json-ld'],
      ['CC-BY-NC-ND-3.0-TH', 'link'],
      ['CC-BY-NC-ND-3.0', 'image'],
      ['all-rights-reserved', 'text'],
      ['all-rights-reserved', 'text'],
    ],
  )
  assert.deepEqual(pages[0].reservations, ['noai', 'noarchive'])
  assert.deepEqual([pages[1].licences, pages[1].reservations], [[], []])
  const licences = new Map(sheet.counts.licences)
  assert.deepEqual([licences.get('CC-BY-SA-4.0'), licences.get('other'), sheet.counts.withLicence], [1, 1, 1])
})

test('hostile pages cost nothing but themselves', async t => {
  const depth = 30_000
  const hostile = [
    article('nested', [`${'<div>'.repeat(depth)}${RIVER}`]),
    article('json', [RIVER], `<script type="application/ld+json">${'['.repeat(50_000)}"license"</script>`),
    article(
      'proto',
      [FISH],
      '<script type="application/ld+json">{"__proto__":{"license":"x"},"constructor":{"license":["y",["z"],{"name":"w"}]}}</script>',
    ),
    article('meta', [`${RIVER} ©`], '<meta name="copyright" content="a|b`c\u0007\nd">'.repeat(500)),
    article(
      'notices',
      Array.from({ length: 2000 }, (_, i) => `© ${i} all rights reserved ${'x'.repeat(40)}`),
    ),
    { url: 'http://site.example/__proto__', body: `<p>${FISH} again</p>` },
    {
      url: 'http://site.example/binary',
      type: 'text/html',
      body: Buffer.from([0xff, 0xfe, 0, 0xd8, 60, 0, 0xc3, 0x28]),
    },
    { url: 'http://site.example/lines', type: 'text/plain', body: 'a\u2028b\n'.repeat(50_000) },
    article('good', [GERMAN]),
  ]
  const corpus = await smallCorpus(scratch(t), hostile)
  assert.equal(textsOf(corpus).good, GERMAN)
  for (const page of corpus.pages) {
    assert.ok(page.licences.length <= 12)
    assert.doesNotMatch(page.text, /[^\P{Cc}\n]|\u2028/u)
    assert.ok(page.text.isWellFormed())
  }
  assert.deepEqual(
    corpus.pages
      .find(({ url }) => url.endsWith('/proto'))
      ?.licences.map(({ value }) => value)
      .sort(),
    ['w', 'x', 'y'],
  )
})

test('an archive of another tool without digests still gives the digest of the payload', async t => {
  const { pages } = await smallCorpus(scratch(t), [article('river', [RIVER])])
  assert.match(pages[0].digest, /^sha1:[A-Z2-7]{32}$/)
  assert.equal(pages[0].verdict, null)
  assert.deepEqual(
    [pages[0].timestamp, pages[0].warc.file, pages[0].warc.offset],
    ['2026-03-01T10:00:00.000Z', 'pages.warc', 0],
  )
})
