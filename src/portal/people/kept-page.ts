/** Pages that somebody kept, in bookmarks and lessons: they may have left the library since. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { PageCard } from '../contracts.js'
import type { Portal, PortalRequest } from '../server/route.js'
import { drawCard, readableAddress, viewPath } from '../ui/page-list.js'

export interface KeptPage {
  readonly url: string
  readonly title: string
}

/** 'hidden': the administrator blocked it. */
export function presence(portal: Portal, url: string): 'here' | 'missing' | 'hidden' {
  if (portal.library.isHidden(url)) return 'hidden'
  // also under https, or without a slash at the end
  return portal.library.capture(url) === null ? 'missing' : 'here'
}

export function drawKept(request: PortalRequest, portal: Portal, kept: KeptPage, below: Markup = NOTHING): Markup {
  const card: PageCard | null = portal.library.page(kept.url)
  if (card !== null) return drawCard({ ...card, title: kept.title }, below)
  const note = absence(request, portal, kept.url)
  return markup`<li class="card"><div class="about"><a class="title${note === NOTHING ? '' : ' absent'}" href="${viewPath(kept.url)}">${kept.title}</a><span class="address">${readableAddress(kept.url)}</span>${note}${below}</div></li>\n`
}

/** What is to be said about a page that is not here; nothing for one that is. */
function absence(request: PortalRequest, portal: Portal, url: string): Markup {
  const { people } = request.messages
  const state = presence(portal, url)
  if (state === 'here') return NOTHING
  return markup`<span class="absence">${state === 'hidden' ? people.pageHidden : people.pageMissing}</span>`
}
