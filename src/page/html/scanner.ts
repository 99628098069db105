/**
 * Tags and text of an HTML document, as positions in the string, in one pass.
 *
 * Follows the tokenizer of the HTML standard (bogus comments, raw text, quotes) and agrees with htmlparser2's, which
 * the tests compare it with; it is here because it takes a quarter of the time (docs/decisions.md). Left out:
 * `<!--<script>` nesting inside scripts. Where text ends up is compared with parse5.
 *
 * Linear time: every search either moves the position forward for good or ends the scan.
 */
import { BLOCK, FOREIGN, RAW, TAG, TAG_FLAGS, TAG_NAMES, lowerCase, tagOf } from './tags.js'

export interface HtmlEvents {
  /** Text between tags, references not decoded. */
  text(start: number, end: number): void
  /**
   * A start tag begins; its attributes follow, then `opened`. A tag cut off by the end of the document gets no
   * `opened`. The name as it is written stands at `nameStart`…`nameEnd`, here and in `close`.
   */
  open(tag: number, nameStart: number, nameEnd: number): void
  /** An attribute without value has valueStart = valueEnd. */
  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void
  /** `closed`: the element ends here, by `/>` where that counts. */
  opened(tag: number, closed: boolean): void
  close(tag: number, nameStart: number, nameEnd: number): void
}

/**
 * `xml`: XHTML, where any element closes with `/>` and CDATA is text.
 * `asShown`: what was left open swallows no more of the page than in a browser that runs scripts. Such a browser takes NOSCRIPT for
 * text up to the first end tag, so an IFRAME, a comment or a quote in it ends there; its markup is reported all the same. In
 * drawings and formulas everything is markup, and they end where a paragraph begins.
 */
export function scanHtml(
  html: string,
  codes: Uint16Array,
  events: HtmlEvents,
  xml: boolean,
  asShown: boolean = !xml,
): void {
  scanPart(html, codes, events, 0, html.length, xml, asShown)
}

/** `html[start…length)`: the document, or what a NOSCRIPT element holds. */
function scanPart(
  html: string,
  codes: Uint16Array,
  events: HtmlEvents,
  start: number,
  length: number,
  xml: boolean,
  asShown: boolean,
): void {
  const isWhole = length === html.length
  let cutsNoscript = asShown && isWhole
  let textStart = start
  let at = start
  let foreign = 0
  for (;;) {
    const lt = html.indexOf('<', at)
    if (lt === -1 || lt >= length) break
    const next = codes[lt + 1]
    if (isLetter(next)) {
      if (lt > textStart) events.text(textStart, lt)
      const nameEnd = endOfName(codes, lt + 2, length)
      const named = tagOf(codes, lt + 1, nameEnd)
      // within itself it is nothing: the first end tag ends both
      const tag = named === TAG.noscript && !isWhole ? TAG.other : named
      events.open(tag, lt + 1, nameEnd)
      at = scanAttributes(html, codes, nameEnd, length, events)
      if (at === -1) return
      const flags = TAG_FLAGS[tag]
      if (foreign > 0 && asShown && (flags & BLOCK) !== 0) foreign = 0
      const closed = (xml || foreign > 0 || (flags & FOREIGN) !== 0) && codes[at - 2] === 47
      events.opened(tag, closed)
      textStart = at
      if (closed) continue
      if ((flags & FOREIGN) !== 0) foreign++
      if (foreign > 0 && asShown) continue
      if ((flags & RAW) !== 0) {
        const end = endOfRawText(html, codes, at, length, tag)
        if (end > at) events.text(at, end)
        if (end === length) return
        textStart = at = end
      } else if (tag === TAG.noscript && cutsNoscript) {
        const end = endOfRawText(html, codes, at, length, tag)
        // one without an end tag is read as by browsers that run no scripts, and so are all behind it
        if (end === length) cutsNoscript = false
        else {
          scanPart(html, codes, events, at, end, false, true)
          textStart = at = end
        }
      }
    } else if (next === 47) {
      const first = codes[lt + 2]
      if (isLetter(first)) {
        if (lt > textStart) events.text(textStart, lt)
        const nameEnd = endOfName(codes, lt + 3, length)
        const tag = tagOf(codes, lt + 2, nameEnd)
        const gt = codes[nameEnd] === 62 ? nameEnd : html.indexOf('>', nameEnd)
        if (gt === -1 || gt >= length) return
        if ((TAG_FLAGS[tag] & FOREIGN) !== 0 && foreign > 0) foreign--
        events.close(tag, lt + 2, nameEnd)
        textStart = at = gt + 1
      } else if (lt + 2 >= length) {
        break
      } else {
        if (lt > textStart) events.text(textStart, lt)
        const gt = html.indexOf('>', lt + 2)
        if (gt === -1 || gt >= length) return
        textStart = at = gt + 1
      }
    } else if (next === 33 || next === 63) {
      if (lt > textStart) events.text(textStart, lt)
      // not in a part: a search for its end that goes past the part again and again would not be linear
      if ((xml || foreign > 0) && isWhole && html.startsWith('<![CDATA[', lt)) {
        const end = html.indexOf(']]>', lt + 9)
        events.text(lt + 9, end === -1 ? length : end)
        if (end === -1) return
        textStart = at = end + 3
      } else {
        const end = endOfComment(html, codes, lt, length)
        if (end === -1 || end > length) return
        textStart = at = end
      }
    } else {
      at = lt + 1
    }
  }
  if (textStart < length) events.text(textStart, length)
}

