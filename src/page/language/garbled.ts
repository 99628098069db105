/**
 * Lines that were decoded with the wrong charset. A ticker or an advertisement in another charset than its page is garbled, the page is
 * not: so it is judged by its other lines, if there are enough of them.
 */
import { scriptIndex, scriptOfUnit } from './scripts.js'

const LATIN = scriptIndex('Latn')
const LATIN_1 = scriptIndex('Latn-1')
const BAD = scriptIndex('Zbad')
/** A line with fewer letters of the upper half of ISO 8859-1 may be a few words that have them. */
const FEW = 5

export function readableLines(text: string) {
  let readable = ''
  let letters = 0
  let lost = 0
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline + 1
    let bad = 0
    let upper = 0
    let plain = 0
    for (let i = start; i < end; i++) {
      const script = scriptOfUnit(text.charCodeAt(i))
      if (script === BAD) bad++
      else if (script === LATIN_1) upper++
      else if (script >= LATIN) plain++
    }
    if (bad * 8 > upper + plain || (upper >= FEW && upper > plain)) lost += bad + upper + plain
    else {
      letters += upper + plain
      readable += text.slice(start, end)
    }
    start = end
  }
  return {
    text: readable,
    /** Letters of these lines, and letters and signs of error of the others. */
    letters,
    lost,
  }
}
