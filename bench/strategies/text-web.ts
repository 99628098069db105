/**
 * A real web as the replay of an archive sees it: pages with labels, links with words. Pages are read and analysed once, by
 * the code of the live crawl; after that every strategy walks over numbers.
 */
import type { Page, PageId, PageLink, WordRows } from '../../src/contracts.js'
import { exchangeOf, readWarc, targetUri } from '../../src/archive/index.js'
import { textAround } from '../../src/collection/link-surroundings.js'
import { analyse, canonicalUrl } from '../../src/page/index.js'
import { LinkWords } from '../../src/page/links/link-words.js'

export interface TextWeb {
  readonly urls: readonly string[]
  /** By page: is it in the archive? The others are known from links alone. */
  readonly archived: Uint8Array
  /** Row of page p: `to[offsets[p]] … to[offsets[p + 1] - 1]`. */
  readonly offsets: Uint32Array
  readonly to: Uint32Array
  /** By page: frames and refreshes, which have no length. */
  readonly hops: readonly (readonly PageId[])[]
  /** By page; null where the web has no text. */
  readonly words: readonly (WordRows | null)[]
  readonly simhash: readonly (readonly [high: number, low: number])[]
}

/** What labels may be made from. */
export interface ReadPage {
  readonly page: PageId
  readonly url: string
  readonly links: readonly PageLink[]
}

const HOPS: ReadonlySet<PageLink['kind']> = new Set(['redirect', 'refresh', 'frame'])

/** What else may be had while a web is read. */
export interface ReadMore {
  /** Every page of the archive, in the order of ids. */
  onAnalysed?(page: Page): void
  /** Every link of `to`, in its order: link `i` of a page's `links`. */
  onLink?(links: readonly PageLink[], i: number): void
  /** Leaves pages of the archive out. */
  isIn?(url: string): boolean
}

export async function readTextWeb(
  path: string,
  onPage: (page: ReadPage) => void,
  more: ReadMore = {},
): Promise<TextWeb> {
  const pages = []
  const urls: string[] = []
  const ids = new Map<string, PageId>()
  for await (const record of readWarc(path)) {
    const url = record.type === 'response' ? canonicalUrl(targetUri(record)) : null
    const exchange = url === null ? null : exchangeOf(record)
    if (url === null || exchange === null || ids.has(url) || more.isIn?.(url) === false) continue
    ids.set(url, urls.push(url) - 1)
    const analysed = analyse({ ...exchange, url })
    more.onAnalysed?.(analysed)
    pages.push({ links: analysed.links, simhash: analysed.simhash })
  }
  const count = pages.length
  const idOf = (url: string): PageId => {
    const known = ids.get(url) ?? ids.get(url.endsWith('/') ? url.slice(0, -1) : `${url}/`)
    if (known !== undefined) return known
    ids.set(url, urls.push(url) - 1)
    return urls.length - 1
  }
  const rows: PageId[][] = []
  const hops: PageId[][] = []
  const words: WordRows[] = []
  const collect = new LinkWords()
  pages.forEach(({ links }, page) => {
    const row: PageId[] = []
    const leads: PageId[] = []
    const seen = new Set([page])
    links.forEach((link, i) => {
      const to = idOf(link.url)
      if (seen.has(to)) return
      seen.add(to)
      if (HOPS.has(link.kind)) leads.push(to)
      else {
        row.push(to)
        more.onLink?.(links, i)
        collect.add(link.url, link.anchor, textAround(links, i))
      }
    })
    rows.push(row)
    hops.push(leads)
    words.push(collect.take())
    onPage({ page, url: urls[page], links })
  })
  return {
    urls,
    archived: Uint8Array.from(urls, (_, page) => Number(page < count)),
    ...compact(rows, urls.length),
    hops,
    words,
    simhash: pages.map(page => page.simhash),
  }
}

/** Rows one after the other, with empty ones for the pages that are only known. */
export function compact(rows: readonly (readonly PageId[])[], pages: number): Pick<TextWeb, 'offsets' | 'to'> {
  const offsets = new Uint32Array(pages + 1)
  for (let page = 0; page < pages; page++) offsets[page + 1] = offsets[page] + (rows[page]?.length ?? 0)
  const to = new Uint32Array(offsets[pages])
  rows.forEach((row, page) => to.set(row, offsets[page]))
  return { offsets, to }
}
