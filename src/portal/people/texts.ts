/** Texts that people send: cleaned and cut before they are kept. Escaping for HTML is the business of `markup`. */
import { createHash } from 'node:crypto'

/** Controls except line breaks and tabs, and marks with which a text can make its surroundings read backwards. */
const UNWANTED =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g

/** Several lines; what is too long is cut. Cleaning twice changes nothing, so that a file that is read back is the same. */
export function manyLines(text: string, max: number): string {
  return cut(clean(text, max, '').trimEnd(), max).trimEnd()
}

export function oneLine(text: string, max: number): string {
  return cut(clean(text, max, ' ').replace(/\s+/g, ' ').trim(), max).trimEnd()
}

function clean(text: string, max: number, instead: string): string {
  // a margin, because what is dropped and composed does not count
  const start = text.slice(0, 2 * max + 1_000).toWellFormed()
  return start.replace(/\r\n?/g, '\n').replace(UNWANTED, instead).normalize('NFC')
}

/** Never in the middle of a character. */
function cut(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
}

/** Tells whether a text was changed, without sending it twice. */
export function mark(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** Names of downloads, for old and new browsers (RFC 6266): never a path, never a device. */
export function attachment(name: string, ending: string): string {
  const safe = oneLine(name, 200)
    .replace(/[\\/:*?"<>|%]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const stem = [...safe].slice(0, 80).join('').trim() || 'lesson'
  const ascii =
    stem
      .normalize('NFKD')
      .replace(/[^\w .-]+/g, '')
      .replace(/^[. ]+|[. ]+$/g, '') || 'lesson'
  const encoded = encodeURIComponent(`${stem}.${ending}`).replace(
    /['()*!]/g,
    char => `%${char.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${ascii}.${ending}"; filename*=UTF-8''${encoded}`
}
