/** Whether digits in a text are a telephone number: by the word before them, or by the way in which numbers are written in many countries. */

/** "Telephone", "mobile", "fax" at the end of what stands before, in the languages of many pages. */
const CALL =
  /(?:[☎☏✆📞📱]|\b(?:tele?|tel[eé]?fono?s?|t[eé]l[eé]phone|telefone?n?|telp|tlf|tfn|phones?|ph|fono|fax|faks|mobile?|mobil|mob|cell|celular|gsm|handy|hotline|helpline|call|whatsapp|line|viber|sms|hp|wa|t|f|m|đt|sđt|hotline)|тел(?:ефон)?(?:ы|у)?|факс|моб|โทร(?:ศัพท์|สาร)?|แฟกซ์|มือถือ|电话|電話|传真|傳真|手机|手機|热线|熱線|전화|팩스|휴대폰|هاتف|تلفن|تليفون|فاکس|فاكس|نمابر|دورنگار|جوال|טלפון|फ़ोन|फोन|điện thoại)[\s.:：)\]№#-]{0,4}(?:\(?\+?\d{1,3}\)?)?$/iu
const DATE =
  /(?:^|\D)(?:(?:19|20)\d\d([-./])[01]?\d\1[0-3]?\d|[0-3]?\d([-./])[0-3]?\d\2(?:19|20|25)\d\d)(?:\D|$)|^(?:1[5-9]|20)\d\d ?[-–/] ?(?:1[5-9]|20)\d\d$/
/** Other numbers that have a name: of taxes, accounts, licences, books. */
const OTHER =
  /(?:\b(?:iva|vat|ust|uid|id|nip|cif|nif|ico|abn|cnpj|cep|zip|iban|isbn|issn|icp|qq|account|konto|order|no|nr)|инн|огрн|кпп|备|證|证|号|番号|번호)[\s.:：№#-]{0,4}$/iu
/** Book numbers: 13 digits, and ten with three hyphens. */
const BOOK = /^97[89][- ]?\d|^\d-\d{2,6}-\d{2,6}-[\dxX]$/

/** `before`: the text in front of it; `isNext`: it follows another number. */
export function isPhoneNumber(written: string, before: string, isNext: boolean): boolean {
  const text = written.replaceAll('\u00a0', ' ').trim()
  const digits = text.replace(/\D/g, '')
  const count = digits.length
  if (count > 15 || DATE.test(text)) return false
  if (/^\(?\+|^00[1-9]/.test(text)) return count >= 8
  if (isNext || CALL.test(before)) return count >= 6
  if (BOOK.test(text) || OTHER.test(before)) return false
  return isNational(text, digits)
}

/** Ways to write a number without the code of its country. */
const NATIONAL: readonly RegExp[] = [
  // North America: 212-555-0123, (212) 555 0123, 1-800-555-0123
  /^(?:1[-. ])?(?:\([2-9]\d\d\) ?|[2-9]\d\d[-.])[2-9]\d\d[-. ]\d{4}$/,
  // an area code in brackets: (02) 555 0123, (495) 123-45-67, 8 (800) 200-30-40, (11) 9.5555.0123
  /^(?:[078][- ]?)?\(0?\d{2,5}\)[ -]?\d[\d .-]{4,10}\d$/,
  // 8-800-200-30-40
  /^8[- ]\d{3}[- ]\d{3}[- ]\d{2}[- ]?\d{2}$/,
  // mobile numbers in China, numbers of companies there and in Korea
  /^1[3-9]\d(?:\d{8}|[ -]\d{4}[ -]\d{4})$/,
  /^(?:400|800)[- ]?(?:\d{3}[- ]?\d{4}|\d{4}[- ]?\d{3})$/,
  /^1[568]\d{2}-\d{4}$/,
]
/** With the zero that one dials first, in groups or in one piece. */
const WITH_ZERO = /^0\d{1,4}(?:[-. /–]{1,3}\d{1,8}){1,4}$|^0[1-9]\d{7,9}$/

function isNational(text: string, digits: string): boolean {
  if (NATIONAL.some(form => form.test(text))) return true
  return digits.length >= 9 && digits.length <= 12 && WITH_ZERO.test(text)
}
