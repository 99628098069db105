/** What is said when the words look misspelt. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { SearchResult } from '../contracts.js'
import type { PortalRequest } from '../server/route.js'
import { fillMarkup } from './format.js'
import { withQuery } from './paging.js'

/** "Showing results for …" when something else was searched; "Did you mean …?" when it is only a proposal. */
export function aboutSpelling(request: PortalRequest, { correction }: SearchResult): Markup {
  if (correction === null) return NOTHING
  const { search } = request.messages
  const typed = request.query.get('q') ?? ''
  const corrected = markup`<a href="${withQuery(request, { q: correction.text, page: null, verbatim: null })}"><b>${correction.text}</b></a>`
  if (!correction.asked) return markup`<p class="spelling">${fillMarkup(search.didYouMean, { query: corrected })}</p>`
  const instead = markup`<a href="${withQuery(request, { verbatim: '1', page: null })}">${typed}</a>`
  return markup`<p class="spelling">${fillMarkup(search.showingFor, { query: corrected })}<br><small>${fillMarkup(search.insteadFor, { query: instead })}</small></p>`
}