function isLetter(code: number): boolean {
  const lower = code | 32
  return lower >= 97 && lower <= 122
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13 || code === 12
}

function endOfName(codes: Uint16Array, at: number, length: number): number {
  for (; at < length; at++) {
    const code = codes[at]
    if (code <= 62 && (code === 62 || code === 47 || isSpace(code))) break
  }
  return at
}

/** From the end of the tag's name to behind its `>`, -1 when the document ends before. */
function scanAttributes(html: string, codes: Uint16Array, at: number, length: number, events: HtmlEvents): number {
  for (;;) {
    let code = codes[at]
    while (isSpace(code) || code === 47) code = codes[++at]
    if (code === 62) return at + 1
    if (at >= length) return -1
    const nameStart = at
    // a name may begin with =
    code = codes[++at]
    while (code > 62 || (code !== 62 && code !== 61 && code !== 47 && !isSpace(code) && at < length)) code = codes[++at]
    const nameEnd = at
    while (isSpace(code)) code = codes[++at]
    if (code !== 61) {
      events.attribute(nameStart, nameEnd, nameEnd, nameEnd)
      continue
    }
    code = codes[++at]
    while (isSpace(code)) code = codes[++at]
    if (code === 34 || code === 39) {
      const end = html.indexOf(code === 34 ? '"' : "'", at + 1)
      if (end === -1 || end >= length) return -1
      events.attribute(nameStart, nameEnd, at + 1, end)
      at = end + 1
    } else if (code === 62) {
      events.attribute(nameStart, nameEnd, at, at)
      return at + 1
    } else {
      const start = at
      while (at < length && code !== 62 && !isSpace(code)) code = codes[++at]
      if (at >= length) return -1
      events.attribute(nameStart, nameEnd, start, at)
    }
  }
}

/** Where the end tag of a raw-text element begins; `length` when there is none before. */
function endOfRawText(html: string, codes: Uint16Array, at: number, length: number, tag: number): number {
  if (tag === TAG.plaintext) return length
  const name = TAG_NAMES[tag]
  for (;;) {
    const lt = html.indexOf('</', at)
    if (lt === -1 || lt >= length) return length
    let k = 0
    while (k < name.length && lowerCase(codes[lt + 2 + k]) === name.charCodeAt(k)) k++
    if (k === name.length) {
      const code = codes[lt + 2 + k]
      if (code === 62 || code === 47 || isSpace(code)) return lt
    }
    at = lt + 2
  }
}

/** Behind a comment, declaration or processing instruction that begins at `lt`, -1 or past `length` when it does not end. */
function endOfComment(html: string, codes: Uint16Array, lt: number, length: number): number {
  if (!html.startsWith('<!--', lt)) {
    const gt = html.indexOf('>', lt + 2)
    return gt === -1 ? -1 : gt + 1
  }
  // <!--> and <!---> are whole comments
  if (codes[lt + 4] === 62) return lt + 5
  if (codes[lt + 4] === 45 && codes[lt + 5] === 62) return lt + 6
  for (let dash = html.indexOf('--', lt + 4); dash !== -1 && dash < length; dash = html.indexOf('--', dash + 1)) {
    const code = codes[dash + 2]
    if (code === 62) return dash + 3
    if (code === 33 && codes[dash + 3] === 62) return dash + 4
  }
  return -1
}
