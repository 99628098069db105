/** Titles without the name of the site that most of its pages repeat: "Tides - Example School" is "Tides". */
import type { Database } from '../../../disk/sqlite.js'
import { prepared } from './assist-schema.js'

export interface TitledPage {
  readonly id: number
  readonly url: string
  readonly title: string
  readonly language: string
  readonly authority: number
}

const SEPARATOR = /\s+[-–—|·•»«:]+\s+|\s*[|»«•]\s*|:\s+/
/** Titles of one site that are looked at, its best pages first. */
const LOOKED_AT = 50
const MIN_REPEATED = 3
const MAX_TITLE = 200

/** Site by site, best pages first; pages that repeat others are left out. */
export function* titledPages(database: Database): Generator<TitledPage> {
  const rows = prepared(
    database,
    'SELECT id, url, title, site, language, authority, original FROM pages ORDER BY site, authority DESC',
  ).iterate()
  let site: unknown = null
  /** Titles that wait until enough of the site's are known to tell what it repeats. */
  let waiting: TitledPage[] = []
  let repeated: ReadonlySet<string> | null = null
  for (const row of rows) {
    if (row.site !== site) {
      yield* stripped(waiting, repeatedParts(waiting))
      site = row.site
      waiting = []
      repeated = null
    }
    if (row.original !== 0) continue
    const title = String(row.title).slice(0, MAX_TITLE).trim()
    const { id, url, language, authority } = row
    waiting.push({ id: Number(id), url: String(url), title, language: String(language), authority: Number(authority) })
    if (repeated === null && waiting.length < LOOKED_AT) continue
    repeated ??= repeatedParts(waiting)
    yield* stripped(waiting, repeated)
    waiting = []
  }
  yield* stripped(waiting, repeatedParts(waiting))
}

function* stripped(pages: readonly TitledPage[], repeated: ReadonlySet<string>): Generator<TitledPage> {
  for (const page of pages) {
    if (repeated.size === 0) {
      yield page
      continue
    }
    const parts = page.title.split(SEPARATOR).filter(part => !repeated.has(part))
    // what is left of a title in several parts is the part that says most, as it stands in the title
    const from = parts.length === 0 ? -1 : page.title.indexOf(parts[0])
    const last = parts.at(-1) ?? ''
    const title = from === -1 ? page.title : page.title.slice(from, page.title.lastIndexOf(last) + last.length)
    yield { ...page, title }
  }
}

/** Parts of titles that more than a third of the pages have, at least three. */
function repeatedParts(pages: readonly TitledPage[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { title } of pages)
    for (const part of new Set(title.split(SEPARATOR))) counts.set(part, (counts.get(part) ?? 0) + 1)
  const least = Math.max(MIN_REPEATED, pages.length / 3)
  return new Set([...counts].filter(([, count]) => count >= least).map(([part]) => part))
}
