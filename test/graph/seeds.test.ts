import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseSeeds } from '../../src/graph/seeds.js'
import { tinyGraph } from './tiny-graph.js'

const WEB = `
  one.com/1 eng → two.th/1 two.th/2 two.th/3
  one.com/2 eng → two.th/1
  one.com/3 eng →
  two.th/1 tha → two.th/2
  two.th/2 tha → two.th/1 two.th/3
  two.th/3 eng → one.com/1 one.com/2 one.com/3 new.org/
  three.th/1 tha →
  three.th/2 eng → one.com/1
  three.th/3 eng → one.com/2
  four.th/1 tha →
`

test('the seeds of a graph are its own when it has some', () => {
  assert.deepEqual([...chooseSeeds(tinyGraph(WEB, { seeds: 2 }))], [0, 1])
})

test('without seeds a crawl begins on the servers with the most relevant pages, at a relevant page if it links', () => {
  const graph = tinyGraph(WEB, { seeds: 0 })
  // two.th has two relevant pages: the second links more; three.th and four.th have one each, of which the first does not
  // link, so that another page takes its place; one.com has none
  assert.deepEqual([...chooseSeeds(graph)], [4, 7, 9])
  assert.deepEqual([...chooseSeeds(graph, 1)], [4])
  assert.deepEqual([...chooseSeeds(graph, 2)], [4, 7])
  assert.deepEqual([...chooseSeeds(graph, 9)], [4, 7, 9])
  assert.deepEqual([...chooseSeeds(graph, 0)], [])
})

test('without relevant pages a crawl begins on the servers with the most crawled pages', () => {
  assert.deepEqual([...chooseSeeds(tinyGraph(WEB, { seeds: 0, target: 'lao' }), 9)], [0, 5, 7, 9])
})
