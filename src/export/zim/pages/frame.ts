/** The frame of our own pages in the ZIM, and what they draw with. Plain HTML and one style sheet: no script, no form. */
import { markup, NOTHING, type Markup } from '../../../markup.js'
import type { HouseRules, Library, PageCard } from '../../../portal/index.js'
import { assets } from '../../../portal/ui/assets.js'
import { formatNumber } from '../../../portal/ui/format.js'
import { fill, INTERFACE_LANGUAGES, type InterfaceLanguage, type Messages } from '../../../portal/ui/messages.js'
import { languageTag, readableAddress } from '../../../portal/ui/page-list.js'
import { OWN, relativeAddress } from '../paths.js'
import type { Resolver } from '../resolver.js'
import { ZIM_TEXTS, type ZimTexts } from '../texts.js'

/** One of our own pages. */
export interface OwnPage {
  readonly path: string
  readonly title: string
  /** Suggested by its title, and found by its words. */
  readonly isFront: boolean
  readonly content: Markup
  /** What it is found by beside its title. */
  readonly text?: string
}

export const HOME = `${OWN}/home`
export const ABOUT = `${OWN}/about`
export const LESSONS = `${OWN}/lessons`
export const STYLE = `${OWN}/style.css`

export interface Desk {
  readonly library: Library
  readonly rules: HouseRules
  readonly resolver: Resolver
  readonly language: InterfaceLanguage
  readonly messages: Messages
  readonly texts: ZimTexts
  /** The name of the collection, in full. */
  readonly title: string
  readonly hasTopics: boolean
  readonly hasLessons: boolean
  /** An archived address that one of our pages shows or leads to. */
  want(url: string): void
}

export function interfaceWords(language: InterfaceLanguage): Pick<Desk, 'language' | 'messages' | 'texts'> {
  return { language, messages: INTERFACE_LANGUAGES[language], texts: ZIM_TEXTS[language] }
}

/** Number `page` of a list, from 1. */
export function numbered(path: string, page: number): string {
  return page === 1 ? path : `${path}/${page}`
}

/** The comments are for libzim, which shows lines of a page among the results of a search: it skips what stands between them. */
export function framed(desk: Desk, page: OwnPage): string {
  const to = (path: string): string => relativeAddress(page.path, path)
  const { common } = desk.messages
  const places: readonly (readonly [boolean, string, string])[] = [
    [desk.hasTopics, `${OWN}/topics`, common.topics],
    [true, `${OWN}/sites`, common.sites],
    [desk.hasLessons, LESSONS, common.lessons],
    [true, ABOUT, desk.texts.about],
  ]
  const links = places
    .filter(([isThere]) => isThere)
    .map(([, path, label]) => {
      const here = path === page.path ? markup` aria-current="page"` : NOTHING
      return markup`<li><a href="${to(path)}"${here}>${label}</a></li>`
    })
  return markup`<!doctype html>
<html lang="${desk.language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
<link rel="stylesheet" href="${to(STYLE)}">
</head>
<body class="plain">
<!--htdig_noindex-->
<header class="head"><div class="wrap">
<a class="skip" href="#content">${common.skip}</a>
<a class="name" href="${to(HOME)}">${desk.title}</a>
<nav class="places" aria-label="${common.menu}"><ul>${links}</ul></nav>
</div></header>
<!--/htdig_noindex-->
<main class="wrap" id="content" tabindex="-1">
${page.content}
</main>
</body>
</html>
`.text
}

/** As the portal looks, with what lessons and links that lead out need. kiwix-serve puts its bar into our pages: fields there are its own. */
export function styleSheet(): string {
  const portal = ['portal.css', 'lists.css'].map(file => Buffer.from(assets().get(file)?.bytes ?? []).toString('utf8'))
  return `${portal.join('')}
.notes { white-space: pre-wrap; margin: 0.35rem 0; }
.numbered { counter-reset: page; }
.numbered > .card { counter-increment: page; }
.numbered > .card:before { content: counter(page) '.'; min-width: 2em; font-weight: 600; }
.card .absent { text-decoration: underline dotted; }
.absence { display: block; font-style: italic; }
.kiwix input, .kiwix button { min-width: 0 !important; min-height: 0 !important; color: #111 !important; }
#kiwixtoolbar { font-size: 1em; line-height: 1.2; }
`
}

/** Null: it is not in the ZIM. */
export function addressOf(desk: Desk, from: string, url: string): string | null {
  const target = desk.resolver.resolve(url)
  if (target === null) return null
  desk.want(target.capture.url)
  return relativeAddress(from, target.path)
}

export function drawCards(desk: Desk, from: string, pages: readonly PageCard[]): Markup {
  return markup`<ul class="cards">${pages.map(page => drawCard(desk, from, page, page.title, NOTHING))}</ul>`
}

export function drawCard(
  desk: Desk,
  from: string,
  { url, image, language }: Pick<PageCard, 'url' | 'image' | 'language'>,
  title: string,
  below: Markup,
): Markup {
  const address = addressOf(desk, from, url)
  const shown = image === '' ? null : addressOf(desk, from, image)
  const picture =
    shown === null ? NOTHING : markup`<img class="thumb" src="${shown}" alt="" width="136" height="102" loading="lazy">`
  const link =
    address === null
      ? markup`<a class="title absent" href="${url}" target="_blank" rel="external nofollow noopener noreferrer" title="${desk.texts.away}" dir="auto">${title}</a>`
      : markup`<a class="title" href="${address}" lang="${languageTag(language)}" dir="auto">${title}</a>`
  const absence = address === null ? markup`<span class="absence">${desk.texts.away}</span>` : NOTHING
  return markup`<li class="card">${picture}<div class="about">${link} <span class="address">${readableAddress(url)}</span>${absence}${below}</div></li>\n`
}

export function paging(desk: Desk, path: string, page: number, hasNext: boolean): Markup {
  if (page === 1 && !hasNext) return NOTHING
  const { common } = desk.messages
  const from = numbered(path, page)
  const to = (other: number): string => relativeAddress(from, numbered(path, other))
  const previous = page > 1 ? markup`<a rel="prev" href="${to(page - 1)}">‹ ${common.previous}</a>` : NOTHING
  const next = hasNext ? markup`<a rel="next" href="${to(page + 1)}">${common.next} ›</a>` : NOTHING
  return markup`<nav class="paging" aria-label="${common.paging}">${previous} <span aria-current="page">${fill(common.pageNumber, { page: formatNumber(desk.language, page) })}</span> ${next}</nav>`
}
