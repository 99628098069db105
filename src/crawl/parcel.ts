/** Links on their way to another partition: entries for its log, with all URLs written out. */
import type { LinksEntry, LoggedLink, PageEntry } from '../collection/log/entry.js'
import type { PageId } from '../contracts.js'
import type { CrawlState } from './crawl-state.js'
import type { Neighbours, Outgoing } from './neighbours.js'

export interface Parcel {
  readonly to: number
  readonly entry: LinksEntry
}

/** The page that links stand on, and where its line is. */
export interface ParcelSource {
  readonly from: number
  readonly epoch: number
  readonly line: number
  readonly page: string
  readonly hops: number
  readonly chain: number
  readonly note: readonly number[]
  /** By link, where the strategy prices links at their source. */
  readonly levels: readonly number[]
  urlOf(link: LoggedLink): string
}

/** For each link, as the log has them. */
const BYTES_PER_LINK = { scores: 2, names: 4, places: 5 } as const

/** What the log says of a page, with the texts of its links. */
export type SaidOfPage = Pick<
  PageEntry,
  | 'relevant'
  | 'score'
  | 'language'
  | 'charset'
  | 'near'
  | 'links'
  | 'anchors'
  | 'around'
  | 'scores'
  | 'names'
  | 'places'
  | 'level'
>

/** Of a page that only its robots.txt speaks for. */
export const UNFETCHED: SaidOfPage = { relevant: false, score: 0, language: 'und', links: [] }

/** `isScored`: the strategy has just been told of it. */
export function sourceOf(
  page: PageId,
  isScored: boolean,
  line: number,
  epoch: number,
  { pages, urls, links, strategy }: CrawlState,
  { split }: Neighbours,
): ParcelSource {
  return {
    from: split.partition,
    epoch,
    line,
    page: urls.url(page),
    hops: pages.hops(page),
    chain: pages.chain(page),
    note: isScored ? (strategy.note?.() ?? []) : [],
    levels: isScored && strategy.receive === undefined ? links.levels : [],
    urlOf: link => (typeof link === 'string' ? link : urls.url(link)),
  }
}

export function parcelFor(part: Outgoing, entry: SaidOfPage, source: ParcelSource): Parcel {
  const { rows, counts, leads, sitemaps } = part
  const { from, epoch, line, page, hops, chain, note, levels } = source
  const { relevant, score, language, charset, anchors, around, level = 0 } = entry
  const hasTargets = leads.length + sitemaps.length > 0
  return {
    to: part.to,
    entry: {
      t: 'links',
      ...{ from, epoch, line, page, hops, relevant, score, language },
      ...(charset === undefined ? {} : { charset }),
      ...(entry.near === undefined ? {} : { duplicate: true }),
      ...(note.length === 0 ? {} : { note }),
      links: rows.map(row => source.urlOf(entry.links[row])),
      ...(counts.every(count => count === 1) ? {} : { counts }),
      ...(levels.length === 0 ? {} : { levels: rows.map(row => levels[row] ?? 0) }),
      ...(leads.length === 0 ? {} : { leads }),
      ...(sitemaps.length === 0 ? {} : { sitemaps }),
      ...(hasTargets ? { level, chain } : {}),
      ...(anchors === undefined ? {} : { anchors: rows.map(row => anchors[row] ?? '') }),
      ...(around === undefined ? {} : { around: rows.map(row => around[row] ?? '') }),
      ...pickedRows('scores', entry.scores, rows),
      ...pickedRows('names', entry.names, rows),
      ...pickedRows('places', entry.places, rows),
    },
  }
}

/** Of base64 with some bytes for each link, those of some links. */
export function pickedRows(
  name: 'scores' | 'names' | 'places',
  text: string | undefined,
  rows: readonly number[],
): { readonly [name: string]: string } {
  if (text === undefined || text === '') return {}
  const width = BYTES_PER_LINK[name]
  const bytes = Buffer.from(text, 'base64')
  return { [name]: Buffer.concat(rows.map(row => bytes.subarray(row * width, (row + 1) * width))).toString('base64') }
}
