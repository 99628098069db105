/** Pages as every list shows them: results, topics, sites, bookmarks, nearest pages. */
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

export function drawCard(page: PageCard, below: Markup = NOTHING): Markup {
  return markup`<li class="card"><a href="${viewPath(page.url)}">${page.title}</a> <span class="site">${page.site}</span>${below}</li>`
}
