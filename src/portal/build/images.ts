/** Which of a page's images stands for it in lists: the first candidate that is archived and more than a dot. */
import { inTransaction, type Database, type Statement } from '../../disk/sqlite.js'
import { numbersOf, rowReader } from '../../disk/sqlite-rows.js'

/** Bytes of the archived record, its head included: a counter or spacer takes less. */
const LEAST_RECORD = 800

const WITH_IMAGES =
  "SELECT o.page AS number FROM outlines o JOIN pages p ON p.id = o.page WHERE o.images <> '' OR p.image <> ''"

const IMAGES = rowReader({ image: 'text', images: 'text' })

export function chooseImages(database: Database): void {
  const find = database.prepare(
    `SELECT 1 FROM captures WHERE url = ? AND status = 200 AND mime LIKE 'image/%' AND mime NOT LIKE 'image/svg%'
       AND coalesce(payload_length, length) >= ${LEAST_RECORD} AND (revisit = 0 OR payload_file IS NOT NULL) LIMIT 1`,
  )
  const load = database.prepare(
    'SELECT p.image, o.images FROM outlines o JOIN pages p ON p.id = o.page WHERE o.page = ?',
  )
  const update = database.prepare('UPDATE pages SET image = ? WHERE id = ?')
  const pages = Uint32Array.from(numbersOf(database, WITH_IMAGES))
  inTransaction(database, () => {
    for (const id of pages) {
      const { image, images } = IMAGES.only(load.get(id))
      const chosen = images === '' ? '' : (images.split('\n').find(url => isArchived(find, url)) ?? '')
      if (chosen !== image) update.run(chosen, id)
    }
  })
}

/** Also under the other scheme. */
function isArchived(find: Statement, url: string): boolean {
  const other = url.startsWith('https:') ? `http:${url.slice(6)}` : `https:${url.slice(5)}`
  return find.get(url) !== undefined || find.get(other) !== undefined
}
