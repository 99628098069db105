/** What kind of content a body is: as the header says, else as it looks. */

/** Types that servers send when they do not know. */
const UNKNOWN = new Set([
  '',
  '*/*',
  'application/octet-stream',
  'application/unknown',
  'content/unknown',
  'unknown/unknown',
])
const SNIFFED = 1_024
/** Files of Word, Excel and the like may be pages that a program has called so; a PDF may be the message that there is none. */
const DOCUMENT =
  /^application\/(?:pdf|x-pdf|rtf|epub\+zip|ms(?:word|-?excel|-?powerpoint)|vnd\.(?:ms-|openxmlformats-|oasis\.))/
const HTML_START = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,200}>\s*)?<(?:!doctype\s+html|html|head|title|body|meta)[\s>]/i

/** The media type, lower-cased, without parameters. */
export function mimeOf(contentType: string, bytes: Uint8Array): string {
  const mime = mimeIn(contentType)
  if (UNKNOWN.has(mime)) return sniff(bytes)
  return DOCUMENT.test(mime) && HTML_START.test(start(bytes)) ? 'text/html' : mime
}

/** As a header says it: '' when it says nothing. */
export function mimeIn(contentType: string): string {
  const semicolon = contentType.indexOf(';')
  return (semicolon === -1 ? contentType : contentType.slice(0, semicolon)).trim().toLowerCase()
}

function sniff(bytes: Uint8Array): string {
  const head = start(bytes)
  if (looksLikeHtml(head)) return 'text/html'
  if (/^(?:\xef\xbb\xbf)?\s*<\?xml\s/.test(head)) return 'application/xml'
  // text has no control characters but white space and escapes; UTF-16 has a byte order mark
  return /^(?:\xff\xfe|\xfe\xff)|^[^\0-\x08\x0b\x0e-\x1a\x1c-\x1f]*$/.test(head)
    ? 'text/plain'
    : 'application/octet-stream'
}

/** XML is read when it is XHTML. */
export function isHtml(mime: string, bytes: Uint8Array): boolean {
  if (mime === 'text/html' || mime === 'application/xhtml+xml') return true
  return isXml(mime) && /<html[\s>]/i.test(start(bytes))
}

export function isXml(mime: string): boolean {
  return mime === 'application/xhtml+xml' || mime === 'application/xml' || mime === 'text/xml'
}

function start(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SNIFFED)).toString('latin1')
}

function looksLikeHtml(head: string): boolean {
  return /<(?:!doctype\s+html|html|head|title|body|meta|link|script|table|a\s|div|p|h[1-6]|br|center|font|frameset)[\s>/]/i.test(
    head,
  )
}
