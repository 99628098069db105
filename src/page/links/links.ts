/** Links as written → links of a page: canonical URLs, with the words of the anchor and around it. */
import type { LinkKind, PageLink } from '../../contracts.js'
import type { ParsedHtml, ParsedLink } from '../html/parse.js'
import { foldSpace } from '../html/text-builder.js'
import { canonicalUrl } from '../url/canonical.js'
import { createUrlResolver } from '../url/resolver.js'

const MAX_ANCHOR = 200
const SURROUNDINGS = 100
/** Elements on each side of a link whose text is its neighbourhood. */
const NEIGHBOURS = 2
/** A cut is moved to the next space, where there is one so near: half a word is none. */
const LONG_WORD = 20

/** In the order of the document; those that lead to no page (mail, scripts, malformed) are left out. */
export function pageLinks(parsed: ParsedHtml, url: string, charset: string): PageLink[] {
  // a page from elsewhere than the Web, a file for instance, has absolute links only
  const here = canonicalUrl(url) ?? undefined
  const base = (parsed.base === '' ? null : canonicalUrl(parsed.base, here, charset)) ?? here
  const resolve = base === undefined ? canonicalUrl : createUrlResolver(base, charset)
  const links: PageLink[] = []
  for (const link of parsed.links) {
    const target = resolve(link.href)
    if (target !== null) links.push(new FoundLink(target, link, parsed))
  }
  return links
}

/** The texts around a link are cut out when somebody asks for them: few strategies do. */
class FoundLink implements PageLink {
  readonly kind: LinkKind
  readonly anchor: string
  readonly nofollow: boolean
  readonly tagPath: number
  readonly listPlace: number
  private readonly start: number
  private readonly end: number

  constructor(
    readonly url: string,
    { kind, start, end, label, nofollow, at }: ParsedLink,
    private readonly page: Pick<ParsedHtml, 'fullText' | 'runs'>,
  ) {
    this.kind = kind
    this.anchor = start === end ? cut(foldSpace(label), 0, MAX_ANCHOR) : anchorText(page.fullText, start, end)
    this.nofollow = nofollow
    this.tagPath = at.path
    this.listPlace = at.place
    this.start = start
    this.end = end
  }

  get before(): string {
    return cut(this.page.fullText, this.start - SURROUNDINGS, this.start)
  }

  get after(): string {
    return cut(this.page.fullText, this.end, this.end + SURROUNDINGS)
  }

  get neighbours(): string {
    return neighbours(this.page.fullText, this.page.runs, this.start, this.end)
  }
}

function anchorText(fullText: string, start: number, end: number): string {
  const text = cut(fullText, start, Math.min(end, start + MAX_ANCHOR))
  return text.includes('\n') ? text.replaceAll('\n', ' ') : text
}

/**
 * What stands in the nearest elements: up to two before the link and two after it, nearest text kept where they are long. The text
 * of an element is that between two tags, so a paragraph is as many elements as its links and bold words cut it into.
 */
function neighbours(text: string, runs: readonly number[], start: number, end: number): string {
  const before = firstFrom(runs, start)
  const after = end === start ? before : firstFrom(runs, end)
  let left = before === 0 ? start : runs[Math.max(0, before - NEIGHBOURS)]
  let right = after + NEIGHBOURS < runs.length ? runs[after + NEIGHBOURS] : text.length
  if (left < start - SURROUNDINGS) left = wordFrom(text, start - SURROUNDINGS)
  if (right > end + SURROUNDINGS) right = wordTo(text, end + SURROUNDINGS)
  // white space is folded: there is one space or line break at most
  if (isSpace(text, right - 1)) right--
  const last = start > left && isSpace(text, start - 1) ? start - 1 : start
  const first = end < right && isSpace(text, end) ? end + 1 : end
  if (left >= last) return first < right ? text.slice(first, right) : ''
  return first < right ? `${text.slice(left, last)}\n${text.slice(first, right)}` : text.slice(left, last)
}

/** The first run that begins at a place or behind it. */
function firstFrom(runs: readonly number[], place: number): number {
  let low = 0
  let high = runs.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (runs[middle] < place) low = middle + 1
    else high = middle
  }
  return low
}

function wordFrom(text: string, limit: number): number {
  for (let at = limit - 1; at < limit + LONG_WORD; at++) if (isSpace(text, at)) return at + 1
  return isLow(text.charCodeAt(limit)) ? limit + 1 : limit
}

function wordTo(text: string, limit: number): number {
  for (let at = limit; at > limit - LONG_WORD; at--) if (isSpace(text, at)) return at
  return isLow(text.charCodeAt(limit)) ? limit - 1 : limit
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === 32 || code === 10
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
