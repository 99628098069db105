/** What of a fetched page goes into the archive now: its records, a revisit record, or nothing yet. */
import { buildConversionRecord, buildRevisitRecords, type MetadataField } from '../archive/index.js'
import type { Exchange, PageId } from '../contracts.js'
import { metadataOf, type Analysis, type AnalysisJob } from './analysis.js'
import type { CrawlMemory } from './crawl-memory.js'
import { isWorthRevisit } from './ledger.js'
import type { Journal } from './journal.js'
import type { Records } from './recorder.js'
import type { CrawlSession } from './session.js'
import type { Spool } from './spool.js'

export interface Kept {
  readonly records: Records | null
  readonly revisit: boolean
  readonly spool: readonly [offset: number, length: number] | null
  /** Of the conversion record, counted from the first of the page's records. */
  readonly place?: readonly [offset: number, length: number]
}

/** Where a payload is: URL and date of its record. */
export interface StoredPayload {
  readonly url: string
  readonly at: string
}

/** As much of a session as is needed here. */
type Keeper = Pick<CrawlSession, 'campaign' | 'memory' | 'known'>

const NOTHING: Kept = { records: null, revisit: false, spool: null }

export function recordsToKeep(session: Keeper, job: AnalysisJob, analysis: Analysis, relevant: boolean): Kept {
  const { campaign, memory } = session
  const { keep } = campaign.archive
  if (job.isText) return archived(session, job, analysis)
  if (analysis.records === null || (keep === 'relevant' && analysis.kind === 'page' && !relevant)) return NOTHING
  if (keep === 'path' && !relevant && memory.spool !== null)
    return spooled(memory.spool, withConversion(session, analysis.records, job, false))
  return archived(session, job, analysis)
}

function archived(session: Keeper, job: AnalysisJob, analysis: Analysis): Kept {
  const metadata = metadataOf(job, analysis.charset, analysis.verdict)
  const revisit = revisitOf(session, job.exchange, analysis.payloadDigest, metadata)
  const isRevisit = revisit !== null
  return { ...withConversion(session, revisit ?? analysis.records, job, isRevisit), revisit: isRevisit, spool: null }
}

function spooled(spool: Spool, { records, place }: Pick<Kept, 'records' | 'place'>): Kept {
  return records === null ? NOTHING : { ...NOTHING, spool: spool.put(records.bytes), place }
}

/** What a browser made of the page lies behind the page's other records. */
export function withConversion(
  { campaign }: Pick<Keeper, 'campaign'>,
  records: Records | null,
  { exchange, rendered }: AnalysisJob,
  isRevisit: boolean,
): Pick<Kept, 'records' | 'place'> {
  if (records === null || rendered === undefined) return { records }
  const { compression } = campaign.archive
  const conversion = buildConversionRecord(exchange, rendered, { compression, isRevisit })
  const { length } = records.bytes
  const bytes = new Uint8Array(length + conversion.length)
  bytes.set(records.bytes)
  bytes.set(conversion, length)
  return { records: { ...records, bytes }, place: [length, conversion.length] }
}

/** A record that says "the same as before"; null when the payload was not archived before. */
export function revisitOf(
  session: Keeper,
  exchange: Exchange,
  payloadDigest: string,
  metadata: readonly MetadataField[],
): Records | null {
  if (exchange.status !== 200 || !isWorthRevisit(exchange.body.length)) return null
  const first = originalOf(session, payloadDigest)
  if (first === null) return null
  const { compression } = session.campaign.archive
  const original = { payloadDigest, targetUri: first.url, date: first.at }
  return buildRevisitRecords(exchange, metadata, original, { compression })
}

/** The record that a payload was first archived in, here or in another crawl (archive.dedupe); null when nobody has it. */
export function originalOf(
  { memory, known }: Pick<Keeper, 'memory' | 'known'>,
  payloadDigest: string,
): StoredPayload | null {
  const { ledger, state, embeds } = memory
  const own = ledger.firstCapture(payloadDigest)
  if (own === null) return known?.find(payloadDigest) ?? null
  return { url: own.isEmbed ? embeds.url(own.id) : state.urls.url(own.id), at: own.at }
}

/** archive.keep: path. The pages that led to a relevant one come out of the spool. */
export function archivePath({ spool, state }: CrawlMemory, journal: Journal, page: PageId): void {
  if (spool === null) return
  for (let id = state.pages.via(page), before = page; id !== before; before = id, id = state.pages.via(id)) {
    const bytes = spool.read(id)
    if (bytes !== null) journal.addArchived(id, bytes)
  }
}
