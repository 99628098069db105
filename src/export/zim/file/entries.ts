/**
 * The entries of a ZIM until it is finished: in a database in the scratch directory, by the bytes of namespace and path, which is the
 * order of the file. There may be millions, of which memory holds a few bytes each.
 */
import { join } from 'node:path'
import { numbersOf, rowReader } from '../../../disk/sqlite-rows.js'
import { openDatabase, removeDatabase, type Database, type Statement } from '../../../disk/sqlite.js'
import { REDIRECT } from './format.js'

export type Namespace = 'C' | 'M' | 'W' | 'X'

/** What is known of an entry when it comes. `cluster` is its place among those opened, which is not yet its number. */
export interface NewEntry {
  readonly key: Buffer
  readonly title: Buffer
  readonly mime: number
  readonly cluster: number
  readonly blob: number
  readonly isFront: boolean
  /** Key of where a redirect leads; null for contents. */
  readonly target: Buffer | null
}

/** `id`: in the order of arrival, from 0. `key`: namespace and path. */
export type StoredEntry = ReturnType<typeof ENTRIES.only>
const ENTRIES = rowReader({
  id: 'number',
  key: 'bytes',
  title: 'bytes',
  mime: 'number',
  cluster: 'number',
  blob: 'number',
})

export interface TitledEntry {
  readonly id: number
  /** As it is sorted: without a title an entry stands under its path. */
  readonly title: Uint8Array
  readonly isFront: boolean
}

export type StoredRedirect = ReturnType<typeof REDIRECTS.only>
const REDIRECTS = rowReader({ id: 'number', key: 'bytes', target: 'bytes' })
const UNTITLED = rowReader({ id: 'number', key: 'bytes', front: 'number' })
const TITLED = rowReader({ id: 'number', title: 'bytes', front: 'number' })
const FOUND = rowReader({ id: 'number', target: 'bytes or null' })

const MAX_PATH_BYTES = 65_535
const MAX_TITLE_CHARACTERS = 500

/** Null: no path. */
export function keyOf(namespace: Namespace, path: string): Buffer | null {
  if (path === '' || path.includes('\0')) return null
  const key = Buffer.from(namespace + path)
  return key.length > MAX_PATH_BYTES + 1 ? null : key
}

/** On one line. Empty when it is the path, as the format has it. */
export function titleBytes(title: string, key: Buffer): Buffer {
  const line = title.slice(0, 4 * MAX_TITLE_CHARACTERS).replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
  const bytes = Buffer.from([...line.trim()].slice(0, MAX_TITLE_CHARACTERS).join(''))
  return bytes.equals(key.subarray(1)) ? Buffer.alloc(0) : bytes
}

/** 64 MiB: a million paths of sites that come one after another, as they do, find their place without reading the disk. */
const CACHE_KIB = 65_536

export class EntryStore {
  readonly #path: string
  readonly #database: Database
  readonly #insert: Statement
  readonly #insertTitle: Statement
  readonly #find: Statement
  #count = 0

  constructor(scratch: string) {
    this.#path = join(scratch, 'zim-entries.db')
    removeDatabase(this.#path)
    this.#database = openDatabase(this.#path, { cacheKiB: CACHE_KIB, singleFile: true })
    // nobody reads it after a crash: no journal on the disk (in memory it holds next to nothing of a new file), no waiting for the disk
    this.#database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE')
    this.#database.exec(
      `CREATE TABLE entries (key BLOB PRIMARY KEY, id INTEGER, title BLOB, mime INTEGER, cluster INTEGER, blob INTEGER,
         front INTEGER, target BLOB) WITHOUT ROWID;
       CREATE TABLE titles (title BLOB, id INTEGER, front INTEGER, PRIMARY KEY (title, id)) WITHOUT ROWID;
       BEGIN`,
    )
    this.#insert = this.#database.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING')
    this.#insertTitle = this.#database.prepare('INSERT INTO titles VALUES (?, ?, ?)')
    this.#find = this.#database.prepare('SELECT id, target FROM entries WHERE key = ?')
  }

  get count(): number {
    return this.#count
  }

  /** False: there is one with that key. */
  add({ key, title, mime, cluster, blob, isFront, target }: NewEntry): boolean {
    const front = isFront ? 1 : 0
    const id = this.#count
    if (this.#insert.run(key, id, title, mime, cluster, blob, front, target).changes === 0) return false
    if (title.length > 0) this.#insertTitle.run(title, id, front)
    this.#count++
    return true
  }

  /** Where there is a target it is that of a redirect. */
  find(key: Uint8Array): { readonly id: number; readonly target: Uint8Array | null } | null {
    return FOUND.first(this.#find.get(key)) ?? null
  }

  redirects(): Iterable<StoredRedirect> {
    const query = `SELECT id, key, target FROM entries WHERE mime = ${REDIRECT} ORDER BY key`
    return REDIRECTS.each(this.#database.prepare(query).iterate())
  }

  /** Numbers of arrival in the order of the file. */
  ids(): Iterable<number> {
    return numbersOf(this.#database, 'SELECT id AS number FROM entries ORDER BY key')
  }

  inOrder(): Iterable<StoredEntry> {
    const query = 'SELECT key, id, title, mime, cluster, blob FROM entries ORDER BY key'
    return ENTRIES.each(this.#database.prepare(query).iterate())
  }

  /** All entries by namespace, then title. Only contents have titles. */
  *byTitle(): Generator<TitledEntry> {
    const titled = this.#titled()
    let next = titled.next()
    const untitled = this.#database.prepare("SELECT key, id, front FROM entries WHERE title = x'' ORDER BY key")
    for (const { key, id, front } of UNTITLED.each(untitled.iterate())) {
      const title = key.subarray(1)
      const isContent = key[0] === CONTENT
      while (!next.done && !(isContent && Buffer.compare(title, next.value.title) < 0)) {
        yield next.value
        next = titled.next()
      }
      yield { id, title, isFront: front === 1 }
    }
    while (!next.done) {
      yield next.value
      next = titled.next()
    }
  }

  *#titled(): Generator<TitledEntry, undefined> {
    const rows = this.#database.prepare('SELECT title, id, front FROM titles ORDER BY title, id').iterate()
    for (const { title, id, front } of TITLED.each(rows)) yield { title, id, isFront: front === 1 }
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close()
    removeDatabase(this.#path)
  }
}

const CONTENT = 'C'.charCodeAt(0)
