/** Webs small enough to walk through by hand, and the walk itself. */
import { CHARSET, LANGUAGE, NO_FEATURES } from '../../src/contracts.js'
import type { Features, PageId, Strategy, Visit } from '../../src/contracts.js'
import { createStrategy } from '../../src/strategy/index.js'
import { createReferenceFrontier } from './reference-frontier.js'

export interface WebPage {
  readonly name: string
  readonly server: number
  readonly directory: number
  readonly relevant: boolean
  readonly language: number
  readonly score: number
  readonly charset: number
  readonly redirect: boolean
}

/** Pages and a compressed row of links per page: links of page p are `to[offset[p]] … to[offset[p + 1] - 1]`. */
export interface Web {
  readonly pages: readonly WebPage[]
  readonly offset: Uint32Array
  readonly to: Uint32Array
  /** By link: 1 when the anchor is in the target language. */
  readonly anchors: Uint8Array
  /** By server. */
  readonly tlds: readonly string[]
  readonly domains: readonly string[]
  readonly seeds: readonly PageId[]
}

/**
 * One page per line: `server/page language → links`, or `server/directory/page …`. Languages are thai (the wanted one),
 * english, other, and unknown; a score may follow as `thai:0.7`, a charset as `thai@target`; `redirect` makes the page a
 * hop. A server may have a domain: `www.a.th`. A `*` behind a link is an anchor in the target language. The first line is
 * the seed. A page that is only linked to is an irrelevant leaf.
 */
export function tinyWeb(text: string, seedCount = 1): Web {
  const rows = text
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .map(([name, kind, , ...links]) => ({ name, kind, links }))
  const ids = new Map<string, number>()
  for (const { name } of rows) ids.set(name, ids.size)
  const bare = (link: string) => link.replace('*', '')
  for (const { links } of rows) for (const link of links) if (!ids.has(bare(link))) ids.set(bare(link), ids.size)

  const servers = new Map<string, number>()
  const directories = new Map<string, number>()
  const intern = (table: Map<string, number>, key: string) => {
    if (!table.has(key)) table.set(key, table.size)
    return table.get(key) ?? 0
  }
  const languages: Record<string, number> = {
    thai: LANGUAGE.target,
    english: LANGUAGE.english,
    other: LANGUAGE.other,
  }
  const pages = [...ids.keys()].map((name, id): WebPage => {
    const parts = name.split('/')
    const [kind, charset] = (rows[id]?.kind ?? 'other').split('@')
    const [language, score] = kind.split(':')
    const relevant = language === 'thai'
    return {
      name,
      server: intern(servers, parts[0]),
      directory: intern(directories, parts.length > 2 ? `${parts[0]}/${parts[1]}/` : `${parts[0]}/`),
      relevant,
      language: languages[language] ?? LANGUAGE.unknown,
      score: score === undefined ? Number(relevant) : Number(score),
      charset: Object.entries(CHARSET).find(([name]) => name === charset)?.[1] ?? CHARSET.none,
      redirect: language === 'redirect',
    }
  })
  const offset = new Uint32Array(pages.length + 1)
  const to: number[] = []
  const anchors: number[] = []
  pages.forEach((_, id) => {
    for (const link of rows[id]?.links ?? []) {
      to.push(ids.get(bare(link)) ?? -1)
      anchors.push(link.endsWith('*') ? 1 : 0)
    }
    offset[id + 1] = to.length
  })
  return {
    pages,
    offset,
    to: Uint32Array.from(to),
    anchors: Uint8Array.from(anchors),
    tlds: [...servers.keys()].map(name => (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '')),
    domains: [...servers.keys()].map(name => name.split('.').slice(-2).join('.')),
    seeds: [...Array(seedCount).keys()],
  }
}

export interface WalkOptions {
  /** Pages taken before the first of them is scored: what a crawl with several connections does. */
  readonly inFlight?: number
  /**
   * Ids are reserved a few at a time, and the row of links is copied into a small array, as a live crawl does; names of
   * domains have other numbers.
   */
  readonly live?: boolean
  /** The target has an opinion about the words of links: mostly right, sometimes not. */
  readonly scores?: boolean
}

function scoreOf({ pages }: Web, source: PageId, target: PageId): number {
  const chance = (source * 31 + target * 17) % 100
  return pages[target].relevant === chance < 80 ? 155 + chance : chance
}

/** Links to wanted pages mostly stand in the lists of their pages, others in menus; every server has its own markup. */
export function tagPathOf({ pages }: Web, source: PageId, target: PageId): number {
  const inList = pages[target].relevant === (source * 13 + target * 7) % 10 < 8
  return ((inList ? 0xf0f0_f0f0 : 0x0ff0_5aa5) ^ (1 << (pages[source].server % 32))) >>> 0
}

