/** Links as written → links of a page: canonical URLs, with the words of the anchor and around it. */
import type { PageLink } from '../contracts.js'
import type { ParsedHtml } from './parse.js'
import { foldSpace } from './text-builder.js'
import { canonicalUrl } from './url.js'
import { createUrlResolver } from './url-resolver.js'

const MAX_ANCHOR = 200
const SURROUNDINGS = 100

/** In the order of the document; those that lead to no page (mail, scripts, malformed) are left out. */
export function pageLinks(parsed: ParsedHtml, url: string, charset: string): PageLink[] {
  // a page from elsewhere than the Web, a file for instance, has absolute links only
  const here = canonicalUrl(url) ?? undefined
  const base = (parsed.base === '' ? null : canonicalUrl(parsed.base, here, charset)) ?? here
  const resolve = base === undefined ? canonicalUrl : createUrlResolver(base, charset)
  const { fullText } = parsed
  const links: PageLink[] = []
  for (const { href, kind, start, end, label, nofollow } of parsed.links) {
    const target = resolve(href)
    if (target === null) continue
    links.push({
      url: target,
      kind,
      anchor: start === end ? cut(foldSpace(label), 0, MAX_ANCHOR) : anchorText(fullText, start, end),
      before: cut(fullText, start - SURROUNDINGS, start),
      after: cut(fullText, end, end + SURROUNDINGS),
      neighbours: '',
      nofollow,
    })
  }
  return links
}

function anchorText(fullText: string, start: number, end: number): string {
  const text = cut(fullText, start, Math.min(end, start + MAX_ANCHOR))
  return text.includes('\n') ? text.replaceAll('\n', ' ') : text
}

/** `text[start…end)` without half a character at either end. */
function cut(text: string, start: number, end: number): string {
  if (start < 0) start = 0
  else if (isLow(text.charCodeAt(start))) start++
  if (end < text.length && isLow(text.charCodeAt(end))) end--
  return text.slice(start, end)
}

/** Second half of a surrogate pair. */
function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
