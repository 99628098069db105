/** What an archived answer is to a reader: a document with addresses that lead into the archive, text, bytes, or another address. */
import type { Exchange } from '../../contracts.js'
import { decodeContent } from '../../page/http/content-coding.js'
import { decodeText } from '../../page/charset/decode.js'
import { readHeaders } from '../../page/http/page-headers.js'
import { charsetIn } from '../../page/html/meta.js'
import { isXml, mimeOf } from '../../page/http/mime.js'
import { canonicalUrl } from '../../page/url/canonical.js'
import type { ReplayWords } from '../contracts.js'
import type { ArchivedUrls } from './address.js'
import type { ReferencePlaces } from './references.js'
import { rewriteCss } from './rewrite-css.js'
import { rewriteDocument } from './rewrite-html.js'
import { shownAs, type ShownAs } from './types.js'

export type Shown = ShownBody | ShownRedirect

export interface ShownBody extends ShownAs {
  readonly body: string | Uint8Array
  /** As the archive says. */
  readonly mime: string
  /** An HTML page that leads on by itself, to what is archived; '' otherwise. `refreshUrl`: its address on the Web. */
  readonly refresh: string
  readonly refreshUrl: string
}

export interface ShownRedirect {
  readonly kind: 'redirect'
  /** Canonical. */
  readonly url: string
}

/** `url`: canonical. */
export function showExchange(
  url: string,
  exchange: Exchange,
  library: ArchivedUrls,
  places: ReferencePlaces,
  words: ReplayWords,
): Shown {
  const headers = readHeaders(exchange.headers)
  if (exchange.status >= 300 && exchange.status < 400 && headers.location !== '') {
    const target = canonicalUrl(headers.location, url)
    if (target !== null && target !== url) return { kind: 'redirect', url: target }
  }
  const bytes = decodeContent(exchange.body, headers.contentEncoding)
  const mime = mimeOf(headers.contentType, bytes)
  const shown = shownAs(headers.contentType, bytes, url)
  const as = (body: string | Uint8Array, type = shown.type, refresh = '', refreshUrl = ''): ShownBody => {
    return { ...shown, type, body, mime, refresh, refreshUrl }
  }
  const decode = (): { text: string; charset: string } => decodeText(bytes, charsetIn(headers.contentType))
  switch (shown.kind) {
    case 'html': {
      const { text, charset } = decode()
      const reads = isXml(mime) ? 'xml' : 'html'
      const page = rewriteDocument({ text, url, charset, reads, writes: 'html' }, library, places, words)
      return as(page.text, 'text/html; charset=utf-8', page.refresh, page.refreshUrl)
    }
    case 'svg': {
      const { text, charset } = decode()
      const drawing = rewriteDocument({ text, url, charset, reads: 'xml', writes: 'svg' }, library, places, words)
      return as(drawing.text, 'image/svg+xml; charset=utf-8')
    }
    case 'css': {
      const { text, charset } = decode()
      return as(rewriteCss(text, url, charset, library, places), 'text/css; charset=utf-8')
    }
    case 'text':
      return as(decode().text, 'text/plain; charset=utf-8')
    case 'bytes':
    case 'pdf':
    case 'download':
      return as(bytes)
  }
}
