/**
 * An archive as a graph, by `graph import`, with the texts that judges read: pages are analysed once, however many judges look at
 * them afterwards (bench/topics/judged.ts).
 */
import type { Judge, Page, PageId, WordRows } from '../../src/contracts.js'
import { importGraph, type TextReader } from '../../src/graph/import/index.js'
import { createTextReader } from '../../src/graph/import/text-reader.js'
import { CRAWLED, sharedBytes, sharedWords, urlOf, type WebGraph } from '../../src/graph/index.js'
import type { PlaceColumns } from '../../src/graph/web-graph.js'

export interface ArchiveWeb {
  /** With the words of links, and nothing that a judge would say. */
  readonly graph: WebGraph
  /** Those of the archive, without bytes and links. */
  readonly pages: ReadonlyMap<PageId, Page>
  /** By link of the graph: which of `texts`. */
  readonly textOf: Uint32Array
  readonly texts: readonly LinkTexts[]
}

export interface LinkTexts {
  readonly anchor: string
  /** Of the elements beside the link; '' where there are none. */
  readonly context: string
}

export async function readArchiveWeb(path: string): Promise<ArchiveWeb> {
  const read = new Map<string, Page>()
  const texts: LinkTexts[] = []
  const nobody: Judge = {
    name: 'nobody',
    judge(page) {
      read.set(page.url, { ...page, bytes: new Uint8Array(0), links: [] })
      return { relevant: false, score: 0, language: 'und', share: 0, unknown: false, reasons: [] }
    },
  }
  const { graph } = await importGraph([path], { judge: nobody, text: numberingReader(texts) })
  const pages = new Map<PageId, Page>()
  for (let page = 0; page < graph.pages; page++) {
    const text = (graph.flags[page] & CRAWLED) === 0 ? undefined : read.get(urlOf(graph, page))
    if (text !== undefined) pages.set(page, text)
  }
  return { pages, texts, ...withoutNumbers(graph) }
}

/** The same without some pages, which are then known from links alone. */
export function without(web: ArchiveWeb, isLeftOut: (url: string) => boolean): ArchiveWeb {
  const { graph } = web
  const flags = sharedBytes(graph.pages)
  for (let page = 0; page < graph.pages; page++) flags[page] = isLeftOut(urlOf(graph, page)) ? 0 : graph.flags[page]
  return { ...web, graph: { ...graph, flags }, pages: new Map([...web.pages].filter(([page]) => flags[page] !== 0)) }
}

/**
 * An import drops and reorders links, so each link carries the number of its text along, as its first word; it is taken out again
 * when the graph is complete.
 */
function numberingReader(texts: LinkTexts[]): TextReader {
  const reader = createTextReader(null, 'elements')
  return {
    context: reader.context,
    links(page) {
      const columns = reader.links(page)
      const { starts, hashes } = columns.words ?? { starts: new Uint32Array(1), hashes: new Uint32Array(0) }
      const { links } = page
      const words: WordRows = {
        starts: starts.map((start, i) => start + i),
        hashes: new Uint32Array(hashes.length + links.length),
      }
      links.forEach(({ anchor, neighbours }, i) => {
        words.hashes[words.starts[i]] = texts.push({ anchor, context: neighbours }) - 1
        words.hashes.set(hashes.subarray(starts[i], starts[i + 1]), words.starts[i] + 1)
      })
      return { ...columns, words }
    },
  }
}

/** Takes the numbers out again, and leads links to twins (`twins`). */
function withoutNumbers(graph: WebGraph): Pick<ArchiveWeb, 'graph' | 'textOf'> {
  const { words = null, places = null } = graph.linkText ?? {}
  if (words === null) throw new Error('the archive has no links')
  const twin = twins(graph)
  const offsets = sharedWords(graph.pages + 1)
  const to: number[] = []
  const kept: number[] = []
  for (let page = 0; page < graph.pages; page++) {
    const seen = new Set([page])
    for (let link = graph.offsets[page]; link < graph.offsets[page + 1]; link++) {
      const target = twin[graph.to[link]]
      if (seen.has(target)) continue
      seen.add(target)
      to.push(target)
      kept.push(link)
    }
    offsets[page + 1] = to.length
  }
  const starts = sharedWords(kept.length + 1)
  kept.forEach((link, i) => (starts[i + 1] = starts[i] + words.starts[link + 1] - words.starts[link] - 1))
  const hashes = sharedWords(starts[kept.length])
  kept.forEach((link, i) =>
    hashes.set(words.hashes.subarray(words.starts[link] + 1, words.starts[link + 1]), starts[i]),
  )
  const textOf = Uint32Array.from(kept, link => words.hashes[words.starts[link]])
  const linkText = {
    anchorScore: null,
    contextScore: null,
    context: 'elements' as const,
    names: null,
    words: { starts, hashes },
    places: places === null ? null : placesOf(places, kept),
  }
  const targets = sharedWords(to.length)
  targets.set(to)
  return { graph: { ...graph, links: to.length, offsets, to: targets, score: null, anchors: null, linkText }, textOf }
}

function placesOf({ tagPath, listPlace }: PlaceColumns, kept: readonly number[]): PlaceColumns {
  const picked = { tagPath: sharedWords(kept.length), listPlace: sharedBytes(kept.length) }
  kept.forEach((link, i) => {
    picked.tagPath[i] = tagPath[link]
    picked.listPlace[i] = listPlace[link]
  })
  return picked
}

/**
 * By page: itself, or for one that is not in the archive its twin that is: with or without the last slash, by http or https. On the Web a redirect
 * leads from one to the other; these archives have none.
 */
function twins(graph: WebGraph): Uint32Array {
  const archived = new Map<string, PageId>()
  const isArchived = (page: PageId): boolean => (graph.flags[page] & CRAWLED) !== 0
  for (let page = 0; page < graph.pages; page++) if (isArchived(page)) archived.set(urlOf(graph, page), page)
  return Uint32Array.from({ length: graph.pages }, (_, page) => {
    if (isArchived(page)) return page
    const url = urlOf(graph, page)
    const slashed = url.endsWith('/') ? url.slice(0, -1) : `${url}/`
    const found = [slashed, otherScheme(url), otherScheme(slashed)].find(twin => archived.has(twin))
    return found === undefined ? page : (archived.get(found) ?? page)
  })
}

function otherScheme(url: string): string {
  return url.startsWith('https:') ? `http:${url.slice(6)}` : `https:${url.slice(5)}`
}
