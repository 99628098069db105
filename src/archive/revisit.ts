/**
 * What a revisit stands for: one rule for all who read archives (docs/formats.md, "Revisits").
 *
 *   which record it repeats   findOriginal: the response that it names by URI and date, else one with the same payload digest, else the
 *                             last one of that URI before it; never one whose digest is known to be another
 *   what it then answers      answerOf: its own head with the payload of the original; where it has no head, or says "not modified",
 *                             the head of the original, too, at the date of the revisit
 *   original missing          it answers nothing; whoever counts counts it as missing
 */
import type { Exchange } from '../contracts.js'
import { asStored, exchangeOf, targetUri } from './exchange-of.js'
import type { WarcRecord } from './warc-reader.js'

/** How a revisit names what it repeats. */
export interface RevisitNames {
  /** When it was captured itself, milliseconds since the epoch; 0 when it does not say. */
  readonly at: number
  /** With the name of its algorithm; '' when it does not say. */
  readonly digest: string
  /** As written; its own where it names no other. */
  readonly uri: string
  /** When the original was captured; 0 when it does not say. */
  readonly originalAt: number
}

export function namesOf(revisit: WarcRecord): RevisitNames {
  const { headers } = revisit
  return {
    at: timeOf(headers.get('warc-date')),
    digest: headers.get('warc-payload-digest') ?? '',
    uri: headers.get('warc-refers-to-target-uri') ?? targetUri(revisit),
    originalAt: timeOf(headers.get('warc-refers-to-date')),
  }
}

/** A response that may be the original. */
export interface Candidate {
  readonly at: number
  /** '' when it is not known. */
  readonly digest: string
}

export interface OriginalCandidates<T extends Candidate> {
  ofUri(uri: string): Iterable<T>
  /** The earliest with this digest. */
  ofDigest(digest: string): T | null
}

export function findOriginal<T extends Candidate>(
  revisit: RevisitNames,
  { ofUri, ofDigest }: OriginalCandidates<T>,
): T | null {
  const { at, digest, uri, originalAt } = revisit
  let last: T | null = null
  for (const response of ofUri(uri)) {
    if (isOtherDigest(response.digest, digest)) continue
    // dates are written with and without fractions of a second
    if (originalAt > 0 && Math.floor(response.at / 1000) === Math.floor(originalAt / 1000)) return response
    if (response.at <= at && (last === null || response.at > last.at)) last = response
  }
  return (digest === '' ? null : ofDigest(digest)) ?? last
}

/** Known to be of other bytes. Digests of two algorithms say nothing about each other. */
export function isOtherDigest(a: string, b: string): boolean {
  return a !== '' && b !== '' && a !== b && digestKind(a) === digestKind(b)
}

/** The algorithm, or what the form of a digest without its name says about it. */
export function digestKind(digest: string): string {
  const colon = digest.indexOf(':')
  if (colon !== -1) return digest.slice(0, colon).toLowerCase()
  return `${digest.length} ${/^[0-9a-f]*$/i.test(digest) ? 'hex' : 'base32'}`
}

/** Whether a revisit has nothing of its own but its date: no HTTP head, or one that says that nothing changed. */
export function isUnchanged(revisit: WarcRecord, head: Exchange | null): boolean {
  return head === null || head.status === 304 || /server-not-modified/i.test(revisit.headers.get('warc-profile') ?? '')
}

/** What an archived record answers, `original` being the record whose payload a revisit repeats. Null: nothing. */
export function answerOf(record: WarcRecord, original: WarcRecord | null): Exchange | null {
  const own = exchangeOf(record)
  if (record.type !== 'revisit') return own
  const repeated = original === null ? null : exchangeOf(original)
  if (repeated === null) return null
  const { body, truncated } = repeated
  if (own === null || isUnchanged(record, own))
    return { ...repeated, url: targetUri(record), startedAt: namesOf(record).at || repeated.startedAt }
  return { ...own, headers: asStored(own.headers, body), body, truncated }
}

function timeOf(date: string | undefined): number {
  return Date.parse(date ?? '') || 0
}
