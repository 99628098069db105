/**
 * Text of old fonts that hold the letters of another script in the upper half of a table, and call them by the names of the Latin letters
 * that have these places elsewhere: Thai by TIS-620 ("สิ่งที่" is read as "ÊÔ§·Õ"), Russian by T2A and Windows-1251 ("Если" as "Åñëè").
 * Latin languages have no long rows of such letters.
 */
import type { TextLine } from './lines.js'

const ROW = /[\u00a1-\u00ff\u0152\u0153\u03bc]{5,}/g
/** Of all letters, in rows. */
const MOST = 0.3
const LEAST = 100
/**
 * Of the letters of rows. Thai has next to nothing in the last sixteen places, where Russian has р to я, a third of its text; nearly all of
 * Russian text is small letters, in the last thirty-two.
 */
const MOST_OF_THAI = 0.03
const LEAST_OF_RUSSIAN = 0.15
const LEAST_SMALL = 0.7

export function readOldFonts(pages: readonly (readonly TextLine[])[]): void {
  const read = scriptOf(pages)
  if (read === null) return
  for (const lines of pages) for (const line of lines) line.text = read(line.text)
}

/** Null: the fonts are what they say. */
function scriptOf(pages: readonly (readonly TextLine[])[]): ((text: string) => string) | null {
  let [letters, inRows, small, last] = [0, 0, 0, 0]
  for (const lines of pages)
    for (const { text } of lines) {
      letters += text.match(/\p{L}/gu)?.length ?? 0
      for (const [row] of text.matchAll(ROW)) {
        inRows += row.length
        small += row.match(/[\u00e0-\u00ff]/g)?.length ?? 0
        last += row.match(/[\u00f0-\u00ff]/g)?.length ?? 0
      }
    }
  if (inRows < LEAST || inRows < MOST * letters) return null
  if (last < MOST_OF_THAI * inRows) return thai
  return last >= LEAST_OF_RUSSIAN * inRows && small >= LEAST_SMALL * inRows ? russian : null
}

function thai(text: string): string {
  return text.replace(/[\u00a1-\u00fb\u03bc]+/g, row => {
    let read = ''
    for (const sign of row) {
      // the letter at 0xB5 is called by its Greek name
      const code = sign === '\u03bc' ? 0xb5 : sign.charCodeAt(0)
      if (code <= 0xda || code >= 0xdf) read += String.fromCharCode(code - 0xa0 + 0x0e00)
    }
    return read
  })
}

function russian(text: string): string {
  return text.replace(/[\u00c0-\u00ff]/g, sign => String.fromCharCode(sign.charCodeAt(0) - 0xc0 + 0x0410))
}
