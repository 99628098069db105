/** One pass over the pages: which servers, directories and domains were fetched from, and which have relevant pages. */
import { CRAWLED, RELEVANT, type WebGraph } from '../web-graph.js'
import type { GroupCounts } from './graph-stats.js'
import { share } from './tally.js'

/** What a page is as the destination of a link. RELEVANT_SERVER is added where it applies, also for uncrawled pages. */
export const DESTINATION = { irrelevant: 0, relevant: 1, uncrawled: 2, neverFetched: 3 } as const
export const RELEVANT_SERVER = 4

export type PagePlaces = Readonly<ReturnType<typeof surveyPlaces>>

export function surveyPlaces(graph: WebGraph) {
  const { pages, flags, server, directory, serverDomain } = graph
  const crawledOn = new Uint32Array(graph.servers)
  const relevantOn = new Uint32Array(graph.servers)
  const directoriesOn = new Uint32Array(graph.servers)
  const seenDirectories = new Uint8Array(graph.directories)
  const seenDomains = new Uint8Array(graph.domains)
  const seenServers = new Uint8Array(graph.servers)
  let crawled = 0
  let relevant = 0
  for (let page = 0; page < pages; page++) {
    const flag = flags[page]
    if ((flag & CRAWLED) === 0) continue
    const host = server[page]
    const folder = directory[page]
    crawled++
    crawledOn[host]++
    if (seenDirectories[folder] === 0) directoriesOn[host]++
    seenDirectories[folder] |= flag
    if ((flag & RELEVANT) === 0) continue
    relevant++
    relevantOn[host]++
  }
  for (let id = 0; id < graph.servers; id++) {
    seenServers[id] = (crawledOn[id] > 0 ? CRAWLED : 0) | (relevantOn[id] > 0 ? RELEVANT : 0)
    seenDomains[serverDomain[id]] |= seenServers[id]
  }
  const kind = new Uint8Array(pages)
  for (let page = 0; page < pages; page++) {
    const flag = flags[page]
    const of = seenServers[server[page]]
    const on = (of & RELEVANT) === 0 ? 0 : RELEVANT_SERVER
    if ((flag & RELEVANT) !== 0) kind[page] = DESTINATION.relevant | on
    else if ((flag & CRAWLED) !== 0) kind[page] = DESTINATION.irrelevant | on
    else kind[page] = ((of & CRAWLED) === 0 ? DESTINATION.neverFetched : DESTINATION.uncrawled) | on
  }
  return {
    crawled,
    relevant,
    /** By server: pages of it. */
    crawledOn,
    relevantOn,
    /** By server: directories with a crawled page. */
    directoriesOn,
    /** By page: one of DESTINATION, and RELEVANT_SERVER. */
    kind,
    servers: countGroups(seenServers),
    directories: countGroups(seenDirectories),
    domains: countGroups(seenDomains),
  }
}

function countGroups(seen: Uint8Array): GroupCounts {
  let fetched = 0
  let relevant = 0
  for (const flags of seen) {
    if ((flags & CRAWLED) !== 0) fetched++
    if ((flags & RELEVANT) !== 0) relevant++
  }
  return { all: seen.length, fetched, relevant, relevantShare: share(relevant, fetched) }
}
