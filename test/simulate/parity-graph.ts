/**
 * A web of a few hundred pages in which every rule of every strategy has something to decide: servers in one language and
 * mixed ones, directories that differ from their server, Thai pages behind chains of English ones, hubs, pages that say
 * nothing. The same on every machine.
 */
import { CHARSET } from '../../src/contracts.js'
import { random, type Random } from '../../src/demo/random.js'
import { CRAWLED, RELEVANT, sharedBytes, sharedShorts, sharedWords, type WebGraph } from '../../src/graph/web-graph.js'

export interface ParityGraphOptions {
  readonly servers: number
  /** Share of pages that are known from links alone. */
  readonly knownOnly: number
  readonly seed: number
}

/** What a page is written in; graph-server.ts has the texts. `mixed` is English with a paragraph in Thai, `names` with a few words. */
export const KINDS = ['thai', 'mixed', 'names', 'english', 'japanese', 'mute'] as const
export type Kind = (typeof KINDS)[number]

export interface ParityWeb {
  readonly graph: WebGraph
  readonly kinds: readonly Kind[]
}

const LANGUAGES = ['und', 'tha', 'eng', 'jpn']
const LANGUAGE_OF: Record<Kind, number> = { thai: 1, mixed: 2, names: 2, english: 2, japanese: 3, mute: 0 }
const CHARSETS_OF: Record<Kind, readonly number[]> = {
  thai: [CHARSET.target, CHARSET.utf8, CHARSET.target, CHARSET.none],
  mixed: [CHARSET.utf8, CHARSET.target],
  names: [CHARSET.utf8],
  english: [CHARSET.latin1, CHARSET.utf8, CHARSET.none, CHARSET.target],
  japanese: [CHARSET.other, CHARSET.utf8],
  mute: [CHARSET.none, CHARSET.utf8],
}
const TLDS = ['', 'th', 'com', 'net', 'jp', 'org']

/** What the pages of a server, or of a directory, are mostly written in. */
interface Taste {
  readonly kinds: readonly Kind[]
  readonly tlds: readonly number[]
}

const THAI: Taste = { kinds: ['thai', 'thai', 'thai', 'thai', 'mixed', 'english', 'mute'], tlds: [1, 1, 2, 3] }
const HALF: Taste = { kinds: ['thai', 'english', 'english', 'mixed', 'names', 'mute'], tlds: [1, 2, 5] }
const ENGLISH: Taste = { kinds: ['english', 'english', 'english', 'names', 'mute', 'english'], tlds: [2, 2, 3, 5, 1] }
const JAPANESE: Taste = { kinds: ['japanese', 'japanese', 'japanese', 'english', 'mute'], tlds: [4, 4, 2] }
const TASTES = [THAI, ENGLISH, HALF, THAI, ENGLISH, JAPANESE, ENGLISH, THAI]

/** These servers have Thai pages behind a chain of English ones, and everybody links to the first of the chain. */
function isHidden(server: number): boolean {
  return server % 5 === 1
}

interface Draft {
  readonly server: number
  readonly directory: number
  readonly kind: Kind
  readonly links: Set<number>
}

export function parityGraph(options: ParityGraphOptions): ParityWeb {
  const draw = random(options.seed, 'parity graph')
  const pages: Draft[] = []
  const homes: number[] = []
  const directoryServers: number[] = []
  const serverTld: number[] = []
  for (let server = 0; server < options.servers; server++) {
    const taste = TASTES[server % TASTES.length]
    serverTld.push(draw.pick(taste.tlds))
    homes.push(pages.length)
    addServer(pages, directoryServers, server, taste, draw)
  }
  linkServers(pages, homes, draw)
  return {
    graph: freeze(pages, directoryServers, serverTld, homes, options, draw),
    kinds: pages.map(page => page.kind),
  }
}

