/** Which of the matching pages a reader wants to see, and how many there are of each kind. */
import { getOrMake } from '../../get-or-make.js'
import type { Facets, Named, SearchFilters } from '../contracts.js'
import type { Database, Statement } from '../../disk/sqlite.js'
import type { Columns } from './columns.js'
import { bestPages } from './top.js'

/** Null: all. A set of numbers otherwise, empty when nothing can match. */
interface Wanted {
  readonly topics: ReadonlySet<number> | null
  readonly languages: ReadonlySet<number> | null
  readonly sites: ReadonlySet<number> | null
  readonly types: ReadonlySet<number> | null
}

export type Filtered = ReturnType<typeof applyFilters>

/** Values of one facet that are shown. */
const MAX_VALUES = 15

/** Names of sites and topics by their numbers, each read once. */
export class Names {
  readonly #site: Statement
  readonly #topic: Statement
  readonly #sites = new Map<number, string>()
  readonly #topics = new Map<number, string>()

  constructor(database: Database) {
    this.#site = database.prepare('SELECT host AS name FROM sites WHERE id = ?')
    this.#topic = database.prepare('SELECT slug AS name FROM topics WHERE id = ?')
  }

  readonly site = (id: number): string => nameOf(this.#sites, this.#site, id)
  readonly topic = (id: number): string => nameOf(this.#topics, this.#topic, id)
}

function nameOf(known: Map<number, string>, statement: Statement, id: number): string {
  return getOrMake(known, id, () => String(statement.get(id)?.name ?? ''))
}

/** `site` from site:host: the host and all under it. */
export function wantedOf(database: Database, columns: Columns, filters: SearchFilters, site: string): Wanted {
  const ids = (sql: string, ...values: string[]): Set<number> =>
    new Set(
      database
        .prepare(sql)
        .all(...values)
        .map(row => Number(row.id)),
    )
  const numberIn = (names: readonly string[], name: string | undefined): Set<number> | null =>
    name === undefined || name === '' ? null : new Set([names.indexOf(name)].filter(number => number >= 0))
  const under =
    "SELECT id FROM sites WHERE host = ?1 OR host = 'www.' || ?1 OR substr(host, -length(?1) - 1) = '.' || ?1"
  const sites =
    filters.site !== undefined && filters.site !== ''
      ? ids('SELECT id FROM sites WHERE host = ?', filters.site)
      : site === ''
        ? null
        : ids(under, site)
  const topics =
    filters.topic === undefined || filters.topic === ''
      ? null
      : ids('SELECT id FROM topics WHERE slug = ?1 OR parent = (SELECT id FROM topics WHERE slug = ?1)', filters.topic)
  return {
    topics,
    languages: numberIn(columns.languages, filters.language),
    sites,
    types: numberIn(columns.types, filters.type),
  }
}

/**
 * A page that fails one filter only counts for the facet of that filter: readers see what the others would give. A page that passes
 * counts everywhere.
 */
export function applyFilters(columns: Columns, pages: Uint32Array, wanted: Wanted, names: Names) {
  const { site, language, type, topicStart, topicOf } = columns
  const perSite = new Uint32Array(columns.sites)
  const perLanguage = new Uint32Array(columns.languages.length)
  const perType = new Uint32Array(columns.types.length)
  const perTopic = new Uint32Array(columns.topics)
  const isAll = Object.values(wanted).every(numbers => numbers === null)
  const passed = isAll ? pages : pages.filter(passes)
  function passes(page: number): boolean {
    let failed = 0
    let which = ''
    if (wanted.sites !== null && !wanted.sites.has(site[page])) {
      failed++
      which = 'site'
    }
    if (wanted.languages !== null && !wanted.languages.has(language[page])) {
      failed++
      which = 'language'
    }
    if (wanted.types !== null && !wanted.types.has(type[page])) {
      failed++
      which = 'type'
    }
    const first = topicStart[page]
    const last = topicStart[page + 1]
    if (wanted.topics !== null && !hasOne(topicOf, first, last, wanted.topics)) {
      failed++
      which = 'topic'
    }
    if (failed > 1) return false
    if (failed === 0 || which === 'site') perSite[site[page]]++
    if (failed === 0 || which === 'language') perLanguage[language[page]]++
    if (failed === 0 || which === 'type') perType[type[page]]++
    if (failed === 0 || which === 'topic') for (let i = first; i < last; i++) perTopic[topicOf[i]]++
    return failed === 0
  }
  if (isAll)
    for (let i = 0; i < pages.length; i++) {
      const page = pages[i]
      perSite[site[page]]++
      perLanguage[language[page]]++
      perType[type[page]]++
      const last = topicStart[page + 1]
      for (let at = topicStart[page]; at < last; at++) perTopic[topicOf[at]]++
    }
  const facets = (): Facets => ({
    sites: named(perSite, names.site),
    topics: named(perTopic, names.topic),
    languages: named(perLanguage, number => columns.languages[number]),
    types: named(perType, number => columns.types[number]),
  })
  return {
    /** Pages that pass, in the order in which they came. */
    pages: passed,
    /** By number of the site. */
    perSite,
    facets,
  }
}

function hasOne(topicOf: Uint32Array, first: number, last: number, wanted: ReadonlySet<number>): boolean {
  for (let i = first; i < last; i++) if (wanted.has(topicOf[i])) return true
  return false
}

/** Most pages first. */
function named(counts: Uint32Array, nameOf: (number: number) => string): Named[] {
  const numbers = new Uint32Array(counts.length)
  const present = new Uint32Array(counts.length)
  let n = 0
  for (let number = 0; number < counts.length; number++) {
    if (counts[number] === 0) continue
    numbers[n] = number
    present[n++] = counts[number]
  }
  return Array.from(bestPages(numbers.subarray(0, n), present, MAX_VALUES), number => ({
    value: nameOf(number),
    count: counts[number],
  })).filter(({ value }) => value !== '')
}
