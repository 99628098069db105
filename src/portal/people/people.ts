/**
 * people/: what readers and the administrator make, kept in local.db beside the index: bookmarks, lessons, house rules, wishes.
 *
 *   openPeople ─▶ LocalPeople ─┬─ bookmarks, lessons   by shelf: a random cookie, no account (shelf.ts)
 *                              ├─ classes              off unless the administrator switches them on: pupils, pages they opened, answers
 *                              ├─ house                title, blacklist, names of topics, featured pages
 *                              ├─ wishes               what was looked for and is not here
 *                              ├─ readings             off unless asked for: on how many days a page was opened
 *                              └─ settings             the password's hash (password.ts)
 *   peopleRoutes, adminRoutes (routes.ts) ─▶ pages
 *
 * Invariants: everything that is kept was cleaned and has a bound (texts.ts, local-schema.ts); nothing says who searched for what;
 * on a medium that cannot be written the portal goes on without all this, but with the rules that were made before.
 */
import { chmodSync, existsSync } from 'node:fs'
import { LongtailError, messageOf } from '../../errors.js'
import type { People } from '../contracts.js'
import { openDatabase, type Database } from '../../disk/sqlite.js'
import { openBookmarks, type Bookmarks } from './bookmarks.js'
import { openAdministration, type Administration } from './administration.js'
import { openClasses, type Classes } from './classes.js'
import { openLessons, type Lessons } from './lessons.js'
import { openSettings, type Settings } from '../../collection/portal-settings.js'
import { createLocalTables, LOCAL_VERSION, numberOf } from './local-schema.js'
import { openReadings, type Readings } from './readings.js'
import { openWishes, type Wishes } from './wishes.js'

export interface LocalPeople extends People {
  readonly bookmarks: Bookmarks
  readonly lessons: Lessons
  readonly classes: Classes
  readonly house: Administration
  readonly wishes: Wishes
  readonly readings: Readings
  readonly settings: Settings
  /** All of local.db as one file. */
  backup(): Uint8Array
}

/** `path`: of local.db. `countsReadings`: on how many days each page is opened. */
export function openPeople(path: string, now: () => number = Date.now, countsReadings = false): LocalPeople {
  return peopleIn(openLocal(path), now, countsReadings)
}

/** What people made, for whoever only looks: nothing is written, nothing made. */
export function readPeople(path: string): LocalPeople {
  return peopleIn({ database: openForReading(path), isWritable: false }, Date.now, false)
}

function peopleIn(
  { database, isWritable }: ReturnType<typeof openLocal>,
  now: () => number,
  countsReadings: boolean,
): LocalPeople {
  const settings = openSettings(database)
  const bookmarks = openBookmarks(database, now)
  const lessons = openLessons(database, now)
  const classes = openClasses(database, now)
  const house = openAdministration(database, settings)
  const wishes = openWishes(database, now)
  const readings = openReadings(database, now)
  if (isWritable) {
    bookmarks.forgetOld()
    classes.forgetOld()
  }
  return {
    isWritable,
    bookmarks,
    lessons,
    classes,
    house,
    wishes,
    readings,
    settings,
    rules: () => house.rules(),
    publishedLessons: () => lessons.published(),
    lessonsOf: shelf => lessons.ofShelf(shelf),
    lessonInHand: shelf => lessons.inHand(shelf),
    hasBookmark: (shelf, url) => bookmarks.has(shelf, url),
    opened(pupil, url) {
      if (isWritable && countsReadings) readings.add(url)
      if (isWritable && house.rules().hasClasses) classes.opened(pupil, url)
    },
    missed(kind, text) {
      if (isWritable) wishes.add(kind, text)
    },
    backup() {
      wishes.flush()
      readings.flush()
      return database.serialize()
    },
    close() {
      if (!database.isOpen) return
      wishes.flush()
      readings.flush()
      database.close()
    },
  }
}

function openLocal(path: string): { readonly database: Database; readonly isWritable: boolean } {
  try {
    return { database: openForWriting(path), isWritable: true }
  } catch (error) {
    if (!isReadOnly(error)) throw damaged(path, error)
  }
  return { database: openForReading(path), isWritable: false }
}

function openForWriting(path: string): Database {
  const database = openDatabase(path, { cacheKiB: 2048, singleFile: true })
  try {
    if (numberOf(database, 'user_version') > LOCAL_VERSION)
      throw new Error('it was written by a newer version of Longtail')
    // what pupils wrote is gone from the file when it is deleted
    database.exec('PRAGMA secure_delete = ON')
    createLocalTables(database)
    keepPrivate(path)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Other users of the machine need not read the password's hash and the edit links. */
function keepPrivate(path: string): void {
  try {
    chmodSync(path, 0o600)
  } catch {
    // somebody else's file, or a file system without permissions
  }
}

/** The rules that were made before still hold: a blocked site does not come back on a medium that cannot be written. */
function openForReading(path: string): Database {
  if (existsSync(path)) {
    try {
      const database = openDatabase(path, { readOnly: true, cacheKiB: 2048 })
      if (numberOf(database, 'user_version') === LOCAL_VERSION) return database
      database.close()
    } catch (error) {
      throw damaged(path, error)
    }
  }
  const nothing = openDatabase(':memory:')
  createLocalTables(nothing)
  return nothing
}

function isReadOnly(error: unknown): boolean {
  return error instanceof Error && /readonly|read-only|unable to open|EROFS|EACCES|EPERM/i.test(error.message)
}

function damaged(path: string, error: unknown): LongtailError {
  const reason = messageOf(error).replace(/^.* cannot be opened \((.*)\).*$/s, '$1')
  return new LongtailError(
    'E_PORTAL',
    `${path}, which contains bookmarks, lessons and the administrator's rules, cannot be used (${reason}): replace it with a backup, or move it away to start afresh`,
  )
}
