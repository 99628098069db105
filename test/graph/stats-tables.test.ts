import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureGraph, statsText } from '../../src/graph/stats/index.js'
import type { LinkCell } from '../../src/graph/stats/link-survey.js'
import { countLinks, linksByPage } from '../../src/graph/stats/link-tables.js'
import { Tally } from '../../src/graph/stats/tally.js'
import { count, name, percent, table } from '../../src/graph/stats/text-table.js'
import { tinyGraph } from './tiny-graph.js'

const rounded = (share: number) => (share * 100).toFixed(1)

/** Tamura et al. 2007, Table 4: links to Thai and to other pages, all of them and those between servers. */
const TABLE_4 = {
  relevant: [23_980_308, 9_428_677, 3_833_048, 6_421_570],
  irrelevantOnRelevantServer: [1_542_513, 5_625_911, 791_862, 1_452_123],
  irrelevantElsewhere: [74_094, 48_137_407, 74_094, 24_731_356],
} as const

test("the counts of the paper's table of links give its percentages", () => {
  const sources = ['relevant', 'irrelevantOnRelevantServer', 'irrelevantElsewhere'] as const
  const cells = sources.flatMap((source): LinkCell[] => {
    const [relevant, irrelevant, relevantBetween, irrelevantBetween] = TABLE_4[source]
    const cell = { source, toRelevantServer: false, anchorInTarget: false }
    return [
      { ...cell, destination: 'relevant', within: 'server', links: relevant - relevantBetween },
      { ...cell, destination: 'irrelevant', within: 'server', links: irrelevant - irrelevantBetween },
      { ...cell, destination: 'relevant', within: 'elsewhere', links: relevantBetween },
      { ...cell, destination: 'irrelevant', within: 'elsewhere', links: irrelevantBetween },
    ]
  })
  const rows = linksByPage(cells, [1_722_771, 600_000, 16_021_356])
  const shares = sources.map(source =>
    [rows[source].all, rows[source].betweenServers].map(one => rounded(one.relevantShare)),
  )
  assert.deepEqual(shares, [
    ['71.8', '37.4'],
    ['21.5', '35.3'],
    ['0.2', '0.3'],
  ])
  assert.equal(rows.relevant.outDegree.toFixed(1), '19.4')
  assert.deepEqual(
    sources.map(source => rounded(rows[source].withinServerShare)),
    ['69.3', '68.7', '48.5'],
  )
  const links = countLinks(cells, 18_344_127)
  assert.equal(links.toCrawled, 88_788_910)
  assert.equal(rounded(links.withinServerShare), '58.0')
})

test('quantiles are exact by nearest rank, above the counted range as well', () => {
  const tally = new Tally()
  for (let value = 1; value <= 100; value++) tally.add(value)
  const { mean, median, p90, p99, max, zeroShare } = tally.summary()
  assert.deepEqual(
    { mean, median, p90, p99, max, zeroShare },
    { mean: 50.5, median: 50, p90: 90, p99: 99, max: 100, zeroShare: 0 },
  )

  const large = new Tally()
  for (const value of [3_000_000_000, 65_536, 65_535, 0]) large.add(value)
  const of = large.summary()
  assert.deepEqual([of.median, of.p90, of.max, of.zeros], [65_535, 3_000_000_000, 3_000_000_000, 1])
  assert.deepEqual(
    of.histogram.filter(bin => bin.count > 0).map(({ from, to, count: values }) => [from, to, values]),
    [
      [0, 0, 1],
      [32_768, 65_535, 1],
      [65_536, 131_071, 1],
      [2 ** 31, 2 ** 32 - 1, 1],
    ],
  )
})

test('numbers are written for people', () => {
  assert.equal(count(123836342), '123,836,342')
  assert.equal(percent(0.7178), '71.8 %')
  assert.equal(percent(0.0001), '<0.1 %')
  assert.equal(percent(0), '0.0 %')
  assert.equal(percent(0, 0), '–')
})

test('columns of a table stand under each other', () => {
  assert.equal(
    table(
      'Title',
      ['name', 'count', 'share'],
      [
        ['a', 1234567, '1.0 %'],
        ['longer', 5, ''],
      ],
    ),
    [
      'Title',
      '',
      'name        count  share',
      '────────────────────────',
      'a       1,234,567  1.0 %',
      'longer          5',
      '',
    ].join('\n'),
  )
})

test('names out of a file cannot write to the terminal', () => {
  assert.equal(name('\u001b[31mred\u0007'), '?[31mred?')
  assert.equal(name('x'.repeat(100)).length, 20)
})

test('the text has a table for everything, and the relevant counts in it', () => {
  const text = statsText(
    measureGraph(
      tinyGraph('a.th/1 tha → +a.th/2 b.com/1 c.org/\n a.th/2 tha → a.th/1\n b.com/1 eng → a.th/1', { seeds: 2 }),
    ),
  )
  for (const title of [
    'Counts',
    'Crawled pages by top-level domain',
    'Crawled pages by language and top-level domain',
    'Languages',
    'Links to crawled pages, by page',
    'Links to servers with crawled pages, by server',
    'Links to crawled pages, by nearness',
    'Links to crawled pages, by language of the anchor',
    'Links to uncrawled pages',
    'Distance from the 2 seeds',
    'Relevant pages by their distance from the nearest other relevant page',
    'Links on a page and to a page',
    'Pages by links on them',
    'Pages by links to them',
    'Size of servers',
    'Servers by crawled pages',
    'Relevant servers by their share of relevant pages',
  ]) {
    assert.ok(text.split('\n').includes(title), title)
  }
  assert.match(text, /^relevant page +2 +66\.7 % +1 +33\.3 % +66\.7 % +1\.5$/m)
  assert.match(text, /^ {4}relevant +2 +66\.7 % of these$/m)
})
