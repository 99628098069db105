/** What happens to an embedded object in a worker thread: archive records, and what it leads to or refers to in turn. */
import { buildExchangeRecords } from '../archive/warc-record.js'
import type { Page } from '../contracts.js'
import { analyse, cssReferences, decodeText } from '../page/index.js'
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
  return { ...emptyAnalysis(built), kind: 'embed', mime: page.mime, embeds: referencesOf(page) }
}

function referencesOf(page: Page): readonly string[] {
  if (page.links.length === 1 && page.links[0].kind === 'redirect') return [page.links[0].url]
  if (!isStyleSheet(page)) return []
  const { charset, charsetSource } = page.declared
  const { text } = decodeText(page.bytes, charsetSource === 'header' ? charset : '')
  return [...new Set(cssReferences(text, page.url))].filter(url => url !== page.url).slice(0, MAX_EMBEDS)
}

/** Some servers call a style sheet plain text, or nothing at all. */
function isStyleSheet({ mime, url, status }: Page): boolean {
  if (!(status >= 200 && status < 300)) return false
  return mime === 'text/css' || (!mime.includes('html') && /\.css(\?|$)/.test(url))
}
