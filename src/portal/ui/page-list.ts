/** Pages as every list shows them: results, topics, sites, bookmarks, nearest pages. */
import { domainToUnicode } from 'node:url'
import { knownOrMade } from '../../known-or-made.js'
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { Marked, PageCard } from '../contracts.js'

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

/** `below`: what else there is to say about it. `title`: with marks, where there is something to mark. */
export function drawCard(page: PageCard, below: Markup = NOTHING, title?: Marked): Markup {
  const shown = title === undefined || title.length === 0 ? markup`${page.title}` : drawMarked(title)
  // width and height, so that nothing moves when the image comes; it says nothing that the title does not say: no alt text
  const image =
    page.image === ''
      ? NOTHING
      : markup`<img class="thumb" src="${rawPath(page.image)}" alt="" width="96" height="72" loading="lazy" decoding="async">`
  return markup`<li class="card">${image}<div class="about"><a class="title" href="${viewPath(page.url)}" lang="${languageTag(page.language)}" dir="auto">${shown}</a><span class="address">${readableAddress(page.url)}</span>${below}</div></li>\n`
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
  return knownOrMade(tags, language, () => Intl.getCanonicalLocales(language)[0] ?? '')
}

const tags = new Map<string, string>()

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).replace(/[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}]/gu, '·')
  } catch {
    return text
  }
}
