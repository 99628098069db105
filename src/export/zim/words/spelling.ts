/**
 * The spellings under which readers ask for a term. Kiwix readers until libzim 8 ask as it was typed, later ones without marks, so
 * that each term is indexed in both ways.
 */
import { fold, foldThai, plainDigits } from '../../../portal/search/fold.js'

/** A text as it is cut into terms: composed, soft hyphens out (Xapian would cut there), letters of full or half width as their usual ones. */
export function prepared(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text
  const clean = text.toWellFormed().replaceAll('\u00ad', '').normalize('NFC')
  return clean.replace(/[\uff01-\uffdc]+/g, wide => wide.normalize('NFKC'))
}

/** Xapian's small letters: one letter for one, so no "i̇" for "İ" and no other sigma at the end. */
export function lowered(token: string): string {
  return token.replaceAll('İ', 'i').toLowerCase()
}

/** Without any mark of any script, as libzim does it: "crème" → "creme", "น้ำ" → "นำ", "が" → "か". */
export function unmarked(token: string): string {
  if (!/[^\0-\x7f]/.test(token)) return token
  return token
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
}

/**
 * A term and the other ways to type it: signs of Thai and Lao that are written in two orders or in two pieces, final sigma of Greek
 * capitals, digits of other scripts, letters that Arabic and Persian share and their keyboards do not.
 */
export function spellings(token: string): string[] {
  if (!/[^\0-\x7f]/.test(token)) return [token]
  const all = new Set([token, plainDigits(token)])
  if (/[\u0e00-\u0eff]/.test(token)) all.add(foldThai(plainDigits(token)))
  if (/[\u0600-\u06ff]/.test(token)) {
    all.add(fold(token))
    all.add(token.replaceAll('\u064a', '\u06cc').replaceAll('\u0643', '\u06a9'))
  }
  if (token.endsWith('ς')) all.add(`${token.slice(0, -1)}σ`)
  if (token.endsWith('σ')) all.add(`${token.slice(0, -1)}ς`)
  return [...all]
}
