/** Which columns about the text of links a graph has, and how much they say. */
import type { LinkText, PlaceColumns, WebGraph } from '../web-graph.js'
import type { TextColumns } from './graph-stats.js'
import { share } from './tally.js'

/** A score of 0.5, rounded up: what a judge says of words that tell it nothing. */
const NO_OPINION = 128

/** Null for a graph that was made without text. */
export function measureText({ linkText, country, links, servers }: WebGraph): TextColumns | null {
  if (linkText === undefined && country === undefined) return null
  let located = 0
  for (const code of country?.server ?? []) if (code !== 0) located++
  const names = linkText?.names ?? null
  const words = linkText?.words ?? null
  return {
    scores: linkText === undefined || linkText.anchorScore === null ? null : scoresOf(linkText, links),
    names: names === null ? null : { linksWithNames: share(countNamed(names), links) },
    words: words === null ? null : { perLink: share(words.hashes.length, links) },
    places: linkText === undefined || linkText.places === null ? null : { linksPlaced: placed(linkText.places, links) },
    countries: country === undefined ? null : { serversShare: share(located, servers) },
  }
}

function scoresOf({ context, anchorScore, contextScore }: LinkText, links: number): TextColumns['scores'] {
  const promising = (scores: Uint8Array | null): number => {
    let count = 0
    for (const score of scores ?? []) if (score > NO_OPINION) count++
    return share(count, links)
  }
  return { context, anchorsPromising: promising(anchorScore), contextsPromising: promising(contextScore) }
}

function placed({ tagPath }: PlaceColumns, links: number): number {
  let count = 0
  for (const path of tagPath) if (path !== 0) count++
  return share(count, links)
}

function countNamed({ anchorNames, urlNames }: NonNullable<LinkText['names']>): number {
  let count = 0
  for (let link = 0; link < anchorNames.length; link++) if (anchorNames[link] + urlNames[link] > 0) count++
  return count
}
