/**
 * Links of one page → canonical URLs, most of them without parsing.
 *
 * The usual link is plain already: lower-case host, ordinary signs, nothing to remove. One look at each character shows
 * that, and the answer is the base and the link put together. Everything else goes the whole way through
 * `canonicalUrl`, with a memory, because the same odd link stands on every page of a site. Both ways give the same
 * answer: a test compares them.
 */
import { MAX_URL, canonicalUrl } from './canonical.js'
import { mayBeDropped } from './parameters.js'

/** `(href as written) → canonical URL or null`. */
export type UrlResolver = (raw: string) => string | null

// What a character is inside a link.
const ODD = 0 // needs the whole way
const PLAIN = 1
const HOST = 2 // plain, and may stand in the name of a host
const SLASH = 3
const DOT = 4
const QUESTION = 5
const HASH = 6
const PERCENT = 7
const COLON = 8
const AMPERSAND = 9
const KIND = new Uint8Array(128)
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ~!$()*+,=@') KIND[sign.charCodeAt(0)] = PLAIN
for (const sign of 'abcdefghijklmnopqrstuvwxyz0123456789-_') KIND[sign.charCodeAt(0)] = HOST
;[...'/.?#%:&'].forEach((sign, k) => (KIND[sign.charCodeAt(0)] = SLASH + k))

/** A pure function's memory, shared by all pages of a worker and emptied when full: some 5 MB at most. */
const MEMORY_SIZE = 8_192
const REMEMBERED_LENGTH = 200
const memory = new Map<string, string | null>()

