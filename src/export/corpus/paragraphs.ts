/** The text of a page as a corpus keeps it: one paragraph per line. */

/** Control characters, line and paragraph separators, byte order marks and what is no character at all. */
const UNWANTED = /[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]+/gu
const SPACES = /[ \u00a0]{2,}/g
/** A text without any of it has lines that are clean when their ends are: a line feed is between them. */
const UNCLEAN = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]|[ \u00a0]{2}/

/**
 * Letters stay as the page has them: no normal form, no folding. Zero-width spaces stay, too: Khmer, Lao and Thai have them between
 * words. A lone half of a surrogate pair, which no file in UTF-8 can hold, becomes U+FFFD.
 */
export function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = []
  const isClean = !UNCLEAN.test(text)
  for (const line of text.split('\n')) {
    const paragraph = isClean ? line.trim() : cleaned(line)
    if (paragraph !== '') paragraphs.push(paragraph)
  }
  return paragraphs
}

export function cleaned(line: string): string {
  return line.toWellFormed().replace(UNWANTED, ' ').replace(SPACES, ' ').trim()
}

/** Unicode code points. `text` is well-formed: every first half of a pair has its second. */
export function charactersIn(text: string): number {
  let count = text.length
  if (/[\ud800-\udbff]/.test(text))
    for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xd800) count--
  return count
}

/** Of the text that they make, with what divides them. */
export function charactersOf(paragraphs: readonly string[]): number {
  let characters = Math.max(0, paragraphs.length - 1)
  for (const paragraph of paragraphs) characters += charactersIn(paragraph)
  return characters
}

/** A heading, a date, a button. One Chinese sign says as much as two or three letters. */
const SHORT = 40
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af]/g

export function isShort(paragraph: string): boolean {
  if (paragraph.length >= SHORT) return false
  return paragraph.length + 1.5 * (paragraph.match(WIDE)?.length ?? 0) < SHORT
}

/** Equal for paragraphs that differ in nothing but case, punctuation, spaces and the form of their letters. Numbers count. */
export function foldParagraph(paragraph: string): string {
  return paragraph
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}
