/**
 * SURT: the sort-friendly form of a URL (`http://www.example.org/a?b` → `org,example)/a?b`), which makes all captures of
 * a page, a host or a domain neighbours in an index. The rules are those that replay tools look URLs up by: scheme,
 * `www.`, default port and fragment dropped, lower case, query arguments sorted.
 */
const WWW = /^www\d*\./

/** Paths that every reader leaves as they are: no escapes, nothing to escape, no `.` or `..`, no query. */
const PLAIN_PATH = /^(?:\/(?!\.)[a-z0-9._~-]*)+$/

const ORIGIN = /^https?:\/\/[^/?#\\]+$/

// of the URL before, since a crawl asks for many pages of one host
let lastOrigin = ''
/** Of its root; '' where no path can be put behind it. */
let lastKey = ''

export function surtOf(url: string): string {
  const slash = url.indexOf('/', 8)
  if (slash === -1) return parsedSurt(url)
  const origin = url.slice(0, slash)
  const path = url.slice(slash)
  if (origin !== lastOrigin) {
    const root = ORIGIN.test(origin) ? parsedSurt(`${origin}/`) : ''
    lastKey = root.endsWith(')/') ? root.slice(0, -1) : ''
    lastOrigin = origin
  }
  return lastKey !== '' && PLAIN_PATH.test(path) ? lastKey + path : parsedSurt(url)
}

function parsedSurt(url: string): string {
  const lower = url.toLowerCase()
  if (!lower.startsWith('http://') && !lower.startsWith('https://')) return asKey(url)
  let parsed: URL
  try {
    const at = lower.indexOf('//') + 2
    parsed = new URL(lower.slice(0, at) + lower.slice(at).replace(WWW, ''))
  } catch {
    return asKey(url)
  }
  const { hostname, port, pathname, search } = parsed
  let surt = hostname.includes('.') ? hostname.split('.').reverse().join(',') : hostname
  if (port !== '') surt += ':' + port
  surt += ')' + pathname
  if (search === '') return surt
  return surt + '?' + (search.includes('&') ? search.slice(1).split('&').sort().join('&') : search.slice(1))
}

/** A key is one word of a line, in ASCII, so that sorting strings and sorting bytes is the same. */
function asKey(uri: string): string {
  return encodeURI(uri.toWellFormed()).replaceAll('%25', '%')
}
