/**
 * The text between the tags as bytes, in whatever encoding the page is written: what the old policies give to TextCat.
 * Comments and the contents of script and style go too; character references stay as they are (`&#3585;`), because the papers
 * did not decode them. UTF-16 pages come out as nonsense, as they did then.
 */

/** TextCat is comfortable with 300 characters; this bounds the cost of a hostile page. */
const MAX_TEXT = 8 * 1024
const MAX_SCANNED = 512 * 1024

const LESS = 0x3c
const SPACE = 0x20

export function stripTags(bytes: Uint8Array): Uint8Array {
  const html = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_SCANNED))
  const text = new Uint8Array(Math.min(html.length, MAX_TEXT))
  let length = 0
  let blank = true
  for (let i = 0; i < html.length && length < text.length;) {
    if (html[i] === LESS && opensMarkup(html[i + 1])) {
      i = endOfMarkup(html, i)
      if (!blank) text[length++] = SPACE
      blank = true
      continue
    }
    const isBlank = html[i] <= SPACE
    if (!(isBlank && blank)) text[length++] = isBlank ? SPACE : html[i]
    blank = isBlank
    i++
  }
  return text.subarray(0, length)
}

/** A letter, `/`, `!` or `?`: otherwise `<` is text ("a < b", or half a character of Shift_JIS). */
function opensMarkup(byte: number | undefined): boolean {
  if (byte === undefined) return false
  const lower = byte | 0x20
  return (lower >= 0x61 && lower <= 0x7a) || byte === 0x2f || byte === 0x21 || byte === 0x3f
}

function endOfMarkup(html: Buffer, start: number): number {
  if (html[start + 1] === 0x21 && html[start + 2] === 0x2d && html[start + 3] === 0x2d)
    return after(html, '-->', start + 4)
  const close = after(html, '>', start)
  const name = html.toString('latin1', start + 1, start + 8).toLowerCase()
  if (/^script[\s/>]/.test(name + '>')) return endOfRawText(html, close, 'script')
  if (/^style[\s/>]/.test(name + '>')) return endOfRawText(html, close, 'style')
  return close
}

/** Past the closing tag, in whatever case it is written. */
function endOfRawText(html: Buffer, start: number, name: string): number {
  for (let i = html.indexOf('</', start); i >= 0; i = html.indexOf('</', i + 2)) {
    if (html.toString('latin1', i + 2, i + 2 + name.length).toLowerCase() === name) return after(html, '>', i)
  }
  return html.length
}

function after(html: Buffer, mark: string, start: number): number {
  const at = html.indexOf(mark, start)
  return at < 0 ? html.length : at + mark.length
}
