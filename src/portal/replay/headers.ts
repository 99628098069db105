/**
 * Headers of archived answers. None comes from the archive: a header of the Web could set cookies, open the policy or lead away.
 *
 * The policy is the wall: no scripts, no forms, no pop-ups, an origin of its own (so no cookies, no storage, no portal), and everything
 * that is loaded comes from the archive, whatever a page says. `allow-top-navigation-by-user-activation` lets links work that a reader
 * clicks; where they lead is the business of the rewriter.
 */

/** For the policy, and for the frame in which the portal shows archived pages. */
export const SANDBOX = 'allow-top-navigation-by-user-activation'

export function archivePolicy(sources: string): string {
  return [
    `sandbox ${SANDBOX}`,
    "default-src 'none'",
    `img-src ${sources} data:`,
    `style-src ${sources} 'unsafe-inline'`,
    `font-src ${sources} data:`,
    `media-src ${sources} data:`,
    `frame-src ${sources}`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** What may be loaded, under the portal's address: `base` is checked, because it is made of what a request claims. */
export function sourcesUnder(base: string): string {
  return /^https?:\/\/[a-z0-9.-]{1,253}(?::\d{1,5})?\/[a-z/]*$/i.test(base) ? base : "'self'"
}

/** All that a browser may load through the proxy: it has no other way. Missing things were left out by the rewriter. */
export const PROXY_SOURCES = 'http:'

export interface Wire {
  readonly type: string
  /** Browsers load fonts only with consent when the page has an origin of its own. */
  readonly isFont?: boolean
  /** Under which name it is saved: for what browsers must not show. */
  readonly download?: string
  /** Tells this version of the bytes from others. */
  readonly tag?: string
  readonly sources: string
}

export function archiveHeaders({ type, isFont = false, download, tag, sources }: Wire): Record<string, string> {
  const headers: Record<string, string> = {
    'Content-Type': type,
    'Content-Security-Policy': archivePolicy(sources),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-DNS-Prefetch-Control': 'off',
    // the pages that load it have no origin, so "same-origin" would keep their own images from them
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // a page that the administrator blocks is gone at once, its images a little later
    'Cache-Control': type.startsWith('text/html') ? 'private, no-cache' : 'private, max-age=300',
  }
  if (/^(?:audio|video)\//.test(type)) headers['Accept-Ranges'] = 'bytes'
  if (tag !== undefined) headers.ETag = tag
  if (isFont) headers['Access-Control-Allow-Origin'] = '*'
  if (download !== undefined) headers['Content-Disposition'] = `attachment; ${fileName(download)}`
  return headers
}

/**
 * A PDF is shown by the browser's own reader, which no browser starts in a sandbox. It is one as long as nobody takes it for anything else
 * (nosniff), and its reader runs nothing of it in the portal's name: it may load nothing but itself.
 */
export function pdfHeaders(url: string, tag: string): Record<string, string> {
  return {
    'Content-Type': 'application/pdf',
    'Content-Security-Policy':
      "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'private, max-age=300',
    'Content-Disposition': `inline; ${fileName(url)}`,
    ETag: tag,
  }
}

const MAX_NAME = 100

/** The last segment of the address, with nothing in it that a file system or a header could misread. */
function fileName(url: string): string {
  const path = url.replace(/[?#].*$/s, '')
  let name = path.slice(path.lastIndexOf('/') + 1)
  try {
    name = decodeURIComponent(name)
  } catch {
    // as it is written
  }
  const plain = name
    .normalize('NFC')
    .toWellFormed()
    .replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, '-')
    .replace(/^[.\s-]+|[.\s]+$/g, '')
  // the ending tells what it is: a long name loses its beginning
  const short = [...(plain === '' ? 'file' : plain)].slice(-MAX_NAME).join('')
  const ascii = short.replace(/[^\x20-\x7e]/g, '_')
  return `filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(short)}`
}
