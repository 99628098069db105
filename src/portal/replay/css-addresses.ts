/**
 * Where addresses stand in a style sheet, read as browsers read it (CSS Syntax, level 3): escapes in names count, so `u\72l(` is
 * `url(`, strings end at line breaks, and an address that is none is thrown away up to its parenthesis.
 *
 * page/css-references.ts looks for the same in a hurry and guesses what authors meant; here nothing may be overlooked.
 * Linear time: every step moves forward.
 */
import { unescapeCss } from '../../page/links/css-references.js'

export interface CssAddress {
  /** Escapes decoded; '' for what browsers throw away. */
  readonly url: string
  /** Where it stands, without quotes. */
  readonly start: number
  readonly end: number
}

/** Functions whose strings are addresses. */
const OF_IMAGES: ReadonlySet<string> = new Set(['image-set', '-webkit-image-set', 'image', 'src', 'cross-fade'])
const MAX_DEPTH = 1_000

export function* cssAddresses(css: string): Generator<CssAddress> {
  const { length } = css
  /** For each parenthesis that is open: are strings in it addresses? */
  const open: boolean[] = []
  let rule: '' | 'import' | 'namespace' = ''
  /** The value of a custom property, from which any function may take its address: `--a: "http://…"`. */
  let isCustom = false
  let at = 0
  while (at < length) {
    const code = css.charCodeAt(at)
    if (code === SLASH && css.charCodeAt(at + 1) === STAR) {
      const end = css.indexOf('*/', at + 2)
      if (end === -1) return
      at = end + 2
    } else if (code === QUOTE || code === APOSTROPHE) {
      const end = endOfString(css, at)
      if (rule === 'import' || open.at(-1) === true) yield addressAt(css, at + 1, end)
      else if (isCustom) {
        const found = addressAt(css, at + 1, end)
        // browsers leave out tabs and line ends
        if (HAS_HOST.test(found.url.replace(/[\t\n\r]/g, ''))) yield found
      }
      if (rule === 'import') rule = ''
      at = css.charCodeAt(end) === code ? end + 1 : end
    } else if (startsName(css, at, code)) {
      const end = endOfName(css, at)
      const isFunction = css.charCodeAt(end) === OPEN
      const name = isFunction ? nameAt(css, at, end) : ''
      if (!isFunction && open.length === 0 && startsCustomName(css, at, end)) isCustom = true
      at = end
      if (!isFunction) continue
      at++
      if (name !== 'url') {
        // inside image-set() also those of var() and the like; a type is none
        const inside = open.at(-1) === true && name !== 'type'
        if (open.length < MAX_DEPTH) open.push(inside || OF_IMAGES.has(name))
        continue
      }
      const found = bareAddress(css, at)
      if (found === null) {
        // its address is a string, which comes next
        if (open.length < MAX_DEPTH) open.push(rule !== 'namespace')
      } else {
        if (rule !== 'namespace') yield found
        at = found.end
      }
      if (rule === 'import') rule = ''
    } else if (code === AT) {
      const end = endOfName(css, at + 1)
      const name = end - at < 30 ? nameAt(css, at + 1, end) : ''
      rule = name === 'import' || name === 'namespace' ? name : ''
      at = end
    } else {
      if (code === OPEN && open.length < MAX_DEPTH) open.push(false)
      else if (code === CLOSE) open.pop()
      else if (open.length === 0 && (code === SEMICOLON || code === 123 || code === 125)) {
        rule = ''
        // the value of a custom property may hold braces, but a block that ends ends it
        if (code !== 123) isCustom = false
      }
      at++
    }
  }
}

const SLASH = 47
const STAR = 42
const QUOTE = 34
const APOSTROPHE = 39
const OPEN = 40
const CLOSE = 41
const AT = 64
const SEMICOLON = 59
const COLON = 58
const BACKSLASH = 92

/** As browsers read it: `http:/host` and `\\\\host` have one, too. */
const HAS_HOST = /^[\s\0-\x1f]*(?:https?:|[/\\]{2})/i

