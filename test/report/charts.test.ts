import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Chart, Point, Series } from '../../src/report/charts/chart.js'
import { decimate, simplify, upTo, valueAt } from '../../src/report/charts/decimate.js'
import { chartFile, chartInPage } from '../../src/report/charts/draw.js'
import { clipMiddle, textWidth } from '../../src/report/charts/label.js'
import { STYLES, styleOf } from '../../src/report/charts/style.js'
import { beginningOf, viewsOf } from '../../src/report/charts/views.js'
import { seededRandom } from './made-up-result.js'
import { parseXml } from './read-markup.js'

function chartOf(points: readonly (readonly Point[])[], change: Partial<Chart> = {}): Chart {
  return {
    id: 'test',
    title: 'A <title> & "more"',
    description: 'of a\u0000 chart',
    x: { label: 'pages', unit: 'count' },
    y: { label: 'coverage', unit: 'share', max: 1 },
    series: points.map((one, index): Series => ({
      label: `series <${index}>`,
      style: index,
      points: one,
      halted: true,
      note: '5 %',
    })),
    kind: 'line',
    legend: true,
    ...change,
  }
}

const noisy = (length: number, seed = 3): Point[] => {
  const random = seededRandom(seed)
  return Array.from({ length }, (_, i): Point => [i * 7, random()])
}

test('a chart is well-formed XML with a title, a description and a role, whatever its names', () => {
  const file = chartFile(chartOf([noisy(50), noisy(2000)]))
  const tags = parseXml(file)
  assert.equal(tags[0].name, 'svg')
  assert.equal(tags[0].attributes.role, 'img')
  assert.equal(tags[0].attributes['aria-labelledby'], 'test-title test-desc')
  for (const name of ['title', 'desc'])
    assert.ok(tags.some(tag => tag.name === name && tag.attributes.id.startsWith('test-')))
  assert.ok(file.includes('series &lt;1&gt;'))
  assert.doesNotThrow(() => parseXml(chartInPage(chartOf([noisy(50)]), 'a').text))
})

test('charts without data, with one point or with points that cannot be drawn do not break', () => {
  const impossible: Point[] = [
    [Number.NaN, 1],
    [1, Infinity],
    [-5, -5],
    [0, 0],
  ]
  for (const points of [
    [],
    [[]],
    [[[0, 0]]],
    [[[5, 0.5]]],
    [impossible],
    [
      [
        [3, 1],
        [3, 1],
      ],
    ],
  ] as Point[][][]) {
    for (const kind of ['line', 'steps', 'points'] as const) {
      for (const log of [false, true]) {
        const chart = chartOf(points, {
          kind,
          x: { label: 'x', unit: 'count', log },
          y: { label: 'y', unit: 'number', log },
        })
        const file = chartFile(chart)
        parseXml(file)
        assert.doesNotMatch(file, /NaN|Infinity|undefined|–,|null/)
      }
    }
  }
})

test('a drawn line has at most 600 points and keeps the highest and the lowest', () => {
  const points = noisy(50_000)
  points[31_234] = [31_234 * 7, 9]
  points[41_234] = [41_234 * 7, -9]
  const kept = decimate(points, 600)
  assert.ok(kept.length <= 600, String(kept.length))
  assert.ok(kept.includes(points[31_234]) && kept.includes(points[41_234]))
  assert.equal(kept[0], points[0])
  assert.equal(kept.at(-1), points.at(-1))
  assert.deepEqual(
    kept.map(([x]) => x),
    kept.map(([x]) => x).toSorted((a, b) => a - b),
  )
})

test('simplifying moves the line by less than the tolerance', () => {
  const points = Array.from({ length: 500 }, (_, i): Point => [i, 100 * Math.sin(i / 60)])
  const kept = simplify(points, 0.1)
  assert.ok(kept.length < 100, String(kept.length))
  for (const [x, y] of points) assert.ok(Math.abs((valueAt(kept, x) ?? Infinity) - y) < 0.3)
  assert.deepEqual(
    simplify(
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
      0.1,
    ),
    [
      [0, 0],
      [2, 2],
    ],
  )
})

test('a path in the file is the line that was asked for', () => {
  const chart = chartOf(
    [
      [
        [0, 0],
        [50, 1],
        [100, 0.25],
      ],
    ],
    { legend: false },
  )
  const [line] = parseXml(chartFile(chart)).filter(tag => tag.attributes.class === 'ln')
  const numbers = (line.attributes.d.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number)
  const places = [[numbers[0], numbers[1]]]
  for (let i = 2; i < numbers.length; i += 2) {
    const [x, y] = places[places.length - 1]
    places.push([x + numbers[i], y + numbers[i + 1]])
  }
  const height = places[0][1] - places[1][1]
  assert.equal(places.length, 3)
  assert.ok(Math.abs((places[1][0] - places[0][0]) * 2 - (places[2][0] - places[0][0])) < 0.2)
  assert.ok(Math.abs(places[0][1] - places[2][1] - height / 4) < 0.2)
})

test('a closer view ends on the border and shows no halt that lies beyond', () => {
  const chart = chartOf([
    [
      [0, 0],
      [100, 1],
    ],
    [
      [0, 0],
      [10, 0.5],
    ],
  ])
  const [, first, log] = viewsOf(chart, 20)
  assert.deepEqual(
    first.chart.series.map(({ points, halted }) => [points.at(-1), halted]),
    [
      [[20, 0.2], false],
      [[10, 0.5], true],
    ],
  )
  assert.equal(log.chart.x.log, true)
  assert.deepEqual(upTo([[5, 1]], 4), [])
})

test('a closer view is offered when some runs end long before the longest', () => {
  assert.equal(beginningOf([18e6, 3.6e6, 2.4e6], []), 4e6)
  assert.equal(beginningOf([18e6, 17e6], [2e6, 3e6]), 3.5e6)
  assert.equal(beginningOf([10, 9], [8, 9]), null)
  assert.equal(beginningOf([], []), null)
  assert.equal(beginningOf([0], [Number.NaN]), null)
})

test('sixteen styles differ without colour, and in colour and dashes', () => {
  const styles = Array.from({ length: STYLES }, (_, index) => styleOf(index))
  assert.equal(new Set(styles.map(({ corners, open }) => JSON.stringify([corners, open]))).size, 16)
  assert.equal(new Set(styles.map(({ colour, dashes }) => `${colour} ${dashes}`)).size, 16)
  assert.deepEqual(styleOf(16), styleOf(0))
})

test('long names keep both ends and fit', () => {
  const name = `naive-bayes:${'features=language+tld,'.repeat(200)}lambda=1`
  const clipped = clipMiddle(name, 12)
  assert.ok(textWidth(clipped) <= 12)
  assert.match(clipped, /^naive.*….*=1$/)
  assert.equal(clipMiddle('short', 12), 'short')
  assert.ok(textWidth(clipMiddle('ภาษา'.repeat(500), 12)) <= 12)
})
