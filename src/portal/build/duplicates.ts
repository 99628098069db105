/** Pages with nearly the same text: the one that most speaks for stands for the others (`pages.original`). */
import { NearDuplicates } from '../../page/index.js'
import { inTransaction, type Database } from '../../disk/sqlite.js'
import { countOf, rowReader } from '../../disk/sqlite-rows.js'

const PAGES = rowReader({ id: 'number', simhash: 'text', original: 'number' })

/** Relevant before irrelevant, then authority, then the shorter address: the same whatever came first. */
const IN_ORDER = `SELECT id, simhash, original FROM pages
  ORDER BY relevant DESC, authority DESC, length(url), url`

export function foldDuplicates(database: Database): void {
  const pages = countOf(database, 'SELECT count(*) AS count FROM pages')
  const index = new NearDuplicates(Math.max(1 << 16, pages))
  const changes: number[] = []
  for (const { id, simhash, original } of PAGES.each(database.prepare(IN_ORDER).iterate())) {
    const high = simhash === '' ? 0 : Number.parseInt(simhash.slice(0, 8), 16)
    const low = simhash === '' ? 0 : Number.parseInt(simhash.slice(8), 16)
    const twin = index.findOrAdd(high, low, id)
    const now = twin === -1 ? 0 : twin
    if (now !== original) changes.push(id, now)
  }
  inTransaction(database, () => {
    const update = database.prepare('UPDATE pages SET original = ? WHERE id = ?')
    for (let i = 0; i < changes.length; i += 2) update.run(changes[i + 1], changes[i])
  })
}