/** Pages of one server, each linked from an earlier one; a hidden server has a chain in front of its Thai pages. */
function addServer(pages: Draft[], directoryServers: number[], server: number, taste: Taste, draw: Random): void {
  const home = pages.length
  const directories = 1 + draw.below(4)
  const chain = isHidden(server) ? 2 + draw.below(6) : 0
  const size = chain + 3 + Math.floor(24 * draw.next() ** 2)
  const tastes = Array.from({ length: directories }, () => (draw.chance(0.3) ? draw.pick(TASTES) : taste))
  const firstDirectory = directoryServers.length
  for (let i = 0; i < directories; i++) directoryServers.push(server)
  for (let i = 0; i < size; i++) {
    const directory = i === 0 ? 0 : draw.below(directories)
    const kind = i < chain ? 'english' : chain > 0 ? 'thai' : draw.pick(tastes[directory].kinds)
    pages.push({ server, directory: firstDirectory + directory, kind, links: new Set() })
    if (i === 0) continue
    const parent =
      i <= chain ? home + i - 1 : draw.chance(0.3) && chain === 0 ? home : home + chain + draw.below(i - chain)
    pages[parent].links.add(home + i)
    if (draw.chance(0.6)) pages[home + i].links.add(home)
  }
}

/** Links across, most of them to home pages and within a language, and a few hubs that link to dozens of pages. */
function linkServers(pages: readonly Draft[], homes: readonly number[], draw: Random): void {
  for (const [page, { server, kind, links }] of pages.entries()) {
    if (isHidden(server) && kind !== 'thai') continue
    const count = draw.chance(0.02) ? 30 + draw.below(30) : Math.floor(14 * draw.next() ** 2)
    for (let i = 0; i < count; i++) {
      if (draw.chance(0.4)) {
        links.add(Math.min(homes[server] + draw.below(3), pages.length - 1))
        continue
      }
      let target = draw.chance(0.5) ? draw.pick(homes) : draw.below(pages.length)
      // two tries for a page of the own kind: without locality no strategy has anything to find
      for (let tries = 0; tries < 2 && pages[target].kind !== kind; tries++) target = draw.below(pages.length)
      links.add(isHidden(pages[target].server) ? homes[pages[target].server] : target)
    }
    links.delete(page)
  }
}

function freeze(
  pages: readonly Draft[],
  directoryServers: readonly number[],
  tlds: readonly number[],
  homes: readonly number[],
  { servers, knownOnly }: ParityGraphOptions,
  draw: Random,
): WebGraph {
  const seeds = homes.filter((home, server) => server % 8 === 0 && home < pages.length)
  const flags = sharedBytes(pages.length)
  const language = sharedBytes(pages.length)
  const charset = sharedBytes(pages.length)
  const server = sharedWords(pages.length)
  const directory = sharedWords(pages.length)
  const offsets = sharedWords(pages.length + 1)
  const to: number[] = []
  const anchored: boolean[] = []
  for (const [page, { kind, links, ...place }] of pages.entries()) {
    server[page] = place.server
    directory[page] = place.directory
    if (seeds.includes(page) || !draw.chance(knownOnly)) {
      flags[page] = kind === 'thai' || kind === 'mixed' ? CRAWLED | RELEVANT : CRAWLED
      language[page] = LANGUAGE_OF[kind]
      charset[page] = draw.pick(CHARSETS_OF[kind])
      for (const target of links) {
        to.push(target)
        anchored.push(kind !== 'mute' && draw.chance(kind === 'thai' ? 0.5 : 0.1))
      }
    }
    offsets[page + 1] = to.length
  }
  const anchors = sharedBytes((to.length >>> 3) + 1)
  for (const [link, isTarget] of anchored.entries()) if (isTarget) anchors[link >>> 3] |= 1 << (link & 7)
  const serverTld = sharedShorts(servers)
  serverTld.set(tlds)
  // every third server shares its domain with the one before
  const serverDomain = sharedWords(servers)
  for (let i = 0, domain = -1; i < servers; i++) {
    if (i % 3 !== 2) domain++
    else serverTld[i] = serverTld[i - 1]
    serverDomain[i] = domain
  }
  return {
    pages: pages.length,
    links: to.length,
    servers,
    directories: directoryServers.length,
    domains: serverDomain[servers - 1] + 1,
    seeds: Uint32Array.from(seeds),
    offsets,
    to: Uint32Array.from(to),
    server,
    directory,
    flags,
    language,
    languages: LANGUAGES,
    target: ['tha'],
    serverTld,
    tlds: TLDS,
    serverDomain,
    charset,
    score: null,
    anchors,
    urls: null,
    origin: { made: 'parity graph' },
  }
}
