/** Another target for a graph that knows the languages of its pages: the same web seen by another crawl. */
import { iso6393 } from 'iso-639-3'
import { LongtailError } from '../errors.js'
import { CRAWLED, RELEVANT, sharedBytes, type WebGraph } from './web-graph.js'

/**
 * A copy in which a crawled page is relevant when its language is the target; all other columns are shared with the
 * original. What was judged for another target, scores and anchors of links among it, is left out.
 */
export function relabelled(graph: WebGraph, target: string): WebGraph {
  const code = languageIn(graph, target)
  const wanted = Uint8Array.from(graph.languages, one => Number(one === code))
  const { pages, language, flags: before } = graph
  const flags = sharedBytes(pages)
  for (let page = 0; page < pages; page++) {
    if ((before[page] & CRAWLED) !== 0) flags[page] = wanted[language[page]] === 1 ? CRAWLED | RELEVANT : CRAWLED
  }
  const same = graph.target.length === 1 && graph.target[0] === code
  const labelled = { ...graph, flags, target: [code] }
  if (same) return labelled
  // words are words, and places are places, whatever is wanted
  const { words = null, places = null, context = 'elements' } = graph.linkText ?? {}
  const isBare = words === null && places === null
  const linkText = isBare ? undefined : { anchorScore: null, contextScore: null, context, names: null, words, places }
  return { ...labelled, score: null, anchors: null, linkText }
}

/** The code in `graph.languages` that an ISO 639-3, 639-2 or 639-1 code stands for; E_USAGE when the graph does not have it. */
export function languageIn(graph: WebGraph, written: string): string {
  const lowered = written.trim().toLowerCase()
  const known = graph.languages.slice(1)
  const entry = iso6393.find(
    ({ iso6393: code, iso6391, iso6392B }) => code === lowered || iso6391 === lowered || iso6392B === lowered,
  )
  const code = [lowered, entry?.iso6393].find(one => one !== undefined && known.includes(one))
  if (code !== undefined) return code
  const have =
    known.length === 0
      ? 'it has no languages, so leave the target out'
      : `it has ${known.toSorted().join(', ')}; choose one of these`
  throw new LongtailError('E_USAGE', `the graph has no pages in "${written}": ${have}`)
}
