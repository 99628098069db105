/**
 * Classes: a teacher's lesson, pupils with nicknames, which of its pages they opened and what they answered. No names, no addresses, no
 * times. A class belongs to the shelf that opened it; a pupil is a random cookie, of which only a hash is kept.
 */
import { createHash } from 'node:crypto'
import { COUNT, rowReader } from '../../disk/sqlite-rows.js'
import { inTransaction, type Database } from '../../disk/sqlite.js'
import { isRandomId, randomId } from '../server/cookies.js'
import { hasRoom } from './local-schema.js'
import { readAloud } from './password.js'
import { shelfHash } from './shelf.js'
import { manyLines, oneLine } from './texts.js'

export const CLASS_LIMITS = { name: 100, nickname: 30, answer: 1_000, pupils: 100 } as const
const PER_SHELF = 30
const MAX_CLASSES = 1_000
/** Thirty bits: with the waits between wrong guesses (pupil-pages.ts) nobody finds a class by trying. */
const CODE_LENGTH = 6
const FORGET_AFTER_MS = 400 * 24 * 3600_000

export interface SchoolClass {
  readonly id: string
  readonly code: string
  readonly name: string
  /** Id of its lesson; '' for none. */
  readonly lesson: string
  /** Whether pupils can join. */
  readonly isOpen: boolean
  readonly pupils: number
  readonly usedAt: number
}

export interface Pupil {
  readonly id: number
  readonly nickname: string
  /** Pages of the class's lessons. */
  readonly opened: ReadonlySet<string>
  /** By number of the task. */
  readonly answers: ReadonlyMap<number, string>
}

export type JoinAnswer = { readonly cookie: string } | 'no class' | 'taken' | 'full' | 'no nickname'

export type Classes = ReturnType<typeof openClasses>

const CLASSES = rowReader({
  id: 'text',
  code: 'text',
  name: 'text',
  lesson: 'text',
  isOpen: 'number',
  pupils: 'number',
  usedAt: 'number',
})
const SHELF = rowReader({ shelf: 'text' })
const PUPILS = rowReader({ id: 'number', nickname: 'text' })
const MEMBER = rowReader({ id: 'number', nickname: 'text', class: 'text' })
const OPENED = rowReader({ pupil: 'number', url: 'text' })
const ANSWERS = rowReader({ pupil: 'number', item: 'number', text: 'text' })
const KEPT = rowReader({ mine: 'number', all: 'number' })

const SELECT = `SELECT id, code, name, lesson, is_open AS isOpen, used_at AS usedAt,
  (SELECT count(*) FROM pupils WHERE class = classes.id) AS pupils FROM classes`
const IN_CLASS = 'pupil IN (SELECT id FROM pupils WHERE class = ?)'

