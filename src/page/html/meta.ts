/** What META elements and the matching HTTP headers say about a page. */

export interface Meta {
  /** The last charset a META element names, as written, lower-cased; '' when none. */
  metaCharset: string
  /** http-equiv Content-Language as written. */
  metaLanguage: string
  nofollow: boolean
  noindex: boolean
}

/** `content`: value of http-equiv or name; a charset attribute alone is enough. Refreshes are not read here. */
export function readMeta(meta: Meta, name: string, content: string, charset: string): void {
  if (charset !== '') meta.metaCharset = charset.trim().toLowerCase()
  if (content === '') return
  switch (name.trim().toLowerCase()) {
    case 'content-type':
      meta.metaCharset = charsetIn(content) || meta.metaCharset
      break
    case 'content-language':
      meta.metaLanguage ||= content
      break
    case 'robots':
      readRobots(meta, content)
      break
  }
}

/** Adds what the value of meta robots or X-Robots-Tag forbids. */
export function readRobots(meta: { nofollow: boolean; noindex: boolean }, content: string): void {
  for (const word of content.toLowerCase().split(/[\s,;]+/, 50)) {
    if (word === 'nofollow' || word === 'none') meta.nofollow = true
    if (word === 'noindex' || word === 'none') meta.noindex = true
  }
}

/** The charset that a Content-Type names, lower-cased, not checked against anything; '' when none. */
export function charsetIn(contentType: string): string {
  const match = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"',]+))/i.exec(contentType)
  return match === null ? '' : (match[1] ?? match[2] ?? match[3]).trim().toLowerCase()
}

/** The URL in the value of a refresh (`5; url=next.html`), '' when it only reloads. */
export function refreshTarget(content: string): string {
  const match = /^\s*[\d.]*\s*(?:[;,]\s*|\s)(?:url\s*=\s*)?(.*)$/is.exec(content)
  if (match === null) return ''
  const url = match[1].trim()
  const quote = url[0]
  if (quote !== '"' && quote !== "'") return url
  const end = url.indexOf(quote, 1)
  return url.slice(1, end === -1 ? undefined : end).trim()
}

/**
 * 'de-AT, en' → 'de': the lower-cased primary subtag of the first language, '' when there is none that is well-formed. Three letters behind it
 * are a language of their own ('zh-yue' → 'yue', as BCP 47 has it), and a name for private use is one as a whole ('x-padang').
 */
export function primaryLanguage(value: string): string {
  const match = /^[\s,]*(?:(x(?:-[a-z0-9]{1,8}){1,4})|([a-z]{2,8})(?:-([a-z]{3}))?)(?![a-z0-9])/i.exec(value)
  return (match?.[1] ?? match?.[3] ?? match?.[2] ?? '').toLowerCase()
}
