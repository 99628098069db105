/** What kind of page it is: one with a text of its own (an article, a post, a report), or one that leads to others (a home page, a list). */

export type ProseKind = 'article' | 'unknown' | 'home'

/** Types of schema.org for which a page has one text. */
const TEXT_TYPES = /"@type"\s*:\s*(?:\[\s*)?"(?:\w*Article|\w*BlogPosting|Report|Recipe|Review|HowTo)"/
const META = 300
const MAX_SCRIPTS = 20

/** `url`: a page at the root of its host is a home page unless it says otherwise. */
export function kindOf(html: string, url: string): ProseKind {
  if (declaresArticle(html)) return 'article'
  return isHomeUrl(url) ? 'home' : 'unknown'
}

function declaresArticle(html: string): boolean {
  const at = html.indexOf('og:type')
  if (at !== -1) {
    const start = html.lastIndexOf('<', at)
    const end = html.indexOf('>', at)
    // content may stand before property
    if (
      at - start < META &&
      end - at < META &&
      /content\s*=\s*["']?\s*(?:article|blogpost)/i.test(html.slice(start, end))
    )
      return true
  }
  let from = 0
  for (let i = 0; i < MAX_SCRIPTS; i++) {
    const start = html.indexOf('ld+json', from)
    if (start === -1) return false
    const end = html.indexOf('</', start)
    const script = html.slice(start, end === -1 ? undefined : end)
    if (TEXT_TYPES.test(script)) return true
    from = start + script.length
  }
  return false
}

/** The address of the first page of a host. */
export function isHomeUrl(url: string): boolean {
  return /^[a-z]+:\/\/[^/?#]*\/?(?:(?:index|home|default)\.\w+)?$/i.test(url)
}
