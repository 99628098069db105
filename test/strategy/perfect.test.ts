import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CRAWLED, RELEVANT } from '../../src/graph/index.js'
import type { WebGraph } from '../../src/graph/index.js'
import { perfectPaths } from '../../src/simulate/perfect-paths.js'
import { createStrategy } from '../../src/strategy/index.js'
import { randomWeb } from './random-web.js'
import { leadsToRelevant, tinyWeb, visits, walk } from './web.js'
import type { Web } from './web.js'

/** The web as a graph in which all pages were crawled, but for those named. */
function graphOf(web: Web, uncrawled: readonly string[] = []): WebGraph {
  const pages = web.pages.length
  const flags = Uint8Array.from(web.pages, page =>
    uncrawled.includes(page.name) ? 0 : page.relevant ? CRAWLED | RELEVANT : CRAWLED,
  )
  return {
    pages,
    links: web.to.length,
    servers: 1,
    directories: 1,
    domains: 1,
    seeds: Uint32Array.from(web.seeds),
    offsets: web.offset,
    to: web.to,
    server: new Uint32Array(pages),
    directory: new Uint32Array(pages),
    flags,
    language: new Uint8Array(pages),
    languages: ['und'],
    target: [],
    serverTld: new Uint16Array(1),
    tlds: [''],
    serverDomain: new Uint32Array(1),
    charset: null,
    score: null,
    anchors: null,
    urls: null,
    origin: {},
  }
}

const web = tinyWeb(`
  a/home other → a/1 a/2 a/3
  a/1    other → a/4
  a/2    other → a/4 a/5
  a/3    thai  → a/6
  a/4    other → a/7
  a/7    thai  → a/8
  a/8    other → a/9
`)

test('perfect follows the paths to relevant pages, first found first, and nothing else', () => {
  assert.equal(visits(web, 'perfect'), 'a/home a/1 a/3 a/4 a/7')
})

test('a page on several shortest paths is reached by the first', () => {
  const leads = perfectPaths(graphOf(web), Uint32Array.of(0))
  const names = web.pages.filter((_, page) => leads[page] === 1).map(page => page.name)
  assert.deepEqual(names.sort(), ['a/1', 'a/3', 'a/4', 'a/7', 'a/home'])
})

test('no path leads through a page that was never crawled', () => {
  const leads = perfectPaths(graphOf(web, ['a/1']), Uint32Array.of(0))
  const names = web.pages.filter((_, page) => leads[page] === 1).map(page => page.name)
  assert.deepEqual(names.sort(), ['a/2', 'a/3', 'a/4', 'a/7', 'a/home'])
  assert.deepEqual(perfectPaths(graphOf(web, ['a/home']), Uint32Array.of(0)), new Uint8Array(web.pages.length))
})

test('seeds given twice, or without a relevant page behind them, do no harm', () => {
  const two = tinyWeb(
    `
    a/home other → a/1
    b/home other → b/1
    b/1    thai  →
  `,
    2,
  )
  const leads = perfectPaths(graphOf(two), Uint32Array.of(0, 1, 0))
  assert.deepEqual([...leads], [0, 1, 1, 0])
})

for (const seed of [31, 32]) {
  test(`web ${seed}: perfect fetches every relevant page, and no page that leads to none`, () => {
    const large = randomWeb(seed, 80)
    const leads = perfectPaths(graphOf(large), Uint32Array.from(large.seeds))
    assert.deepEqual(leads, leadsToRelevant(large))
    const order = walk(large, createStrategy('perfect', { leadsToRelevant: leads }))
    const fetched = new Set(order)
    assert.ok(large.pages.every((page, id) => !page.relevant || fetched.has(id)))
    assert.equal(
      order.length,
      leads.reduce((sum, mark) => sum + mark, 0),
    )
    const breadthFirst = walk(large, createStrategy('breadth-first')).filter(page => leads[page] === 1)
    assert.deepEqual(order, breadthFirst)
  })
}
