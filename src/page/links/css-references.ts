/**
 * What a style sheet refers to: `url(…)`, `@import "…"`, `image-set("…")`, and with them the fonts of `@font-face`. Comments and other
 * strings are passed over, escapes are decoded.
 *
 * Linear time: every search moves the position forward for good.
 */
import { canonicalUrl } from '../url/canonical.js'
import { createUrlResolver } from '../url/resolver.js'

/** Far more than style sheets have; what is behind is not looked for. */
const MAX_CSS = 5_000_000
export const MAX_REFERENCES = 2_000
/** As written. Longer ones are data, not addresses. */
const MAX_REFERENCE = 4_000

/** Canonical URLs in the order of the text, each once. `base`: the address of the sheet itself. */
export function cssReferences(text: string, base: string): string[] {
  const here = canonicalUrl(base)
  const resolve = here === null ? canonicalUrl : createUrlResolver(here)
  const found = new Set<string>()
  for (const written of cssUrls(text)) {
    const url = resolve(written)
    if (url !== null && url !== here) found.add(url)
  }
  return [...found]
}

/** Everything that matters in a sheet begins so. */
const LANDMARK = /\/\*|["'\\{};]|url\(|@import|@namespace|image-set\(/gi

/** As written, in order, without data and places inside the document. */
export function cssUrls(css: string): string[] {
  const text = css.length > MAX_CSS ? css.slice(0, MAX_CSS) : css
  const urls: string[] = []
  const add = (url: string): void => {
    if (isAddress(url)) urls.push(url)
  }
  /** A string is an address behind @import, and inside image-set( up to the end of the declaration. */
  let strings: 'nothing' | 'import' | 'images' = 'nothing'
  let isNamespace = false
  LANDMARK.lastIndex = 0
  for (let mark = LANDMARK.exec(text); mark !== null; mark = LANDMARK.exec(text)) {
    if (urls.length >= MAX_REFERENCES) break
    const at = mark.index
    switch (mark[0].toLowerCase()) {
      case '/*': {
        const end = text.indexOf('*/', at + 2)
        if (end === -1) return urls
        LANDMARK.lastIndex = end + 2
        break
      }
      case '"':
      case "'": {
        const end = endOfString(text, at)
        // the type of an image in a set is a string, too
        const isType = strings === 'images' && text.slice(at - 5, at).toLowerCase() === 'type('
        if (strings !== 'nothing' && !isType) add(unescapeCss(text.slice(at + 1, end)))
        if (strings === 'import') strings = 'nothing'
        LANDMARK.lastIndex = end + 1
        break
      }
      case '\\':
        LANDMARK.lastIndex = at + 2
        break
      case 'url(': {
        if (isNamePart(text.charCodeAt(at - 1))) break
        const { start, end, next } = urlToken(text, at + 4)
        if (!isNamespace) add(unescapeCss(text.slice(start, end)))
        if (strings === 'import') strings = 'nothing'
        LANDMARK.lastIndex = next
        break
      }
      case '@import':
        strings = 'import'
        break
      case '@namespace':
        isNamespace = true
        break
      case 'image-set(':
        strings = 'images'
        break
      default:
        strings = 'nothing'
        isNamespace = false
    }
  }
  return urls
}

function isAddress(url: string): boolean {
  return (
    url !== '' &&
    url.length <= MAX_REFERENCE &&
    url.charCodeAt(0) !== 35 &&
    !/^\s*(?:data|about|blob|javascript):/i.test(url)
  )
}

/** The quote that closes the string opened at `at`, or the line break or end of the text that cuts it off. */
function endOfString(text: string, at: number): number {
  const quote = text.charCodeAt(at)
  for (let k = at + 1; k < text.length; k++) {
    const code = text.charCodeAt(k)
    if (code === quote || code === 10 || code === 12) return k
    if (code === 92) k++
  }
  return text.length
}

/** What stands between the parentheses, with or without quotes. */
function urlToken(text: string, from: number): { readonly start: number; readonly end: number; readonly next: number } {
  const { length } = text
  let start = from
  while (start < length && isSpace(text.charCodeAt(start))) start++
  const first = text.charCodeAt(start)
  if (first === 34 || first === 39) {
    const end = endOfString(text, start)
    return { start: start + 1, end, next: end + 1 }
  }
  let end = start
  for (; end < length; end++) {
    const code = text.charCodeAt(end)
    if (code === 41) break
    if (code === 92) end++
    // a parenthesis was forgotten: the declaration ends here
    else if (code === 59 && !text.startsWith('data:', start)) return { start, end: start, next: end }
  }
  const next = Math.min(end, length)
  end = next
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return { start, end, next }
}

/** `\26 ` and `\000026` are &, `\(` is (; an escaped line break is nothing. */
export function unescapeCss(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(
    /\\(?:([0-9a-f]{1,6})(?:\r\n|\s)?|(\r\n|[\n\r\f])|([^]))/gi,
    (_, hex?: string, _line?: string, sign?: string) => {
      if (hex === undefined) return sign ?? ''
      const code = parseInt(hex, 16)
      return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)
    },
  )
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13)
}

function isNamePart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 45 ||
    code === 95
  )
}
