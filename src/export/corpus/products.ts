/** Pages that list goods or prices and say hardly anything else: they are no text of a corpus. */
import type { Page } from '../../contracts.js'
import { htmlOf } from '../../page/charset/decode.js'
import { isHtml } from '../../page/http/mime.js'
import { countPrices } from '../../page/signs/prices.js'
import { isHomeUrl, kindOf } from '../../page/text/prose-kind.js'

/** Characters in sentences; with more a page says something. */
const SOME_TEXT = 400
/** A line that is a sentence, not the name of a product. */
const SENTENCE = 80
/** The same for lines that are cut where they are wide enough, as in mail and lecture notes: names of goods are as long, so it takes more. */
const MUCH_TEXT = 2_000
const LINE = 40
/** The sign that ends a sentence: one that names a price is a sentence nevertheless. */
const ENDED = /[.!?…。！？｡؟۔।॥።။]["'’”»)\]]*$/u
/** A Chinese sign says as much as two or three letters. */
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af]/g
/** Prices on the whole page, menus and tiles included, that make a list; with the sign of a shop fewer will do. */
const MANY_PRICES = 8
const SOME_PRICES = 3
const SURE = 0.75
/** Without one there is no price, and looking for them is cheap. */
const DIGIT = /[\d۰-۹٠-٩]/

/** `signsOf`: asked on few pages. */
export function listsProducts(
  page: Pick<Page, 'fullText' | 'url' | 'bytes' | 'declared' | 'mime'>,
  signsOf: () => Page['signs'],
  paragraphs: readonly string[],
): boolean {
  if (isText(paragraphs)) return false
  const prices = countPrices(page.fullText)
  if (prices < SOME_PRICES) return false
  const isList = prices >= MANY_PRICES || signsOf().some(({ kind, strength }) => kind === 'shop' && strength >= SURE)
  return isList && !isArticle(page)
}

/** A short article may stand above what its publisher sells. Home pages of shops say that they are articles, too. */
function isArticle(page: Pick<Page, 'url' | 'bytes' | 'declared' | 'mime'>): boolean {
  return !isHomeUrl(page.url) && isHtml(page.mime, page.bytes) && kindOf(htmlOf(page), page.url) === 'article'
}

function isText(paragraphs: readonly string[]): boolean {
  const priced: string[] = []
  let sentences = 0
  let lines = 0
  for (const paragraph of paragraphs) {
    const size = paragraph.length + 1.5 * (paragraph.match(WIDE)?.length ?? 0)
    if (size < LINE) continue
    // most pages are decided before anybody looks for prices
    if (!DIGIT.test(paragraph) || ENDED.test(paragraph.slice(-8))) {
      lines += size
      if (size >= SENTENCE) sentences += size
    } else priced.push(paragraph)
    if (sentences >= SOME_TEXT || lines >= MUCH_TEXT) return true
  }
  for (const paragraph of priced) {
    if (countPrices(paragraph) > 0) continue
    const size = paragraph.length + 1.5 * (paragraph.match(WIDE)?.length ?? 0)
    lines += size
    if (size >= SENTENCE) sentences += size
    if (sentences >= SOME_TEXT || lines >= MUCH_TEXT) return true
  }
  return false
}
