/** Prices in a text: an amount beside the sign or name of a currency. */

const SIGN = '[$€£¥￥฿₽₺₹₩₫₴₪₱]'
const BEFORE = `(?:${SIGN}|\\b(?:US|NT|HK|AU|CA|R|S)\\$|\\b(?:USD|EUR|GBP|CHF|KRW|JPY|THB|IDR|MYR|INR|RM|Rp\\.?|Rs\\.?|kr\\.?)(?=[ \\d]))`
const AFTER = `(?: ?${SIGN}|[,:]-| ?(?:USD|EUR|GBP|CHF|THB|Kč|zł|Ft|lei|kr|руб|грн|р\\.|บาท|บ\\.|円|원|元|đ|تومان|ریال|ريال|درهم|TL|лв|тг|ден|dkk|sek|nok)(?![\\p{L}]))`
// a cart that is empty has a price of zero
const AMOUNT = '(?=[\\d.,٬ ]{0,6}[1-9۱-۹١-٩])[\\d۰-۹٠-٩]{1,3}(?:[.,٬ ]?[\\d۰-۹٠-٩]{3}){0,4}(?:[.,][\\d۰-۹]{1,2})?'
const PRICE = new RegExp(`${BEFORE} ?${AMOUNT}|${AMOUNT}${AFTER}`, 'giu')

/** Forints are written Ft, feet are not. */
const FEET = /(?:FT|ft)$/

/** Enough to know a catalogue. */
const MAX_COUNT = 50
const MAX_TEXT = 100_000

export function countPrices(text: string): number {
  PRICE.lastIndex = 0
  let count = 0
  const searched = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text
  while (count < MAX_COUNT) {
    const found = PRICE.exec(searched)
    if (found === null) break
    if (!FEET.test(found[0])) count++
  }
  return count
}
