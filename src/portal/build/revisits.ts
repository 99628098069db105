/** Whose body a revisit repeats: that of a response with the same digest, in any of the files, else nobody's. */
import { inTransaction, type Database } from '../store/sqlite.js'

/** All revisits are looked at again, since their originals may have come, gone or moved with another source. */
export function resolveRevisits(database: Database): void {
  const { count }: { count: number } = database
    .prepare('SELECT count(*) AS count FROM captures WHERE revisit = 1')
    .get()
  if (count === 0) return
  inTransaction(database, () => {
    database.exec(`
      CREATE TEMP TABLE bodies (digest TEXT PRIMARY KEY, file INTEGER, offset INTEGER, length INTEGER, status INTEGER,
        mime TEXT, kind TEXT) WITHOUT ROWID;
      INSERT OR IGNORE INTO bodies (digest) SELECT digest FROM captures WHERE revisit = 1 AND digest <> '';
      CREATE TEMP TABLE originals AS
        SELECT c.digest, c.file, c.offset, c.length, c.status, c.mime, c.kind, min(c.at)
        FROM captures c JOIN bodies b ON b.digest = c.digest WHERE c.revisit = 0 GROUP BY c.digest;
      INSERT OR REPLACE INTO bodies SELECT digest, file, offset, length, status, mime, kind FROM originals;
      DROP TABLE originals;
      UPDATE captures SET
        payload_file = (SELECT file FROM bodies b WHERE b.digest = captures.digest),
        payload_offset = (SELECT offset FROM bodies b WHERE b.digest = captures.digest),
        payload_length = (SELECT length FROM bodies b WHERE b.digest = captures.digest)
        WHERE revisit = 1;
      -- a revisit may have no head of its own, or one that says "not modified": then all is as it was
      UPDATE captures SET
        status = (SELECT status FROM bodies b WHERE b.digest = captures.digest),
        mime = (SELECT mime FROM bodies b WHERE b.digest = captures.digest),
        kind = (SELECT kind FROM bodies b WHERE b.digest = captures.digest)
        WHERE revisit = 1 AND payload_file IS NOT NULL AND (status = 0 OR status = 304);
      DROP TABLE bodies`)
  })
}
