import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRetryAfter } from '../../src/web/retry-after.js'

const NOW = Date.UTC(2026, 0, 31, 12, 0, 0)

const cases: readonly [string | null, number | null][] = [
  ['120', 120_000],
  [' 0 ', 0],
  ['1.5', 1_500],
  ['Sat, 31 Jan 2026 12:00:30 GMT', 30_000],
  ['Saturday, 31-Jan-26 12:01:00 GMT', 60_000],
  ['Sat Jan 31 12:00:01 2026', 1_000],
  ['Sat Jan  3 12:00:01 2026', 0],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  ['Sat, 31 Feb 2026 12:00:00 GMT', null],
  ['Sat, 31 Jan 2026 25:00:00 GMT', null],
  ['-5', null],
  ['soon', null],
  ['99999999999999999', null],
  ['', null],
  [null, null],
]

for (const [value, expected] of cases) {
  test(`Retry-After: ${value} is ${expected === null ? 'nonsense' : `${expected} ms`}`, () => {
    assert.equal(parseRetryAfter(value, NOW), expected)
  })
}
