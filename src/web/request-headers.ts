/** What the crawler says about itself. Bodies are asked for in the encodings that the analysis can undo. */
import type { HeaderLine } from '../contracts.js'

export interface Identity {
  /** Whole User-Agent header; see formatUserAgent. */
  readonly userAgent: string
  /** E-mail address for the From header. */
  readonly from?: string | null
  readonly acceptLanguage?: string | null
}

export function formatUserAgent(version: string, contact: string): string {
  return `Mozilla/5.0 (compatible; Longtail/${version}; +${contact})`
}

/** The headers that every request has, in order; Host comes before them. */
export function commonHeaders(identity: Identity): HeaderLine[] {
  const lines: HeaderLine[] = [
    ['User-Agent', identity.userAgent],
    ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['Accept-Encoding', 'gzip, deflate, br'],
  ]
  if (identity.acceptLanguage) lines.push(['Accept-Language', identity.acceptLanguage])
  if (identity.from) lines.push(['From', identity.from])
  return lines
}
