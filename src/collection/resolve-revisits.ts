/** Whose body each revisit in the table of captures repeats, by the rule of archive/revisit.ts. */
import { findOriginal } from '../archive/index.js'
import { countOf, rowReader } from '../disk/sqlite-rows.js'
import { inTransaction, type Database } from '../disk/sqlite.js'

const RESPONSES = rowReader({
  at: 'number',
  digest: 'text',
  file: 'number',
  offset: 'number',
  length: 'number',
  status: 'number',
  mime: 'text',
  kind: 'text',
})
const REVISITS = rowReader({
  url: 'text',
  at: 'number',
  source: 'number',
  file: 'number',
  offset: 'number',
  digest: 'text',
  status: 'number',
  refers: 'text',
  refers_at: 'number',
})

const RESPONSE = 'at, digest, file, offset, length, status, mime, kind'
/** Captures of one URL that are looked at. */
const MAX_CAPTURES = 1000

/** All revisits are looked at again, since their originals may have come, gone or moved with another source. Returns how many have none. */
export function resolveRevisits(database: Database): number {
  if (countOf(database, 'SELECT count(*) AS count FROM captures WHERE revisit = 1') === 0) return 0
  return inTransaction(database, () => {
    database.exec(`
      CREATE TEMP TABLE repeated (digest TEXT PRIMARY KEY) WITHOUT ROWID;
      INSERT OR IGNORE INTO repeated SELECT digest FROM captures WHERE revisit = 1 AND digest <> '';
      CREATE TEMP TABLE bodies AS SELECT min(c.at) AS at, c.digest, c.file, c.offset, c.length, c.status, c.mime, c.kind
        FROM captures c JOIN repeated r ON r.digest = c.digest WHERE c.revisit = 0 GROUP BY c.digest;
      CREATE UNIQUE INDEX temp.bodies_by_digest ON bodies (digest);
      CREATE TEMP TABLE revisits AS
        SELECT url, at, source, file, offset, digest, status, refers, refers_at FROM captures WHERE revisit = 1`)
    const ofDigest = database.prepare(`SELECT ${RESPONSE} FROM bodies WHERE digest = ?`)
    const ofUrl = database.prepare(
      `SELECT ${RESPONSE} FROM captures WHERE url = ? AND revisit = 0 ORDER BY at DESC LIMIT ${MAX_CAPTURES}`,
    )
    const place = database.prepare(
      `UPDATE captures SET payload_file = ?, payload_offset = ?, payload_length = ?
       WHERE url = ? AND at = ? AND source = ? AND file = ? AND offset = ?`,
    )
    const take = database.prepare(
      'UPDATE captures SET status = ?, mime = ?, kind = ? WHERE url = ? AND at = ? AND source = ? AND file = ? AND offset = ?',
    )
    const candidates = {
      ofUri: (url: string) => (url === '' ? [] : RESPONSES.all(ofUrl.all(url))),
      ofDigest: (digest: string) => RESPONSES.first(ofDigest.get(digest)) ?? null,
    }
    let missing = 0
    const revisits = REVISITS.each(database.prepare('SELECT * FROM revisits').iterate())
    for (const { url, at, source, file, offset, digest, status, refers, refers_at } of revisits) {
      const original = findOriginal({ at, digest, uri: refers, originalAt: refers_at }, candidates)
      const key = [url, at, source, file, offset]
      place.run(original?.file ?? null, original?.offset ?? null, original?.length ?? null, ...key)
      if (original === null) missing++
      else if (status === UNCHANGED) take.run(original.status, original.mime, original.kind, ...key)
    }
    database.exec('DROP TABLE revisits; DROP TABLE bodies; DROP TABLE repeated')
    return missing
  })
}

/** Status of a revisit that has no head of its own, as long as its original is not known. */
export const UNCHANGED = 0
