/**
 * Which of a page's images stands for it in lists: the first candidate that is archived, is no logo that many pages of its site show,
 * and whose own bytes say that it is large enough. What was read of an image is kept by its digest, so that the next build need not.
 */
import { filePlaces } from '../../collection/file-place.js'
import { RecordReader } from '../../archive/record-reader.js'
import { inTransaction, type Database } from '../../disk/sqlite.js'
import { numbersOf, rowReader } from '../../disk/sqlite-rows.js'
import { decodeContent } from '../../page/http/content-coding.js'
import { readHeaders } from '../../page/http/page-headers.js'
import { pictureSize } from '../picture-size.js'
import type { BuildContext } from './context.js'

/** Bytes of the archived record, its head included: a counter or spacer takes less, and a list of ten should not load megabytes. */
const LEAST_RECORD = 800
const LARGEST_RECORD = 600_000
/** Pixels. */
const LEAST_SIDE = 80
const LONGEST_SHAPE = 4
/** An image on so many pages of a site, and on this share of them, belongs to the site and not to the page. */
const REPEATED_PAGES = 5
const REPEATED_SHARE = 0.3
const BATCH = 500

const IMAGES = rowReader({ image: 'text', images: 'text', site: 'number' })
const PLACES = rowReader({
  digest: 'text',
  file: 'number',
  offset: 'number',
  length: 'number',
  payload_file: 'number or null',
  payload_offset: 'number or null',
  payload_length: 'number or null',
})
const SIZES = rowReader({ width: 'number', height: 'number' })

export async function chooseImages({ database, home, signal }: BuildContext): Promise<void> {
  countCandidates(database)
  const load = database.prepare(
    'SELECT p.image, o.images, p.site FROM outlines o JOIN pages p ON p.id = o.page WHERE o.page = ?',
  )
  const repeated = database.prepare('SELECT 1 FROM temp.repeated_images WHERE site = ? AND url = ?')
  const update = database.prepare('UPDATE pages SET image = ? WHERE id = ?')
  const pictures = createPictures(database, home)
  const pages = Uint32Array.from(
    numbersOf(
      database,
      "SELECT o.page AS number FROM outlines o JOIN pages p ON p.id = o.page WHERE o.images <> '' OR p.image <> ''",
    ),
  )
  const chosen = async (id: number): Promise<(() => void) | null> => {
    const { image, images, site } = IMAGES.only(load.get(id))
    let found = ''
    for (const url of images === '' ? [] : images.split('\n'))
      if (repeated.get(site, url) === undefined && (await pictures.isGood(url))) {
        found = url
        break
      }
    return found === image ? null : () => void update.run(found, id)
  }
  try {
    for (let start = 0; start < pages.length; start += BATCH) {
      signal?.throwIfAborted()
      const changes: (() => void)[] = []
      for (const id of pages.subarray(start, start + BATCH)) changes.push((await chosen(id)) ?? (() => {}))
      inTransaction(database, () => {
        for (const change of [...changes, ...pictures.learned()]) change()
      })
    }
  } finally {
    await pictures.close()
    database.exec('DROP TABLE IF EXISTS temp.repeated_images')
  }
}

/** Counted by the database: in memory the addresses of a large library would be too many. */
function countCandidates(database: Database): void {
  database.exec(`
    DROP TABLE IF EXISTS temp.image_candidates; DROP TABLE IF EXISTS temp.repeated_images;
    CREATE TEMP TABLE image_candidates (site INTEGER, url TEXT)`)
  const add = database.prepare('INSERT INTO temp.image_candidates VALUES (?, ?)')
  const rows = database.prepare(
    "SELECT p.image, o.images, p.site FROM outlines o JOIN pages p ON p.id = o.page WHERE o.images <> ''",
  )
  inTransaction(database, () => {
    for (const { site, images } of IMAGES.each(rows.iterate()))
      for (const url of new Set(images.split('\n'))) add.run(site, url)
  })
  database.exec(`
    CREATE TEMP TABLE repeated_images (site INTEGER, url TEXT, PRIMARY KEY (site, url)) WITHOUT ROWID;
    INSERT INTO repeated_images SELECT site, url FROM image_candidates c GROUP BY site, url
      HAVING count(*) >= ${REPEATED_PAGES}
        AND count(*) >= ${REPEATED_SHARE} * (SELECT count(*) FROM pages p WHERE p.site = c.site);
    DROP TABLE image_candidates`)
}

/** Pictures of the archive: are they large enough to be looked at? */
function createPictures(database: Database, home: string) {
  const find = database.prepare(
    `SELECT digest, file, offset, length, payload_file, payload_offset, payload_length FROM captures
     WHERE url = ? AND status = 200 AND mime LIKE 'image/%' AND mime NOT LIKE 'image/svg%'
       AND coalesce(payload_length, length) BETWEEN ${LEAST_RECORD} AND ${LARGEST_RECORD}
       AND (revisit = 0 OR payload_file IS NOT NULL) ORDER BY at DESC, digest LIMIT 1`,
  )
  const known = database.prepare('SELECT width, height FROM pictures WHERE digest = ?')
  const keep = database.prepare('INSERT OR REPLACE INTO pictures VALUES (?, ?, ?)')
  const places = filePlaces(database, home)
  const reader = new RecordReader()
  let news = new Map<string, { readonly width: number; readonly height: number }>()

  /** 0 × 0: of a format whose size we cannot read, or of an archive that cannot be read. */
  const read = async (row: ReturnType<typeof PLACES.only>) => {
    const { payload_file: file, payload_offset: offset, payload_length: length } = row
    const place = places(row.file, row.offset, row.length)
    const payload = file === null ? null : places(file, offset ?? 0, length ?? 0)
    try {
      const exchange = await reader.exchange({ place, payload })
      if (exchange === null) return { width: 0, height: 0 }
      const bytes = decodeContent(exchange.body, readHeaders(exchange.headers).contentEncoding)
      const { width, height } = pictureSize(bytes) ?? { width: 0, height: 0 }
      return { width, height }
    } catch {
      return { width: 0, height: 0 }
    }
  }

  return {
    /** Also under the other scheme. */
    async isGood(url: string): Promise<boolean> {
      const other = url.startsWith('https:') ? `http:${url.slice(6)}` : `https:${url.slice(5)}`
      const row = PLACES.first(find.get(url)) ?? PLACES.first(find.get(other))
      if (row === undefined) return false
      const size = news.get(row.digest) ?? SIZES.first(known.get(row.digest)) ?? (await read(row))
      if (row.digest !== '') news.set(row.digest, size)
      const [short, long] = [size.width, size.height].sort((a, b) => a - b)
      return short >= LEAST_SIDE && long <= LONGEST_SHAPE * short
    },
    /** What is to be written down since the last time. */
    learned(): (() => void)[] {
      const changes = [...news].map(
        ([digest, { width, height }]) =>
          () =>
            void keep.run(digest, width, height),
      )
      news = new Map()
      return changes
    },
    close: () => reader.close(),
  }
}
