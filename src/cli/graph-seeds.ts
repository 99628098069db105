/** Seeds of a graph as a user names them, and its counts as JSON shows them. */
import { readSeedFile } from '../campaign/index.js'
import { LongtailError } from '../errors.js'
import { chooseSeeds, CRAWLED, RELEVANT, urlOf, type WebGraph } from '../graph/index.js'
import { canonicalUrl } from '../page/index.js'

/** Named by page number or URL; the graph's own, or chosen ones, when none is named. */
export function seedsOf(graph: WebGraph, flags: { seed?: readonly string[]; seedFile?: string }): Uint32Array {
  const named = [...(flags.seed ?? []), ...(flags.seedFile === undefined ? [] : readSeedFile(flags.seedFile))]
  if (named.length === 0) return chooseSeeds(graph)
  const wanted = new Map<string, string>()
  const seeds = new Set<number>()
  for (const name of named) {
    if (/^\d+$/.test(name)) {
      if (Number(name) >= graph.pages)
        throw new LongtailError('E_USAGE', `--seed ${name}: the pages of this graph are 0 to ${graph.pages - 1}`)
      seeds.add(Number(name))
    } else wanted.set(canonicalUrl(name) ?? name, name)
  }
  for (let page = 0; page < graph.pages && wanted.size > 0; page++) {
    const url = urlOf(graph, page)
    if (wanted.delete(url)) seeds.add(page)
  }
  const [missing] = wanted.values()
  if (missing !== undefined) {
    const more = wanted.size > 1 ? ` and ${wanted.size - 1} more` : ''
    throw new LongtailError(
      'E_USAGE',
      `--seed ${missing}${more}: not a page of this graph; give a URL of it, or a page number`,
    )
  }
  return Uint32Array.from(seeds)
}

export function graphFacts(graph: WebGraph) {
  const { pages, links, servers, flags } = graph
  let crawled = 0
  let relevant = 0
  for (let page = 0; page < pages; page++) {
    if ((flags[page] & CRAWLED) === 0) continue
    crawled++
    if ((flags[page] & RELEVANT) !== 0) relevant++
  }
  return { pages, crawled, links, servers, relevant }
}
