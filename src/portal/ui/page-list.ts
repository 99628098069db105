/** Pages as every list shows them: results, topics, sites, bookmarks, nearest pages. */
import { domainToUnicode } from 'node:url'
import { getOrMake } from '../../get-or-make.js'
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { Library, Marked, PageCard } from '../contracts.js'
import { firstSentence } from './first-sentence.js'

/** Colours behind letters, in lists.css. */
const GROUNDS = 6

/** The address at which the portal shows an archived page, in its frame. */
export function viewPath(url: string): string {
  return `/web/${url}`
}

/** The archived bytes themselves, for images. */
export function rawPath(url: string): string {
  return `/raw/${url}`
}

export function drawMarked(marked: Marked): Markup[] {
  return marked.map(({ text, hit }) => (hit ? markup`<mark>${text}</mark>` : markup`${text}`))
}

/** `below`: what else there is to say about it. `title`: with marks, where there is something to mark. `place`: in the page, as `#page=7`. */
export function drawCard(page: PageCard, below: Markup = NOTHING, title?: Marked, place = ''): Markup {
  const shown = title === undefined || title.length === 0 ? markup`${page.title}` : drawMarked(title)
  // width and height, so that nothing moves when the image comes; it says nothing that the title does not say: no alt text
  const image =
    page.image === ''
      ? NOTHING
      : markup`<img class="thumb" src="${rawPath(page.image)}" alt="" width="136" height="102" loading="lazy" decoding="async">`
  return markup`<li class="card">${image}<div class="about"><a class="title" href="${viewPath(page.url)}${place}" lang="${languageTag(page.language)}" dir="auto">${shown}</a><span class="address">${readableAddress(page.url)}</span>${below}</div></li>\n`
}

/** With the sentence that it begins with, for lists that no search has made. */
export function drawIntroduced(library: Pick<Library, 'textOf'>, page: PageCard): Markup {
  const language = languageTag(page.language)
  const sentence = firstSentence(library.textOf(page.id), language)
  return drawCard(
    page,
    sentence === '' ? NOTHING : markup`<p class="snippet" lang="${language}" dir="auto">${sentence}</p>`,
  )
}

/** A page as a box with its picture on top, for what is recommended. */
export function drawTile(page: PageCard): Markup {
  return markup`<li class="tile">${cover(page.image, page.title)}<div class="about"><a class="title" href="${viewPath(page.url)}" lang="${languageTag(page.language)}" dir="auto">${page.title}</a><span class="address">${readableHost(page.site)}</span></div></li>\n`
}

/** A picture; where there is none, the first letter of the name. Both say nothing that the name does not say: no alt text. */
export function cover(image: string, name: string): Markup {
  if (image !== '')
    return markup`<img class="cover" src="${rawPath(image)}" alt="" width="320" height="144" loading="lazy" decoding="async">`
  const letter = /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0] ?? ''
  let sum = 0
  for (const char of name) sum = (sum * 33 + (char.codePointAt(0) ?? 0)) % 65_521
  return markup`<span class="cover letter ground-${sum % GROUNDS}" aria-hidden="true">${letter.toUpperCase()}</span>`
}

/** "example.org/maths/algebra": without the scheme, cut short, with the letters that the address stands for. */
export function readableAddress(url: string): string {
  const [, host = '', path = url] = /^https?:\/\/([^/?#]*)(.*)$/s.exec(url) ?? []
  const plain = `${readableHost(host)}${decoded(path.replace(/\/$/, ''))}`
  return plain.length > 90 ? `${plain.slice(0, 60)}…${plain.slice(-28)}`.toWellFormed() : plain
}

/** ไทย.example instead of xn--o3cw4h.example: nobody is to be deceived here, because every page is as it was collected. */
export function readableHost(host: string): string {
  return host.includes('xn--') ? domainToUnicode(host) || host : host
}

/** For `lang`: screen readers change their voice, browsers their fonts. '' is how HTML says "unknown". */
export function languageTag(language: string): string {
  if (!/^[a-z]{3}$/.test(language) || language === 'und') return ''
  return getOrMake(tags, language, () => Intl.getCanonicalLocales(language)[0] ?? '')
}

const tags = new Map<string, string>()

/** Some sites escape what is escaped already: %2528 is a bracket. */
function decoded(text: string): string {
  try {
    const once = decodeURIComponent(text)
    return (/%[\da-f]{2}/i.test(once) ? decodeURIComponent(once) : once).replace(
      /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}]/gu,
      '·',
    )
  } catch {
    return text
  }
}