/** `--name:`, and `initial-value:` of @property. */
function startsCustomName(css: string, start: number, end: number): boolean {
  const name = unescapeCss(css.slice(start, Math.min(end, start + 200)))
  if (!name.startsWith('--') && name.toLowerCase() !== 'initial-value') return false
  let at = end
  while (at < css.length && isSpace(css.charCodeAt(at))) at++
  return css.charCodeAt(at) === COLON
}

function addressAt(css: string, start: number, end: number): CssAddress {
  return { url: unescapeCss(css.slice(start, end)), start, end }
}

/** Behind `url(`: null when a string follows. Ends at its parenthesis, or at the end of the sheet. */
function bareAddress(css: string, from: number): CssAddress | null {
  const { length } = css
  let start = from
  while (start < length && isSpace(css.charCodeAt(start))) start++
  const first = css.charCodeAt(start)
  if (first === QUOTE || first === APOSTROPHE) return null
  let isBad = false
  /** Behind the last sign that is not a space. */
  let last = start
  let at = start
  for (; at < length; at++) {
    const code = css.charCodeAt(at)
    if (code === CLOSE) break
    if (isSpace(code)) continue
    // a space inside, a quote or a control character: no address any more, but it goes on up to its parenthesis
    if (last < at || code === QUOTE || code === APOSTROPHE || code === OPEN || code < 32 || code === 127) isBad = true
    if (code === BACKSLASH) {
      if (isLineBreak(css.charCodeAt(at + 1))) isBad = true
      else at++
    }
    last = at + 1
  }
  const end = Math.min(at, length)
  return isBad ? { url: '', start, end } : { url: unescapeCss(css.slice(start, Math.min(last, end))), start, end }
}

/** The quote that closes the string opened at `at`, or the line break or end of the text that cuts it off. */
function endOfString(css: string, at: number): number {
  const quote = css.charCodeAt(at)
  for (let k = at + 1; k < css.length; k++) {
    const code = css.charCodeAt(k)
    if (code === quote || isLineBreak(code)) return k
    if (code === BACKSLASH) k += css.charCodeAt(k + 1) === 13 && css.charCodeAt(k + 2) === 10 ? 2 : 1
  }
  return css.length
}

function startsName(css: string, at: number, code: number): boolean {
  return isNameSign(code) || (code === BACKSLASH && at + 1 < css.length && !isLineBreak(css.charCodeAt(at + 1)))
}

function endOfName(css: string, at: number): number {
  for (; at < css.length; at++) {
    const code = css.charCodeAt(at)
    if (code === BACKSLASH) {
      if (at + 1 >= css.length || isLineBreak(css.charCodeAt(at + 1))) return at
      at = endOfEscape(css, at + 1)
    } else if (!isNameSign(code)) return at
  }
  return css.length
}

/** The last sign of an escape: up to six digits and one space, or any one sign. */
function endOfEscape(css: string, at: number): number {
  let digits = 0
  while (digits < 6 && isHexDigit(css.charCodeAt(at + digits))) digits++
  if (digits === 0) return at
  const next = css.charCodeAt(at + digits)
  if (next === 13 && css.charCodeAt(at + digits + 1) === 10) return at + digits + 1
  return isSpace(next) ? at + digits : at + digits - 1
}

/** Which signs beyond ASCII may stand in a name has changed once: what is behind them counts. */
function nameAt(css: string, start: number, end: number): string {
  const name = unescapeCss(css.slice(Math.max(start, end - 200), end)).toLowerCase()
  return name.replace(/^.*[^\0-\x7f]/s, '')
}

/** Letters, digits, _, - and everything beyond ASCII; where a digit begins a number does not matter here. */
function isNameSign(code: number): boolean {
  const lower = code | 32
  return (lower >= 97 && lower <= 122) || (code >= 48 && code <= 57) || code === 45 || code === 95 || code > 127
}

function isHexDigit(code: number): boolean {
  const lower = code | 32
  return (code >= 48 && code <= 57) || (lower >= 97 && lower <= 102)
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || isLineBreak(code)
}

function isLineBreak(code: number): boolean {
  return code === 10 || code === 12 || code === 13
}
