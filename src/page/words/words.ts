/**
 * The words of a text, for whoever counts them: lower-cased, composed (NFC), in order. Where words have spaces between them
 * a word is a run of letters, marks and digits; scripts without spaces (Thai, Chinese, …) are segmented by dictionary.
 * Numbers are no words, and neither is a single letter: both say nothing about what a text is about. A single Chinese
 * sign often is a word, and stays.
 */

// What a code unit is; 0 is between words.
export const LETTER = 1
export const DIGIT = 2
/** Goes on with the word before it, and begins none: low surrogates, joiners inside Persian and Indic words. */
export const CONTINUES = 3
/** Of a script without spaces. */
export const SIGN = 4
/** The same, and often a word by itself. */
const IDEOGRAPH = 5
export const KIND = kinds()

/** The dictionaries take far more than twice the time for twice the text: 3 million signs a second at 500, 0.01 at 200,000. */
const PIECE = 500
/** Longer ones are keys, hashes and addresses. */
export const MAX_WORD = 48
export const MAX_WORDS = 50_000

/** `follows`: nothing but one space or hyphen stands between this word and the one before it, so that the two may be a phrase. */
export type WordVisitor = (start: number, end: number, follows: boolean) => void

export function wordsOf(text: string, maxWords = MAX_WORDS): string[] {
  const folded = foldWords(text)
  const words: string[] = []
  scanWords(folded, maxWords, (start, end) => words.push(folded.slice(start, end)))
  return words
}

/** Same spelling, same string: what `scanWords` wants. */
export function foldWords(text: string): string {
  // below the first combining mark every text is composed already, and most texts are below it
  const composed = /[^\0-\u02ff]/.test(text) ? text.normalize('NFC').replaceAll('’', "'") : text
  const folded = composed.toLowerCase()
  return folded.includes('\u00ad') ? folded.replaceAll('\u00ad', '') : folded
}

/**
 * Calls `visit` with the place of each word of a folded text, at most `maxWords` times. Who reads a text in pieces says where the
 * last word of the piece before ended, counted from here, and is told where the last word of this one does.
 */
export function scanWords(folded: string, maxWords: number, visit: WordVisitor, endBefore = -2): number {
  const { length } = folded
  const kind = KIND
  let left = maxWords
  let lastEnd = endBefore
  let i = 0
  while (i < length && left > 0) {
    const first = kind[folded.charCodeAt(i)]
    if (first === 0 || first === CONTINUES) {
      i++
      continue
    }
    const start = i
    const follows = start === lastEnd + 1 ? isBond(folded.charCodeAt(lastEnd)) : start === lastEnd
    if (first >= SIGN) {
      i = endOfSigns(folded, start)
      left -= segment(folded, start, i, left, follows, visit)
      lastEnd = i
      continue
    }
    let letters = 0
    for (; i < length; i++) {
      const code = folded.charCodeAt(i)
      const now = kind[code]
      if (now === LETTER) letters++
      else if (now !== DIGIT && now !== CONTINUES && !(code === 39 && isInnerApostrophe(folded, i))) break
    }
    if (letters === 0 || i - start < 2 || i - start > MAX_WORD) continue
    visit(start, i, follows)
    left--
    lastEnd = i
  }
  return lastEnd
}

export function isBond(code: number): boolean {
  return code === 32 || code === 45 || code === 0xa0 || code === 39 || code === 0x2010
}

/** In Latin script an apostrophe ends a word (l'eau, student's); elsewhere it is a letter of it (п'ять). */
function isInnerApostrophe(text: string, at: number): boolean {
  return (
    at + 1 < text.length &&
    text.charCodeAt(at - 1) > 0x24f &&
    text.charCodeAt(at + 1) > 0x24f &&
    KIND[text.charCodeAt(at + 1)] === LETTER
  )
}

function endOfSigns(text: string, start: number): number {
  const limit = Math.min(text.length, start + PIECE)
  let end = start + 1
  while (end < limit && KIND[text.charCodeAt(end)] >= CONTINUES) end++
  return end
}

let segmenter: Intl.Segmenter | null = null

function segment(
  text: string,
  start: number,
  end: number,
  maxWords: number,
  isFirstBound: boolean,
  visit: WordVisitor,
): number {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' })
  let words = 0
  let follows = isFirstBound
  for (const part of segmenter.segment(text.slice(start, end))) {
    if (words === maxWords) break
    const from = start + part.index
    const { length } = part.segment
    const isWord = part.isWordLike === true && (length > 1 || KIND[text.charCodeAt(from)] === IDEOGRAPH)
    if (isWord && length <= MAX_WORD) {
      visit(from, from + length, follows)
      words++
    }
    follows = isWord
  }
  return words
}

function kinds(): Uint8Array {
  const table = new Uint8Array(0x10000)
  const mark = (pattern: RegExp, kind: number): void => {
    for (const { index, 0: run } of all.matchAll(pattern)) table.fill(kind, index, index + run.length)
  }
  // surrogates are looked at apart: alone they are no characters
  const codes = Uint16Array.from({ length: 0x10000 }, (_, code) => (code >= 0xd800 && code < 0xe000 ? 0 : code))
  const all = Array.from({ length: 16 }, (_, part) =>
    String.fromCharCode(...codes.subarray(part * 0x1000, (part + 1) * 0x1000)),
  ).join('')
  mark(/[\p{L}\p{M}]+/gu, LETTER)
  mark(/\p{Nd}+/gu, DIGIT)
  mark(
    /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Tai_Tham}\p{Script=Tai_Le}\p{Script=New_Tai_Lue}ー]+/gu,
    SIGN,
  )
  mark(/[\p{Script=Han}\p{Script=Yi}]+/gu, IDEOGRAPH)
  mark(/[\u200c\u200d]+/gu, CONTINUES)
  // letters beyond the first plane; the pictures (0xd83c … 0xd83e) and mathematical letters (0xd835) are none
  table.fill(LETTER, 0xd801, 0xd835).fill(LETTER, 0xd836, 0xd83b).fill(IDEOGRAPH, 0xd840, 0xd889)
  return table.fill(CONTINUES, 0xdc00, 0xe000)
}
