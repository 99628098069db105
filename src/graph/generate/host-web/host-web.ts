/**
 * A web of home pages, one for each host, as a crawl of many countries sees it from above: most links lead to a few services that
 * lead nowhere, most hosts have no link to them, and what is left hangs together in circles and neighbourhoods.
 */
import { iso6393 } from 'iso-639-3'
import { LongtailError } from '../../../errors.js'
import { CRAWLED, RELEVANT, sharedBytes, sharedShorts, sharedWords, type WebGraph } from '../../web-graph.js'
import { keyOf, PURPOSE, Stream } from '../random.js'
import { HostLinks } from './host-links.js'
import { planPlaces, type Places } from './places.js'
import type { HostPreset } from './preset.js'

const SEEDS = 10

export function generateHostWeb(
  preset: HostPreset,
  scale: number,
  seed: number,
  target: string,
  onShare: (share: number) => void,
): Omit<WebGraph, 'origin'> {
  const { communities, services, parameters } = preset
  const places = planPlaces(communities, services.length, parameters, scale, seed)
  const { pages } = places
  const languages = ['und', ...new Set(communities.map(({ language }) => language).filter(code => code !== 'und'))]
  const wanted = targetIn(languages, target)
  const links = new HostLinks(preset, places, seed)
  const offsets = sharedWords(pages + 1)
  for (let page = 0; page < pages; page++) {
    if ((page & 0xffff) === 0) onShare(page / pages)
    links.write(page)
    offsets[page + 1] = links.to.length
  }
  const to = sharedWords(links.to.length)
  to.set(links.to.values.subarray(0, to.length))
  const language = sharedBytes(pages)
  const flags = sharedBytes(pages).fill(CRAWLED)
  for (const { community, first, pages: count } of places.rows) {
    const code = languages.indexOf(community.language)
    for (let place = first; place < first + count; place++) {
      language[places.pageAt[place]] = code
      if (code === wanted) flags[places.pageAt[place]] |= RELEVANT
    }
  }
  // each host is a server, a directory and a domain of its own
  const own = sharedWords(pages).map((_, page) => page)
  return {
    pages,
    links: to.length,
    servers: pages,
    directories: pages,
    domains: pages,
    seeds: pagesWithMostLinks(offsets, flags),
    offsets,
    to,
    server: own,
    directory: own,
    flags,
    language,
    languages,
    target: [languages[wanted]],
    ...topLevelDomains(places, seed),
    serverDomain: own,
    charset: null,
    score: null,
    anchors: null,
    urls: null,
  }
}

function targetIn(languages: readonly string[], written: string): number {
  const entry = iso6393.find(({ iso6393: code, iso6391 }) => code === written || iso6391 === written)
  const index = languages.indexOf(entry?.iso6393 ?? written)
  if (index > 0) return index
  throw new LongtailError('E_USAGE', `target=${written}: expected one of ${languages.slice(1).join(', ')}`)
}

/** As people choose them: relevant pages with many links. */
function pagesWithMostLinks(offsets: Uint32Array, flags: Uint8Array): Uint32Array {
  const relevant: number[] = []
  for (let page = 0; page < flags.length; page++) if ((flags[page] & RELEVANT) !== 0) relevant.push(page)
  const links = (page: number): number => offsets[page + 1] - offsets[page]
  return Uint32Array.from(relevant.sort((a, b) => links(b) - links(a) || a - b).slice(0, SEEDS)).sort()
}

function topLevelDomains({ rows, pageAt, pages }: Places, seed: number): Pick<WebGraph, 'tlds' | 'serverTld'> {
  const random = new Stream(keyOf(seed, PURPOSE.tlds))
  const tlds = ['', 'com', ...new Set(rows.flatMap(({ community }) => Object.keys(community.tlds)))]
  const serverTld = sharedShorts(pages).fill(1)
  for (const { community, first, pages: count } of rows) {
    const shares = Object.entries(community.tlds).map(([tld, share]) => [tlds.indexOf(tld), share] as const)
    for (let place = first; place < first + count; place++) {
      let left = random.unit()
      for (const [tld, share] of shares) {
        if ((left -= share) >= 0) continue
        serverTld[pageAt[place]] = tld
        break
      }
    }
  }
  return { tlds, serverTld }
}
