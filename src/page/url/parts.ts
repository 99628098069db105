/** Parts of canonical URLs, by position: nothing is parsed, so the URL must come from `canonicalUrl`. */

function hostStart(url: string): number {
  return url.charCodeAt(4) === 115 ? 8 : 7 // https:// or http://
}

/** Where the path begins. */
function hostEnd(url: string): number {
  return url.indexOf('/', 8)
}

/** Where the query begins, or the end. */
function pathEnd(url: string): number {
  const mark = url.indexOf('?', 8)
  return mark === -1 ? url.length : mark
}

/** Where the port begins, or the end of the host; an IPv6 address has colons of its own. */
function nameEnd(url: string, start: number, end: number): number {
  const colon = url.charCodeAt(start) === 91 ? url.indexOf(':', url.indexOf(']', start)) : url.indexOf(':', start)
  return colon === -1 || colon > end ? end : colon
}

/** `http://a.example:8080/x` → `a.example` */
export function hostOf(url: string): string {
  const start = hostStart(url)
  return url.slice(start, nameEnd(url, start, hostEnd(url)))
}

/**
 * The machine that is asked: host, and port unless it is the scheme's own. `http://a.example/` and `https://a.example/` are
 * one server to be polite to, `http://a.example:8080/` is another.
 */
export function serverKeyOf(url: string): string {
  return url.slice(hostStart(url), hostEnd(url))
}

/**
 * Host and first directory: `http://a.example/user1/x` → `a.example/user1/`, `http://a.example/about.html` →
 * `a.example/`
 */
export function directoryOf(url: string): string {
  const start = hostStart(url)
  const root = hostEnd(url)
  const slash = url.indexOf('/', root + 1)
  return url.slice(start, (slash === -1 || slash >= pathEnd(url) ? root : slash) + 1)
}

/** Host and path up to the last slash, lower-cased: `http://a.example/X/y/z.html?q` → `a.example/x/y/` */
export function segmentOf(url: string): string {
  const end = pathEnd(url)
  return url.slice(hostStart(url), url.lastIndexOf('/', end - 1) + 1).toLowerCase()
}

/**
 * The last label of the host's name: `http://www.a.co.th/` → `th`; '' for an address in numbers and for a name without
 * dots.
 */
export function tldOf(url: string): string {
  const host = hostOf(url)
  const tld = host.slice(host.lastIndexOf('.') + 1)
  const first = tld.charCodeAt(0)
  return tld.length === host.length || (first >= 48 && first <= 57) || first === 91 ? '' : tld
}
