/** Topics, sites and facts: what is counted over all pages. Made anew each time, from the sources and the pages. */
import { inTransaction, type Database } from '../../disk/sqlite.js'
import { countOf, rowReader } from '../../disk/sqlite-rows.js'
import { slugOf } from '../../collection/source-list.js'
import type { Source } from '../../collection/source-state.js'

const TOPICS = rowReader({ id: 'number' })
const FACTS = rowReader({ value: 'text' })

export function writeTopics(database: Database, sources: readonly Source[]): void {
  inTransaction(database, () => {
    database.exec(`
      DELETE FROM topics; DELETE FROM page_topics;
      DROP TABLE IF EXISTS temp.topic_sources;
      CREATE TEMP TABLE topic_sources (source INTEGER, topic INTEGER)`)
    const find = database.prepare('SELECT id FROM topics WHERE slug = ?')
    const insert = database.prepare('INSERT INTO topics (slug, name, parent, position) VALUES (?, ?, ?, ?)')
    const belongs = database.prepare('INSERT INTO topic_sources VALUES (?, ?)')
    const numberOf = (slug: string, name: string, parent: number, position: number): number => {
      return TOPICS.first(find.get(slug))?.id ?? Number(insert.run(slug, name, parent, position).lastInsertRowid)
    }
    let position = 0
    for (const { id, spec } of sources) {
      if (spec.topic === null) continue
      const { slug, name, subject } = spec.topic
      const subjectSlug = subject === '' ? '' : slugOf(subject)
      // a topic that has its subject's name is the subject
      const parent = subjectSlug === '' || subjectSlug === slug ? 0 : numberOf(subjectSlug, subject, 0, position++)
      belongs.run(id, numberOf(slug, name, parent, position++))
      if (parent !== 0) belongs.run(id, parent)
    }
    // half by the verdict, half by what links say
    database.exec(`
      INSERT INTO page_topics (topic, page, score)
        SELECT t.topic, p.id, round(0.5 * max(coalesce(c.score, p.score)) + 0.5 * p.authority, 4)
        FROM captures c JOIN topic_sources t ON t.source = c.source JOIN pages p ON p.url = c.url
        WHERE c.status = 200 AND (c.relevant = 1 OR c.kind = 'document') GROUP BY t.topic, p.id;
      UPDATE topics SET pages = (SELECT count(*) FROM page_topics WHERE topic = topics.id);
      DROP TABLE topic_sources`)
  })
}

export function writeSites(database: Database): void {
  inTransaction(database, () =>
    database.exec(`
      UPDATE sites SET pages = (SELECT count(*) FROM pages WHERE site = sites.id);
      DELETE FROM sites WHERE pages = 0`),
  )
}

export interface StatedFacts {
  readonly title: string
  readonly all: boolean
  readonly crawls: readonly string[]
  readonly builtAt: number
}

export function writeFacts(database: Database, { title, all, crawls, builtAt }: StatedFacts): void {
  const tally = (column: string): string =>
    JSON.stringify(
      database
        .prepare(
          `SELECT ${column} AS value, count(*) AS count FROM pages GROUP BY ${column} ORDER BY count DESC, value`,
        )
        .all(),
    )
  const facts: Record<string, string> = {
    title,
    all: all ? '1' : '0',
    crawls: JSON.stringify(crawls),
    builtAt: String(builtAt),
    pages: String(countOf(database, 'SELECT count(*) AS count FROM pages')),
    captures: String(countOf(database, 'SELECT count(DISTINCT url) AS count FROM captures')),
    languages: tally('language'),
    types: tally('type'),
  }
  inTransaction(database, () => {
    for (const [name, value] of Object.entries(facts)) setFact(database, name, value)
    // what came by an update (updates/received-state.ts) is not that any more
    database.exec("DELETE FROM facts WHERE name = 'state'")
  })
}

export function setFact(database: Database, name: string, value: string): void {
  database.prepare('INSERT OR REPLACE INTO facts VALUES (?, ?)').run(name, value)
}

/** '' when it was never set. */
export function getFact(database: Database, name: string): string {
  return FACTS.first(database.prepare('SELECT value FROM facts WHERE name = ?').get(name))?.value ?? ''
}
