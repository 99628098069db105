/** Of all captures of a URL the one that stands for it, and what crawls said about it. */
import { rowReader } from '../disk/sqlite-rows.js'
import type { Database } from '../disk/sqlite.js'
import { READABLE_DOCUMENTS } from './page-type.js'
import { checked, hasFields } from '../threads/messages.js'

const CAPTURE_ROWS = rowReader({
  url: 'text',
  at: 'number',
  source: 'number',
  file: 'number',
  offset: 'number',
  length: 'number',
  mime: 'text',
  digest: 'text',
  kind: 'text',
  relevant: 'number or null',
  score: 'number or null',
  language: 'text or null',
  share: 'number or null',
  payload_file: 'number or null',
  payload_offset: 'number or null',
  payload_length: 'number or null',
})
export type CaptureOfUrl = ReturnType<typeof CAPTURE_ROWS.only>

/** What the library is to say about a URL. */
export interface WantedPage {
  readonly capture: CaptureOfUrl
  readonly relevant: number
  readonly score: number
  /** '' when the text has to tell. */
  readonly language: string
  readonly share: number
}

const isWantedPage = hasFields<WantedPage>('capture', 'relevant', 'score', 'language', 'share')

/** From a temporary table, where it waits as JSON until its record is read. */
export function wantedIn(json: string): WantedPage {
  return checked(JSON.parse(json), isWantedPage)
}

/** Archives of other tools come without a verdict: what they hold was wanted by somebody. */
const UNJUDGED_SCORE = 0.5

/** The one of the captures of a URL that stands for it; null when the library does not want it. */
export function chosen(captures: readonly CaptureOfUrl[], all: boolean): WantedPage | null {
  let latest = captures[0]
  for (const capture of captures) if (isBetter(capture, latest)) latest = capture
  const isForeign = captures.some(({ relevant }) => relevant === null)
  const judged = lastVerdicts(captures)
  let verdict: CaptureOfUrl | null = null
  for (const capture of judged) if (verdict === null || isSurer(capture, verdict)) verdict = capture
  const isRelevant = verdict?.relevant === 1 || isForeign
  if (!isRelevant && !all) return null
  const language = verdict?.language ?? ''
  return {
    capture: latest,
    relevant: isRelevant ? 1 : 0,
    score: verdict?.score ?? UNJUDGED_SCORE,
    language: language === 'und' ? '' : language,
    share: verdict?.share ?? 0,
  }
}

/** Of each crawl what it said last: a page that came to say something else is judged by what it says now. */
function lastVerdicts(captures: readonly CaptureOfUrl[]): Iterable<CaptureOfUrl> {
  const last = new Map<number, CaptureOfUrl>()
  for (const capture of captures) {
    const before = last.get(capture.source)
    if (capture.relevant !== null && (before === undefined || isBetter(capture, before)))
      last.set(capture.source, capture)
  }
  return last.values()
}

/** The latest; of captures at one time the one whose content comes first, so that the order of sources does not matter. */
function isBetter(a: CaptureOfUrl, b: CaptureOfUrl): boolean {
  return a.at > b.at || (a.at === b.at && a.digest < b.digest)
}

function isSurer(a: CaptureOfUrl, b: CaptureOfUrl): boolean {
  if (a.relevant !== b.relevant) return a.relevant === 1
  if (a.score !== b.score) return (a.score ?? 0) > (b.score ?? 0)
  return isBetter(a, b)
}

const CAPTURES = `
  SELECT url, at, source, file, offset, length, mime, digest, kind, relevant, score, language, share,
    payload_file, payload_offset, payload_length
  FROM captures WHERE status = 200 AND %KIND AND (revisit = 0 OR payload_file IS NOT NULL) ORDER BY url`

const KINDS = {
  text: `(kind = 'page' OR (kind = 'document' AND mime IN (${READABLE_DOCUMENTS.map(mime => `'${mime}'`).join(', ')})))`,
  document: "kind = 'document'",
} as const

/** Pages and documents that have a text for us, or all documents. By URL. Captures of one URL come together; a URL captured a hundred thousand times is cut. */
export function* capturesByUrl(database: Database, kind: keyof typeof KINDS): Generator<readonly CaptureOfUrl[]> {
  let group: CaptureOfUrl[] = []
  for (const row of CAPTURE_ROWS.each(database.prepare(CAPTURES.replace('%KIND', KINDS[kind])).iterate())) {
    if (group.length > 0 && group[0].url !== row.url) {
      yield group
      group = []
    }
    // in order of time: the last ones count
    if (group.length >= 1000) group.shift()
    group.push(row)
  }
  if (group.length > 0) yield group
}
