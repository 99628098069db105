/**
 * Letters as learned languages compare them: small, apostrophes alike, look-alikes of another script put right. Marks stay: in many a
 * small language they are letters, or tones.
 */

/** By code unit: the folded letter, 0 for what is none. Filled at the first use, since most crawls learn no language. */
let table: Uint16Array | null = null

/** An apostrophe is a letter between letters: a click, a glottal stop, an elision. */
export const APOSTROPHE = 0x27
const APOSTROPHES = "'’‘ʼʻ`´ʹ′"
/** Written or left out as the keyboard has them. */
const ARABIC: Readonly<Record<string, string>> = { ي: 'ی', ى: 'ی', ك: 'ک', ۀ: 'ه', ة: 'ه', أ: 'ا', إ: 'ا', آ: 'ا' }
/** Vowel signs and the stretched line of Arabic, signs that steer line breaks: not written by most. */
const UNWRITTEN = /[\u064b-\u0652\u0640\u00ad\u200b-\u200f\u2060\ufeff]/

export function foldedLetters(): Uint16Array {
  table ??= fill()
  return table
}

/** Marks units that are skipped inside a word, as if they were not there. */
export const SKIPPED = 1

function fill(): Uint16Array {
  const letters = new Uint16Array(0x10000)
  const isLetter = /[\p{L}\p{M}]/u
  for (let code = 0x27; code < 0x10000; code++) {
    // halves of letters beyond the basic plane count as letters
    if (code >= 0xd800 && code <= 0xdfff) letters[code] = code
    else {
      const letter = String.fromCharCode(code)
      if (UNWRITTEN.test(letter)) letters[code] = SKIPPED
      else if (isLetter.test(letter)) {
        const small = ARABIC[letter] ?? letter.toLowerCase()
        letters[code] = small.length === 1 ? small.charCodeAt(0) : code
      }
    }
  }
  // emoji
  for (let code = 0xd83c; code <= 0xd83e; code++) letters[code] = 0
  for (const sign of APOSTROPHES) letters[sign.charCodeAt(0)] = APOSTROPHE
  return letters
}

const LATIN = 'aceopxyijsăĕçÿöäəæh'
const CYRILLIC = 'асеорхуіјѕӑӗҫӳӧӓәӕһ'
const toCyrillic = pairs(LATIN, CYRILLIC)
const toLatin = pairs(CYRILLIC, LATIN)

function pairs(from: string, to: string): ReadonlyMap<number, number> {
  return new Map(Array.from(from, (letter, i) => [letter.charCodeAt(0), to.charCodeAt(i)]))
}

function isCyrillic(code: number): boolean {
  return code >= 0x400 && code < 0x530
}

function isLatin(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0xe0 && code < 0x250)
}

/** A letter that has no look-alike weighs as much as so many that have one. */
const OWN = 10

/** A word with letters of both scripts is written in that of its letters that have no look-alike; where all have one, in Cyrillic. */
export function unmixWord(word: Uint16Array, start: number, end: number): void {
  let latin = 0
  let cyrillic = 0
  for (let i = start; i < end; i++) {
    if (isCyrillic(word[i])) cyrillic += toLatin.has(word[i]) ? 1 : OWN
    else if (isLatin(word[i])) latin += toCyrillic.has(word[i]) ? 1 : OWN
  }
  if (latin === 0 || cyrillic === 0) return
  const map = latin >= OWN && latin > cyrillic ? toLatin : toCyrillic
  for (let i = start; i < end; i++) word[i] = map.get(word[i]) ?? word[i]
}
