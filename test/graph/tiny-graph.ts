/** Graphs small enough to count by hand. */
import { openUrls, UrlEncoder } from '../../src/graph/url-column.js'
import { CRAWLED, RELEVANT, sharedBytes, sharedShorts, sharedWords } from '../../src/graph/web-graph.js'
import type { WebGraph } from '../../src/graph/web-graph.js'

export interface TinyGraphOptions {
  /** Language of the relevant pages; without effect when a page has a `*`. */
  readonly target?: string
  /** The first pages, so many; 0 leaves the choice to chooseSeeds. */
  readonly seeds?: number
}

/**
 * One crawled page per line: `host/directory/page language → links`, as in `www.a.co.th/x/home tha → b.com/1 c.de/2`. Ids
 * are given to the lines in order, then to pages that are only linked to, in order of appearance: those are uncrawled.
 * Relevant are the pages in the target language, or, when any language is written with a `*` (`eng*`), those with one.
 * A score may follow as `tha:0.5`. `+b.com/1` is a link whose anchor is in the target language; without any the graph has
 * no anchors. Charsets are left out.
 */
export function tinyGraph(text: string, { target = 'tha', seeds = 1 }: TinyGraphOptions = {}): WebGraph {
  const rows = text
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .map(([name, kind, , ...links]) => ({ name, kind, links }))
  const starred = rows.some(({ kind }) => kind.includes('*'))
  const scored = rows.some(({ kind }) => kind.includes(':'))
  const anchored = rows.some(({ links }) => links.some(link => link.startsWith('+')))

  const ids = interner()
  for (const { name } of rows) ids.add(name)
  if (ids.names.length < rows.length) throw new Error('a page has two lines')
  const offsets = [0]
  const to: number[] = []
  const anchorBits: number[] = []
  rows.forEach(({ name, links }, id) => {
    const targets = links.map(link => ids.add(link.replace(/^\+/, '')))
    if (targets.includes(id) || new Set(targets).size < targets.length) {
      throw new Error(`${name} links to itself, or twice to one page`)
    }
    to.push(...targets)
    anchorBits.push(...links.map(link => Number(link.startsWith('+'))))
    offsets.push(to.length)
  })
  const pages = ids.names.length
  while (offsets.length <= pages) offsets.push(to.length)

  const languages = interner('und')
  const servers = interner()
  const directories = interner()
  const domains = interner()
  const tlds = interner('')
  const page = ids.names.map((name, id) => {
    const [host, ...path] = name.split('/')
    const [, language, star, score] = /^([a-z]+)(\*?)(?::(.+))?$/.exec(rows[id]?.kind ?? 'und') ?? []
    if (language === undefined) throw new Error(`cannot read "${rows[id].kind}"`)
    const crawled = id < rows.length
    const relevant = crawled && (starred ? star === '*' : language === target)
    return {
      server: servers.add(host),
      directory: directories.add(path.length > 1 ? `${host}/${path[0]}/` : `${host}/`),
      flags: (crawled ? CRAWLED : 0) | (relevant ? RELEVANT : 0),
      language: languages.add(language),
      score: Math.round(255 * (score === undefined ? Number(relevant) : Number(score))),
    }
  })
  const serverDomain = servers.names.map(host => domains.add(domainOf(host)))
  const serverTld = servers.names.map(host => tlds.add(host.split('.').at(-1) ?? ''))

  const urls = new UrlEncoder()
  for (const name of ids.names) urls.add(`http://${name}`)
  const anchors = sharedBytes(Math.ceil(to.length / 8))
  anchorBits.forEach((bit, link) => (anchors[link >> 3] |= bit << (link & 7)))
  return {
    pages,
    links: to.length,
    servers: servers.names.length,
    directories: directories.names.length,
    domains: domains.names.length,
    seeds: words(Array.from({ length: seeds }, (_, id) => id)),
    offsets: words(offsets),
    to: words(to),
    server: words(page.map(({ server }) => server)),
    directory: words(page.map(({ directory }) => directory)),
    flags: bytes(page.map(({ flags }) => flags)),
    language: bytes(page.map(({ language }) => language)),
    languages: languages.names,
    target: starred ? [] : [target],
    serverTld: shorts(serverTld),
    tlds: tlds.names,
    serverDomain: words(serverDomain),
    charset: null,
    score: scored ? bytes(page.map(({ score }) => score)) : null,
    anchors: anchored ? anchors : null,
    urls: openUrls(urls.finish()),
    origin: { made: 'by hand' },
  }
}

/** `www.a.co.th` → `a.co.th`, `www.b.com` → `b.com`: the suffixes that the examples need. */
function domainOf(host: string): string {
  const labels = host.split('.')
  const suffix = /^(co|ac|or|go|in|com)$/.test(labels.at(-2) ?? '') ? 2 : 1
  return labels.slice(-suffix - 1).join('.')
}

function interner(...first: string[]) {
  const names: string[] = []
  const ids = new Map<string, number>()
  const add = (name: string): number => {
    const known = ids.get(name)
    if (known !== undefined) return known
    names.push(name)
    ids.set(name, ids.size)
    return names.length - 1
  }
  first.forEach(add)
  return { names, add }
}

function words(values: readonly number[]): Uint32Array {
  const array = sharedWords(values.length)
  array.set(values)
  return array
}

function shorts(values: readonly number[]): Uint16Array {
  const array = sharedShorts(values.length)
  array.set(values)
  return array
}

function bytes(values: readonly number[]): Uint8Array {
  const array = sharedBytes(values.length)
  array.set(values)
  return array
}
