/** The columns of a matcher are used again for each query: none of it may be left for the next one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Columns } from '../../src/portal/search/columns.js'
import { Matcher } from '../../src/portal/search/match.js'
import type { Group } from '../../src/portal/search/query-groups.js'
import { seededRandom, type Random } from '../frontier/random.js'

const SIZE = 40

const COLUMNS: Columns = {
  ...{ size: SIZE, pages: SIZE, sites: 1, topics: 0, languages: [], types: [], mainLanguages: [] },
  segment: new Uint32Array(SIZE).fill(1),
  length: new Uint8Array(SIZE).fill(1),
  prose: new Uint16Array(SIZE),
  site: new Uint32Array(SIZE),
  language: new Uint16Array(SIZE),
  type: new Uint8Array(SIZE),
  original: Uint32Array.from({ length: SIZE }, (_, page) => page),
  prior: new Float32Array(SIZE).fill(1),
  topicStart: new Uint32Array(SIZE + 1),
  topicOf: new Uint32Array(0),
  scores: new Float32Array(65_536).fill(0.5),
}

/** Some pages by a list of distances and frequencies, some by grams. */
function groupOf(random: Random): Group {
  const chosen = Array.from({ length: SIZE }, (_, page) => page).filter(page => page > 0 && random(4) === 0)
  const list: number[] = []
  let before = 0
  for (const page of chosen) {
    list.push(page - before, 1 + random(5))
    before = page
  }
  const grams = Array.from({ length: SIZE }, (_, page) => page).filter(() => random(5) === 0)
  return {
    word: { text: 'x', isSigns: false },
    variants:
      chosen.length === 0
        ? []
        : [{ term: 'x', share: 1, lists: [{ segment: 1, pages: chosen.length, list: Uint8Array.from(list) }] }],
    byGrams: random(2) === 0 ? [] : [{ segment: 1, pages: Uint32Array.from(grams) }],
    isCertain: random(2) === 0,
    pages: chosen.length + 1,
    isStop: random(3) === 0,
    isListed: false,
  }
}

/** A word that no page has. */
const UNKNOWN: Group = {
  word: { text: 'y', isSigns: false },
  variants: [],
  byGrams: [],
  isCertain: true,
  pages: 0,
  isStop: false,
  isListed: false,
}

function answer(matcher: Matcher, [groups, without, relax]: Parameters<Matcher['match']>): string {
  const { pages, score, unsure, relaxed } = matcher.match(groups, without, relax)
  const found = [...pages].sort((a, b) => a - b).map(page => [page, score[page], unsure[page]])
  return JSON.stringify({ found, relaxed })
}

test('a matcher answers each query as one that was never asked', () => {
  const random = seededRandom(21)
  const groups = Array.from({ length: 12 }, () => groupOf(random))
  const some = (most: number): Group[] => Array.from({ length: random(most + 1) }, () => groups[random(groups.length)])
  const queries = Array.from({ length: 60 }, (_, i): Parameters<Matcher['match']> => [
    i % 5 === 0 ? [UNKNOWN, ...groups.filter(({ isStop }) => isStop)] : some(4),
    some(2),
    random(4) === 0,
  ])
  const first = queries.map(query => answer(new Matcher(COLUMNS), query))
  const shared = new Matcher(COLUMNS)
  for (let i = 0; i < 1000; i++) {
    const which = random(queries.length)
    assert.equal(answer(shared, queries[which]), first[which], `query ${which} as number ${i}`)
  }
})
