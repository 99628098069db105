/**
 * Floors under the calibration of the webs that are modelled on real ones: one small graph each, and wide tolerances.
 * docs/calibration.md has the whole tables.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { measureCampus } from '../../bench/calibrate/campus.js'
import type { Row } from '../../bench/calibrate/compare.js'
import { LongtailError } from '../../src/errors.js'
import { generateGraph, PRESETS } from '../../src/graph/generate/index.js'
import { CRAWLED, distancesFromSeeds, readGraph, RELEVANT, writeGraph, type WebGraph } from '../../src/graph/index.js'
import { measureGraph } from '../../src/graph/stats/index.js'
import { simulate } from '../../src/simulate/index.js'
import { createStrategy } from '../../src/strategy/index.js'

const hosts = await generateGraph({ preset: 'cc-hosts-2018', scale: 0.2, seed: 1, set: { target: 'ru' } })
const campus = await generateGraph({ preset: 'university-2021', scale: 1, seed: 1 })

function near(name: string, value: number, target: number, tolerance: number): void {
  assert.ok(Math.abs(value - target) <= tolerance, `${name}: ${value}, expected ${target} ± ${tolerance}`)
}

function valueOf(rows: readonly Row[], name: string): number {
  const row = rows.find(one => one.name === name)
  assert.ok(row !== undefined, `no row is called "${name}"`)
  return row.value
}

test('the home pages of hosts have the degrees of the real web, and its services', () => {
  const { degrees } = measureGraph(hosts)
  near('pages without links', degrees.out.crawled.zeroShare, 0.228, 0.03)
  near('pages nobody links to', degrees.in.all.zeroShare, 0.714, 0.03)
  near('links on a page', degrees.out.crawled.mean, 2.84, 0.25)
  const linksTo = new Uint32Array(hosts.pages)
  for (const page of hosts.to) linksTo[page]++
  const five = linksTo.sort().slice(-5)
  near('links to five services', five.reduce((sum, links) => sum + links, 0) / hosts.links, 0.514, 0.04)
})

test('links stay in their language as often as in the real web', () => {
  for (const [target, share, stay] of [
    ['rus', 0.091, 0.416],
    ['deu', 0.028, 0.233],
    ['kor', 0.013, 0.362],
  ] as const) {
    const { counts, linksByPage } = measureGraph(hosts, { target })
    near(`${target} pages`, counts.pages.relevant / hosts.pages, share, 0.001)
    near(`${target} to ${target}`, linksByPage.relevant.all.relevantShare, stay, 0.1)
  }
})

test('from ten pages with many links a crawl reaches a small part of the web, far away from them', () => {
  assert.equal(hosts.seeds.length, 10)
  assert.ok(hosts.seeds.every(page => hosts.languages[hosts.language[page]] === 'rus'))
  const { byDistance, unreachable } = measureGraph(hosts).distanceFromSeeds
  near('reached', 1 - unreachable.pages / hosts.pages, 0.08, 0.04)
  assert.ok(byDistance.length > 8, `${byDistance.length} distances`)
  const shares = byDistance.map(row => row.cumulativeRelevantShare)
  assert.ok(shares[1] > 0.5 && shares[shares.length - 1] < 0.2, shares.join(' '))
})

test('the web of one organisation repeats itself as the real one does', () => {
  const rows = measureCampus(campus)
  for (const [name, target, tolerance] of [
    ['pages on the three largest hosts', 34.9, 4],
    ['links to pages of the hosts that are not there', 28.3, 5],
    ['links on a page: mean', 35.6, 7],
    ['pages with nearly the text of another', 14.6, 5],
    ['pages with too little text to compare', 11.8, 2],
    ['second addresses of pages', 4.2, 1],
    ['pages that no way leads to', 38.8, 6],
    ['pages at larger distances', 7.4, 3],
    ['wanted pages', 13.9, 4],
    ['links of wanted pages to wanted pages', 69.9, 20],
  ] as const) {
    near(name, valueOf(rows, name), target, tolerance)
  }
})

test('a crawl of an organisation meets twins and traps, and holds them back', () => {
  const spec = 'breadth-first'
  const fetched = (traps: boolean): number =>
    simulate(campus, createStrategy(spec, {}), { spec, seeds: campus.seeds, traps }).pages
  const [without, held] = [fetched(false), fetched(true)]
  assert.ok(held < 0.985 * without, `${held} of ${without} fetches are left`)
  assert.ok(held > 0.7 * without, `${held} of ${without} fetches are left`)
})

test('a login form with sessions is a chain far longer than anything else', () => {
  const distances = distancesFromSeeds(campus, campus.seeds)
  let far = 0
  for (let page = 0; page < campus.pages; page++) {
    if (distances[page] <= 60 || distances[page] === 255) continue
    far++
    assert.match(campus.urls?.url(page) ?? '', /\?state=[\da-f]{16}$/)
  }
  assert.ok(far > 150, `${far} pages`)
})

test('these graphs keep every promise that a graph file is checked for, and come back as they were', () => {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-webs-'))
  try {
    for (const graph of [hosts, campus]) {
      writeGraph(graph, join(directory, 'web.ltg'))
      const back = readGraph(join(directory, 'web.ltg'))
      assert.deepEqual(back.to, graph.to)
      assert.deepEqual(back.simhash, graph.simhash)
      assert.deepEqual(back.origin, graph.origin)
      assert.ok(withoutRepetition(graph))
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
})

function withoutRepetition({ pages, offsets, to, flags }: WebGraph): boolean {
  const linkedFrom = new Int32Array(pages).fill(-1)
  for (let page = 0; page < pages; page++) {
    if ((flags[page] & (CRAWLED | RELEVANT)) === 0 && offsets[page] < offsets[page + 1]) return false
    for (let i = offsets[page]; i < offsets[page + 1]; i++) {
      if (to[i] === page || linkedFrom[to[i]] === page) return false
      linkedFrom[to[i]] = page
    }
  }
  return true
}

test('the same seed gives the same web, another seed another one', async () => {
  for (const [preset, scale] of [
    ['cc-hosts-2018', 0.02],
    ['university-2021', 0.2],
  ] as const) {
    const one = await generateGraph({ preset, scale, seed: 5 })
    const again = await generateGraph({ preset, scale, seed: 5 })
    const other = await generateGraph({ preset, scale, seed: 6 })
    assert.deepEqual({ ...again, urls: again.urls?.parts }, { ...one, urls: one.urls?.parts })
    assert.notDeepEqual(other.to, one.to)
  }
})

test('a target that the web does not have, a parameter of another model and a wrong scale are refused', async () => {
  const refused = async (
    preset: string,
    set: Record<string, string>,
    scale: number,
    message: RegExp,
  ): Promise<void> => {
    await assert.rejects(generateGraph({ preset, scale, seed: 1, set }), error => {
      assert.ok(error instanceof LongtailError)
      assert.equal(error.code, 'E_USAGE')
      assert.match(error.message, message)
      return true
    })
  }
  await refused('cc-hosts-2018', { target: 'tha' }, 1, /target=tha.*rus, por/)
  await refused('cc-hosts-2018', { relevant: '0.1' }, 1, /no parameter "relevant".*graph generate --help/)
  await refused('university-2021', { target: 'rus' }, 1, /no parameter "target".*graph generate --help/)
  await refused('university-2021', { labels: 's0' }, 1, /labels/)
  await refused('university-2021', { twins: '2' }, 1, /twins=2.*0 to 1/)
  await refused('cc-hosts-2018', {}, 0.0005, /scale 0\.0005.*0\.02/)
  await refused('university-2021', { pages: '5e7' }, 10_000, /a graph is limited to/)
  for (const preset of Object.keys(PRESETS)) await refused(preset, {}, 1e9, /scale/)
})