/** `base` must be canonical; `charset` as in `canonicalUrl`. */
export function createUrlResolver(base: string, charset = 'utf-8'): UrlResolver {
  const query = base.indexOf('?', 8)
  const page = query === -1 ? base : base.slice(0, query)
  const origin = base.slice(0, base.indexOf('/', 8))
  const scheme = base.slice(0, base.indexOf('/'))
  const directory = page.slice(0, page.lastIndexOf('/') + 1)
  const memoryKey = `${charset} ${directory} `

  return raw => {
    const url = resolveFast(raw)
    return url === undefined ? resolveSlow(raw) : url
  }

  /** Undefined: not plain enough to say. */
  function resolveFast(raw: string): string | null | undefined {
    let start = 0
    let end = raw.length
    while (start < end && raw.charCodeAt(start) <= 32) start++
    while (end > start && raw.charCodeAt(end - 1) <= 32) end--
    const first = start === end ? 35 : raw.charCodeAt(start)
    switch (first) {
      case 35: // #
        return base
      case 63: // ?
        return join(page, raw, start, end, true)
      case 47: // /
        if (raw.charCodeAt(start + 1) !== 47) return join(origin, raw, start, end, true)
        return joinHost(`${scheme}//`, raw, start + 2, end)
      case 46: // .
        return joinUp(raw, start, end)
      case 104: // h
        if (raw.startsWith('http://', start)) return joinHost('http://', raw, start + 7, end)
        if (raw.startsWith('https://', start)) return joinHost('https://', raw, start + 8, end)
    }
    return join(directory, raw, start, end, false)
  }

  /** `./x`, `../../x` */
  function joinUp(raw: string, start: number, end: number): string | null | undefined {
    let prefix = directory
    for (;;) {
      if (raw.startsWith('./', start)) {
        start += 2
      } else if (raw.startsWith('../', start)) {
        start += 3
        if (prefix.length > origin.length + 1) prefix = prefix.slice(0, prefix.lastIndexOf('/', prefix.length - 2) + 1)
      } else {
        return join(prefix, raw, start, end, true)
      }
    }
  }

  function resolveSlow(raw: string): string | null {
    if (raw.length > REMEMBERED_LENGTH) return canonicalUrl(raw, base, charset)
    // with these the answer depends on the directory of the base alone
    if (!/^(?:https?:\/\/|[/.]|[^\0- ?#:][^:]*$)/.test(raw)) return canonicalUrl(raw, base, charset)
    const key = memoryKey + raw
    const known = memory.get(key)
    if (known !== undefined) return known
    const url = canonicalUrl(raw, base, charset)
    if (memory.size >= MEMORY_SIZE) memory.clear()
    memory.set(key, url)
    return url
  }
}

/** A link that begins with the name of a host. */
function joinHost(prefix: string, raw: string, start: number, end: number): string | null | undefined {
  let label = start
  let at = start
  for (; at < end; at++) {
    const code = raw.charCodeAt(at)
    if (code > 127) return undefined
    const kind = KIND[code]
    if (kind === DOT) {
      if (at === label) return undefined
      label = at + 1
    } else if (kind !== HOST) {
      if (kind === SLASH || kind === QUESTION || kind === HASH) break
      return undefined
    } else if (at === label && code === 120 && raw.startsWith('xn--', at)) {
      return undefined
    }
  }
  // numbers may be an address in one of its many spellings
  if (at === label || raw.charCodeAt(label) < 97) return undefined
  if (at < end && KIND[raw.charCodeAt(at)] === SLASH) return join(prefix, raw, start, end, true, at)
  return join(`${prefix}${raw.slice(start, at)}/`, raw, at, end, true)
}

/**
 * `prefix` and `raw[start…end)`, when the latter is plain from `at` on.
 * `inPath`: a colon is only a colon; at the beginning of a relative link it ends the name of a scheme.
 */
function join(
  prefix: string,
  raw: string,
  start: number,
  end: number,
  inPath: boolean,
  at = start,
): string | null | undefined {
  let afterSlash = inPath
  for (; at < end; at++) {
    const code = raw.charCodeAt(at)
    if (code > 127) return undefined
    switch (KIND[code]) {
      case ODD:
        return undefined
      case SLASH:
        afterSlash = inPath = true
        continue
      case DOT:
        if (afterSlash) return undefined // a dot segment, perhaps
        break
      case QUESTION:
        if (!isPlainQuery(raw, at + 1, end)) return undefined
        // a # in the query is looked for there
        return finish(prefix, raw, start, endOfQuery(raw, at, end))
      case HASH:
        return finish(prefix, raw, start, at)
      case PERCENT:
        if (!isPlainPercent(raw, at, end)) return undefined
        break
      case COLON:
        if (!inPath) return isOtherScheme(raw, start, at) ? null : undefined
    }
    afterSlash = false
  }
  return finish(prefix, raw, start, end)
}

/**
 * Joined strings share nothing with the page once they are flattened, which hashing or comparing them does: a kept URL
 * must not keep a whole document in memory.
 */
function finish(prefix: string, raw: string, start: number, end: number): string | null {
  return prefix.length + end - start > MAX_URL ? null : prefix + raw.slice(start, end)
}

/** An encoded byte outside ASCII, in capitals: nothing to decode, nothing to raise. */
function isPlainPercent(raw: string, at: number, end: number): boolean {
  if (at + 2 >= end) return false
  const high = raw.charCodeAt(at + 1)
  const low = raw.charCodeAt(at + 2)
  return (
    (high === 56 || high === 57 || (high >= 65 && high <= 70)) && ((low >= 48 && low <= 57) || (low >= 65 && low <= 70))
  )
}

function isPlainQuery(raw: string, start: number, end: number): boolean {
  let name = start
  let nameEnd = -1
  for (let at = start; ; at++) {
    const code = at < end ? raw.charCodeAt(at) : 35
    const kind = code > 127 ? ODD : KIND[code]
    if (kind === AMPERSAND || kind === HASH) {
      // an empty parameter is to be removed
      if (at === name || mayBeDropped(raw, name, nameEnd === -1 ? at : nameEnd)) return false
      if (kind === HASH) return true
      name = at + 1
      nameEnd = -1
    } else if (code === 61) {
      if (nameEnd === -1) nameEnd = at
    } else if (kind === ODD || (kind === PERCENT && !isPlainPercent(raw, at, end))) {
      return false
    }
  }
}

function endOfQuery(raw: string, start: number, end: number): number {
  const hash = raw.indexOf('#', start)
  return hash === -1 ? end : hash
}

function isOtherScheme(raw: string, start: number, end: number): boolean {
  return /^(?!https?$)[a-z][a-z0-9+.-]*$/i.test(raw.slice(start, end))
}
