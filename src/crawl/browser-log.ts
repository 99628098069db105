/**
 * What was asked for a rendered page goes into archive and log as embedded objects of the page, behind the page's own entry: a kill
 * between them leaves objects that wait, which the next run asks for.
 */
import { buildExchangeRecords, payloadDigest } from '../archive/index.js'
import type { EmbedEntry } from '../collection/log/entry.js'
import type { Exchange, PageId } from '../contracts.js'
import { readHeaders } from '../page/http/page-headers.js'
import { mimeOf } from '../page/http/mime.js'
import { revisitOf } from './records-to-keep.js'
import type { CrawlSession } from './session.js'

type Parts = Pick<CrawlSession, 'campaign' | 'journal' | 'known' | 'memory'>

export function logAnswers(session: Parts, exchanges: readonly Exchange[], page: PageId, isRelevant: boolean): void {
  const { campaign, journal, memory } = session
  const { keep, compression } = campaign.archive
  for (const exchange of exchanges) {
    const id = memory.embeds.find(exchange.url)
    // the page's list of embedded objects is full
    if (id === -1) continue
    const metadata = [['fetchTimeMs', String(Math.round(exchange.fetchMs))]] as const
    const digest = payloadDigest(exchange.body)
    const isKept = keep !== 'relevant' || isRelevant
    const revisit = isKept ? revisitOf(session, exchange, digest, metadata) : null
    const records = isKept ? (revisit ?? buildExchangeRecords(exchange, metadata, { compression })) : null
    const entry: EmbedEntry = {
      t: 'embed',
      id,
      url: exchange.url,
      via: page,
      at: new Date(exchange.startedAt).toISOString(),
      ms: Math.round(exchange.fetchMs),
      status: exchange.status,
      mime: mimeOf(readHeaders(exchange.headers).contentType, exchange.body),
      bytes: exchange.body.length,
      ...(exchange.truncated === null ? {} : { truncated: exchange.truncated }),
      digest,
      ...(revisit === null ? {} : { revisit: true }),
    }
    journal.add(entry, records)
  }
}
