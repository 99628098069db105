import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytes, count, counted, measured, percent, seconds, short } from '../../src/report/numbers.js'

test('numbers on axes have prefixes and no superfluous digits', () => {
  const cases: [number, string][] = [
    [0, '0'],
    [500, '500'],
    [999, '999'],
    [1000, '1k'],
    [500_000, '500k'],
    [999_999, '1M'],
    [2_000_000, '2M'],
    [1_234_567, '1.23M'],
    [1e9, '1G'],
    [0.05, '0.05'],
    [-1500, '-1.5k'],
  ]
  for (const [value, text] of cases) assert.equal(short(value), text)
})

test('measured numbers keep three digits so that columns line up', () => {
  assert.deepEqual([897_400, 1_000_000, 999_960, 12_345_678, 52, 4.3].map(measured), [
    '897k',
    '1.00M',
    '1.00M',
    '12.3M',
    '52',
    '4.30',
  ])
})

test('percentages near the ends get the decimals that matter and never claim all or nothing', () => {
  const texts = [0, 1, 0.5, 0.9973, 0.99996, 0.9999999, 0.0021, 0.0000001].map(share => percent(share))
  assert.deepEqual(
    texts.map(text => text.replace('\u00a0', ' ')),
    ['0 %', '100 %', '50.0 %', '99.73 %', '99.996 %', '>99.999 %', '0.21 %', '<0.001 %'],
  )
})

test('what is no number reads as a dash', () => {
  for (const format of [short, measured, count, percent, seconds, bytes]) {
    for (const value of [Number.NaN, Infinity, -Infinity]) assert.equal(format(value), '–')
  }
})

test('counts are grouped by thousands', () => {
  assert.deepEqual([0, 999, 1000, 1_722_771, -12_345].map(count), ['0', '999', '1,000', '1,722,771', '-12,345'])
  assert.equal(counted(1, 'page'), '1 page')
  assert.equal(counted(2, 'strategy', 'strategies'), '2 strategies')
})
