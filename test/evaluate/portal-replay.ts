/**
 * Are archived pages shown whole and sealed? All pages of two archives are rewritten; another parser then reads both versions. Whole:
 * the text is the same, letter by letter. Sealed: nothing in it runs or leads out of the archive (test/portal/replay-checks.ts).
 */
import { join } from 'node:path'
import { Parser } from 'htmlparser2'
import { exchangeOf, readArchive } from '../../src/archive/index.js'
import { decodeContent } from '../../src/page/http/content-coding.js'
import { decodeText } from '../../src/page/charset/decode.js'
import { readHeaders } from '../../src/page/http/page-headers.js'
import { charsetIn } from '../../src/page/html/meta.js'
import { isHtml, mimeOf } from '../../src/page/http/mime.js'
import { canonicalUrl } from '../../src/page/url/canonical.js'
import { rewriteDocument } from '../../src/portal/replay/rewrite-html.js'
import { escapesOf, PLACES, WORDS } from '../portal/replay-checks.js'
import type { Measurement } from './measure.js'

const ARCHIVES = ['cc-dev.warc.gz', 'wikischools-dev.warc.gz']

export async function evaluateReplay(data: string): Promise<Measurement[]> {
  let pages = 0
  let whole = 0
  let sealed = 0
  for (const archive of ARCHIVES) {
    for await (const record of readArchive(join(data, archive))) {
      const exchange = exchangeOf(record)
      const url = exchange === null ? null : canonicalUrl(exchange.url)
      if (exchange === null || url === null || exchange.status !== 200) continue
      const headers = readHeaders(exchange.headers)
      const bytes = decodeContent(exchange.body, headers.contentEncoding)
      if (!isHtml(mimeOf(headers.contentType, bytes), bytes)) continue
      const { text, charset } = decodeText(bytes, charsetIn(headers.contentType))
      // every second address is in the library
      const library = { has: (urls: readonly string[]) => urls.map((_, i) => i % 2 === 0) }
      const document = { text, url, charset, reads: 'html', writes: 'html' } as const
      const rewritten = rewriteDocument(document, library, PLACES, WORDS).text
      pages++
      if (escapesOf(rewritten).length === 0) sealed++
      if (textOf(text) === textOf(rewritten.replace(FRAME_NOTE, ''))) whole++
    }
  }
  return [
    { id: 'portal.replay.sealed', value: sealed / pages, detail: `${pages - sealed} of ${pages} pages lead out` },
    { id: 'portal.replay.whole', value: whole / pages, detail: `${pages - whole} of ${pages} pages have other text` },
  ]
}

/** A link in place of a frame that is not in the library. */
const FRAME_NOTE = /<a [^>]*data-longtail="away frame"[^>]*>.*?<\/a>/gs
const UNREAD: ReadonlySet<string> = new Set('script style noembed noframes iframe'.split(' '))

function textOf(html: string): string {
  let text = ''
  let unread = 0
  const parser = new Parser({
    onopentag: name => void (unread += UNREAD.has(name) ? 1 : 0),
    onclosetag: name => void (unread -= UNREAD.has(name) ? 1 : 0),
    ontext: piece => void (text += unread > 0 ? '' : piece),
  })
  parser.end(html)
  return text.replace(/\s+/g, '')
}
