/**
 * Makes sure that the live crawl sees of every page what the graph says, and tells the graph what only the text says: scores,
 * words of links, and which texts repeat each other.
 */
import assert from 'node:assert/strict'
import { createTextReader } from '../../src/graph/import/text-reader.js'
import { CRAWLED, RELEVANT, sharedShorts, sharedWords, urlOf } from '../../src/graph/web-graph.js'
import { createLanguageJudge } from '../../src/judge/index.js'
import { analyse } from '../../src/page/index.js'
import { NearDuplicates } from '../../src/page/text/near-duplicate.js'
import { createRenderer } from './graph-server.js'
import type { ParityWeb } from './parity-graph.js'

export function judged(web: ParityWeb): ParityWeb {
  const { graph } = web
  const render = createRenderer(web)
  const judge = createLanguageJudge({ languages: graph.target })
  const text = createTextReader(null, 'elements')
  const score = sharedShorts(graph.pages)
  const simhash = sharedWords(2 * graph.pages)
  const starts = sharedWords(graph.links + 1)
  const hashes: number[] = []
  const texts = new NearDuplicates()
  let repeats = 0
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
    score[id] = Math.round(verdict.score * 1000)
    simhash.set(page.simhash, 2 * id)
    if (texts.findOrAdd(...page.simhash, id) !== -1) repeats++
    const { words } = text.links(page)
    assert.ok(words !== null)
    for (let link = graph.offsets[id]; link < graph.offsets[id + 1]; link++) {
      const k = page.links.findIndex(({ url }) => url === urlOf(graph, graph.to[link]))
      hashes.push(...words.hashes.subarray(words.starts[k], words.starts[k + 1]))
      starts[link + 1] = hashes.length
    }
  }
  assert.ok(repeats > graph.pages / 10 && repeats < graph.pages / 2, `${repeats} of ${graph.pages} texts repeat others`)
  const linkText = {
    anchorScore: null,
    contextScore: null,
    context: 'elements',
    names: null,
    words: { starts, hashes: Uint32Array.from(hashes) },
    places: null,
  } as const
  return { ...web, graph: { ...graph, score, simhash, linkText } }
}
