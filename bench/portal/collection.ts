/** A portal of made pages: what `portal build` would leave, written straight to its tables, so that the time is the index's own. */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { createIndexWriter } from '../../src/portal/search/index.js'
import { portalDirectory } from '../../src/collection/portal-directory.js'
import { createTables, SCHEMA_VERSION } from '../../src/portal/store/schema.js'
import { inTransaction, openDatabase, type Database } from '../../src/disk/sqlite.js'
import { seeded, TOPICS, type MadePage } from './made-pages.js'

export interface Built {
  readonly pages: number
  readonly textBytes: number
  /** Time of the index alone: adding pages, writing, merging; assist included. */
  readonly cpuSeconds: number
  readonly pagesPerCpuSecond: number
  /** Words and grams. */
  readonly indexBytes: number
  readonly indexShareOfText: number
  /** Suggestions, spelling, phrases. */
  readonly assistBytes: number
  readonly fileBytes: number
  readonly peakRssMb: number
}

export function buildCollection(path: string, count: number, make: (id: number) => MadePage): Built {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { recursive: true })
  const directory = portalDirectory(path)
  const database = openDatabase(directory.index, { cacheKiB: 65_536 })
  createTables(database)
  let textBytes = 0
  inTransaction(database, () => {
    const insert = insertPage(database)
    for (let id = 1; id <= count; id++) textBytes += insert(make(id))
    database.exec('UPDATE sites SET pages = (SELECT count(*) FROM pages WHERE site = sites.id)')
    database.exec('UPDATE topics SET pages = (SELECT count(*) FROM page_topics WHERE topic = topics.id)')
  })
  const cpu = process.cpuUsage()
  const writer = createIndexWriter(database)
  database.exec('BEGIN')
  for (let id = 1; id <= count; id++) {
    const { url, title, headings, anchor, text, language } = make(id)
    writer.add({ id, url, title, headings, anchors: anchor, text, language })
  }
  writer.finish()
  database.exec('COMMIT')
  const { user, system } = process.cpuUsage(cpu)
  const making = makingTime(count, make)
  const cpuSeconds = (user + system) / 1e6 - making
  const indexBytes = sizeOf(database, 'search_')
  const assistBytes = sizeOf(database, 'assist_') + sizeOf(database, 'sqlite_autoindex_assist_')
  database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE')
  database.close()
  writeFileSync(directory.identity, JSON.stringify({ format: 'longtail-portal', version: 1, title: 'Benchmark' }))
  return {
    pages: count,
    textBytes,
    cpuSeconds,
    pagesPerCpuSecond: count / cpuSeconds,
    indexBytes,
    indexShareOfText: indexBytes / textBytes,
    assistBytes,
    fileBytes: statSync(directory.index).size,
    peakRssMb: process.resourceUsage().maxRSS / 1024,
  }
}

/** The pages are made again while they are indexed; that time is not the index's. */
function makingTime(count: number, make: (id: number) => MadePage): number {
  const sample = Math.min(count, 5000)
  const cpu = process.cpuUsage()
  let letters = 0
  for (let id = 1; id <= sample; id++) letters += make(id).text.length
  const { user, system } = process.cpuUsage(cpu)
  return letters === 0 ? 0 : (((user + system) / 1e6) * count) / sample
}

/** Of all tables and indexes whose names begin so. */
function sizeOf(database: Database, prefix: string): number {
  const row = database.prepare("SELECT sum(pgsize) AS bytes FROM dbstat WHERE name LIKE ? || '%'").get(prefix)
  return Number(row?.bytes ?? 0)
}

/** Answers the bytes of the page's text. */
function insertPage(database: Database): (page: MadePage) => number {
  const addFact = database.prepare('INSERT OR REPLACE INTO facts VALUES (?, ?)')
  for (const [name, value] of [
    ['title', 'Benchmark'],
    ['builtAt', '0'],
    ['version', String(SCHEMA_VERSION)],
    ['crawls', '[]'],
  ])
    addFact.run(name, value)
  const addTopic = database.prepare('INSERT OR IGNORE INTO topics (id, slug, name) VALUES (?, ?, ?)')
  for (let topic = 1; topic <= TOPICS; topic++) addTopic.run(topic, `topic-${topic}`, `Topic ${topic}`)
  const addSite = database.prepare('INSERT OR IGNORE INTO sites (id, host) VALUES (?, ?)')
  const addPage = database.prepare(
    `INSERT INTO pages (id, url, source, site, type, title, language, share, relevant, score, at, words, image, digest, simhash, authority)
     VALUES (?, ?, 1, ?, 'page', ?, ?, 1, 1, 1, 0, 300, '', '', '', ?)`,
  )
  const addText = database.prepare('INSERT INTO texts VALUES (?, ?)')
  const addOutline = database.prepare("INSERT INTO outlines VALUES (?, ?, '', ?, '', '', x'')")
  const addPageTopic = database.prepare('INSERT INTO page_topics VALUES (?, ?, ?)')
  return ({ id, url, site, title, language, text, headings, topic }) => {
    const authority = seeded(id + 7)() ** 4
    addSite.run(site, `site${site}.example`)
    addPage.run(id, url, site, title, language, authority)
    const bytes = Buffer.from(text)
    addText.run(id, deflateRawSync(bytes))
    addOutline.run(id, title, headings.join('\n'))
    addPageTopic.run(topic, id, authority)
    return bytes.length
  }
}
