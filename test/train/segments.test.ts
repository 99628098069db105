import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_FEATURES, type WordRows } from '../../src/contracts.js'
import { LongtailError } from '../../src/errors.js'
import { createStrategy } from '../../src/strategy/index.js'
import { trainSegments, type VisitSource } from '../../src/train/segments.js'

interface MadePage {
  readonly segment: number
  readonly relevant: boolean
  /** Pages, and the words of the links to them. */
  readonly links: readonly (readonly [to: number, ...words: number[]])[]
}

/** Every segment is a host of its own unless `host` says otherwise. */
function sourceOf(pages: readonly MadePage[], host: (segment: number) => number = segment => segment): VisitSource {
  const segments = Math.max(...pages.map(({ segment }) => segment)) + 1
  const group = Uint32Array.from(pages, ({ segment }) => segment)
  const hosts = Uint32Array.from({ length: segments }, (_, segment) => host(segment))
  return {
    pages: pages.length,
    segments,
    seeds: [0],
    visits(see) {
      pages.forEach(({ segment, relevant, links }, page) => {
        const score = relevant ? 0.9 : 0.1
        const visit = {
          page,
          host: hosts[segment],
          relevant,
          score,
          language: 0,
          charset: 0,
          duplicate: false,
          distance: 0,
        }
        const features = { ...NO_FEATURES, host: hosts, words: rowsOf(links.map(([, ...words]) => words)) }
        const to = Uint32Array.from(links, ([target]) => target)
        see(visit, { to, start: 0, end: to.length, group, features })
      })
    },
  }
}

function rowsOf(words: readonly (readonly number[])[]): WordRows {
  const starts = [0]
  for (const row of words) starts.push(starts[starts.length - 1] + row.length)
  return { starts: Uint32Array.from(starts), hashes: Uint32Array.from(words.flat()) }
}

const WANTED = 1
const UNWANTED = 2

/** A hub with links to segments of one page each; word 1 leads to relevant ones, nearly always. */
function hubs(count: number): MadePage[] {
  const pages: MadePage[] = []
  for (let hub = 0; hub < count; hub++) {
    const at = hub * 5
    const noise = 100 + hub
    const relevant = (i: number): boolean => i % 2 === 0
    const links = [1, 2, 3, 4].map(i => [at + i, relevant(i) ? WANTED : UNWANTED, noise + i] as const)
    pages.push({ segment: at, relevant: true, links })
    for (const i of [1, 2, 3, 4]) pages.push({ segment: at + i, relevant: relevant(i), links: [] })
  }
  return pages
}

test('words that lead to relevant segments are learned, and cross-validation shows it', () => {
  const { model, report } = trainSegments(sourceOf(hubs(20)), { repeats: 3 })
  assert.equal(report.relevant, 40)
  assert.equal(report.irrelevant, 40)
  assert.equal(report.segments, 100)
  assert.equal(report.relevantSegments, 60)
  assert.ok(report.quality !== null && report.quality.gMean.mean > 0.95, `G-mean ${report.quality?.gMean.mean}`)
  assert.ok(report.quality.words !== null && report.quality.words.mean > 0.95)
  const strategy = createStrategy('segment-predictor:update=false', { model })
  assert.deepEqual(strategy.model?.()['words0.slots'], model['words0.slots'])
})

test('the same training gives the same model and numbers', () => {
  assert.deepEqual(trainSegments(sourceOf(hubs(12)), { repeats: 2 }), trainSegments(sourceOf(hubs(12)), { repeats: 2 }))
})

test('a segment half of whose pages are relevant is not relevant', () => {
  const pages: MadePage[] = [
    { segment: 0, relevant: true, links: [[1], [3], [4]] },
    { segment: 1, relevant: true, links: [] },
    { segment: 1, relevant: false, links: [] },
    { segment: 2, relevant: true, links: [] },
    { segment: 3, relevant: false, links: [] },
  ]
  const { report } = trainSegments(sourceOf(pages), { repeats: 0 })
  assert.deepEqual([report.relevant, report.irrelevant], [1, 2])
  const { report: lower } = trainSegments(sourceOf(pages), { degree: 0.4, repeats: 0 })
  assert.deepEqual([lower.relevant, lower.irrelevant], [2, 1])
})

test('what segments of one host repeat is counted once; between hosts every link counts', () => {
  const pages: MadePage[] = [0, 1, 2, 3].map(segment => ({
    segment,
    relevant: false,
    links: [
      [4, 7],
      [5, 8],
    ],
  }))
  pages.push({ segment: 4, relevant: true, links: [] }, { segment: 5, relevant: false, links: [] })
  const apart = trainSegments(sourceOf(pages), { repeats: 0 }).report
  assert.deepEqual([apart.relevant, apart.irrelevant, apart.duplicates], [4, 4, 0])
  const inside = trainSegments(
    sourceOf(pages, () => 0),
    { repeats: 0 },
  ).report
  assert.deepEqual([inside.relevant, inside.irrelevant, inside.duplicates], [1, 1, 6])
})

test('the tables show where links lead', () => {
  const { tables } = trainSegments(sourceOf(hubs(5)), { repeats: 0 }).report
  assert.deepEqual(tables.fromRelevant, { links: 20, toRelevant: 10 })
  assert.deepEqual(tables.fromIrrelevant, { links: 0, toRelevant: 0 })
  assert.deepEqual(tables.noNameInAnchor, { links: 20, toRelevant: 10 })
})

test('the sweep over relevance degrees trades coverage for harvest', () => {
  const page = (segment: number, relevant: boolean, links: MadePage['links'] = []): MadePage => ({
    segment,
    relevant,
    links,
  })
  const pages = [
    page(0, true, [[1], [5]]),
    ...[true, false, false, false].map(relevant => page(1, relevant)),
    page(2, true, [[6]]),
    page(3, true),
  ]
  const rows = trainSegments(sourceOf(pages), { repeats: 0 }).report.sweep
  assert.deepEqual(
    rows.map(({ degree }) => degree),
    [0.25, 0.5, 0.75, 0.99],
  )
  // segment 1 has a degree of exactly 0.25, which is not more: it is never taken
  for (const row of rows) assert.deepEqual([row.harvest, row.coverage], [1, 3 / 4])
})

test('without examples of both kinds it says what to do', () => {
  const pages: MadePage[] = [
    { segment: 0, relevant: true, links: [[1]] },
    { segment: 1, relevant: true, links: [] },
  ]
  assert.throws(
    () => trainSegments(sourceOf(pages)),
    (error: unknown) =>
      error instanceof LongtailError && error.code === 'E_MODEL' && /breadth-first/.test(error.message),
  )
})
