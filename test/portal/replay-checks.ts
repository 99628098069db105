/** What must be true of every rewritten document, read by another parser than ours. */
import { Parser } from 'htmlparser2'
import { canonicalUrl } from '../../src/page/url/canonical.js'
import { portalPlaces } from '../../src/portal/replay/references.js'
import { rewriteDocument, type Rewritten } from '../../src/portal/replay/rewrite-html.js'

export const PLACES = portalPlaces('/raw/', '/web/')
export const WORDS = { away: 'not here', form: 'no forms' }

/** A page of http://site.example/dir/page.html; `archived`: what the library has, relative to it. */
export function rewrite(html: string, archived: readonly string[] = [], reads: 'html' | 'xml' = 'html'): Rewritten {
  const url = 'http://site.example/dir/page.html'
  const known = new Set(archived.map(address => canonicalUrl(address, url)))
  const library = { has: (urls: readonly string[]) => urls.map(one => known.has(one)) }
  return rewriteDocument({ text: html, url, charset: 'utf-8', reads, writes: 'html' }, library, PLACES, WORDS)
}

/** Only what a person clicks leads to a page, everything else is loaded. */
const LINKS: ReadonlySet<string> = new Set(['a', 'area'])
const ADDRESSES: ReadonlySet<string> = new Set(
  'href src srcset poster background data action formaction cite longdesc usemap xlink:href ping manifest'.split(' '),
)
const FORBIDDEN: ReadonlySet<string> = new Set(
  'script base object embed applet param portal fencedframe noscript noembed noframes xmp plaintext meta-refresh'.split(
    ' ',
  ),
)

const STYLING = /^(?:style|fill|stroke|filter|mask|clip-path|cursor|marker(?:-\w+)?)$/

/** Everything in a document that could run, or lead out of the archive. Empty when all is well. */
export function escapesOf(html: string): string[] {
  const found: string[] = []
  let style: string | null = null
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        style = name === 'style' ? '' : null
        if (FORBIDDEN.has(name)) found.push(`<${name}>`)
        if (name === 'meta' && attributes['http-equiv'] !== undefined) found.push(`meta ${attributes['http-equiv']}`)
        if (name === 'link' && !/stylesheet/.test(attributes.rel ?? '')) found.push(`link ${attributes.rel}`)
        for (const [attribute, value] of Object.entries(attributes)) {
          const where = `${name} ${attribute}=${value}`
          if (/^on|^srcdoc$|^ping$|^formaction$|^action$/.test(attribute)) found.push(where)
          if (ADDRESSES.has(attribute) && !isInside(name, attribute, value)) found.push(where)
          if (STYLING.test(attribute)) found.push(...outsideCss(value).map(url => `${where}: ${url}`))
        }
      },
      ontext(text) {
        if (style !== null) style += text
      },
      onclosetag() {
        found.push(...outsideCss(style ?? '').map(url => `style: ${url}`))
        style = null
      },
    },
    { lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  parser.end(html)
  return found
}

function isInside(element: string, attribute: string, value: string): boolean {
  if (value === '' || value.startsWith('#')) return true
  if (LINKS.has(element.slice(element.lastIndexOf(':') + 1)) && attribute.endsWith('href'))
    return value.startsWith('/web/http')
  if (attribute === 'srcset') return value.split(', ').every(one => one.startsWith('/raw/http'))
  return value.startsWith('/raw/http') || /^data:(?:image|font)\//i.test(value)
}

const CSS_TOKEN =
  /\/\*.*?(?:\*\/|$)|(?<![\w@-])url\(\s*(?:"((?:\\.|[^"\\\n\r\f])*)"?|'((?:\\.|[^'\\\n\r\f])*)'?|((?:\\.|[^"')\\])*))|@import\s*(?:"((?:\\.|[^"\\\n\r\f])*)"?|'((?:\\.|[^'\\\n\r\f])*)'?)|\\.(?:[\w-]|\\.)*\(?|"(?:\\.|[^"\\\n\r\f])*"?|'(?:\\.|[^'\\\n\r\f])*'?/gis

/** Plain spellings only: what hides behind escapes is left to the policy, and to the tests in a browser. */
function outsideCss(css: string): string[] {
  return [...css.matchAll(CSS_TOKEN)]
    .map(found => found.slice(1).find(url => url !== undefined) ?? '')
    .map(url => url.trim())
    .filter(url => url !== '' && !/^(?:\/raw\/|#|data:(?:image|font|,|application\/))/i.test(url))
}
