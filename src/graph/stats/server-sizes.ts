import type { ByServerKind, ServerSizes } from './graph-stats.js'
import type { PagePlaces } from './places.js'
import { share, Tally } from './tally.js'

const SHARE_BINS = 10

export function measureServers({ crawledOn, relevantOn, directoriesOn, servers }: PagePlaces): ServerSizes {
  const relevantPages = new Tally()
  const bins = Array.from({ length: SHARE_BINS }, () => 0)
  let whollyRelevant = 0
  for (let server = 0; server < crawledOn.length; server++) {
    const relevant = relevantOn[server]
    if (relevant === 0) continue
    relevantPages.add(relevant)
    // multiplied first: 3 of 10 pages belong to 0.3–0.4, but 0.3 * 10 need not be 3
    bins[Math.min(Math.floor((relevant * SHARE_BINS) / crawledOn[server]), SHARE_BINS - 1)]++
    if (relevant === crawledOn[server]) whollyRelevant++
  }
  return {
    crawledPages: byKind(crawledOn, crawledOn, relevantOn),
    directories: byKind(directoriesOn, crawledOn, relevantOn),
    relevantPages: relevantPages.summary(),
    relevantShare: bins.map((count, bin) => ({
      from: bin / SHARE_BINS,
      to: (bin + 1) / SHARE_BINS,
      servers: count,
      share: share(count, servers.relevant),
    })),
    whollyRelevant,
  }
}

/** The values of servers that were fetched from. */
function byKind(values: Uint32Array, crawledOn: Uint32Array, relevantOn: Uint32Array): ByServerKind {
  const all = new Tally()
  const relevant = new Tally()
  const irrelevant = new Tally()
  for (let server = 0; server < values.length; server++) {
    if (crawledOn[server] === 0) continue
    all.add(values[server])
    if (relevantOn[server] > 0) relevant.add(values[server])
    else irrelevant.add(values[server])
  }
  return { all: all.summary(), relevant: relevant.summary(), irrelevant: irrelevant.summary() }
}
