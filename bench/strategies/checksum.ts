/** Says which web a result is of, so that no result of an older generator, judge or import is taken for one of today's. */
import { countRelevant } from './measure.js'
import type { TestWeb } from './truth.js'

/** Over all that a strategy or a count can see, but for what a judge says of itself: it follows from the rest, and only ours listens. */
export function checksum({ graph, truth }: TestWeb): string {
  const { pages, links, linkText, score, simhash = null } = graph
  const { offsets, to, server, directory, flags, language, serverTld, serverDomain, charset, anchors } = graph
  const { anchorScore = null, contextScore = null, words = null, places = null } = linkText ?? {}
  let hash = 0
  for (const column of [
    ...[offsets, to, server, directory, flags, language, serverTld, serverDomain, charset, anchors],
    ...[score, simhash, anchorScore, contextScore, words?.starts ?? null, words?.hashes ?? null],
    ...[places?.tagPath ?? null, places?.listPlace ?? null, truth.wanted, truth.counted],
  ]) {
    if (column === null) continue
    for (let i = 0; i < column.length; i++) hash = (Math.imul(hash, 31) + column[i]) | 0
  }
  return `${pages}/${links}/${countRelevant(graph)}/${graph.seeds.join('+')}/${(hash >>> 0).toString(16)}`
}
