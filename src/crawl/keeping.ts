/** What of a fetched page goes into the archive now: its records, a revisit record, or nothing yet. */
import { buildRevisitRecords, type MetadataField } from '../archive/index.js'
import type { Exchange, PageId } from '../contracts.js'
import { metadataOf, type Analysis, type AnalysisJob } from './analysis.js'
import type { Records } from './recorder.js'
import type { CrawlSession } from './session.js'

export interface Kept {
  readonly records: Records | null
  readonly revisit: boolean
  readonly spool: readonly [offset: number, length: number] | null
}

const NOTHING: Kept = { records: null, revisit: false, spool: null }

export function recordsToKeep(
  session: CrawlSession,
  page: PageId,
  job: AnalysisJob,
  analysis: Analysis,
  relevant: boolean,
): Kept {
  const { campaign, spool } = session
  const { keep } = campaign.archive
  if (job.isText) return archived(session, job, analysis)
  if (analysis.records === null || (keep === 'relevant' && analysis.kind === 'page' && !relevant)) return NOTHING
  if (keep === 'path' && !relevant && spool !== null)
    return { ...NOTHING, spool: spool.put(page, analysis.records.bytes) }
  return archived(session, job, analysis)
}

function archived(session: CrawlSession, job: AnalysisJob, analysis: Analysis): Kept {
  const metadata = metadataOf(job, analysis.charset, analysis.verdict)
  const revisit = revisitOf(session, job.exchange, analysis.payloadDigest, metadata)
  return { records: revisit ?? analysis.records, revisit: revisit !== null, spool: null }
}

/** A record that says "the same as before"; null when the payload was not archived before. */
export function revisitOf(
  session: CrawlSession,
  exchange: Exchange,
  payloadDigest: string,
  metadata: readonly MetadataField[],
): Records | null {
  const { ledger, campaign, state, embeds } = session
  const first = exchange.status === 200 ? ledger.firstCapture(payloadDigest, exchange.body.length) : null
  if (first === null) return null
  const targetUri = first.isEmbed ? embeds.url(first.id) : state.urls.url(first.id)
  const { compression } = campaign.archive
  return buildRevisitRecords(exchange, metadata, { payloadDigest, targetUri, date: first.at }, { compression })
}

/** archive.keep: path. The pages that led to a relevant one come out of the spool. */
export function archivePath({ spool, state, recorder }: CrawlSession, page: PageId): void {
  if (spool === null) return
  for (let at = state.pages.via(page), before = page; at !== before; before = at, at = state.pages.via(at)) {
    const bytes = spool.take(at)
    if (bytes === null) continue
    const id = at
    state.pages.markKept(id)
    recorder.record({ bytes }, warc => JSON.stringify({ t: 'archived', id, warc }))
  }
}