/** Crawls the web with the strategy until nothing is left to take; the pages in the order in which they were taken. */
export function walk(web: Web, strategy: Strategy, options: WalkOptions = {}): PageId[] {
  const { inFlight = 1, live = false, scores = false } = options
  const isFine = strategy.groupBy === 'directory' || strategy.groupBy === 'segment'
  const group = Uint32Array.from(web.pages, page => (isFine ? page.directory : page.server))
  const frontier = createReferenceFrontier(wanted => web.pages[group.indexOf(wanted)].server)
  const groups = group.reduce((most, id) => Math.max(most, id + 1), 0)
  const columns = featuresByGroup(web, group, groups, live)
  const reserve = (ids: Iterable<PageId>) => {
    if (!live) return strategy.reserve(web.pages.length, groups)
    for (const id of ids) strategy.reserve(id + 1, group[id] + 1)
  }

  reserve(web.seeds)
  for (const seed of web.seeds) frontier.offer(seed, group[seed], strategy.seed(seed))

  const order: PageId[] = []
  const flying: PageId[] = []
  for (;;) {
    while (flying.length < inFlight) {
      const page = frontier.take()
      if (page === -1) break
      flying.push(page)
      order.push(page)
    }
    const page = flying.shift()
    if (page === undefined) return order
    const row = web.to.subarray(web.offset[page], web.offset[page + 1])
    reserve(row)
    const { server, relevant, language, score, charset, redirect } = web.pages[page]
    if (redirect) {
      strategy.hop?.(page, row[0])
      const known = frontier.levelOf(row[0])
      const level = frontier.levelOf(page)
      frontier.offer(row[0], group[row[0]], known === 0 ? level : Math.min(known, level))
      continue
    }
    const visit: Visit = { page, host: server, relevant, language, score, charset, duplicate: false, distance: 0 }
    const out = new Uint16Array(row.length)
    const features = {
      ...columns,
      anchorInTarget: web.anchors.subarray(web.offset[page], web.offset[page + 1]),
      anchorScore: scores ? Uint8Array.from(row, target => scoreOf(web, page, target)) : null,
      tagPath: Uint32Array.from(row, target => tagPathOf(web, page, target)),
      contextScore: scores ? Uint8Array.from(row, target => scoreOf(web, page + 1, target)) : null,
    }
    const links = live
      ? { to: Uint32Array.from(row), start: 0, end: row.length, group, features }
      : { to: web.to, start: web.offset[page], end: web.offset[page + 1], group, features }
    strategy.score(visit, links, out, frontier)
    row.forEach((target, i) => frontier.offer(target, group[target], out[i]))
  }
}

export function featuresByGroup(web: Web, group: Uint32Array, groups: number, backwards: boolean): Features {
  const tlds = [...new Set(web.tlds)]
  const domains = [...new Set(web.domains)]
  if (backwards) tlds.reverse()
  if (backwards) domains.reverse()
  const tld = new Uint16Array(groups)
  const domain = new Uint32Array(groups)
  web.pages.forEach(({ server }, page) => {
    tld[group[page]] = tlds.indexOf(web.tlds[server])
    domain[group[page]] = domains.indexOf(web.domains[server])
  })
  const host = new Uint32Array(groups)
  web.pages.forEach(({ server }, page) => {
    host[group[page]] = server
  })
  return { ...NO_FEATURES, tld, domain, host }
}

/** By page: 1 on a breadth-first path from the seeds to a relevant page, written as plainly as possible. */
export function leadsToRelevant(web: Web): Uint8Array {
  const parents = new Map<PageId, PageId>(web.seeds.map(seed => [seed, seed]))
  for (const page of parents.keys()) {
    for (const target of web.to.subarray(web.offset[page], web.offset[page + 1])) {
      if (!parents.has(target)) parents.set(target, page)
    }
  }
  const leads = new Uint8Array(web.pages.length)
  for (const page of parents.keys()) {
    if (!web.pages[page].relevant) continue
    for (let at = page; leads[at] === 0; at = parents.get(at) ?? at) leads[at] = 1
  }
  return leads
}

/** The names of the pages that a strategy takes, in its order. */
export function visits(web: Web, spec: string, options?: WalkOptions): string {
  return walk(web, createStrategy(spec, { leadsToRelevant: leadsToRelevant(web) }), options)
    .map(page => web.pages[page].name)
    .join(' ')
}
