/** The search box: of the head, and the large one of the front page. Suggestions come by portal.js, if at all. */
import { joined, markup, NOTHING, type Markup } from '../../markup.js'
import type { SearchFilters } from '../contracts.js'
import type { PortalRequest } from '../server/route.js'

export interface SearchFormOptions {
  readonly searched: string
  readonly large?: boolean
  /** Kept when the words change. */
  readonly filters?: SearchFilters
  /** What the box says beside itself, when not "Search this library". */
  readonly label?: string
}

export const MAX_QUERY = 500

export function searchForm(request: PortalRequest, { searched, large, filters, label }: SearchFormOptions): Markup {
  const { common } = request.messages
  const hidden = Object.entries<string | undefined>({ ...filters }).map(([name, value]) =>
    value === undefined || value === '' ? NOTHING : markup`<input type="hidden" name="${name}" value="${value}">`,
  )
  const name = label ?? common.searchLibrary
  return markup`<form class="search${large === true ? ' large' : ''}" role="search" action="/search" data-suggestions="${common.suggestions}" data-count="${common.suggestionCount}"><div class="box"><input type="search" name="q" value="${searched}" aria-label="${name}" placeholder="${name}" maxlength="${MAX_QUERY}" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search"${large === true ? markup` autofocus` : NOTHING}></div>${joined(hidden)}<button type="submit">${common.search}</button></form>`
}
