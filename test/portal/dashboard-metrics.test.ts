import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exposition } from '../../src/portal/dashboard/exposition.js'
import { BUCKETS_S, createRequestMetrics } from '../../src/portal/server/metrics.js'
import { readExposition } from './exposition-format.js'

test('names of crawls come back as they were, whatever is in them', () => {
  const names = ['plain', 'quo"te', 'back\\slash', 'line\nfeed', '\\n', 'ภาษาไทย', '{crawl="x"} 1', '']
  const text = exposition([
    {
      name: 'pages_total',
      help: 'Help with a \\ and a\nline feed.',
      type: 'counter',
      samples: names.map((crawl, value) => ({ labels: { crawl }, value })),
    },
  ])
  const family = readExposition(text).get('pages_total')
  assert.equal(family?.help, 'Help with a \\ and a\nline feed.')
  assert.deepEqual(
    family?.samples.map(({ labels, value }) => [labels.get('crawl'), value]),
    names.map((name, index) => [name, index]),
  )
})

test('numbers of all sizes are read back the same', () => {
  const values = [0, 1, 1.5, 1e21, 1e-9, 123456789012, -2, NaN, Infinity, -Infinity]
  const samples = values.map((value, i) => ({ labels: { i: String(i) }, value }))
  const text = exposition([{ name: 'odd', help: 'x', type: 'gauge', samples }])
  assert.deepEqual(
    readExposition(text)
      .get('odd')
      ?.samples.map(({ value }) => value),
    values,
  )
})

test('the histogram of answers holds what was observed', () => {
  const metrics = createRequestMetrics()
  for (const ms of [0.2, 3, 3, 30, 700, 60_000]) metrics.observe('/search', 200, ms)
  metrics.observe('/topics', 200, 1)
  const samples = metrics.snapshot().latencies.map(({ route, buckets, count, sumSeconds }) => {
    return { labels: { route }, buckets, count, sum: sumSeconds }
  })
  const text = exposition([{ name: 'seconds', help: 'x', type: 'histogram', bounds: BUCKETS_S, samples }])
  const read = readExposition(text).get('seconds')?.samples ?? []
  const search = read.filter(({ labels }) => labels.get('route') === '/search')
  const at = (le: string): number | undefined => search.find(({ labels }) => labels.get('le') === le)?.value
  assert.deepEqual([at('0.001'), at('0.005'), at('0.05'), at('1'), at('10'), at('+Inf')], [1, 3, 4, 5, 5, 6])
  assert.ok(Math.abs((search.find(({ name }) => name === 'seconds_sum')?.value ?? 0) - 60.7362) < 1e-9)
})

test('the reader of the format refuses what is not of the format', () => {
  const head = '# HELP a x\n# TYPE a gauge\n'
  const histogram = '# HELP h x\n# TYPE h histogram\n'
  const wrong = [
    `${head}a 1`,
    'a 1\n',
    `${head}a{b="c" 1\n`,
    `${head}a{b="c\\x"} 1\n`,
    `${head}a one\n`,
    `${head}a 1\na 1\n`,
    `${head}b 1\n`,
    '# HELP a x\n# TYPE a counter\na 1\n',
    `${histogram}h_bucket{le="1"} 2\nh_bucket{le="+Inf"} 1\nh_sum 1\nh_count 1\n`,
    `${histogram}h_bucket{le="1"} 1\nh_sum 1\nh_count 1\n`,
    `${histogram}h_bucket{le="+Inf"} 1\nh_sum 1\nh_count 2\n`,
  ]
  for (const text of wrong) assert.throws(() => readExposition(text), text)
  assert.equal(readExposition(`${head}a{b="c",} 1\n`).size, 1)
})
