/**
 * What ranking has to know of every page, as columns in memory: some 32 bytes a page. Loaded when the portal opens and when the
 * index has changed. A page that is hidden has no segment: no list speaks for it, so it is never found.
 */
import type { Database } from '../../disk/sqlite.js'
import { packLength, scoreTable } from './postings.js'
import { UNKNOWN_PROSE } from './prose-share.js'
import { hasProse } from './search-schema.js'

export interface Columns {
  /** Highest page number + 1: the length of the columns. */
  readonly size: number
  /** Pages with a text. */
  readonly pages: number
  /** Segment that speaks for the page; 0 for a page that is not there or hidden. */
  readonly segment: Uint32Array
  /** Packed (postings.ts). */
  readonly length: Uint8Array
  /** Share of running text, packed (prose-share.ts). What an older library does not know is filled in when it was worked out. */
  readonly prose: Uint16Array
  readonly site: Uint32Array
  /** Index into `languages`. */
  readonly language: Uint16Array
  /** Index into `types`. */
  readonly type: Uint8Array
  /** The page that this one repeats, or itself. */
  readonly original: Uint32Array
  /** 1 … 1 + AUTHORITY. */
  readonly prior: Float32Array
  /** Topics of page p: topicOf[topicStart[p]] … topicOf[topicStart[p + 1] − 1]. */
  readonly topicStart: Uint32Array
  readonly topicOf: Uint32Array
  /** Highest numbers of a site and of a topic, + 1. */
  readonly sites: number
  readonly topics: number
  readonly languages: readonly string[]
  readonly types: readonly string[]
  /** Most pages first. */
  readonly mainLanguages: readonly string[]
  /** Score of a posting's byte (postings.ts). */
  readonly scores: Float32Array
}

/**
 * How much the page that is linked most counts over one that nobody links, where both say the same. Small: who remembers words of
 * a page wants that page, however few link to it. On the even pages of wikischools-dev 0.1 costs nothing and 0.5 five
 * known pages of a hundred; without a word of their own, as in "history", pages need something to be ordered by.
 */
const AUTHORITY = 0.15

export function loadColumns(database: Database, isHidden: (url: string) => boolean): Columns {
  const top = database.prepare('SELECT max(id) AS id FROM pages').get()
  const size = (typeof top?.id === 'number' ? top.id : 0) + 1
  const languages: string[] = []
  const types: string[] = []
  const numberIn = (names: string[]): ((name: string) => number) => {
    const numbers = new Map<string, number>()
    return name => {
      const known = numbers.get(name)
      if (known !== undefined) return known
      numbers.set(name, names.push(name) - 1)
      return names.length - 1
    }
  }
  const languageNumber = numberIn(languages)
  const typeNumber = numberIn(types)
  const segment = new Uint32Array(size)
  const length = new Uint8Array(size)
  const prose = new Uint16Array(size).fill(UNKNOWN_PROSE)
  const site = new Uint32Array(size)
  const language = new Uint16Array(size)
  const type = new Uint8Array(size)
  const original = new Uint32Array(size)
  const authority = new Float32Array(size)
  const perLanguage = new Map<string, number>()
  let pages = 0
  let words = 0
  const rows = database
    .prepare(
      `SELECT p.id, p.url, p.site, p.type, p.language, p.original, p.authority, s.segment, s.length, ${hasProse(database) ? 's.prose' : 'NULL AS prose'}
       FROM pages p JOIN search_pages s ON s.page = p.id`,
    )
    .iterate()
  for (const row of rows) {
    const id = Number(row.id)
    if (isHidden(String(row.url))) continue
    const name = String(row.language)
    segment[id] = Number(row.segment)
    length[id] = packLength(Number(row.length))
    if (row.prose !== null) prose[id] = Number(row.prose)
    site[id] = Number(row.site)
    language[id] = languageNumber(name)
    type[id] = typeNumber(String(row.type))
    original[id] = Number(row.original) === 0 ? id : Number(row.original)
    authority[id] = Number(row.authority)
    perLanguage.set(name, (perLanguage.get(name) ?? 0) + 1)
    pages++
    words += Number(row.length)
  }
  return {
    size,
    pages,
    segment,
    length,
    prose,
    site,
    language,
    type,
    original,
    prior: priors(authority, segment, pages),
    ...topicsOf(database, size),
    sites: site.reduce((highest, one) => Math.max(highest, one), 0) + 1,
    languages,
    types,
    mainLanguages: [...perLanguage].sort((a, b) => b[1] - a[1]).map(([name]) => name),
    scores: scoreTable(words / Math.max(1, pages)),
  }
}

/** By rank, because nobody knows how a measure of authority is spread: the upper half gains, the very best most. */
function priors(authority: Float32Array, segment: Uint32Array, pages: number): Float32Array {
  const order: number[] = []
  for (let page = 0; page < segment.length; page++) if (segment[page] !== 0) order.push(page)
  order.sort((a, b) => authority[a] - authority[b])
  const prior = new Float32Array(segment.length).fill(1)
  for (let i = 0; i < order.length;) {
    let end = i + 1
    while (end < order.length && authority[order[end]] === authority[order[i]]) end++
    // equals share the middle of their ranks
    const rank = (i + end - 1) / 2 / Math.max(1, pages - 1)
    for (; i < end; i++) prior[order[i]] = 1 + AUTHORITY * rank ** 4
  }
  return prior
}

function topicsOf(database: Database, size: number): Pick<Columns, 'topicStart' | 'topicOf' | 'topics'> {
  const topicStart = new Uint32Array(size + 1)
  const topicOf: number[] = []
  let page = 0
  for (const row of database.prepare('SELECT page, topic FROM page_topics ORDER BY page').iterate()) {
    const next = Number(row.page)
    if (next >= size) break
    while (page < next) topicStart[++page] = topicOf.length
    topicOf.push(Number(row.topic))
  }
  while (page < size) topicStart[++page] = topicOf.length
  const topics = topicOf.reduce((highest, one) => Math.max(highest, one), 0) + 1
  return { topicStart, topicOf: Uint32Array.from(topicOf), topics }
}
