import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureGraph } from '../../src/graph/stats/index.js'
import { CRAWLED, RELEVANT } from '../../src/graph/web-graph.js'
import { tinyGraph } from './tiny-graph.js'

/** Enough links for several batches of the pass over them, and a page with more links than a batch holds. */
function manyLinks(): string {
  const hosts = ['a.co.th', 'www.a.co.th', 'b.com', 'c.com', 'd.de', 'e.de', 'f.org']
  const name = (id: number) => `${hosts[(id * 31) % hosts.length]}/${id % 5}/${id}`
  const language = (id: number) => (id % 7 < 3 && id % 4 === 0 ? 'tha' : ['eng', 'deu', 'und'][id % 3])
  return Array.from({ length: 3000 }, (_, id) => {
    const count = id === 1500 ? 5000 : id % 4 === 3 ? 0 : 5
    const targets = new Set(Array.from({ length: count }, (_, k) => (id === 1500 ? k : (id * 17 + k * k * 101) % 6000)))
    targets.delete(id)
    const links = [...targets].map(to => `${(id + to) % 3 === 0 ? '+' : ''}${name(to)}`)
    return `${name(id)} ${language(id)} → ${links.join(' ')}`
  }).join('\n')
}

test('the tables of a graph with many links are what counting link by link gives', () => {
  const graph = tinyGraph(manyLinks())
  const { pages, offsets, to, server, serverDomain, flags, anchors } = graph
  const is = (page: number, flag: number) => (flags[page] & flag) !== 0
  const relevantServers = new Set([...flags.keys()].filter(page => is(page, RELEVANT)).map(page => server[page]))
  const counts = new Map<string, number>()
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  const inLinks = new Array<number>(pages).fill(0)
  for (let page = 0; page < pages; page++) {
    const from = is(page, RELEVANT) ? 'relevant' : 'irrelevant'
    const source = is(page, RELEVANT) ? 'relevant' : relevantServers.has(server[page]) ? 'beside' : 'elsewhere'
    for (let link = offsets[page]; link < offsets[page + 1]; link++) {
      const target = to[link]
      inLinks[target]++
      if (server[target] === server[page]) add(`${source} server`)
      if (!is(target, CRAWLED)) {
        add(`${source} uncrawled`)
        continue
      }
      const anchor = ((anchors?.[link >> 3] ?? 0) >> (link & 7)) & 1
      const destination = is(target, RELEVANT) ? 'relevant' : 'irrelevant'
      add(`${source} ${destination}`)
      if (server[target] !== server[page]) add(`${source} between ${destination}`)
      if (serverDomain[server[target]] === serverDomain[server[page]]) add(`${from} domain ${destination}`)
      if (anchor === 1) add(`${from} anchor ${destination}`)
    }
  }
  const counted = (key: string) => counts.get(key) ?? 0

  const stats = measureGraph(graph)
  assert.ok(graph.links > 15_000 && stats.degrees.out.crawled.max === 4999)
  for (const [name, row] of [
    ['relevant', stats.linksByPage.relevant],
    ['beside', stats.linksByPage.irrelevantOnRelevantServer],
    ['elsewhere', stats.linksByPage.irrelevantElsewhere],
  ] as const) {
    assert.equal(row.all.toRelevant, counted(`${name} relevant`), name)
    assert.equal(row.all.toIrrelevant, counted(`${name} irrelevant`), name)
    assert.equal(row.betweenServers.toRelevant, counted(`${name} between relevant`), name)
    assert.equal(row.betweenServers.toIrrelevant, counted(`${name} between irrelevant`), name)
  }
  assert.deepEqual(
    stats.linksToUncrawled.map(({ links }) => links),
    ['relevant', 'beside', 'elsewhere'].map(name => counted(`${name} uncrawled`)),
  )
  for (const source of ['relevant', 'irrelevant'] as const) {
    assert.equal(stats.linksByPlace[source].sameDomain.toRelevant, counted(`${source} domain relevant`))
    assert.equal(stats.linksByPlace[source].sameDomain.toIrrelevant, counted(`${source} domain irrelevant`))
    assert.equal(stats.linksByAnchor?.[source].anchorInTarget.toRelevant, counted(`${source} anchor relevant`))
    assert.equal(stats.linksByAnchor?.[source].anchorInTarget.toIrrelevant, counted(`${source} anchor irrelevant`))
  }
  const sorted = inLinks.toSorted((a, b) => a - b)
  assert.equal(stats.degrees.in.all.median, sorted[Math.ceil(pages / 2) - 1])
  assert.equal(stats.degrees.in.all.p99, sorted[Math.ceil(pages * 0.99) - 1])
  assert.equal(stats.degrees.in.all.max, sorted.at(-1))
  assert.equal(stats.degrees.in.all.mean, graph.links / pages)
})
