/** Pages by host, for crawls of millions of hosts: a few thousand in memory, the rest in a scratch database. */
import { join } from 'node:path'
import { hostOf, tldOf } from '../../page/index.js'
import { countOf, rowReader } from '../../disk/sqlite-rows.js'
import { inTransaction, openDatabase, type Database } from '../../disk/sqlite.js'

const IN_MEMORY = 20_000
const COUNTS = rowReader({ name: 'text', pages: 'number' })

export interface HostTally {
  readonly hosts: number
  readonly top: readonly (readonly [host: string, pages: number])[]
  readonly topDomains: readonly (readonly [tld: string, pages: number])[]
}

export class HostCounter {
  private readonly database: Database
  private pages = new Map<string, number>()

  constructor(scratch: string) {
    this.database = openDatabase(join(scratch, 'hosts.db'))
    this.database.exec(
      'CREATE TABLE hosts (host TEXT PRIMARY KEY, tld TEXT NOT NULL, pages INTEGER NOT NULL) WITHOUT ROWID',
    )
  }

  add(url: string): void {
    const host = hostOf(url)
    this.pages.set(host, (this.pages.get(host) ?? 0) + 1)
    if (this.pages.size >= IN_MEMORY) this.flush()
  }

  tally(limit: number): HostTally {
    this.flush()
    const rows = (query: string): (readonly [string, number])[] =>
      COUNTS.all(this.database.prepare(query).all(limit)).map(({ name, pages }) => [name, pages])
    return {
      hosts: countOf(this.database, 'SELECT count(*) AS count FROM hosts'),
      top: rows('SELECT host AS name, pages FROM hosts ORDER BY pages DESC, host LIMIT ?'),
      topDomains: rows(
        'SELECT tld AS name, SUM(pages) AS pages FROM hosts GROUP BY tld ORDER BY pages DESC, tld LIMIT ?',
      ),
    }
  }

  close(): void {
    this.database.close()
  }

  private flush(): void {
    const add = this.database.prepare(
      'INSERT INTO hosts VALUES (?, ?, ?) ON CONFLICT (host) DO UPDATE SET pages = pages + excluded.pages',
    )
    inTransaction(this.database, () => {
      for (const [host, pages] of this.pages) add.run(host, tldOf(`http://${host}/`), pages)
    })
    this.pages = new Map()
  }
}
