/** What happens to an embedded object in a worker thread: archive records, and what it leads to or refers to in turn. */
import { buildExchangeRecords } from '../archive/warc-record.js'
import { analyse, referencesOf } from '../page/index.js'
import { emptyAnalysis, MAX_EMBEDS, type Analysis, type AnalysisJob } from './analysis.js'

export function analyseEmbed(job: AnalysisJob, compression: number): Analysis {
  const { exchange, via, hops } = job
  const page = analyse(exchange)
  const built = buildExchangeRecords(
    exchange,
    [
      ...(via === null ? [] : [['via', via] as const]),
      ['hopsFromSeed', String(hops)],
      ['fetchTimeMs', String(Math.round(exchange.fetchMs))],
    ],
    { compression },
  )
  return { ...emptyAnalysis(built), kind: 'embed', mime: page.mime, embeds: referencesOf(page).slice(0, MAX_EMBEDS) }
}
