/**
 * Terms as Xapian's query parser cuts them. What it never asks for need not be indexed, and what it asks for as one term must be
 * there as one: a run of letters, marks, digits and low lines; an apostrophe or "&" between letters and a point or comma between
 * digits belong to it, signs without width are taken out, and a run of Thai is one term however many words it has.
 */
import { CONTINUES, DIGIT, KIND, LETTER } from '../../../page/words/words.js'

const IGNORED = 6
const kind = kinds()

/** What stands between two characters of a term and stays there, by what it is written as. */
const INFIX = new Map([
  [0x27, "'"],
  [0x2019, "'"],
  [0x201b, "'"],
  [0x26, '&'],
  [0xb7, '·'],
  [0x5f4, '״'],
  [0x2027, '‧'],
])
const DIGIT_INFIX = new Set([0x2c, 0x2e, 0x3b, 0x37e, 0x589, 0x60d, 0x7f8, 0x2044, 0xfe10, 0xfe13, 0xfe14])
/** `end`: where it ends in the text, for who looks at what follows. */
export type TokenVisitor = (token: string, end: number) => void

/** Calls `visit` with each term of a text, at most `maxTokens` times. A paragraph of Thai may be one. */
export function scanTokens(text: string, maxTokens: number, visit: TokenVisitor): void {
  const { length } = text
  let left = maxTokens
  let i = 0
  while (i < length && left > 0) {
    const first = kind[text.charCodeAt(i)]
    if (first === 0 || first === IGNORED || first === CONTINUES) {
      i++
      continue
    }
    let token = ''
    let from = i
    let before = first
    for (i++; i < length; i++) {
      const now = kind[text.charCodeAt(i)]
      if (now !== 0 && now !== IGNORED) {
        before = now
        continue
      }
      const infix = infixAt(text, i, before)
      if (infix === null) break
      token += text.slice(from, i) + infix
      from = i + 1
    }
    visit(token + text.slice(from, i), i)
    left--
  }
}

/** What the sign at `at` adds to the term; null: the term ends before it. */
function infixAt(text: string, at: number, before: number): string | null {
  const next = at + 1 < text.length ? kind[text.charCodeAt(at + 1)] : 0
  if (next === 0 || next === IGNORED) return null
  const code = text.charCodeAt(at)
  if (kind[code] === IGNORED) return ''
  if (before === DIGIT && next === DIGIT) return DIGIT_INFIX.has(code) ? text[at] : null
  return INFIX.get(code) ?? null
}

/** A stretch of one kind inside of a term: of a script without spaces (by dictionary and grams), or not. */
export type StretchVisitor = (stretch: string, isSigns: boolean) => void

export function forEachStretch(token: string, visit: StretchVisitor): void {
  const { length } = token
  let start = 0
  let isSigns = isSignAt(token, 0)
  for (let i = 1; i < length; i++) {
    if (kind[token.charCodeAt(i)] === CONTINUES || isSignAt(token, i) === isSigns) continue
    visit(token.slice(start, i), isSigns)
    start = i
    isSigns = !isSigns
  }
  if (start < length) visit(token.slice(start), isSigns)
}

function isSignAt(token: string, at: number): boolean {
  return kind[token.charCodeAt(at)] > CONTINUES
}

function kinds(): Uint8Array {
  const table = KIND.slice()
  for (let code = 0; code < 0x10000; code++) {
    if (table[code] === 0 && /[\p{Nl}\p{No}\p{Pc}]/u.test(String.fromCharCode(code))) table[code] = LETTER
  }
  for (const code of [0x200b, 0x200c, 0x200d, 0x2060, 0xfeff]) table[code] = IGNORED
  return table
}
