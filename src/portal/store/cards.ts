/** Pages as lists show them, without those that are hidden. */
import type { PageCard, Range } from '../contracts.js'
import type { Hidden } from './hidden.js'
import type { Database } from '../../disk/sqlite.js'
import { taken } from './taken.js'

/** A card without its topics, which are in a table of their own. */
type CardRow = Omit<PageCard, 'topics'>

export interface Cards {
  byId(id: number): PageCard | null
  byUrl(url: string): PageCard | null
  /** In this order; those that are not there or hidden are left out. */
  byIds(ids: readonly number[]): PageCard[]
  /** `from`: the end of a query of ours, in which pages are `p`, and which says NO_COPIES. */
  list(from: string): (range: Range, ...values: readonly (string | number)[]) => PageCard[]
}

/** Without pages that repeat others. */
export const NO_COPIES = 'p.original = 0'

const COLUMNS = `p.id, p.url, p.title, (SELECT host FROM sites s WHERE s.id = p.site) AS site, p.language, p.type, p.image, p.at`

export function createCards(database: Database, hidden: Hidden): Cards {
  const byId = database.prepare(`SELECT ${COLUMNS} FROM pages p WHERE p.id = ?`)
  const byUrl = database.prepare(`SELECT ${COLUMNS} FROM pages p WHERE p.url = ?`)
  const byIds = database.prepare(`SELECT ${COLUMNS} FROM json_each(?) j JOIN pages p ON p.id = j.value`)
  const topicsOf = database.prepare(
    `SELECT pt.page, t.slug FROM json_each(?) j JOIN page_topics pt ON pt.page = j.value JOIN topics t ON t.id = pt.topic
     ORDER BY t.position`,
  )
  const topics = database.prepare(
    'SELECT t.slug FROM page_topics pt JOIN topics t ON t.id = pt.topic WHERE pt.page = ? ORDER BY t.position',
  )
  const card = ({ id, url, title, site, language, type, image, at }: CardRow): PageCard => {
    const rows: { slug: string }[] = topics.all(id)
    return { id, url, title, site, language, type, image, at, topics: rows.map(({ slug }) => slug) }
  }
  const shown = (row: CardRow | undefined): PageCard | null =>
    row === undefined || hidden.isUrl(row.url) ? null : card(row)
  return {
    byId: id => shown(Number.isSafeInteger(id) ? byId.get(id) : undefined),
    byUrl: url => shown(byUrl.get(url)),
    byIds(ids) {
      const wanted = JSON.stringify(ids)
      const slugs = new Map<number, string[]>(ids.map(id => [id, []]))
      const topicRows: { page: number; slug: string }[] = topicsOf.all(wanted)
      for (const { page, slug } of topicRows) slugs.get(page)?.push(slug)
      const rows: CardRow[] = byIds.all(wanted)
      const cards = new Map<number, PageCard>()
      for (const { id, url, title, site, language, type, image, at } of rows)
        if (!hidden.isUrl(url))
          cards.set(id, { id, url, title, site, language, type, image, at, topics: slugs.get(id) ?? [] })
      return ids.flatMap(id => cards.get(id) ?? [])
    },
    list(from) {
      const statement = database.prepare(`SELECT ${COLUMNS} ${from} LIMIT ? OFFSET ?`)
      const withCopies = database.prepare(
        `SELECT ${COLUMNS}, (SELECT o.url FROM pages o WHERE o.id = p.original) AS repeats ${from.replace(NO_COPIES, '1')}`,
      )
      return ({ offset, limit }, ...values) => {
        if (limit <= 0) return []
        if (hidden.isEmpty()) {
          const rows: CardRow[] = statement.all(...values, limit, offset)
          return rows.map(card)
        }
        const rows: Iterable<CardRow & { readonly repeats: string | null }> = withCopies.iterate(...values)
        // a copy stands for itself when what it repeats is hidden
        const isShown = (url: string, repeats: string | null): boolean =>
          (repeats === null || hidden.isUrl(repeats)) && !hidden.isUrl(url)
        return taken(rows, { offset, limit }, ({ url, repeats }) => isShown(url, repeats)).map(card)
      }
    },
  }
}
