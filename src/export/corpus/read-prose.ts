/**
 * A page as a corpus wants it: its prose and what it declares. Most pages are HTML with some paragraphs, and one reading of the markup is
 * enough for those. Its whole text, links, and what a judge reads are left out until somebody asks.
 */
import type { Declarations, Exchange } from '../../contracts.js'
import { readDocument } from '../../documents/read-page.js'
import { analyseText, type ReadablePage } from '../../page/analyse.js'
import { decodeText, htmlOf } from '../../page/charset/decode.js'
import { charsetIn, primaryLanguage } from '../../page/html/meta.js'
import { parseVisibleHtml } from '../../page/html/visible-html.js'
import { decodeContent } from '../../page/http/content-coding.js'
import { isHtml, isXml, mimeOf } from '../../page/http/mime.js'
import { readHeaders } from '../../page/http/page-headers.js'
import { proseOf } from '../../page/index.js'
import { proseOfHtml, type ReadProse } from '../../page/text/prose.js'

export interface ProsePage extends Pick<ReadablePage, 'url' | 'title' | 'mime' | 'bytes' | 'declared'> {
  readonly prose: string
  /** Everything that people see: of most pages it is read at the first question. */
  readonly fullText: string
  /** What `fullText` has in other lines; null where only itself tells. */
  readonly readText: string | null
}

/** Nothing here throws for content. */
export async function readProse(exchange: Exchange): Promise<ProsePage> {
  const document = await readDocument(exchange)
  const read = document === null ? htmlPage(exchange) : null
  if (read !== null) return read
  const page = analyseText(exchange, document)
  const { url, title, mime, bytes, declared, fullText } = page
  return { url, title, mime, bytes, declared, fullText, prose: proseOf(page), readText: null }
}

function htmlPage(exchange: Exchange): ProsePage | null {
  const { status, url } = exchange
  const headers = readHeaders(exchange.headers)
  if (status >= 300 && status < 400 && headers.location !== '') return null
  const bytes = decodeContent(exchange.body, headers.contentEncoding)
  const mime = mimeOf(headers.contentType, bytes)
  if (!isHtml(mime, bytes)) return null
  const { text, charset, charsetSource } = decodeText(bytes, charsetIn(headers.contentType))
  const found = proseOfHtml(text, isXml(mime), url)
  if (found === null) return null
  const language = found.read.language || primaryLanguage(headers.contentLanguage)
  return new HtmlProse(url, mime, bytes, { charset, charsetSource, metaCharset: '', language }, found)
}

class HtmlProse implements ProsePage {
  readonly title: string
  readonly prose: string
  readonly readText: string | null
  private whole: string | null = null

  constructor(
    readonly url: string,
    readonly mime: string,
    readonly bytes: Uint8Array,
    readonly declared: Declarations,
    { prose, read }: ReadProse,
  ) {
    this.title = read.title
    this.prose = prose
    this.readText = read.isPartial ? null : read.text
  }

  get fullText(): string {
    return (this.whole ??= parseVisibleHtml(htmlOf(this), isXml(this.mime), false).parsed.fullText)
  }
}
