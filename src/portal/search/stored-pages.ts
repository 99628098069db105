/** Titles and texts of pages, read by number. Texts that were just read are kept: the next query often wants the same. */
import { inflateRawSync } from 'node:zlib'
import type { Database, Statement } from '../../disk/sqlite.js'
import { LOOKED_THROUGH, lowered } from './highlight.js'

/** Letters of texts that are kept. */
const MAX_KEPT = 4_000_000
/** What is unpacked and looked at of one text. */
const MAX_TEXT = 400_000

interface Stored {
  readonly title: string
  readonly text: string
  /** Its beginning in lower case, once somebody asked. */
  beginning: string | null
}

export class StoredPages {
  readonly #outline: Statement
  readonly #pages: Statement
  readonly #kept = new Map<number, Stored>()
  #letters = 0

  constructor(database: Database) {
    this.#outline = database.prepare('SELECT headings, description FROM outlines WHERE page = ?')
    this.#pages = database.prepare(
      'SELECT p.id, p.title, t.packed FROM json_each(?) j JOIN pages p ON p.id = j.value LEFT JOIN texts t ON t.page = p.id',
    )
  }

  title(id: number): string {
    return this.#stored(id).title
  }

  text(id: number): string {
    return this.#stored(id).text
  }

  /** Lower-cased, as much of the text as words are looked for in. */
  beginning(id: number): string {
    const stored = this.#stored(id)
    stored.beginning ??= lowered(stored.text.slice(0, LOOKED_THROUGH))
    return stored.beginning
  }

  /** What the index was given beside the text and what others say: title, headings, description. */
  outlineOf(id: number): string {
    const outline = this.#outline.get(id)
    return `${this.title(id)}\n${String(outline?.headings ?? '')}\n${String(outline?.description ?? '')}`
  }

  /** After a change of the index. */
  forget(): void {
    this.#kept.clear()
    this.#letters = 0
  }

  /** Reads those that are not kept in one go: half the time of reading them one by one. */
  prefetch(ids: readonly number[]): void {
    const missing = ids.filter(id => !this.#touch(id))
    if (missing.length === 0) return
    for (const row of this.#pages.all(JSON.stringify(missing)))
      this.#keep(Number(row.id), { title: String(row.title), text: unpacked(row.packed), beginning: null })
  }

  /** What was asked for last is forgotten last. */
  #touch(id: number): boolean {
    const stored = this.#kept.get(id)
    if (stored === undefined) return false
    this.#kept.delete(id)
    this.#kept.set(id, stored)
    return true
  }

  #stored(id: number): Stored {
    this.prefetch([id])
    return this.#kept.get(id) ?? { title: '', text: '', beginning: '' }
  }

  #keep(id: number, stored: Stored): void {
    this.#kept.set(id, stored)
    this.#letters += stored.text.length
    for (const [old, { text }] of this.#kept) {
      if (this.#letters <= MAX_KEPT || old === id) break
      this.#kept.delete(old)
      this.#letters -= text.length
    }
  }
}

function unpacked(packed: unknown): string {
  if (!(packed instanceof Uint8Array)) return ''
  // mostly room enough for all of it, and no 16 KB for a text of two
  const chunkSize = Math.min(65_536, Math.max(1024, packed.length * 3))
  try {
    const text = inflateRawSync(packed, { maxOutputLength: 64_000_000, chunkSize }).toString('utf8')
    return text.length <= MAX_TEXT ? text : text.slice(0, MAX_TEXT)
  } catch {
    // a damaged text: the page can still be found and opened
    return ''
  }
}
