/** The charset that a document declares in itself: XML declaration or META element near its beginning. */
import { codeUnits } from '../html/code-units.js'
import { charsetName } from './names.js'
import { Attributes } from '../html/attributes.js'
import { charsetIn } from '../html/meta.js'
import { scanHtml, type HtmlEvents } from '../html/scanner.js'
import { TAG } from '../html/tags.js'

/**
 * Browsers look at 1,024 bytes before they begin, and begin again where a declaration comes later. Hardly any comes behind 16 KB:
 * styles in front of it, for instance.
 */
const PRESCANS = [1_024, 16_384] as const
const FAR = 1_000_000
/** No declaration is without it, and looking for it is cheaper than reading. */
const CHARSET = /charset/i

/** Name by the Encoding standard, null when none is declared that can be decoded. */
export function declaredCharset(bytes: Buffer): string | null {
  const xml = /^\s*<\?xml[^>]{1,200}?encoding\s*=\s*["']([\w.:-]{1,40})/.exec(bytes.toString('latin1', 0, 256))
  const named = xml === null ? null : inMarkup(charsetName(xml[1]))
  if (named !== null) return named
  let done = 0
  for (const length of PRESCANS) {
    if (bytes.length <= done) break
    done = length
    const found = charsetInMeta(bytes, length)
    if (found !== null) return found
  }
  return null
}

/** The same behind the place where `declaredCharset` stops. */
export function farCharset(bytes: Buffer): string | null {
  const [, near] = PRESCANS
  // most pages do not have the word: looking for it is cheaper than reading
  const isNamed = ['charset', 'CHARSET', 'Charset'].some(word => {
    const at = bytes.indexOf(word, near - word.length, 'latin1')
    return at !== -1 && at < FAR
  })
  return isNamed ? charsetInMeta(bytes, FAR) : null
}

function charsetInMeta(bytes: Buffer, length: number): string | null {
  const head = bytes.toString('latin1', 0, Math.min(length, bytes.length))
  if (!CHARSET.test(head)) return null
  const codes = codeUnits(head)
  const search = new CharsetSearch(head, codes)
  scanHtml(head, codes, search, false)
  return search.found
}

/** Who could read this markup as ASCII does not look at UTF-16. */
function inMarkup(charset: string | null): string | null {
  return charset === 'utf-16le' || charset === 'utf-16be' ? 'utf-8' : charset
}

class CharsetSearch implements HtmlEvents {
  found: string | null = null
  private readonly attributes: Attributes
  private reading = false

  constructor(head: string, codes: Uint16Array) {
    this.attributes = new Attributes(head, codes)
  }

  open(tag: number): void {
    this.reading = tag === TAG.meta && this.found === null
    if (this.reading) this.attributes.begin(tag)
  }

  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    if (this.reading) this.attributes.read(nameStart, nameEnd, valueStart, valueEnd)
  }

  opened(): void {
    if (!this.reading) return
    const { charset, name, content } = this.attributes
    const label = charset !== '' ? charset : name.trim().toLowerCase() === 'content-type' ? charsetIn(content) : ''
    if (label !== '') this.found = inMarkup(charsetName(label))
  }

  text(): void {}
  close(): void {}
}
