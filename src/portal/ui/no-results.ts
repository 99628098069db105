/** Nothing was found: say so, offer what there is, and remember what was wanted. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { SearchResult } from '../contracts.js'
import type { Portal, PortalRequest } from '../server/route.js'
import { pageSection } from './home.js'
import { fill } from './messages.js'
import { withQuery } from './paging.js'
import { filtersOf, hasFilters } from './result-filters.js'
import { aboutSpelling } from './spelling.js'
import { topicCards } from './topic-cards.js'
import { slugIn } from './topic-names.js'

const MOST_PAGES = 5
const MOST_TOPICS = 8

export async function nothingFound(
  request: PortalRequest,
  portal: Portal,
  text: string,
  result: SearchResult,
): Promise<Markup> {
  const { search } = request.messages
  if (hasFilters(filtersOf(request.query))) {
    const all = withQuery(request, { topic: null, language: null, site: null, type: null })
    return markup`<p class="lead">${fill(search.nothingFiltered, { query: text })}</p>\n<p><a href="${all}">${search.withoutFilters}</a></p>`
  }
  portal.people.missed('search', text)
  const near = await portal.searcher.nearest('', text, MOST_PAGES)
  return markup`<p class="lead" role="status">${fill(search.nothing, { query: text })}</p>
${aboutSpelling(request, result)}
<p>${search.tips}</p>
<ul><li>${search.tipSpelling}</li><li>${search.tipFewer}</li><li>${search.tipLanguage}</li></ul>
${near.length === 0 ? NOTHING : pageSection(search.perhaps, near)}
${await nearTopics(request, portal, text)}
${portal.people.isWritable ? markup`<p class="noted">${search.noted}</p>` : NOTHING}`
}

/** Those whose names the words begin, then the largest. */
async function nearTopics(request: PortalRequest, portal: Portal, text: string): Promise<Markup> {
  const topics = portal.library.topics()
  if (topics.length === 0) return NOTHING
  const suggested = (await portal.searcher.suggest(text, 20)).filter(({ kind }) => kind === 'topic')
  const near = new Set(suggested.map(({ url }) => slugIn(url)))
  const nearness = (slug: string): number => (near.has(slug) ? 1 : 0)
  const first = [...topics]
    .sort((a, b) => nearness(b.slug) - nearness(a.slug) || b.pages - a.pages)
    .slice(0, MOST_TOPICS)
    .map(topic => ({ topic, children: [] }))
  return markup`<section><h2>${request.messages.search.perhapsTopics}</h2>${topicCards(request, portal, first)}</section>`
}
