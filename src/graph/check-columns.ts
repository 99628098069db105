import { LongtailError } from '../errors.js'
import { CRAWLED, RELEVANT, type LinkText, type WebGraph } from './web-graph.js'

/** The invariants of web-graph.ts that a wild index would break. One pass over each column. */
export function checkColumns(graph: WebGraph, path: string): void {
  const { pages, links, servers, directories, domains } = graph
  const fail = (reason: string): never => {
    throw new LongtailError('E_GRAPH', `${path} is damaged: ${reason}; import or generate it again`)
  }
  const length = (name: string, column: { length: number } | null, wanted: number): void => {
    if (column !== null && column.length !== wanted) fail(`${name} has ${column.length} entries instead of ${wanted}`)
  }
  length('offsets', graph.offsets, pages + 1)
  length('to', graph.to, links)
  length('server', graph.server, pages)
  length('directory', graph.directory, pages)
  length('flags', graph.flags, pages)
  length('language', graph.language, pages)
  length('serverTld', graph.serverTld, servers)
  length('serverDomain', graph.serverDomain, servers)
  length('charset', graph.charset, pages)
  length('score', graph.score, pages)
  length('simhash', graph.simhash ?? null, 2 * pages)
  length('anchors', graph.anchors, Math.ceil(links / 8))
  length('serverCountry', graph.country?.server ?? null, servers)
  if (graph.linkText !== undefined) checkText(graph.linkText, links, length, fail)

  const below = (name: string, column: Uint8Array | Uint16Array | Uint32Array, limit: number): void => {
    let largest = 0
    for (let i = 0; i < column.length; i++) if (column[i] > largest) largest = column[i]
    if (column.length > 0 && largest >= limit) fail(`${name} names ${largest}, but there are only ${limit}`)
  }
  below('seeds', graph.seeds, pages)
  below('to', graph.to, pages)
  below('server', graph.server, servers)
  below('directory', graph.directory, directories)
  below('language', graph.language, graph.languages.length)
  below('serverTld', graph.serverTld, graph.tlds.length)
  below('serverDomain', graph.serverDomain, domains)
  if (graph.country !== undefined) below('serverCountry', graph.country.server, graph.country.codes.length)

  const { offsets, flags } = graph
  if (offsets[0] !== 0 || offsets[pages] !== links) fail('its links do not begin at 0 and end at their number')
  for (let page = 0; page < pages; page++) {
    if (offsets[page] > offsets[page + 1]) fail(`the links of page ${page} end before they begin`)
    if (flags[page] > (CRAWLED | RELEVANT)) fail(`page ${page} has the flags ${flags[page]}`)
    if ((flags[page] & CRAWLED) !== 0) continue
    if (offsets[page] !== offsets[page + 1]) fail(`page ${page} was never crawled, but has links`)
    if (flags[page] !== 0) fail(`page ${page} was never crawled, but is relevant`)
  }
}

function checkText(
  { anchorScore, contextScore, names, words, places }: LinkText,
  links: number,
  length: (name: string, column: { length: number } | null, wanted: number) => void,
  fail: (reason: string) => never,
): void {
  length('anchorScore', anchorScore, links)
  length('contextScore', contextScore, links)
  length('tagPath', places?.tagPath ?? null, links)
  length('listPlace', places?.listPlace ?? null, links)
  for (const name of ['anchorNames', 'anchorWords', 'urlNames', 'urlWords'] as const)
    length(name, names?.[name] ?? null, links)
  if (words === null) return
  const { starts, hashes } = words
  length('wordStarts', starts, links + 1)
  if (starts[0] !== 0 || starts[links] !== hashes.length) fail('its words do not begin at 0 and end at their number')
  for (let link = 0; link < links; link++) {
    if (starts[link] > starts[link + 1]) fail(`the words of link ${link} end before they begin`)
  }
}
