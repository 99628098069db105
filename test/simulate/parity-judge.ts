/** Makes sure that the live judge sees of every page what the graph says, and takes over its score. */
import assert from 'node:assert/strict'
import { CRAWLED, RELEVANT, sharedBytes, urlOf } from '../../src/graph/web-graph.js'
import { createLanguageJudge } from '../../src/judge/index.js'
import { analyse } from '../../src/page/index.js'
import { createRenderer } from './graph-server.js'
import type { ParityWeb } from './parity-graph.js'

/** The same web with the judge's scores in the graph's score column. */
export function judged(web: ParityWeb): ParityWeb {
  const { graph } = web
  const render = createRenderer(web)
  const judge = createLanguageJudge({ languages: graph.target })
  const score = sharedBytes(graph.pages)
  const scores = new Map<number, number>()
  for (let id = 0; id < graph.pages; id++) {
    if ((graph.flags[id] & CRAWLED) === 0) continue
    const { contentType, body } = render(id)
    const page = analyse({
      ok: true,
      url: urlOf(graph, id),
      startedAt: 0,
      fetchMs: 0,
      ip: null,
      protocol: 'http/1.1',
      requestHeaders: [],
      status: 200,
      statusText: 'OK',
      headers: [['content-type', contentType]],
      body,
      truncated: null,
    })
    const verdict = judge.judge(page)
    assert.equal(verdict.relevant, (graph.flags[id] & RELEVANT) !== 0, page.url)
    assert.equal(verdict.language, graph.languages[graph.language[id]], page.url)
    assert.equal(verdict.unknown, web.kinds[id] === 'mute', page.url)
    score[id] = Math.round(verdict.score * 255)
    scores.set(verdict.score, score[id])
  }
  // a byte is coarser than what the live crawl sees: both must put the same pages in the same order
  assert.equal(new Set(scores.values()).size, scores.size, `scores that differ by too little: ${[...scores.keys()]}`)
  return { ...web, graph: { ...graph, score } }
}
