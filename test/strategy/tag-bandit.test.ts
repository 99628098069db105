import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryQueue } from '../../src/frontier/index.js'
import { createStrategy } from '../../src/strategy/index.js'
import { TagClusters } from '../../src/strategy/tag-clusters.js'
import { CrawlSteps } from './crawl-steps.js'
import { randomWeb } from './random-web.js'
import { walk } from './web.js'

test('a path joins the nearest cluster that is near enough, or begins one', () => {
  const clusters = new TagClusters(0.75) // up to 7 bits apart
  assert.equal(clusters.clusterOf(0xffff_0000), 0)
  assert.equal(clusters.clusterOf(0xffff_007f), 0, '7 bits')
  assert.equal(clusters.clusterOf(0xffff_7f80), 1, '8 bits from the one, more from the other')
  assert.equal(clusters.clusterOf(0xffff_0000), 0, 'what is known stays')
  assert.equal(clusters.size, 2)
})

test('a centre is what most of its paths are', () => {
  const clusters = new TagClusters(0.75)
  for (const path of [0xff, 0xff00_00ff, 0xff00_00fe]) clusters.clusterOf(path)
  assert.equal(clusters.size, 2)
  const drift = new TagClusters(0.9) // up to 4 bits
  for (const path of [0b0, 0b1111, 0b1110, 0b1101]) assert.equal(drift.clusterOf(path), 0)
  assert.equal(drift.clusterOf(0b0111_1110), 0, 'near to where the centre is now')
})

test('cosines of 0 and 1 make half the space, and every path, one action', () => {
  assert.equal(new TagClusters(1).clusterOf(1), 0)
  const exact = new TagClusters(1)
  exact.clusterOf(1)
  assert.equal(exact.clusterOf(3), 1)
  const wide = new TagClusters(0)
  wide.clusterOf(0)
  assert.equal(wide.clusterOf(0xffff), 0)
})

test('the number of clusters is bounded', () => {
  const clusters = new TagClusters(1)
  for (let path = 1; path <= 3000; path++) clusters.clusterOf(Math.imul(path, 0x9e3779b1) >>> 0)
  assert.equal(clusters.size, 1024)
})

const web = randomWeb(42, 60)
const few = Math.floor(web.pages.length / 3)
const relevantOf = (pages: readonly number[]): number => pages.filter(page => web.pages[page].relevant).length

test('links that stand where wanted pages were linked are fetched earlier than in the order of finding', () => {
  const found = (spec: string): number => relevantOf(walk(web, createStrategy(spec)).slice(0, few))
  const inOrder = found('breadth-first')
  assert.ok(found('tag-bandit') > 1.1 * inOrder, `${found('tag-bandit')} and ${inOrder}`)
  assert.ok(found('tag-bandit:alpha=0.1') > 1.2 * inOrder, `${found('tag-bandit:alpha=0.1')} and ${inOrder}`)
})

test('everything is fetched in the end', () => {
  assert.equal(new Set(walk(web, createStrategy('tag-bandit'))).size, web.pages.length)
})

function foundBy(spec: string): number {
  const steps = new CrawlSteps(web, createStrategy(spec), createMemoryQueue().frontier, {
    inFlight: 1,
    scores: false,
    moments: [],
  })
  steps.begin()
  const pages: number[] = []
  for (let step = steps.next(); step !== null && pages.length < few; step = steps.next()) pages.push(step.page)
  return relevantOf(pages)
}

test('words that promise wanted pages are found out', () => {
  const blind = foundBy('tag-bandit:classifier=false')
  assert.ok(foundBy('tag-bandit') > blind, `${foundBy('tag-bandit')} and ${blind}`)
  const parent = foundBy('best-first')
  assert.ok(foundBy('craw4llm') > parent, `craw4llm: ${foundBy('craw4llm')}, best-first: ${parent}`)
})
