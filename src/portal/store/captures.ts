/** Where the answer of a URL is archived. */
import { canonicalUrl } from '../../page/index.js'
import { spellingsOf } from '../../page/url/spellings.js'
import type { CapturePlace, PageVersion } from '../contracts.js'
import { filePlaces } from '../../collection/file-place.js'
import { COUNT, rowReader } from '../../disk/sqlite-rows.js'
import type { Database } from '../../disk/sqlite.js'
import { UrlBloomFilter } from './url-bloom-filter.js'

const CAPTURES = rowReader({
  url: 'text',
  at: 'number',
  status: 'number',
  mime: 'text',
  location: 'text',
  digest: 'text',
  file: 'number',
  offset: 'number',
  length: 'number',
  payload_file: 'number or null',
  payload_offset: 'number or null',
  payload_length: 'number or null',
})
type Row = ReturnType<typeof CAPTURES.only>
const CONTENTS = rowReader({ at: 'number', digest: 'text' })
const URLS = rowReader({ url: 'text' })

const MAX_HOPS = 5
/** Captures of one URL that are looked at. */
const MAX_CAPTURES = 50
/** Captures of a page that are looked at for other contents. */
const MAX_VERSIONS = 1000

/** `isForMany`: what is archived is remembered in two bytes for each URL (url-bloom-filter.ts), for whoever asks for very many. */
export function createCaptures(database: Database, portal: string, isForMany = false) {
  const list = (condition: string, order: string) =>
    database.prepare(
      `SELECT url, at, status, mime, location, digest, file, offset, length, payload_file, payload_offset, payload_length FROM captures
       WHERE url = ? AND (revisit = 0 OR payload_file IS NOT NULL) AND ${condition}
       ORDER BY at ${order}, kind = 'page' DESC, digest LIMIT ${MAX_CAPTURES}`,
    )
  const latest = list('TRUE', 'DESC')
  const until = list('at <= ?', 'DESC')
  const after = list('at > ?', 'ASC')
  const contents = database.prepare(
    `SELECT at, digest FROM captures
     WHERE url = ? AND status BETWEEN 200 AND 299 AND (revisit = 0 OR payload_file IS NOT NULL)
     ORDER BY at DESC LIMIT ${MAX_VERSIONS}`,
  )
  const any = database.prepare('SELECT 1 FROM captures WHERE url IN (?, ?, ?, ?) LIMIT 1')
  const place = filePlaces(database, portal)
  const filter = isForMany ? filterOf(database) : null

  const exact = (url: string, at?: number): Row | null => {
    const rows = CAPTURES.all(at === undefined ? latest.all(url) : [...until.all(url, at), ...after.all(url, at)])
    return rows.find(({ status }) => status >= 200 && status < 400) ?? rows[0] ?? null
  }
  /** Those that may be here. Most links of the Web lead to pages that are not. */
  const here = (forms: readonly string[]): readonly string[] => {
    if (filter !== null) return forms.filter(form => filter.mayHave(form))
    const [first, other, third = first, fourth = other] = forms
    // one question for all forms takes a third of the time of four
    return any.get(first, other, third, fourth) === undefined ? [] : forms
  }
  /** As links are written: with the other scheme, with or without the last slash. */
  const row = (url: string, at?: number): Row | null => {
    const canonical = canonicalUrl(url)
    if (canonical === null) return null
    const forms = here([...spellingsOf(canonical)])
    let error: Row | null = null
    for (const form of forms) {
      const found = exact(form, at)
      if (found === null) continue
      if (found.status < 400) return found
      error ??= found
    }
    return error
  }

  return {
    /** The latest that is an answer to a reader: errors only where there is nothing else. Of one moment, the one that search knows. */
    find(url: string, at?: number): CapturePlace | null {
      const found = row(url, at)
      if (found === null) return null
      const { payload_file: file, payload_offset: offset, payload_length: length } = found
      return {
        url: found.url,
        at: found.at,
        status: found.status,
        mime: found.mime,
        digest: found.digest,
        location: found.status >= 300 && found.status < 400 ? found.location : '',
        place: place(found.file, found.offset, found.length),
        payload: file === null ? null : place(file, offset ?? 0, length ?? 0),
      }
    },
    versions(url: string): PageVersion[] {
      const versions: { from: number; to: number; digest: string }[] = []
      for (const { at, digest } of CONTENTS.each(contents.iterate(url))) {
        const later = versions.at(-1)
        // where no record says the digest, each is one of its own
        if (later?.digest === digest && digest !== '') later.from = at
        else versions.push({ from: at, to: at, digest })
      }
      return versions.map(({ from, to }) => ({ from, to }))
    },
    /** Does it lead to something that can be read, redirects followed? `isShown`: of every URL on the way. */
    leadsSomewhere(url: string, isShown: (url: string) => boolean): boolean {
      let at = url
      for (let hop = 0; hop <= MAX_HOPS; hop++) {
        const found = row(at)
        if (found === null || !isShown(found.url)) return false
        if (found.status >= 300 && found.status < 400 && found.location !== '') at = found.location
        else return found.status >= 200 && found.status < 300
      }
      return false
    },
  }
}

function filterOf(database: Database): UrlBloomFilter {
  const { count } = COUNT.only(database.prepare('SELECT count(*) AS count FROM captures').get())
  const filter = new UrlBloomFilter(count)
  const urls = URLS.each(database.prepare('SELECT DISTINCT url FROM captures').iterate())
  for (const { url } of urls) filter.add(url)
  return filter
}
