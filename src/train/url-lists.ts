/** Lists of addresses: one per line, or bookmarks as browsers export them (Netscape's HTML). */
import { canonicalUrl, parseHtml } from '../page/index.js'

const MAX_URLS = 100_000
const SAMPLE_LINES = 200

/** Canonical, each once; null when the text is something else: a page, or prose. */
export function urlsInList(text: string): string[] | null {
  if (/^\uFEFF?\s*<!DOCTYPE\s+NETSCAPE-Bookmark/i.test(text.slice(0, 200))) return bookmarks(text)
  const lines = text.split(/\r?\n/).map(line => line.trim())
  const spoken = lines.filter(line => line !== '' && !line.startsWith('#'))
  const sample = spoken.slice(0, SAMPLE_LINES)
  // a title or a remark may follow the address
  const written = sample.filter(line => /^https?:\/\/\S+/i.test(line))
  if (written.length === 0 || written.length < 0.8 * sample.length) return null
  return unique(spoken.map(line => /^https?:\/\/\S+/i.exec(line)?.[0] ?? ''))
}

function bookmarks(text: string): string[] {
  return unique(parseHtml(text, false).links.map(({ href }) => href))
}

function unique(written: readonly string[]): string[] {
  const urls = new Set<string>()
  for (const one of written) {
    const url = canonicalUrl(one)
    if (url !== null) urls.add(url)
    if (urls.size === MAX_URLS) break
  }
  return [...urls]
}
