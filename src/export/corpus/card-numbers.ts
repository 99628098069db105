/** Numbers of payment cards: digits as cards have them, of an issuer that exists, with a right check digit (ISO/IEC 7812, Luhn). */

/** By the first digits: lengths that the issuers give out. */
const ISSUERS: readonly (readonly [first: RegExp, lengths: readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|64[4-9]|65)/, [16, 19]],
  [/^35(?:2[89]|[3-8])/, [16, 17, 18, 19]],
  [/^3(?:0[0-5]|[689])/, [14, 16, 19]],
  [/^62/, [16, 17, 18, 19]],
  [/^(?:5[06789]|6[0137])/, [16, 18, 19]],
]
/** In one piece, or in the groups that are printed on cards, with one kind of separator. */
const GROUPS = /^(?:\d+|\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{3})?|\d{4}([ -])\d{6}\2\d{4,5})$/

export function isCardNumber(written: string): boolean {
  const text = written.trim().replaceAll('\u00a0', ' ')
  if (!GROUPS.test(text)) return false
  const digits = text.replace(/\D/g, '')
  return ISSUERS.some(([first, lengths]) => first.test(digits) && lengths.includes(digits.length)) && isLuhn(digits)
}

function isLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
