/** Files for the import tests, and graphs as people read them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { CRAWLED, RELEVANT, urlOf, type WebGraph } from '../../src/graph/index.js'

export function write(directory: string, name: string, content: string | Uint8Array): string {
  const path = join(directory, name)
  writeFileSync(path, name.endsWith('.gz') && typeof content === 'string' ? gzipSync(content) : content)
  return path
}

/** `{from: [to, …]}` of the pages that have links, by URL. */
export function linksByUrl(graph: WebGraph): Record<string, string[]> {
  const links: Record<string, string[]> = {}
  for (let page = 0; page < graph.pages; page++) {
    const targets = [...graph.to.subarray(graph.offsets[page], graph.offsets[page + 1])]
    if (targets.length > 0) links[urlOf(graph, page)] = targets.map(target => urlOf(graph, target))
  }
  return links
}

/** The rows of the graph as they are. */
export function rows(graph: WebGraph): number[][] {
  return Array.from({ length: graph.pages }, (_, page) => [
    ...graph.to.subarray(graph.offsets[page], graph.offsets[page + 1]),
  ])
}

export function urls(graph: WebGraph, flag = 0): string[] {
  return Array.from({ length: graph.pages }, (_, page) => page)
    .filter(page => (graph.flags[page] & flag) === flag)
    .map(page => urlOf(graph, page))
}

export function crawledUrls(graph: WebGraph): string[] {
  return urls(graph, CRAWLED)
}

export function relevantUrls(graph: WebGraph): string[] {
  return urls(graph, RELEVANT)
}

export function languageOf(graph: WebGraph, url: string): string {
  return graph.languages[graph.language[urls(graph).indexOf(url)]]
}
