import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPlaces, type Needle } from '../../src/portal/search/highlight.js'

const word = (text: string, group: number): Needle => ({ text, group, isSigns: false })
const signs = (text: string, group: number): Needle => ({ text, group, isSigns: true })

function found(text: string, needles: readonly Needle[]): [string, number][] {
  return findPlaces(text, needles).map(({ start, end, group }) => [text.slice(start, end), group])
}

test('forms of a word are found as whole words, in any case, and longer words are not', () => {
  const needles = [word('volcano', 0), word('volcanoes', 0), word('volcanic', 0), word('ash', 1)]
  const text = 'Volcanic ash; a VOLCANO, supervolcano, volcanologist, ashes. Volcanoes'
  assert.deepEqual(found(text, needles), [
    ['Volcanic', 0],
    ['ash', 1],
    ['VOLCANO', 0],
    ['Volcanoes', 0],
  ])
})

test('words of two groups that begin alike keep their groups, and one that is in both counts for the first', () => {
  const needles = [word('water', 0), word('waterfall', 1), word('water', 2)]
  assert.deepEqual(found('water waterfall', needles), [
    ['water', 0],
    ['waterfall', 1],
  ])
})

test('what has more than letters, and what stands inside of words, is found as it is', () => {
  assert.deepEqual(found("The school's schools", [word("school's", 0), word('schools', 0)]), [
    ["school's", 0],
    ['schools', 0],
  ])
  assert.deepEqual(found('โรงเรียนมัธยม', [signs('เรียน', 0)]), [['เรียน', 0]])
})

test('the same places as by looking at every word, on random texts', () => {
  const parts = ['wat', 'er', 'ed', 's', ' ', ' ', ', ', '-', 'é', 'ß', '1', 'İ']
  let seed = 7
  const next = (below: number): number => (seed = (seed * 1103515245 + 12345) % 2147483648) % below
  const needles = ['water', 'waters', 'watered', 'er', 'ered', 'wat1', 'waté'].map(text => word(text, 0))
  for (let round = 0; round < 300; round++) {
    const text = Array.from({ length: 30 }, () => parts[next(parts.length)]).join('')
    const wanted = new Set(needles.map(needle => needle.text))
    const expected = [...text.matchAll(/[\p{L}\p{N}]+/gu)].filter(([one]) => wanted.has(one)).map(match => match.index)
    assert.deepEqual(
      findPlaces(text, needles).map(({ start }) => start),
      expected,
      text,
    )
  }
})
