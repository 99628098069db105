/**
 * Style sheets whose addresses lead into the archive. Only addresses change; what else a sheet says cannot leave the page, and what it
 * loads is limited by the policy that the page is served with (headers.ts), however it is spelt.
 */
import type { ArchivedUrls } from './address.js'
import { cssAddresses } from './css-addresses.js'
import { References, write, type ReferencePiece, type ReferencePlaces } from './references.js'

const MAX_ADDRESSES = 5_000

export function rewriteCss(
  css: string,
  url: string,
  charset: string,
  library: ArchivedUrls,
  places: ReferencePlaces,
): string {
  const references = new References(url, charset)
  const pieces = cssPieces(css, references)
  return write(pieces, references.settle(library, places))
}

/** The addresses are added to `references`; their base is that of the document. */
export function cssPieces(css: string, references: References): ReferencePiece[] {
  const pieces: ReferencePiece[] = []
  let done = 0
  let count = 0
  for (const { url, start, end } of cssAddresses(css)) {
    const address = url.trim()
    if (address.startsWith('#') || isPictureOrFont(address)) continue
    pieces.push(css.slice(done, start))
    done = end
    if (address === '') continue
    // what is behind so many is left out
    if (++count > MAX_ADDRESSES) return pieces
    const reference = references.add(address)
    const fragment = address.includes('#') ? address.slice(address.indexOf('#')) : ''
    pieces.push(known => {
      const target = known.load(reference)
      return target === null ? 'data:,' : escapeCss(target + fragment)
    })
  }
  pieces.push(css.slice(done))
  return pieces
}

/** Data that can be no more than a picture or a font. */
export function isPictureOrFont(address: string): boolean {
  return /^data:(?:image\/|font\/|application\/(?:x-)?font|application\/octet-stream)/i.test(address)
}

/** Good inside quotes of both kinds and without. */
function escapeCss(address: string): string {
  return address.replace(/["'()\\\s]/g, sign => `\\${sign.charCodeAt(0).toString(16)} `)
}

/** Old pages hide their styles from older browsers in comments of HTML, newer ones from XML. To be taken out before the sheet is read. */
export function withoutWrapping(css: string): string {
  return css.replace(/<!\[CDATA\[|\]\]>|<!--/g, ' ')
}

/**
 * In HTML the content of a STYLE element ends at its end tag, inside SVG it is markup. This text holds nothing that begins a tag, a
 * comment or a reference, so that it is the same in both.
 */
export function asStyleText(css: string): string {
  const text = css.replace(/<(?=[a-z/!?])/gi, '\\3c ').replace(/&(?=[a-z#])/gi, '\\26 ')
  // markup that was left in a sheet (attribute-rules.ts, `withoutLikenesses`); in brackets it is a selector
  return text.replace(/(?<!\[)( (?:src|href) *)=/g, '$1\\3d ')
}
