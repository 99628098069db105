/**
 * A floor under the calibration: a small graph and wide tolerances, to notice when a change breaks the model.
 * docs/calibration.md has the whole table, at a larger scale and over several seeds.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateGraph } from '../../src/graph/generate/index.js'
import { measureGraph, type GraphStats } from '../../src/graph/stats/index.js'

async function measured(seed: number): Promise<GraphStats> {
  return measureGraph(await generateGraph({ preset: 'thai-2004', scale: 0.02, seed }))
}

const statistics = [await measured(1), await measured(2)]

function near(name: string, target: number, tolerance: number, value: (stats: GraphStats) => number): void {
  const mean = statistics.reduce((sum, stats) => sum + value(stats), 0) / statistics.length
  assert.ok(Math.abs(mean - target) <= tolerance, `${name}: ${mean}, expected ${target} ± ${tolerance}`)
}

test('links lead to Thai pages as often as in the tables of Tamura et al. 2007', () => {
  near('Thai', 0.718, 0.04, s => s.linksByPage.relevant.all.relevantShare)
  near('Thai, between servers', 0.374, 0.02, s => s.linksByPage.relevant.betweenServers.relevantShare)
  near('non-Thai on Thai servers', 0.215, 0.04, s => s.linksByPage.irrelevantOnRelevantServer.all.relevantShare)
  near(
    'the same between servers',
    0.353,
    0.03,
    s => s.linksByPage.irrelevantOnRelevantServer.betweenServers.relevantShare,
  )
  near('elsewhere', 0.002, 0.001, s => s.linksByPage.irrelevantElsewhere.all.relevantShare)
  near('Thai servers', 0.874, 0.02, s => s.linksByServer.relevant.all.relevantShare)
  near('Thai servers, between servers', 0.534, 0.03, s => s.linksByServer.relevant.betweenServers.relevantShare)
  near('other servers', 0.005, 0.002, s => s.linksByServer.irrelevant.all.relevantShare)
})

test('links stay on their server and in their domain as often as in the papers', () => {
  near('Thai pages', 0.693, 0.02, s => s.linksByPage.relevant.withinServerShare)
  near('elsewhere', 0.485, 0.02, s => s.linksByPage.irrelevantElsewhere.withinServerShare)
  near('same domain', 0.83, 0.04, s => s.linksByPlace.relevant.sameDomain.relevantShare)
  near('different domain', 0.307, 0.04, s => s.linksByPlace.relevant.differentDomain.relevantShare)
})

test('pages lie under the top-level domains and in the languages of the papers', () => {
  const tld = (name: string) => (s: GraphStats) => s.topLevelDomains.find(row => row.tld === name)?.share ?? 0
  for (const [name, share] of [
    ['com', 0.563],
    ['de', 0.079],
    ['jp', 0.076],
    ['th', 0.047],
  ] as const) {
    near(`.${name}`, share, 0.01, tld(name))
  }
  near('.th of Thai pages', 0.343, 0.08, s => s.topLevelDomains.find(row => row.tld === 'th')?.shareOfRelevant ?? 0)
  near('English', 0.44, 0.03, s => s.languagesByTld.groups.find(row => row.language === 'english')?.share ?? 0)
})

test('distances between nearest Thai pages fall off by a steady factor', () => {
  for (const { nearestRelevant } of statistics) {
    const counts = nearestRelevant.byDistance.map(row => row.pages)
    assert.ok(counts[0] > 0.98 * counts.reduce((sum, pages) => sum + pages, 0))
    for (let i = 1; i < 7; i++) assert.ok(counts[i] < 0.8 * counts[i - 1], `${counts.join(' ')} at distance ${i + 1}`)
    assert.ok(nearestRelevant.byDistance.every(row => row.distance <= 10))
    assert.equal(nearestRelevant.none, 0)
  }
})

test('the share of Thai pages falls with the distance from the seeds, and no more after 7', () => {
  for (const { distanceFromSeeds } of statistics) {
    const ratio = distanceFromSeeds.byDistance.map(row => row.cumulativeRelevantShare)
    for (let d = 3; d <= 6; d++) assert.ok(ratio[d] < ratio[d - 1], ratio.join(' '))
    assert.ok(ratio[7] - ratio[10] < 0.015, ratio.join(' '))
    assert.ok(ratio[1] > 0.5 && ratio[10] < 0.1)
  }
})
