/** The frame of every page: head, search box, navigation, footer. No script is needed for anything in it. */
import { joined, markup, NOTHING, type Markup } from '../../markup.js'
import type { SearchFilters } from '../contracts.js'
import type { Portal, PortalRequest } from '../server/route.js'
import { assetAddress } from './assets.js'
import { INTERFACE_LANGUAGES } from './messages.js'
import { searchForm } from './search-form.js'
import { logoPath, themePath } from './theme-paths.js'

export interface LayoutOptions {
  readonly title: string
  readonly content: Markup
  /** Stands above the content, as wide as the window. */
  readonly band?: Markup
  /** What stands in the search box; null: no search box in the head (the front page has its own). */
  readonly searched?: string | null
  /** Of a search: kept when the words change. */
  readonly filters?: SearchFilters
  /** Files of ui/assets that this page needs beside portal.css, lists.css and portal.js. */
  readonly styles?: readonly string[]
  readonly scripts?: readonly string[]
  /** Class of the body, for pages that are laid out in their own way: `home`, `framed` (an archived page fills the rest). */
  readonly kind?: string
}

const WEB_APP = markup`<link rel="manifest" href="/manifest.webmanifest">
<link rel="apple-touch-icon" href="/icon-192.png">
`

export function layout(request: PortalRequest, portal: Portal, options: LayoutOptions): Markup {
  const { common } = request.messages
  const name = portalName(portal)
  const styles = ['portal.css', 'lists.css', ...(options.styles ?? [])].map(
    file => markup`<link rel="stylesheet" href="${assetAddress(file)}">\n`,
  )
  const scripts = ['portal.js', ...(options.scripts ?? [])].map(
    file => markup`<script src="${assetAddress(file)}" defer></script>\n`,
  )
  const { library: hasLibrary } = portal.offers
  const box =
    options.searched === null || !hasLibrary
      ? NOTHING
      : searchForm(request, { searched: options.searched ?? '', filters: options.filters })
  return markup`<!doctype html>
<html lang="${request.language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
<meta name="color-scheme" content="light dark">
<title>${options.title === name ? name : `${options.title} – ${name}`}</title>
<link rel="icon" type="image/svg+xml" href="${assetAddress('favicon.svg')}">
${hasLibrary ? WEB_APP : NOTHING}${styles}${themeLink(portal)}${scripts}</head>
<body class="${options.kind ?? 'plain'}">
<a class="skip" href="#content">${common.skip}</a>
<header class="head"><div class="wrap">
<a class="name" href="/">${logo(portal)}${name}</a>
${box}
${hasLibrary ? navigation(request) : NOTHING}
</div></header>
${mainPart(options)}
${footer(request, portal)}
</body>
</html>
`
}

export function portalName(portal: Portal): string {
  return portal.people.rules().title || portal.library.facts().title
}

function mainPart({ content, band }: LayoutOptions): Markup {
  if (band === undefined) return markup`<main class="wrap" id="content" tabindex="-1">\n${content}\n</main>`
  return markup`<main id="content" tabindex="-1">
<div class="band"><div class="wrap">${band}</div></div>
<div class="wrap">${content}</div>
</main>`
}

/** Behind the others: its colours replace theirs. */
function themeLink(portal: Portal): Markup {
  const { colour } = portal.people.rules()
  return colour === '' ? NOTHING : markup`<link rel="stylesheet" href="${themePath(colour)}">\n`
}

/** The name stands beside it: no alt text. */
function logo(portal: Portal): Markup {
  const { logo } = portal.people.rules()
  return logo === null
    ? NOTHING
    : markup`<img class="logo" src="${logoPath(logo)}" alt="" height="36" width="${Math.min(144, Math.round((36 * logo.width) / logo.height))}">`
}

function navigation(request: PortalRequest): Markup {
  const { common } = request.messages
  const places: [string, string][] = [
    ['/topics', common.topics],
    ['/sites', common.sites],
    ['/bookmarks', common.bookmarks],
    ['/lessons', common.lessons],
  ]
  const links = places.map(([path, label]) => {
    const here = request.path === path || request.path.startsWith(`${path}/`)
    return markup`<li><a href="${path}"${here ? markup` aria-current="page"` : NOTHING}>${label}</a></li>`
  })
  return markup`<nav class="places" aria-label="${common.menu}"><ul>${links}</ul></nav>`
}

function footer(request: PortalRequest, { offers }: Portal): Markup {
  const { common } = request.messages
  const back = encodeURIComponent(addressOf(request))
  const languages = Object.entries(INTERFACE_LANGUAGES).map(([code, messages]) =>
    code === request.language
      ? markup`<li><span lang="${code}" aria-current="true">${messages.common.languageName}</span></li>`
      : markup`<li><a lang="${code}" hreflang="${code}" href="/language?ui=${code}&amp;back=${back}">${messages.common.languageName}</a></li>`,
  )
  const others: [string, string, boolean][] = [
    ['/help', common.help, offers.library],
    ['/crawls', common.crawls, true],
    ['/admin', common.administration, offers.administration],
  ]
  const shown = others.filter(([, , isOffered]) => isOffered)
  return markup`<footer class="foot"><div class="wrap">
<nav aria-label="${common.interfaceLanguage}"><ul>${languages}</ul></nav>
<ul>${joined(shown.map(([path, label]) => markup`<li><a href="${path}">${label}</a></li>`))}</ul>
${offers.library ? markup`<p>${common.offline}</p>` : NOTHING}
</div></footer>`
}

/** The address of this page inside the portal, query included. */
export function addressOf(request: PortalRequest): string {
  // an archived page's address keeps its own query in the path, and is there as it was sent
  if (request.rest !== '') return request.path
  const path = request.path.split('/').map(encodeURIComponent).join('/')
  return request.query.size === 0 ? path : `${path}?${request.query.toString()}`
}
