/** A page on its way into the corpus: what is written of it, and what is needed until then. */
import { hash } from 'node:crypto'
import { basename } from 'node:path'
import type { Holding, Holdings } from '../../collection/holdings.js'
import { hasFields } from '../../threads/messages.js'
import type { CorpusPage } from './contracts.js'
import type { PageText } from './extract.js'

/** Plain data: it goes to a scratch file and comes back (spool.ts). */
export interface Draft extends PageText {
  readonly url: string
  readonly at: number
  readonly verdict: CorpusPage['verdict']
  readonly source: string
  readonly warc: CorpusPage['warc']
}

export const isDraft = hasFields<Draft>(
  'url',
  'at',
  'verdict',
  'source',
  'warc',
  'title',
  'paragraphs',
  'words',
  'languages',
  'keys',
)

export function draftOf({ url, at, verdict, place, source }: Holding, text: PageText, holdings: Holdings): Draft {
  const { file, member } = holdings.originOf(place)
  const name = member === '' ? basename(file) : `${basename(file)}#${member}`
  return {
    ...text,
    url,
    at,
    verdict: verdict === null ? null : { relevant: verdict.relevant, score: verdict.score },
    source: holdings.sources[source].name,
    // a crawl's log has the length of all records of a page together
    warc: { file: name.toWellFormed(), offset: place.offset, length: text.recordBytes || place.length },
  }
}

export function pageOf(draft: Draft): CorpusPage {
  const text = draft.paragraphs.join('\n')
  return {
    id: idOf(draft.url, draft.digest),
    url: draft.url,
    timestamp: isoTime(draft.at),
    language: draft.language,
    share: draft.share,
    title: draft.title,
    text,
    paragraphLanguages: draft.languages,
    quality: draft.quality,
    verdict: draft.verdict,
    digest: draft.digest,
    textDigest: `sha256:${hash('sha256', text)}`,
    mime: draft.mime,
    charset: draft.charset,
    licences: draft.licences,
    reservations: draft.reservations,
    source: draft.source,
    warc: draft.warc,
  }
}

/** `digest`: of the payload, with the name of its algorithm. */
export function idOf(url: string, digest: string): string {
  return hash('sha256', `${url} ${digest}`).slice(0, 32)
}

/** A record may say any time, and none. */
const LAST_TIME = 253_402_300_799_999

function isoTime(at: number): string {
  return new Date(at >= 0 && at <= LAST_TIME ? at : 0).toISOString()
}
