/** The peer: SQLite's own full-text index, contentless, over title and text, ranked by bm25. */
import { rmSync, statSync } from 'node:fs'
import { openDatabase } from '../../src/disk/sqlite.js'
import type { MadePage } from './made-pages.js'
import { latenciesOf, type Latencies } from './queries.js'

export interface Peer {
  readonly cpuSeconds: number
  readonly pagesPerCpuSecond: number
  readonly indexBytes: number
  readonly single: Latencies
  readonly checksum: number
}

const CREATE = `CREATE VIRTUAL TABLE plain USING fts5 (title, text, content='', tokenize="unicode61 remove_diacritics 2")`

export function measureFts5(
  path: string,
  count: number,
  make: (id: number) => MadePage,
  queries: readonly string[],
): Peer {
  rmSync(path, { force: true })
  const database = openDatabase(path, { cacheKiB: 65_536 })
  database.exec(CREATE)
  const insert = database.prepare('INSERT INTO plain (rowid, title, text) VALUES (?, ?, ?)')
  let cpuSeconds = 0
  database.exec('BEGIN')
  for (let id = 1; id <= count; id++) {
    const { title, text } = make(id)
    const cpu = process.cpuUsage()
    insert.run(id, title, text)
    const { user, system } = process.cpuUsage(cpu)
    cpuSeconds += (user + system) / 1e6
  }
  const cpu = process.cpuUsage()
  database.exec("COMMIT; INSERT INTO plain (plain) VALUES ('optimize'); PRAGMA wal_checkpoint(TRUNCATE)")
  const { user, system } = process.cpuUsage(cpu)
  cpuSeconds += (user + system) / 1e6
  const find = database.prepare('SELECT rowid FROM plain WHERE plain MATCH ? ORDER BY bm25(plain) LIMIT 100')
  let checksum = 0
  const times = queries.map(query => {
    const words = query.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
    const match = query.startsWith('"') ? `"${words.join(' ')}"` : words.map(word => `"${word}"`).join(' AND ')
    const start = performance.now()
    checksum += find.all(match).length
    return performance.now() - start
  })
  database.close()
  const indexBytes = statSync(path).size
  return { cpuSeconds, pagesPerCpuSecond: count / cpuSeconds, indexBytes, single: latenciesOf(times), checksum }
}
