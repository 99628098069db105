import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Stream } from '../../src/graph/generate/random.js'
import { changeRates, estimatedChanges } from '../../src/recrawl/change-rates.js'
import { knownPages, type KnownRow } from './known-pages.js'

/** Later visits that found a change, one after each interval. */
function changedVisits(rate: number, visits: number, interval: number, random: Stream): number {
  let changed = 0
  for (let visit = 0; visit < visits; visit++) if (random.unit() < -Math.expm1(-rate * interval)) changed++
  return changed
}

test('the estimate of changes is nearly unbiased on simulated visits, where counting is far off', () => {
  const random = new Stream(3)
  const visits = 30
  for (const rate of [0.05, 0.2, 0.5, 1, 1.5]) {
    let estimated = 0
    let counted = 0
    const pages = 4000
    for (let page = 0; page < pages; page++) {
      const changed = changedVisits(rate, visits, 1, random)
      estimated += estimatedChanges(visits, changed) / visits / pages
      counted += changed / visits / pages
    }
    assert.ok(Math.abs(estimated / rate - 1) < 0.06, `rate ${rate}: estimated ${estimated}`)
    if (rate >= 0.5) assert.ok(counted < 0.8 * rate, `rate ${rate}: counted ${counted}`)
  }
})

test('estimates of impossible or missing histories are numbers', () => {
  assert.equal(estimatedChanges(0, 0), 0)
  assert.equal(estimatedChanges(-1, 3), 0)
  assert.equal(estimatedChanges(5, 0), 0)
  assert.equal(estimatedChanges(5, 9), estimatedChanges(5, 5))
  assert.ok(Number.isFinite(estimatedChanges(5, 5)))
})

test('with few visits a page takes the rate of its kind, server and directory; with many its own', () => {
  const random = new Stream(4)
  const rows: KnownRow[] = []
  const add = (rate: number, place: KnownRow, pages: number): void => {
    for (let page = 0; page < pages; page++) {
      rows.push({ ...place, visits: 31, changes: changedVisits(rate, 30, 1, random), lastVisit: 30 })
    }
  }
  add(0.5, { kind: 'list', server: 0, directory: 0 }, 40)
  add(0.02, { kind: 'article', server: 0, directory: 0 }, 40)
  add(0.2, { kind: 'article', server: 1, directory: 1 }, 40)
  const unknown = [
    { kind: 'list', server: 0, directory: 0 },
    { kind: 'article', server: 0, directory: 0 },
    { kind: 'article', server: 1, directory: 1 },
    // a server that nobody has seen: the mean of its kind
    { kind: 'list', server: 2, directory: 2 },
    { kind: 'article', server: 2, directory: 2 },
  ] satisfies KnownRow[]
  rows.push(...unknown)
  const own = rows.push({ kind: 'article', server: 3, directory: 3, visits: 301, changes: 200, lastVisit: 300 }) - 1
  const { shape, days } = changeRates(knownPages(rows), 0.5)
  const rate = (page: number): number => shape[page] / days[page]
  const [list, article, lively, newList, newArticle] = unknown.map((_, i) => rate(120 + i))
  assert.ok(list > 3 * article, `${list} and ${article}`)
  assert.ok(lively > 2 * article, `${lively} and ${article}`)
  assert.ok(newList > 2 * newArticle, `${newList} and ${newArticle}`)
  assert.ok(Math.abs(rate(own) / 1.1 - 1) < 0.1, `${rate(own)}`)
})

test('where nothing was seen twice, all pages are alike', () => {
  const { shape, days } = changeRates(knownPages([{}, { kind: 'home', server: 3 }]), 0.5)
  assert.ok(Math.abs(shape[0] / days[0] - 0.02) < 1e-9)
  assert.ok(Math.abs(shape[1] / days[1] - 0.02) < 1e-9)
})
