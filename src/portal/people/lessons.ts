/**
 * Lesson plans: pages in an order, with notes. Whoever has the link reads; the shelf that made it writes, and whoever has the
 * edit link. Items have numbers of their own, so that two people, or two tabs, who change one lesson at the same time lose no
 * item: the later change counts for each text and each place, and what the other one added stays.
 */
import { canonicalUrl } from '../../page/index.js'
import type { Lesson, LessonInHand, LessonItem, LessonName } from '../contracts.js'
import { COUNT, rowReader } from '../../disk/sqlite-rows.js'
import { inTransaction, type Database } from '../../disk/sqlite.js'
import { isRandomId, randomId } from '../server/cookies.js'
import { shelfHash } from './shelf.js'
import { hasRoom } from './local-schema.js'
import { manyLines, oneLine } from './texts.js'

/** What a lesson may hold: an hour's worth and far more. Together it fits into one posted form. */
export const LESSON_LIMITS = { items: 100, title: 200, notes: 20_000, itemTitle: 300, itemNotes: 3_000 } as const
const PER_SHELF = 200
const MAX_LESSONS = 20_000
/** A lesson that was changed within it is the one in hand: a school day. */
const IN_HAND_MS = 12 * 3600_000

export interface StoredItem extends LessonItem {
  readonly id: number
}

export interface StoredLesson extends Lesson {
  readonly items: readonly StoredItem[]
  /** Whoever has it may write. */
  readonly key: string
  readonly isPublished: boolean
}

/** What a lesson is made of, before it has an identity. */
export type LessonContent = Pick<Lesson, 'title' | 'notes' | 'items'>

/** A question or task between pages; its text is in `notes`. */
export function isTask({ url }: LessonItem): boolean {
  return url === ''
}

export function pageCount(items: readonly LessonItem[]): number {
  return items.filter(item => !isTask(item)).length
}

export type Move = 'up' | 'down' | 'remove'

export type Lessons = ReturnType<typeof openLessons>

const LESSONS = rowReader({
  shelf: 'text',
  key: 'text',
  title: 'text',
  notes: 'text',
  updated_at: 'number',
  published: 'number',
})
const LESSON_NAMES = rowReader({ id: 'text', title: 'text', updatedAt: 'number', published: 'number', items: 'number' })
const ITEMS = rowReader({ id: 'number', url: 'text', title: 'text', notes: 'text' })
const KEPT = rowReader({ mine: 'number', all: 'number' })
const LAST = rowReader({ last: 'number' })

const NAMES = `SELECT id, title, updated_at AS updatedAt, published,
  (SELECT count(*) FROM lesson_items WHERE lesson = lessons.id AND url <> '') AS items FROM lessons`

