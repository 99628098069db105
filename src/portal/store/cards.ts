/** Pages as lists show them, without those that are hidden. */
import { typeNamed } from '../../collection/page-type.js'
import type { PageCard, Range } from '../contracts.js'
import type { Hidden } from './hidden.js'
import type { Database } from '../../disk/sqlite.js'
import { rowReader } from '../../disk/sqlite-rows.js'
import { rowsInRange } from './rows-in-range.js'

/** A card without its topics, which are in a table of their own. */
type CardRow = ReturnType<typeof CARDS.only>
const CARD = {
  id: 'number',
  url: 'text',
  title: 'text',
  site: 'text',
  language: 'text',
  type: 'text',
  image: 'text',
  at: 'number',
} as const
const CARDS = rowReader(CARD)
const CARDS_OR_COPIES = rowReader({ ...CARD, repeats: 'text or null' })
const SLUGS = rowReader({ slug: 'text' })
const PAGE_SLUGS = rowReader({ page: 'number', slug: 'text' })

export type Cards = ReturnType<typeof createCards>

/** Without pages that repeat others. */
export const NO_COPIES = 'p.original = 0'

const COLUMNS = `p.id, p.url, p.title, (SELECT host FROM sites s WHERE s.id = p.site) AS site, p.language, p.type, p.image, p.at`

export function createCards(database: Database, hidden: Hidden) {
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
    const rows = SLUGS.all(topics.all(id))
    return { id, url, title, site, language, type: typeNamed(type), image, at, topics: rows.map(({ slug }) => slug) }
  }
  const shown = (row: CardRow | undefined): PageCard | null =>
    row === undefined || hidden.isUrl(row.url) ? null : card(row)
  return {
    byUrl: (url: string): PageCard | null => shown(CARDS.first(byUrl.get(url))),
    /** In this order; those that are not there or hidden are left out. */
    byIds(ids: readonly number[]): PageCard[] {
      const wanted = JSON.stringify(ids)
      const slugs = new Map<number, string[]>(ids.map(id => [id, []]))
      for (const { page, slug } of PAGE_SLUGS.all(topicsOf.all(wanted))) slugs.get(page)?.push(slug)
      const cards = new Map<number, PageCard>()
      for (const row of CARDS.all(byIds.all(wanted)))
        if (!hidden.isUrl(row.url))
          cards.set(row.id, { ...row, type: typeNamed(row.type), topics: slugs.get(row.id) ?? [] })
      return ids.flatMap(id => cards.get(id) ?? [])
    },
    /** `from`: the end of a query of ours, in which pages are `p`, and which says NO_COPIES. */
    list(from: string): (range: Range, ...values: readonly (string | number)[]) => PageCard[] {
      const statement = database.prepare(`SELECT ${COLUMNS} ${from} LIMIT ? OFFSET ?`)
      const withCopies = database.prepare(
        `SELECT ${COLUMNS}, (SELECT o.url FROM pages o WHERE o.id = p.original) AS repeats ${from.replace(NO_COPIES, '1')}`,
      )
      return ({ offset, limit }, ...values) => {
        if (limit <= 0) return []
        if (hidden.isEmpty()) return CARDS.all(statement.all(...values, limit, offset)).map(card)
        const rows = CARDS_OR_COPIES.each(withCopies.iterate(...values))
        // a copy stands for itself when what it repeats is hidden
        const isShown = (url: string, repeats: string | null): boolean =>
          (repeats === null || hidden.isUrl(repeats)) && !hidden.isUrl(url)
        return rowsInRange(rows, { offset, limit }, ({ url, repeats }) => isShown(url, repeats)).map(card)
      }
    },
  }
}
