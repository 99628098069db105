/** Which of a page's images stands for it in lists: the first candidate that is archived and more than a dot. */
import { inTransaction, type Database, type Statement } from '../store/sqlite.js'

/** Bytes of the archived record, its head included: a counter or spacer takes less. */
const LEAST_RECORD = 800

interface Row {
  readonly id: number
  readonly image: string
  readonly images: string
}

export function chooseImages(database: Database): void {
  const find = database.prepare(
    `SELECT 1 FROM captures WHERE url = ? AND status = 200 AND mime LIKE 'image/%' AND mime NOT LIKE 'image/svg%'
       AND coalesce(payload_length, length) >= ${LEAST_RECORD} AND (revisit = 0 OR payload_file IS NOT NULL) LIMIT 1`,
  )
  const changes: [string, number][] = []
  const rows: Iterable<Row> = database
    .prepare(
      "SELECT p.id, p.image, o.images FROM outlines o JOIN pages p ON p.id = o.page WHERE o.images <> '' OR p.image <> ''",
    )
    .iterate()
  for (const { id, image, images } of rows) {
    const chosen = images === '' ? '' : (images.split('\n').find(url => isArchived(find, url)) ?? '')
    if (chosen !== image) changes.push([chosen, id])
  }
  inTransaction(database, () => {
    const update = database.prepare('UPDATE pages SET image = ? WHERE id = ?')
    for (const [image, id] of changes) update.run(image, id)
  })
}

/** Also under the other scheme. */
function isArchived(find: Statement, url: string): boolean {
  const other = url.startsWith('https:') ? `http:${url.slice(6)}` : `https:${url.slice(5)}`
  return find.get(url) !== undefined || find.get(other) !== undefined
}