export function openLessons(database: Database, now: () => number) {
  const one = database.prepare('SELECT * FROM lessons WHERE id = ?')
  const itemsOf = database.prepare(
    'SELECT id, url, title, notes FROM lesson_items WHERE lesson = ? ORDER BY position, id',
  )
  const names = (where: string, ...values: (string | number)[]): LessonName[] => {
    const rows = LESSON_NAMES.all(database.prepare(`${NAMES} ${where}`).all(...values))
    return rows.map(({ published, ...name }) => ({ ...name, isPublished: published === 1 }))
  }
  const touch = (id: string): void => {
    database.prepare('UPDATE lessons SET updated_at = ? WHERE id = ?').run(now(), id)
  }
  const place = (id: string, order: readonly number[]): void => {
    const put = database.prepare('UPDATE lesson_items SET position = ? WHERE id = ?')
    order.forEach((item, position) => put.run(position, item))
    touch(id)
  }
  const insertItem = (lesson: string, position: number, { url, title, notes }: LessonItem): void => {
    database
      .prepare('INSERT INTO lesson_items (lesson, position, url, title, notes) VALUES (?, ?, ?, ?, ?)')
      .run(
        lesson,
        position,
        url,
        oneLine(title, LESSON_LIMITS.itemTitle) || url,
        manyLines(notes, LESSON_LIMITS.itemNotes),
      )
  }
  const get = (id: string): StoredLesson | null => {
    if (!isRandomId(id)) return null
    const row = LESSONS.first(one.get(id))
    if (row === undefined) return null
    const items = ITEMS.all(itemsOf.all(id))
    const { key, title, notes } = row
    return {
      id,
      key,
      title,
      notes,
      items: items.map(item => ({ ...item })),
      updatedAt: row.updated_at,
      isPublished: row.published === 1,
    }
  }
  return {
    /** Null: no room. */
    create(shelf: string, content: LessonContent): StoredLesson | null {
      if (!isRandomId(shelf)) return null
      const hash = shelfHash(shelf)
      const id = randomId()
      const made = inTransaction(database, () => {
        const { mine, all } = KEPT.only(
          database.prepare('SELECT count(*) AS "all", coalesce(sum(shelf = ?), 0) AS mine FROM lessons').get(hash),
        )
        if (mine >= PER_SHELF || all >= MAX_LESSONS || !hasRoom(database)) return false
        database.prepare('INSERT OR REPLACE INTO shelves (id, used_at) VALUES (?, ?)').run(hash, now())
        database
          .prepare('INSERT INTO lessons (id, shelf, key, title, notes, updated_at) VALUES (?, ?, ?, ?, ?, ?)')
          .run(id, hash, randomId(), titleOf(content), manyLines(content.notes, LESSON_LIMITS.notes), now())
        content.items
          .flatMap(item => {
            const url = isTask(item) ? '' : canonicalUrl(item.url)
            return url === null || (url === '' && item.notes.trim() === '') ? [] : [{ ...item, url }]
          })
          .slice(0, LESSON_LIMITS.items)
          .forEach((item, position) => insertItem(id, position, item))
        return true
      })
      return made ? get(id) : null
    },
    get,
    /** Whether the shelf made it, or the key is its key. */
    mayEdit(lesson: StoredLesson, shelf: string, key: string): boolean {
      if (isRandomId(key) && key === lesson.key) return true
      const row = LESSONS.first(one.get(lesson.id))
      return row !== undefined && isRandomId(shelf) && row.shelf === shelfHash(shelf)
    },
    ofShelf: (shelf: string): readonly LessonName[] =>
      isRandomId(shelf) ? names('WHERE shelf = ? ORDER BY updated_at DESC, id', shelfHash(shelf)) : [],
    inHand(shelf: string): LessonInHand | null {
      if (!isRandomId(shelf)) return null
      const [last] = names('WHERE shelf = ? ORDER BY updated_at DESC, id LIMIT 1', shelfHash(shelf))
      if (last === undefined || now() - last.updatedAt > IN_HAND_MS) return null
      const items = ITEMS.all(itemsOf.all(last.id)).filter(item => !isTask(item))
      return { id: last.id, title: last.title, urls: new Set(items.map(({ url }) => url)) }
    },
    published: (): readonly LessonName[] => names('WHERE published = 1 ORDER BY updated_at DESC, id LIMIT 100'),
    /** For the administrator: the last changed first. */
    all: (limit: number): readonly LessonName[] => names('ORDER BY updated_at DESC, id LIMIT ?', limit),
    count(): number {
      return COUNT.only(database.prepare('SELECT count(*) AS count FROM lessons').get()).count
    },
    /** False: no room. Only what is given changes. `itemNotes`: by number of the item; numbers that are gone are left alone. */
    change(
      id: string,
      {
        title,
        notes,
        itemNotes = new Map<number, string>(),
      }: { title?: string; notes?: string; itemNotes?: ReadonlyMap<number, string> },
    ): boolean {
      return inTransaction(database, () => {
        if (title === undefined && notes === undefined && itemNotes.size === 0) return true
        if (!hasRoom(database)) return false
        if (title !== undefined)
          database.prepare('UPDATE lessons SET title = ? WHERE id = ?').run(oneLine(title, LESSON_LIMITS.title), id)
        if (notes !== undefined)
          database.prepare('UPDATE lessons SET notes = ? WHERE id = ?').run(manyLines(notes, LESSON_LIMITS.notes), id)
        for (const [item, text] of itemNotes)
          database
            .prepare('UPDATE lesson_items SET notes = ? WHERE lesson = ? AND id = ?')
            .run(manyLines(text, LESSON_LIMITS.itemNotes), id, item)
        // a task without a text asks nothing
        database.prepare("DELETE FROM lesson_items WHERE lesson = ? AND url = '' AND notes = ''").run(id)
        touch(id)
        return true
      })
    },
    /** False: neither an address nor a task, or the lesson is full. A page that is there already stays where it is. */
    addItem(id: string, item: LessonItem): boolean {
      const url = isTask(item) ? '' : canonicalUrl(item.url)
      if (url === null || (url === '' && item.notes.trim() === '')) return false
      return inTransaction(database, () => {
        const items = ITEMS.all(itemsOf.all(id))
        if (url !== '' && items.some(known => known.url === url)) return true
        if (items.length >= LESSON_LIMITS.items || one.get(id) === undefined || !hasRoom(database)) return false
        const { last } = LAST.only(
          database.prepare('SELECT coalesce(max(position), -1) AS last FROM lesson_items WHERE lesson = ?').get(id),
        )
        insertItem(id, last + 1, { ...item, url })
        touch(id)
        return true
      })
    },
    moveItem(id: string, item: number, move: Move): void {
      inTransaction(database, () => {
        const order = ITEMS.all(itemsOf.all(id)).map(row => row.id)
        const at = order.indexOf(item)
        if (at === -1) return
        order.splice(at, 1)
        if (move === 'remove') database.prepare('DELETE FROM lesson_items WHERE lesson = ? AND id = ?').run(id, item)
        else order.splice(Math.max(0, at + (move === 'up' ? -1 : 1)), 0, item)
        place(id, order)
      })
    },
    /** Numbers of items in their new order. Others go behind them, as they were: somebody may have added one meanwhile. */
    order(id: string, wanted: readonly number[]): void {
      inTransaction(database, () => {
        const known = ITEMS.all(itemsOf.all(id)).map(row => row.id)
        const first = [...new Set(wanted)].filter(item => known.includes(item))
        place(id, [...first, ...known.filter(item => !first.includes(item))])
      })
    },
    publish(id: string, isPublished: boolean): void {
      database.prepare('UPDATE lessons SET published = ? WHERE id = ?').run(isPublished ? 1 : 0, id)
    },
    remove(id: string): void {
      inTransaction(database, () => {
        database.prepare('DELETE FROM lesson_items WHERE lesson = ?').run(id)
        database.prepare('DELETE FROM lessons WHERE id = ?').run(id)
      })
    },
  }
}

/** Never empty, or nobody could open it from a list. */
function titleOf({ title, items }: LessonContent): string {
  return (
    oneLine(title, LESSON_LIMITS.title) ||
    oneLine(items.find(({ title: name }) => name !== '')?.title ?? '', LESSON_LIMITS.title) ||
    '–'
  )
}
