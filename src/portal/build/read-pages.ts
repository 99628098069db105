/** Reads the pages that are new or changed (`jobs` of derive.ts) and writes what was found, some at a time. */
import { filePlaces } from '../../collection/file-place.js'
import { inTransaction, type Database } from '../../disk/sqlite.js'
import { numbersOf, rowReader } from '../../disk/sqlite-rows.js'
import type { WrittenLanguage } from '../../page/language/wanted-languages.js'
import type { BuildContext } from './context.js'
import { wantedIn, type WantedPage } from '../../collection/chosen-captures.js'
import { isReadableDocument, typeOf } from '../../collection/page-type.js'
import { siteNumbers } from './derive.js'
import { extractPage, isExtract, type Extract, type Extracted, type ExtractJob } from './extract.js'
import { createExtractPool } from '../../collection/extract-pool.js'

const BATCH = 32
const JOBS = rowReader({ page: 'number', capture: 'text' })

interface Job {
  readonly page: number
  readonly wanted: WantedPage
  readonly asked: ExtractJob
}

/** `languages`: of the sources, those that the identifier does not know. Returns how many pages could not be read. */
export async function readPages(context: BuildContext, languages: readonly WrittenLanguage[]): Promise<number> {
  const { database, signal, progress, warn } = context
  // as they lie in the archives, so that disks read ahead
  const order = Uint32Array.from(numbersOf(database, 'SELECT id AS number FROM jobs ORDER BY file, offset'))
  if (order.length === 0) return 0
  const load = jobLoader(context)
  const write = pageWriter(database)
  const pool = createExtractPool<ExtractJob, Extract>(order.length, {
    worker: new URL('./extract-worker.js', import.meta.url),
    isAnswer: isExtract,
    extract: extractPage,
    languages,
    batch: BATCH,
  })
  let next = 0
  let done = 0
  let failed = 0
  let firstError = ''
  let isStopped = false
  const work = async (): Promise<void> => {
    while (next < order.length && !isStopped) {
      signal?.throwIfAborted()
      const jobs = Array.from(order.subarray(next, (next += BATCH)), load)
      const answers = await pool.run(jobs.map(({ asked }) => asked))
      signal?.throwIfAborted()
      inTransaction(database, () =>
        answers.forEach((answer, i) => {
          if (write(jobs[i], answer)) return
          failed++
          if (firstError === '' && 'error' in answer) firstError = answer.error
        }),
      )
      done += jobs.length
      progress({ stage: 'extracting', done, total: order.length, name: '' })
    }
  }
  signal?.addEventListener('abort', pool.stop)
  try {
    // all come to an end before the threads and the database are taken from them
    const ends = await Promise.allSettled(
      Array.from({ length: pool.width }, () => work().finally(() => (isStopped = true))),
    )
    signal?.throwIfAborted()
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  } finally {
    signal?.removeEventListener('abort', pool.stop)
    await pool.close()
  }
  if (failed > 0) warn(`${failed} pages could not be read, among them ${firstError}`)
  return failed
}

function jobLoader({ database, home }: BuildContext): (id: number) => Job {
  const find = database.prepare('SELECT page, capture FROM jobs WHERE id = ?')
  const places = filePlaces(database, home)
  return id => {
    const row = JOBS.only(find.get(id))
    const wanted = wantedIn(row.capture)
    const { capture, language, share } = wanted
    const { url, payload_file: file, payload_offset: offset, payload_length: length } = capture
    const place = places(capture.file, capture.offset, capture.length)
    const payload = file === null ? null : places(file, offset ?? 0, length ?? 0)
    return {
      page: row.page,
      wanted,
      asked: { url, place, payload, language, share, isDocument: isReadableDocument(capture.mime) },
    }
  }
}

/** False: there was nothing to write. A page that was there before and cannot be read any more stays as it was. */
function pageWriter(database: Database): (job: Job, answer: Extracted) => boolean {
  const siteOf = siteNumbers(database)
  const insert = database.prepare(
    `INSERT INTO pages (id, url, source, site, type, title, language, share, relevant, score, at, words, image, digest, simhash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?)`,
  )
  const update = database.prepare(
    `UPDATE pages SET source = ?, type = ?, title = ?, language = ?, share = ?, relevant = ?, score = ?, at = ?, words = ?, digest = ?,
       simhash = ? WHERE id = ?`,
  )
  const text = database.prepare('INSERT OR REPLACE INTO texts VALUES (?, ?)')
  const outline = database.prepare('INSERT OR REPLACE INTO outlines VALUES (?, ?, ?, ?, ?, ?, ?)')
  return ({ page, wanted, asked }, answer) => {
    if ('error' in answer) return false
    const { capture, relevant, score } = wanted
    const { title, language, share, words, simhash }: Extract = answer
    const { source, at, digest } = capture
    const type = typeOf(asked.url, capture.mime)
    let id = page
    if (page === 0) {
      const site = siteOf(asked.url)
      const row = [
        null,
        asked.url,
        source,
        site,
        type,
        title,
        language,
        share,
        relevant,
        score,
        at,
        words,
        digest,
        simhash,
      ]
      id = Number(insert.run(...row).lastInsertRowid)
    } else update.run(source, type, title, language, share, relevant, score, at, words, digest, simhash, page)
    text.run(id, answer.text)
    const { description, headings, images, links } = answer
    outline.run(id, title, description, headings.join('\n'), images.join('\n'), asked.language, links)
    return true
  }
}
