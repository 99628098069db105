import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeWeb } from '../../bench/topics/judged.js'
import { crawlTopic } from '../../bench/topics/measure.js'
import { duels } from '../../bench/topics/tables.js'
import type { Topic } from '../../bench/topics/topic-webs.js'
import type { ArchiveWeb } from '../../bench/strategies/archive-web.js'
import type { Page } from '../../src/contracts.js'
import { GraphBuilder } from '../../src/graph/builder.js'

/** Page 0 links to everything in an order that puts the wanted pages last; all link back, and to the next two. */
const PAGES = 30
const rows = Array.from({ length: PAGES }, (_, page) =>
  page === 0
    ? Array.from({ length: PAGES - 1 }, (_, i) => i + 1)
    : [0, 1 + (page % (PAGES - 1)), 1 + ((page + 1) % (PAGES - 1))].filter(to => to !== page),
)
const isWanted = (page: number): boolean => page === 0 || page >= 20

const page: Omit<Page, 'url' | 'title'> = {
  status: 200,
  mime: 'text/html',
  declared: { charset: 'utf-8', charsetSource: 'default', metaCharset: '', language: '' },
  text: '',
  fullText: '',
  textSource: 'visible',
  bytes: new Uint8Array(0),
  links: [],
  embeds: [],
  signs: [],
  nofollow: false,
  noindex: false,
  simhash: [0, 0],
}
const pages = rows.map((_, id) => ({ ...page, url: `http://a.test/${id}`, title: isWanted(id) ? 'birds' : 'stones' }))
const builder = new GraphBuilder()
pages.forEach(({ url }) => {
  const id = builder.page(url)
  builder.capture(id)
  builder.describe(id, {})
})
rows.forEach((row, from) => row.forEach(to => builder.link(from, to)))
const graph = builder.finish()
const web: ArchiveWeb = {
  graph,
  pages: new Map(pages.entries()),
  texts: pages.map(({ title }) => ({ anchor: title, context: title })),
  textOf: graph.to,
}
const topic: Topic = {
  name: 'birds',
  wanted: Uint8Array.from(pages, (_, id) => Number(isWanted(id))),
  counted: Uint8Array.from(pages, (_, id) => Number(id !== 0)),
  examples: { wanted: [], others: [] },
}
const judged = judgeWeb(web, {
  judge: ({ title }) => ({ relevant: title === 'birds', score: title === 'birds' ? 0.9 : 0.1 }),
  score: words => (words.startsWith('birds') ? 0.8 : 0.2),
  names: () => ({ named: 0, words: 0 }),
})

test('a topic crawl counts by the labels, leaves examples out, and sees what the words of links are worth', () => {
  const specs = ['shark', 'longtail', 'breadth-first']
  const crawls = crawlTopic(judged, topic, { specs, starts: 2, seed: 1 })
  assert.equal(crawls.length, 2 * specs.length)
  for (const { reach, wanted, found } of crawls) {
    assert.equal(reach, PAGES - 1)
    assert.equal(wanted, 10)
    assert.equal(found[found.length - 1], 10)
  }
  for (const spec of ['shark', 'longtail']) assert.deepEqual(duels(crawls, spec), { wins: 2, losses: 0 })
  for (const { area } of crawls.filter(({ spec }) => spec === 'shark')) assert.ok(area > 0.97, `${area}`)
})

test('scores of links are bytes in the order of the links', () => {
  assert.deepEqual(judged.linkText?.anchorScore?.slice(0, 2), Uint8Array.of(51, 51))
  assert.equal(judged.linkText?.contextScore?.[PAGES - 2], 204)
})
