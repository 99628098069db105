/**
 * One Allow or Disallow pattern. `*` stands for any characters, `$` at the end for the end; a pattern is a prefix otherwise.
 *
 * A pattern is cut at its stars into literals, and each literal is searched once, from the left, after the one before it: the
 * leftmost place is always good enough, so nothing is ever tried twice however many stars a hostile file has.
 */
export interface Rule {
  readonly allow: boolean
  /** Octets of the pattern: the longest matching rule decides. */
  readonly length: number
  /** What must follow one another; the first is a prefix. */
  readonly literals: readonly string[]
  /** The last literal must end the path. */
  readonly anchored: boolean
}

const NEEDS_WORK = /[^\x21\x23\x25-\x3b\x3d\x3f-\x5d\x5f\x61-\x7a\x7e]|[%*$]/
const UNRESERVED = /[A-Za-z0-9._~-]/
/** Characters that URL parsers encode in some places and not in others. */
const ENCODED = /[^\x21\x23-\x3b\x3d\x3f-\x5d\x5f\x61-\x7a\x7e]/

/** Null for an empty pattern, which means nothing. `pattern` holds one character per octet. */
export function compileRule(allow: boolean, pattern: string): Rule | null {
  if (pattern === '') return null
  const dollar = pattern.endsWith('$')
  const body = normalize(dollar ? pattern.slice(0, -1) : pattern, true)
  const literalDollars = body.split('%24').length - pattern.split('%24').length
  const [first, ...others] = body.split('*')
  const literals = [first, ...others.filter(literal => literal !== '')]
  return {
    allow,
    length: body.length - 2 * literalDollars + (dollar ? 1 : 0),
    literals,
    anchored: dollar && (others.length === 0 || others[others.length - 1] !== ''),
  }
}

/** `path` as normalizePath gives it. */
export function matchesRule(rule: Rule, path: string): boolean {
  const { literals, anchored } = rule
  if (!path.startsWith(literals[0])) return false
  let at = literals[0].length
  const last = literals.length - 1
  if (last === 0) return !anchored || at === path.length
  for (let i = 1; i < last; i++) {
    const found = path.indexOf(literals[i], at)
    if (found < 0) return false
    at = found + literals[i].length
  }
  return anchored
    ? path.length - literals[last].length >= at && path.endsWith(literals[last])
    : path.includes(literals[last], at)
}

/** Path and query of a URL in the form in which patterns are compared. */
export function normalizePath(path: string): string {
  if (!NEEDS_WORK.test(path)) return path
  return normalize(Buffer.from(path).toString('latin1'), false)
}

function normalize(text: string, isPattern: boolean): string {
  if (!NEEDS_WORK.test(text)) return text
  let result = ''
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '%' && /^[0-9a-f]{2}$/i.test(text.slice(i + 1, i + 3))) {
      const decoded = String.fromCharCode(parseInt(text.slice(i + 1, i + 3), 16))
      result += UNRESERVED.test(decoded) ? decoded : text.slice(i, i + 3).toUpperCase()
      i += 2
    } else if ((char === '*' && !isPattern) || char === '$' || ENCODED.test(char)) {
      result += percent(char)
    } else {
      result += char
    }
  }
  return result
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
