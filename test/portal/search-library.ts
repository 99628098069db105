/** A small library in a file of its own: pages written as the build writes them, indexed by the real writer. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import type { SearchRequest, SearchResult } from '../../src/portal/contracts.js'
import { openEngine, type IndexEngine } from '../../src/portal/search/engine.js'
import { createIndexWriter, type IndexWriter } from '../../src/portal/search/index.js'
import { portalDirectory, type PortalDirectory } from '../../src/collection/portal-directory.js'
import { createTables } from '../../src/portal/store/schema.js'
import { openDatabase, type Database } from '../../src/disk/sqlite.js'

export interface SmallPage {
  readonly url: string
  readonly title: string
  readonly text: string
  readonly language?: string
  readonly headings?: readonly string[]
  readonly anchors?: string
  readonly type?: string
  readonly topic?: string
  readonly authority?: number
  /** Position in the list (from 1) of the page that this one repeats. */
  readonly original?: number
}

export class SmallLibrary {
  readonly directory: PortalDirectory
  readonly database: Database
  readonly #writer: () => IndexWriter
  #next = 1
  #engine: IndexEngine | null = null

  constructor(pages: readonly SmallPage[] = []) {
    this.directory = portalDirectory(mkdtempSync(join(tmpdir(), 'longtail-search-')))
    this.database = openDatabase(this.directory.index)
    createTables(this.database)
    this.#writer = () => createIndexWriter(this.database)
    if (pages.length > 0) this.add(pages)
  }

  /** Another build: these come to what is there. */
  add(pages: readonly SmallPage[]): void {
    const writer = this.#writer()
    for (const page of pages) this.#put(writer, this.#next++, page)
    writer.finish()
  }

  /** Another build, in which one page has changed. */
  replace(id: number, page: SmallPage): void {
    const writer = this.#writer()
    writer.remove(id)
    for (const table of ['pages', 'texts', 'outlines'])
      this.database.prepare(`DELETE FROM ${table} WHERE ${table === 'pages' ? 'id' : 'page'} = ?`).run(id)
    this.#put(writer, id, page)
    writer.finish()
  }

  remove(id: number): void {
    const writer = this.#writer()
    writer.remove(id)
    this.database.prepare('DELETE FROM pages WHERE id = ?').run(id)
    writer.finish()
  }

  search(text: string, more: Partial<SearchRequest> = {}): SearchResult {
    this.#engine ??= openEngine(this.directory.index)
    return this.#engine.search({ ...REQUEST, text, ...more })
  }

  /** Addresses of the results, without scheme. */
  found(text: string, more: Partial<SearchRequest> = {}): string[] {
    return this.search(text, more).hits.map(({ page }) => page.url.replace('http://', ''))
  }

  hide(patterns: readonly string[]): void {
    this.#engine ??= openEngine(this.directory.index)
    this.#engine.hide(patterns)
  }

  /** An engine that was never asked anything. */
  reopen(): void {
    this.#engine?.close()
    this.#engine = null
  }

  close(): void {
    this.#engine?.close()
    this.database.close()
    rmSync(this.directory.path, { recursive: true })
  }

  #put(writer: IndexWriter, id: number, page: SmallPage): void {
    const { url, title, text, language = 'eng', headings = [], anchors = '', type = 'page', authority = 0 } = page
    const host = new URL(url).hostname
    this.database.prepare('INSERT OR IGNORE INTO sites (host) VALUES (?)').run(host)
    this.database
      .prepare(
        `INSERT INTO pages (id, url, source, site, type, title, language, share, relevant, score, at, words, image, digest, simhash,
           original, authority)
         VALUES (?, ?, 1, (SELECT id FROM sites WHERE host = ?), ?, ?, ?, 1, 1, 1, 0, 0, '', '', '', ?, ?)`,
      )
      .run(id, url, host, type, title, language, page.original ?? 0, authority)
    this.database.prepare('INSERT INTO texts VALUES (?, ?)').run(id, deflateRawSync(Buffer.from(text)))
    this.database.prepare("INSERT INTO outlines VALUES (?, ?, '', ?, '', '', x'')").run(id, title, headings.join('\n'))
    if (page.topic !== undefined) {
      this.database.prepare('INSERT OR IGNORE INTO topics (slug, name) VALUES (?, ?)').run(page.topic, page.topic)
      this.database
        .prepare('INSERT INTO page_topics VALUES ((SELECT id FROM topics WHERE slug = ?), ?, 1)')
        .run(page.topic, id)
    }
    writer.add({ id, url, title, text, language, headings, anchors })
  }
}

const REQUEST: SearchRequest = {
  text: '',
  filters: {},
  offset: 0,
  limit: 20,
  perSite: 0,
  clusters: false,
  verbatim: true,
}
