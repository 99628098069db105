import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHARSET, LANGUAGE } from '../../src/contracts.js'
import { CrawlState, type CompletedPage } from '../../src/crawl/crawl-state.js'
import { createFingerprint, createMemoryFrontier, createMemoryUrlTable } from '../../src/frontier/index.js'
import { createStrategy } from '../../src/strategy/index.js'

function newState(): CrawlState {
  return new CrawlState({
    strategy: createStrategy('soft-focused'),
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
    isPage: true,
    links: [],
    anchorInTarget: null,
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
