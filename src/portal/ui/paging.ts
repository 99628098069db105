/** Previous and next, as plain links. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { PortalRequest } from '../server/route.js'
import { formatNumber } from './format.js'
import { addressOf } from './layout.js'
import { fill } from './messages.js'

export const MAX_PAGES = 100

/** From 1. */
export function pageOf(query: URLSearchParams): number {
  const text = query.get('page') ?? ''
  return /^\d{1,4}$/.test(text) ? Math.min(MAX_PAGES, Math.max(1, Number(text))) : 1
}

export function paging(request: PortalRequest, page: number, hasNext: boolean): Markup {
  if (page === 1 && !hasNext) return NOTHING
  const { common } = request.messages
  const here = fill(common.pageNumber, { page: formatNumber(request.language, page) })
  const previous =
    page > 1
      ? markup`<a rel="prev" href="${withQuery(request, { page: page === 2 ? null : String(page - 1) })}">‹ ${common.previous}</a>`
      : NOTHING
  const next =
    hasNext && page < MAX_PAGES
      ? markup`<a rel="next" href="${withQuery(request, { page: String(page + 1) })}">${common.next} ›</a>`
      : NOTHING
  return markup`<nav class="paging" aria-label="${common.paging}">${previous} <span aria-current="page">${here}</span> ${next}</nav>`
}

/** The same page with other values in its query; null takes one out. */
export function withQuery(request: PortalRequest, changes: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(request.query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return addressOf({ ...request, query })
}
