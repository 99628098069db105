import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHARSET, LANGUAGE, type Strategy } from '../../src/contracts.js'
import { CrawlState, type CompletedPage } from '../../src/crawl/crawl-state.js'
import { NO_JUDGEMENTS } from '../../src/collection/link-judgements.js'
import { HostCounts } from '../../src/crawl/host-counts.js'
import { createFingerprint, createMemoryFrontier, createMemoryUrlTable } from '../../src/frontier/index.js'
import { createStrategy } from '../../src/strategy/index.js'

function newState(strategy: Strategy = createStrategy('soft-focused')): CrawlState {
  return new CrawlState({
    strategy,
    frontier: createMemoryFrontier({ maxConnectionsPerHost: 8 }),
    urls: createMemoryUrlTable(),
    fingerprint: createFingerprint([1, 2]),
    maxHops: Infinity,
    perHost: Infinity,
  })
}

function page(parts: Partial<CompletedPage> & { page: number }): CompletedPage {
  return {
    relevant: false,
    score: 0,
    language: LANGUAGE.other,
    charset: CHARSET.none,
    duplicate: false,
    isPage: true,
    links: [],
    anchorInTarget: null,
    words: null,
    judgements: NO_JUDGEMENTS,
    places: { tagPath: null, listPlace: null },
    country: '',
    hops: [],
    sitemaps: [],
    level: 1,
    ...parts,
  }
}

test('what a redirect leads to takes over the place at which it was taken, also in a replay', () => {
  const levels = [true, false].map(isLive => {
    const state = newState()
    const seed = state.addSeed('http://a.test/')
    const moved = state.internUrl('http://a.test/moved', seed, false)
    const good = state.internUrl('http://a.test/good', seed, false)
    state.complete(page({ page: seed, links: [moved, good] }))
    assert.equal(state.frontier.levelOf(moved), 2)
    // live, the redirect is under way while a relevant page links to it: too late to change its place
    if (isLive) while (state.frontier.take(0) !== moved);
    state.complete(page({ page: good, relevant: true, score: 1, links: [moved] }))
    const target = state.internUrl('http://a.test/target', moved, true)
    state.complete(page({ page: moved, isPage: false, hops: [target], level: 2 }))
    return state.frontier.levelOf(target)
  })
  assert.deepEqual(levels, [2, 2])
})

test('a redirect has no length: what it leads to is as many hops from the seed as the redirect', () => {
  const state = newState()
  const seed = state.addSeed('http://a.test/')
  const moved = state.internUrl('http://a.test/moved', seed, false)
  const target = state.internUrl('http://b.test/target', moved, true)
  assert.equal(state.pages.hops(moved), 1)
  assert.equal(state.pages.hops(target), 1)
  assert.equal(state.pages.via(target), moved)
})

test('a strategy hears of pages that can never be had, and of redirects once they have led on; not of pages with a verdict', () => {
  const calls: string[] = []
  const state = newState({
    ...createStrategy('soft-focused'),
    lost: id => calls.push(`lost ${id}`),
    hop: (from, to) => calls.push(`hop ${from} ${to}`),
  })
  const seed = state.addSeed('http://a.test/')
  const [refused, moved, gone] = ['x', 'y', 'z'].map(path => state.internUrl(`http://a.test/${path}`, seed, false))
  state.complete(page({ page: seed, links: [refused, moved, gone] }))
  state.giveUp(refused)
  const target = state.internUrl('http://a.test/target', moved, true)
  state.complete(page({ page: moved, isPage: false, hops: [target] }))
  state.complete(page({ page: gone }))
  assert.deepEqual(calls, [`lost ${refused}`, `hop ${moved} ${target}`, `lost ${moved}`])
})

test('hosts are counted: URLs, pages, relevant ones, and which were given up last', () => {
  const state = newState()
  const seed = state.addSeed('http://a.test/')
  const [x, y, z] = ['b.test/x', 'b.test/y', 'c.test/'].map(path => state.internUrl(`http://${path}`, seed, false))
  state.complete(page({ page: seed, links: [x, y, z] }))
  state.complete(page({ page: x, relevant: true }))
  state.giveUp(z)
  state.giveUp(z)
  const { hosts } = state
  assert.deepEqual([hosts.fetched(1), hosts.relevant(1), hosts.unfetched(1)], [1, 1, 1])
  assert.deepEqual([hosts.fetched(2), hosts.relevant(2), hosts.unfetched(2)], [0, 0, 0])
  assert.deepEqual(hosts.largest(5), [0, 1])
  assert.deepEqual(hosts.largest(1), [0])
  state.setAside(2)
  state.setAside(1)
  assert.deepEqual(state.lastGivenUp(), [1, 2])
})

test('of very many hosts the largest are found, and only the last of those given up are remembered', () => {
  const counts = new HostCounts()
  for (let host = 0; host < 3000; host++) for (let n = 0; n < 1 + (host % 7); n++) counts.addPage(host, false)
  for (let n = 0; n < 9; n++) counts.addPage(2500, true)
  const largest = counts.largest(10)
  assert.deepEqual(largest, [2500, 6, 13, 20, 27, 34, 41, 48, 55, 62])
  for (let host = 0; host < 1500; host++) counts.giveUp(host)
  counts.giveUp(600)
  counts.takeUp(1499)
  assert.equal(counts.lastGivenUp().length, 999)
  assert.deepEqual(counts.lastGivenUp().slice(0, 2), [600, 1498])
})

test('strategies have room for every host, also where more hosts than groups are known because pages show what is there', () => {
  let room = 0
  const state = newState({
    ...createStrategy('soft-focused'),
    groupBy: 'directory',
    reserve: (_pages, groups) => (room = groups),
    score: () => {},
  })
  const seed = state.addSeed('http://a.test/')
  for (let host = 0; host < 3000; host++) state.groups.hostOf(`http://pictures-${host}.test/`)
  const last = state.internUrl('http://b.test/', seed, false)
  state.complete(page({ page: seed, links: [last] }))
  assert.equal(state.groups.groupCount, 2)
  assert.ok(state.hostOf(last) < room, `host ${state.hostOf(last)}, room for ${room}`)
})
