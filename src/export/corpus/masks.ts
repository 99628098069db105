/**
 * E-mail addresses, telephone and card numbers in a text become `[email]`, `[phone]`, `[card]`. By their form, and for telephone numbers
 * also by the word before them; how well, docs/export-corpus.md says. Linear time: every pattern is bounded.
 */
import { isCardNumber } from './card-numbers.js'
import { isPhoneNumber } from './phone-numbers.js'

export const MASKS = ['email', 'phone', 'card'] as const
export type Mask = (typeof MASKS)[number]
export type MaskCounts = Readonly<Record<Mask, number>>

/** Also "ann (at) site.example" and "ann [at] site [dot] example". Not in addresses of pages. */
const EMAIL =
  /(?<![\p{Script=Latin}\d._%+/-])[\p{Script=Latin}\d._%+-]{1,64}(?:[@＠]| ?[([{] ?(?:at|@) ?[)\]}] ?)[\p{Script=Latin}\d-]{1,63}(?:(?:\.| ?[([{] ?(?:dot|\.) ?[)\]}] ?)[\p{Script=Latin}\d-]{1,63}){0,5}(?:\.| ?[([{] ?(?:dot|\.) ?[)\]}] ?)\p{Script=Latin}{2,24}/giu
/** Digits with what stands between the digits of a number. Dates, prices and versions look like it: the checks tell. */
const DIGITS =
  /(?:(?<![\d@/.,:=+-])\+ ?|(?<![\p{Script=Latin}\p{Script=Cyrillic}\d#_=&@/-]|\d[.,:]))\(?\+?\d(?:(?:[ \u00a0]?(?:[().‐-–-]{1,2}[ \u00a0]?)?|\/)\d){5,62}(?![\p{Script=Latin}\p{Script=Cyrillic}\d_%€$£]|[.:/]\d|[ \u00a0().‐-–-]{1,2}\d)/gu
/** Where a second number may begin: with the zero or the plus sign that one dials first. */
const SEVERAL = /([ \u00a0/]+)(?=[(]?[0+])/
/** The extension behind a number: 02-555-0123 (19). It stays. */
const EXTENSION = /^(.*\d)([ \u00a0]?\(\d{1,5})$/
/** Between two numbers of one office. */
const AND = /^[\s,;、/|]{1,4}$/
const BEFORE = 24

export function maskText(text: string, masks: ReadonlySet<Mask>, onMask: (mask: Mask) => void): string {
  let masked = text
  if (masks.has('email') && /[@＠]|\bat\b/i.test(masked))
    masked = masked.replace(EMAIL, () => {
      onMask('email')
      return '[email]'
    })
  if ((!masks.has('phone') && !masks.has('card')) || !/\d/.test(masked)) return masked
  /** Where the last telephone number ended. */
  let phoneEnd = -1
  const maskOne = (found: string, at: number, whole: string): string => {
    if (isCardNumber(found)) {
      if (!masks.has('card')) return found
      onMask('card')
      return '[card]'
    }
    const isNext = phoneEnd !== -1 && AND.test(whole.slice(phoneEnd, at))
    if (!masks.has('phone') || !isPhoneNumber(found, whole.slice(Math.max(0, at - BEFORE), at), isNext)) return found
    phoneEnd = at + found.length
    onMask('phone')
    return '[phone]'
  }
  return masked.replace(DIGITS, (matched: string, place: number, whole: string) => {
    // a bracket around the number, not one of its own
    const open = matched.startsWith('(') && !matched.includes(')') ? '(' : ''
    const found = matched.slice(open.length)
    const at = place + open.length
    const one = maskOne(found, at, whole)
    if (one !== found) return open + one
    const extended = EXTENSION.exec(found)
    if (extended !== null) return open + maskOne(extended[1], at, whole) + extended[2]
    if (!SEVERAL.test(found)) return open + one
    // two numbers with nothing but a space or a stroke between them
    let from = at
    const pieces = found.split(SEVERAL).map(piece => {
      const start = from
      from += piece.length
      return /\d/.test(piece) ? maskOne(piece, start, whole) : piece
    })
    return open + pieces.join('')
  })
}
