/** Pages as lists show them, without those that are hidden. */
import type { PageCard, PageType, Range } from '../contracts.js'
import type { Hidden } from './hidden.js'
import type { Database } from './sqlite.js'
import { taken } from './taken.js'

interface CardRow {
  readonly id: number
  readonly url: string
  readonly title: string
  readonly site: string
  readonly language: string
  readonly type: PageType
  readonly image: string
  readonly at: number
}

export interface Cards {
  byId(id: number): PageCard | null
  byUrl(url: string): PageCard | null
  /** `from`: the end of a query of ours, in which pages are `p`. */
  list(from: string): (range: Range, ...values: readonly (string | number)[]) => PageCard[]
}

const COLUMNS = `p.id, p.url, p.title, (SELECT host FROM sites s WHERE s.id = p.site) AS site, p.language, p.type, p.image, p.at`

export function createCards(database: Database, hidden: Hidden): Cards {
  const byId = database.prepare(`SELECT ${COLUMNS} FROM pages p WHERE p.id = ?`)
  const byUrl = database.prepare(`SELECT ${COLUMNS} FROM pages p WHERE p.url = ?`)
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
    list(from) {
      const statement = database.prepare(`SELECT ${COLUMNS} ${from} LIMIT ? OFFSET ?`)
      return ({ offset, limit }, ...values) => {
        if (limit <= 0) return []
        if (hidden.isEmpty()) {
          const rows: CardRow[] = statement.all(...values, limit, offset)
          return rows.map(card)
        }
        const rows: Iterable<CardRow> = statement.iterate(...values, -1, 0)
        return taken(rows, { offset, limit }, ({ url }) => !hidden.isUrl(url)).map(card)
      }
    },
  }
}
