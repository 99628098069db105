/**
 * Payloads that other crawls and archives hold, by their digests: what a crawl finds again need not be stored again. The table is kept
 * beside the crawl and read on at the next start; it can be deleted at any time.
 */
import { join, resolve } from 'node:path'
import { makeDirectory } from '../disk/make-directory.js'
import { rowReader } from '../disk/sqlite-rows.js'
import { openDatabase, type Database, type Statement } from '../disk/sqlite.js'
import { createCaptureTables } from './capture-tables.js'
import { digestKey } from './capture-writer.js'
import type { ReadingContext } from './context.js'
import { readSources } from './read-sources.js'
import { listSources } from './source-list.js'
import { syncSources } from './source-state.js'

export interface KnownPayload {
  readonly url: string
  /** As in the WARC-Date of its record. */
  readonly at: string
}

export interface KnownPayloadsOptions {
  /** Crawls, archive files, and directories of such files. */
  readonly sources: readonly string[]
  /** Where the table is kept; made if it is not there. */
  readonly directory: string
  readonly signal?: AbortSignal
  readonly warn: (message: string) => void
}

const FOUND = rowReader({ url: 'text', at: 'number' })

export class KnownPayloads {
  private readonly first: Statement

  private constructor(private readonly database: Database) {
    this.first = database.prepare(
      'SELECT url, at FROM captures WHERE digest = ? AND revisit = 0 AND status = 200 ORDER BY at, url LIMIT 1',
    )
  }

  static async open({ sources, directory, signal, warn }: KnownPayloadsOptions): Promise<KnownPayloads> {
    const specs = listSources(sources)
    makeDirectory(directory)
    const database = openDatabase(join(directory, 'captures.db'))
    try {
      createCaptureTables(database)
      database.exec('CREATE INDEX IF NOT EXISTS captures_by_digest ON captures (digest)')
      const context: ReadingContext = {
        ...{ database, signal, warn, home: resolve(directory), archives: join(directory, 'archives') },
        progress: () => undefined,
      }
      await readSources(context, syncSources(database, specs))
      return new KnownPayloads(database)
    } catch (error) {
      database.close()
      throw error
    }
  }

  /** The first record with this payload; null when nobody has it. `digest`: `sha1:…`. */
  find(digest: string): KnownPayload | null {
    const found = digest === '' ? null : FOUND.first(this.first.get(digestKey(digest)))
    // archives of most tools know seconds only
    return found ? { url: found.url, at: new Date(found.at).toISOString().replace('.000Z', 'Z') } : null
  }

  close(): void {
    this.database.close()
  }
}
