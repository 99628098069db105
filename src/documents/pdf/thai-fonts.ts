/**
 * Thai of old fonts. They hold Thai letters at the places of TIS-620 and call them by the names of Latin ones, so that "สิ่งที่" is read as
 * "ÊÔ§·Õ". Latin languages have no long rows of such letters.
 */
import type { TextLine } from './lines.js'

const ROW = /[\u00a1-\u00fb\u0152\u0153\u03bc]{5,}/g
/** Of all letters, in rows. */
const MOST = 0.3
const LEAST = 100

export function readThaiFonts(pages: readonly (readonly TextLine[])[]): void {
  let inRows = 0
  let letters = 0
  for (const lines of pages)
    for (const { text } of lines) {
      letters += text.match(/\p{L}/gu)?.length ?? 0
      for (const [row] of text.matchAll(ROW)) inRows += row.length
    }
  if (inRows < LEAST || inRows < MOST * letters) return
  for (const lines of pages) for (const line of lines) line.text = line.text.replace(/[\u00a1-\u00fb\u03bc]+/g, thai)
}

function thai(row: string): string {
  let text = ''
  for (const sign of row) {
    // the letter at 0xB5 is called by its Greek name
    const code = sign === '\u03bc' ? 0xb5 : sign.charCodeAt(0)
    if (code <= 0xda || code >= 0xdf) text += String.fromCharCode(code - 0xa0 + 0x0e00)
  }
  return text
}