/** Statements are made when they are used: a file of an older version, on a medium that cannot be written, lacks the tables. */
export function openClasses(database: Database, now: () => number) {
  const list = (where: string, ...values: (string | number)[]): SchoolClass[] =>
    CLASSES.all(database.prepare(`${SELECT} ${where}`).all(...values)).map(row => ({
      ...row,
      isOpen: row.isOpen === 1,
    }))
  const touch = (id: string): void => {
    database.prepare('UPDATE classes SET used_at = ? WHERE id = ?').run(now(), id)
  }
  const remove = (id: string): void => {
    for (const table of ['pupil_answers', 'pupil_pages'])
      database.prepare(`DELETE FROM ${table} WHERE ${IN_CLASS}`).run(id)
    database.prepare('DELETE FROM pupils WHERE class = ?').run(id)
    database.prepare('DELETE FROM classes WHERE id = ?').run(id)
  }
  const member = (cookie: string) =>
    isRandomId(cookie)
      ? MEMBER.first(database.prepare('SELECT id, nickname, class FROM pupils WHERE key = ?').get(pupilHash(cookie)))
      : undefined
  return {
    /** Null: no room. */
    create(shelf: string, name: string, lesson: string): string | null {
      if (!isRandomId(shelf)) return null
      const hash = shelfHash(shelf)
      return inTransaction(database, () => {
        const { mine, all } = KEPT.only(
          database.prepare('SELECT count(*) AS "all", coalesce(sum(shelf = ?), 0) AS mine FROM classes').get(hash),
        )
        if (mine >= PER_SHELF || all >= MAX_CLASSES || !hasRoom(database)) return null
        const id = randomId()
        database
          .prepare('INSERT INTO classes (id, shelf, code, name, lesson, used_at) VALUES (?, ?, ?, ?, ?, ?)')
          .run(id, hash, newCode(database), oneLine(name, CLASS_LIMITS.name) || '–', lesson, now())
        return id
      })
    },
    get: (id: string): SchoolClass | null => (isRandomId(id) ? (list('WHERE id = ?', id)[0] ?? null) : null),
    ofShelf: (shelf: string): readonly SchoolClass[] =>
      isRandomId(shelf) ? list('WHERE shelf = ? ORDER BY used_at DESC, id', shelfHash(shelf)) : [],
    all: (): readonly SchoolClass[] => list('ORDER BY used_at DESC, id'),
    isOf(id: string, shelf: string): boolean {
      const row = SHELF.first(database.prepare('SELECT shelf FROM classes WHERE id = ?').get(id))
      return row !== undefined && isRandomId(shelf) && row.shelf === shelfHash(shelf)
    },
    setLesson(id: string, lesson: string): void {
      database.prepare('UPDATE classes SET lesson = ? WHERE id = ?').run(lesson, id)
      touch(id)
    },
    setOpen(id: string, isOpen: boolean): void {
      database.prepare('UPDATE classes SET is_open = ? WHERE id = ?').run(isOpen ? 1 : 0, id)
      touch(id)
    },
    /** With all that its pupils did. */
    remove: (id: string): void => inTransaction(database, () => remove(id)),
    removePupil(id: string, pupil: number): void {
      inTransaction(database, () => {
        for (const table of ['pupil_answers', 'pupil_pages'])
          database.prepare(`DELETE FROM ${table} WHERE pupil = ? AND ${IN_CLASS}`).run(pupil, id)
        database.prepare('DELETE FROM pupils WHERE id = ? AND class = ?').run(pupil, id)
      })
    },
    /** By nickname. */
    pupils(id: string): readonly Pupil[] {
      const opened = OPENED.all(database.prepare(`SELECT pupil, url FROM pupil_pages WHERE ${IN_CLASS}`).all(id))
      const answers = ANSWERS.all(
        database.prepare(`SELECT pupil, item, text FROM pupil_answers WHERE ${IN_CLASS}`).all(id),
      )
      const rows = database.prepare('SELECT id, nickname FROM pupils WHERE class = ? ORDER BY folded, id').all(id)
      return PUPILS.all(rows).map(pupil => ({
        ...pupil,
        opened: new Set(opened.filter(one => one.pupil === pupil.id).map(({ url }) => url)),
        answers: new Map(answers.filter(one => one.pupil === pupil.id).map(({ item, text }) => [item, text])),
      }))
    },
    /** `code`: as it was typed. */
    join(code: string, written: string): JoinAnswer {
      const nickname = oneLine(written, CLASS_LIMITS.nickname)
      return inTransaction(database, () => {
        const [found] = list('WHERE code = ? AND is_open = 1', code.replace(/[^\da-z]/gi, '').toLowerCase())
        if (found === undefined) return 'no class'
        if (!/[\p{L}\p{N}\p{S}]/u.test(nickname)) return 'no nickname'
        const folded = nickname.normalize('NFKC').toLowerCase()
        const same = database.prepare('SELECT count(*) AS count FROM pupils WHERE class = ? AND folded = ?')
        if (COUNT.only(same.get(found.id, folded)).count > 0) return 'taken'
        if (found.pupils >= CLASS_LIMITS.pupils || !hasRoom(database)) return 'full'
        const cookie = randomId()
        database
          .prepare('INSERT INTO pupils (class, key, nickname, folded) VALUES (?, ?, ?, ?)')
          .run(found.id, pupilHash(cookie), nickname, folded)
        touch(found.id)
        return { cookie }
      })
    },
    /** Who has this cookie, and the class. */
    pupilOf(cookie: string): { readonly pupil: Pupil; readonly of: SchoolClass } | null {
      const row = member(cookie)
      const of = row === undefined ? undefined : list('WHERE id = ?', row.class)[0]
      if (row === undefined || of === undefined) return null
      const opened = database.prepare('SELECT pupil, url FROM pupil_pages WHERE pupil = ?').all(row.id)
      const answers = database.prepare('SELECT pupil, item, text FROM pupil_answers WHERE pupil = ?').all(row.id)
      return {
        of,
        pupil: {
          id: row.id,
          nickname: row.nickname,
          opened: new Set(OPENED.all(opened).map(({ url }) => url)),
          answers: new Map(ANSWERS.all(answers).map(({ item, text }) => [item, text])),
        },
      }
    },
    /** Pages of the lesson alone: what else a pupil reads is nobody's business. */
    opened(cookie: string, url: string): void {
      const row = member(cookie)
      if (row === undefined) return
      database
        .prepare(
          `INSERT OR IGNORE INTO pupil_pages (pupil, url)
             SELECT ?, i.url FROM lesson_items i JOIN classes c ON c.lesson = i.lesson WHERE c.id = ? AND i.url = ? LIMIT 1`,
        )
        .run(row.id, row.class, url)
    },
    /** `item`: a task of the class's lesson; anything else is left alone. An empty text takes the answer back. False: no room. */
    answer(cookie: string, item: number, written: string): boolean {
      const row = member(cookie)
      if (row === undefined) return true
      const text = manyLines(written, CLASS_LIMITS.answer).trim()
      return inTransaction(database, () => {
        if (text === '') database.prepare('DELETE FROM pupil_answers WHERE pupil = ? AND item = ?').run(row.id, item)
        else if (!hasRoom(database)) return false
        else
          database
            .prepare(
              `INSERT OR REPLACE INTO pupil_answers (pupil, item, text)
                 SELECT ?, i.id, ? FROM lesson_items i JOIN classes c ON c.lesson = i.lesson
                 WHERE c.id = ? AND i.id = ? AND i.url = ''`,
            )
            .run(row.id, text, row.class, item)
        touch(row.class)
        return true
      })
    },
    /** Classes that nobody used for more than a year. */
    forgetOld(): void {
      inTransaction(database, () => {
        for (const { id } of list('WHERE used_at < ?', now() - FORGET_AFTER_MS)) remove(id)
      })
    },
  }
}

function newCode(database: Database): string {
  const find = database.prepare('SELECT 1 FROM classes WHERE code = ?')
  for (;;) {
    const code = readAloud(CODE_LENGTH)
    if (find.get(code) === undefined) return code
  }
}

function pupilHash(cookie: string): string {
  return createHash('sha256').update(`pupil ${cookie}`).digest('base64url').slice(0, 32)
}
