/** Kinds of pages by their place in the graph: what a page says is not in a graph, where it stands is. */
import { CRAWLED, type WebGraph } from '../../graph/index.js'
import type { PageKind } from '../../recrawl/index.js'

/** Of the crawled pages, those with the most links within their server are lists: this share, and at least so many links. */
const LISTS = 0.1
const LEAST_LINKS_OF_LIST = 5

/**
 * By page. `home`: the root of a server, where the graph has URLs; otherwise the page of it that most links lead to, the smaller number
 * wins ties. `list`: one of the pages with most links within their server. `other`: no links at all, as documents are. `article`: the rest.
 */
export function pageKinds(graph: WebGraph): PageKind[] {
  const { pages, servers, server, offsets, to, flags, urls } = graph
  const linked = new Uint32Array(pages)
  const within = new Uint32Array(pages)
  for (let page = 0; page < pages; page++) {
    for (let i = offsets[page]; i < offsets[page + 1]; i++) {
      linked[to[i]]++
      if (server[to[i]] === server[page]) within[page]++
    }
  }
  const home = new Int32Array(servers).fill(-1)
  for (let page = 0; page < pages; page++) {
    if ((flags[page] & CRAWLED) === 0) continue
    const best = home[server[page]]
    if (best === -1 || linked[page] > linked[best]) home[server[page]] = page
  }
  if (urls !== null) {
    for (let page = 0; page < pages; page++) if (isRoot(urls.url(page))) home[server[page]] = page
  }
  const least = Math.max(LEAST_LINKS_OF_LIST, linksOfLists(within, graph))
  return Array.from({ length: pages }, (_, page): PageKind => {
    if (home[server[page]] === page) return 'home'
    if (within[page] >= least) return 'list'
    return offsets[page + 1] === offsets[page] ? 'other' : 'article'
  })
}

function isRoot(url: string): boolean {
  return /^[a-z]+:\/\/[^/?#]*\/?$/i.test(url)
}

/** The links that the share of crawled pages called lists has at least. */
function linksOfLists(within: Uint32Array, { pages, flags }: WebGraph): number {
  const crawled = within.filter((_, page) => page < pages && (flags[page] & CRAWLED) !== 0).sort()
  return crawled.length === 0 ? 0 : crawled[Math.floor((crawled.length - 1) * (1 - LISTS))]
}
