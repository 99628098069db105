/** Website segments of a graph: found by its URLs when somebody asks for the first time, then kept as long as the graph. */
import { segmentAbove, segmentIn } from '../page/url/segments.js'
import { Words } from './builder-columns.js'
import { UrlKeyTable } from './builder-keys.js'
import { sharedWords, type SegmentColumn, type UrlColumn, type WebGraph } from './web-graph.js'

const found = new WeakMap<UrlColumn, SegmentColumn>()

/**
 * In the order of pages, which is the order in which a crawl saw them: so a page is in the segment that the crawl had put it
 * in, and segments have the numbers that the crawl had given them. In a graph without URLs a segment is a directory.
 */
export function segmentsOf(graph: WebGraph): SegmentColumn {
  const { segments, urls } = graph
  if (segments !== undefined) return segments
  if (urls === null) return directoriesAsSegments(graph)
  const known = found.get(urls) ?? findSegments(graph, urls)
  found.set(urls, known)
  return known
}

/** Above every directory stands its server, as it does in the URL that urlOf makes up. */
function directoriesAsSegments({ directory, directories, server, servers }: WebGraph): SegmentColumn {
  const segments = directories + servers
  const serverOf = sharedWords(segments)
  const parent = sharedWords(segments)
  for (let page = 0; page < directory.length; page++) serverOf[directory[page]] = server[page]
  for (let one = 0; one < servers; one++) serverOf[directories + one] = one
  for (let one = 0; one < segments; one++) parent[one] = directories + serverOf[one]
  return { segments, segment: directory, server: serverOf, parent }
}

function findSegments({ pages, server }: WebGraph, urls: UrlColumn): SegmentColumn {
  // fingerprints instead of texts: a graph may have millions of segments
  const numbers = new UrlKeyTable()
  const servers = new Words()
  const parents = new Words()
  const isSegment = (name: string): boolean => numbers.find(name) !== -1
  const numberOf = (name: string, page: number): number => {
    const known = numbers.find(name)
    if (known !== -1) return known
    const above = segmentAbove(name)
    const parent = above === '' ? -1 : numberOf(above, page)
    const number = numbers.add(name)
    servers.push(server[page])
    parents.push(parent === -1 ? number : parent)
    return number
  }
  const segment = sharedWords(pages)
  for (let page = 0; page < pages; page++) segment[page] = numberOf(segmentIn(isSegment, urls.url(page)), page)
  return { segments: numbers.size, segment, server: shared(servers), parent: shared(parents) }
}

function shared({ values, length }: Words): Uint32Array {
  const column = sharedWords(length)
  column.set(values.subarray(0, length))
  return column
}
