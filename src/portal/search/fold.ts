/**
 * One spelling for what readers take for the same: case, width, the marks of Latin and Greek letters, points and hamzas of Arabic
 * and Hebrew, digits of all scripts. Marks of Thai, Lao, Khmer and Indic scripts are part of the word and stay; only their
 * order and the two ways to write some of them are made one. Index and query fold alike, so a rule can lose a difference
 * between two words, but never a word.
 */

/** A stretch of text, folded. Safe for hostile input: every pattern looks at a bounded number of characters. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (!/[^\0-\x7f]/.test(lower)) return lower
  let folded = lower.toWellFormed().normalize('NFKD')
  folded = folded.replace(/[\u00ad\u200b-\u200d\u2060\ufeff]+/g, '')
  folded = folded.replace(/([a-zıßæœøđðþłħŧəα-ω])[\u0300-\u036f]+/g, '$1').replace(/[ßæœøđðþłħŧıς]/g, letterOf)
  if (/[\u0400-\u052f]/.test(folded)) folded = foldCyrillic(folded)
  if (/[\u0591-\u06ff]/.test(folded)) folded = foldSemitic(folded)
  if (/[\u0900-\u0dff]/.test(folded)) folded = foldIndic(folded)
  if (/[\u0e00-\u0eff]/.test(folded)) folded = foldThai(folded)
  return plainDigits(folded.normalize('NFC'))
}

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
}

function letterOf(letter: string): string {
  return LETTERS[letter] ?? letter
}

/** ё is written е, and stress marks are for learners; й and ї are letters of their own. */
function foldCyrillic(text: string): string {
  return text.replace(/([\u0400-\u052f])[\u0300\u0301]+/g, '$1').replace(/е\u0308/g, 'е')
}

/** Points and the lengthening stroke are decoration; hamza (apart after NFKD), final ya and ta marbuta are left out by many writers. */
function foldSemitic(text: string): string {
  return text
    .replace(/[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]+/g, '')
    .replace(/[\u0649\u06cc]/g, '\u064a')
    .replace(/\u06a9/g, '\u0643')
    .replace(/[\u0629\u06c1\u06be]/g, '\u0647')
    .replace(/\u0671/g, '\u0627')
}

/** The dot below of borrowed sounds is optional, and both signs of nasal vowels are used for each other. */
function foldIndic(text: string): string {
  return text
    .replace(/[\u093c\u09bc\u0a3c]/g, '')
    .replace(/\u0901/g, '\u0902')
    .replace(/\u0981/g, '\u0982')
}

/** Sara am in one sign, a tone mark after its vowel, and sara ae that was typed as twice sara e; the same in Lao. */
export function foldThai(text: string): string {
  return text
    .replace(/\u0e4d([\u0e48-\u0e4b]?)\u0e32/g, '$1\u0e33')
    .replace(/\u0ecd([\u0ec8-\u0ecb]?)\u0eb2/g, '$1\u0eb3')
    .replace(/([\u0e48-\u0e4b])([\u0e31\u0e34-\u0e39\u0e47])/g, '$2$1')
    .replace(/([\u0ec8-\u0ecb])([\u0eb1\u0eb4-\u0eb9\u0ebb])/g, '$2$1')
    .replace(/\u0e40\u0e40/g, '\u0e41')
    .replace(/\u0ec0\u0ec0/g, '\u0ec1')
}

const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
  0x1040, 0x1090, 0x17e0, 0x1810,
]
const DIGITS = new RegExp(
  `[${ZEROS.map(zero => `${String.fromCharCode(zero)}-${String.fromCharCode(zero + 9)}`).join('')}]`,
  'g',
)

/** Digits of all scripts as 0 to 9. */
export function plainDigits(text: string): string {
  return text.replace(DIGITS, digit => String(digitValue(digit.charCodeAt(0))))
}

function digitValue(code: number): number {
  return code - (ZEROS.findLast(zero => zero <= code) ?? code)
}
