/** What an embedded object refers to in turn: where a redirect leads, and what a style sheet names. */
import type { Page } from '../../contracts.js'
import { decodeText } from '../charset/decode.js'
import { cssReferences } from './css-references.js'

/** Canonical URLs, each once; none for other objects. */
export function referencesOf(page: Page): readonly string[] {
  if (page.links.length === 1 && page.links[0].kind === 'redirect') return [page.links[0].url]
  if (!isStyleSheet(page.mime, page.url, page.status)) return []
  const { charset, charsetSource } = page.declared
  const { text } = decodeText(page.bytes, charsetSource === 'header' ? charset : '')
  return [...new Set(cssReferences(text, page.url))].filter(url => url !== page.url)
}

/** Some servers call a style sheet plain text, or nothing at all. */
export function isStyleSheet(mime: string, url: string, status: number): boolean {
  if (!(status >= 200 && status < 300)) return false
  return mime === 'text/css' || (!mime.includes('html') && /\.css(\?|$)/.test(url))
}
