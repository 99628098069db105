/** What a search found. Filters, groups and phrases are plain links. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { Hit, Library, SearchResult } from '../contracts.js'
import { addButton, lessonBar } from '../people/lesson-add.js'
import { blockSiteForm } from '../people/page-actions.js'
import { htmlAnswer, type Answer, type Portal, type PortalRequest } from '../server/route.js'
import { counted, formatNumber, languageName } from './format.js'
import { addressOf, layout } from './layout.js'
import { fill } from './messages.js'
import { nothingFound } from './no-results.js'
import { drawCard, drawMarked, languageTag, readableHost } from './page-list.js'
import { pageOf, paging, withQuery } from './paging.js'
import { chosenFilters, drawFilters, filtersOf, hasFilters, linkToFilters, typeName } from './result-filters.js'
import { MAX_QUERY } from './search-form.js'
import { aboutSpelling } from './spelling.js'
import { nameOfSlug } from './topic-names.js'
import { isUsual } from './shown-languages.js'

const PAGE_SIZE = 10
const PER_SITE = 2

export async function resultsPage(request: PortalRequest, portal: Portal): Promise<Answer> {
  const { search, common } = request.messages
  const typed = (request.query.get('q') ?? '').toWellFormed().trim()
  const text = [...typed.slice(0, MAX_QUERY * 2)].slice(0, MAX_QUERY).join('')
  const filters = filtersOf(request.query)
  if (text === '' && !hasFilters(filters))
    return htmlAnswer(
      layout(request, portal, { title: common.search, content: markup`<h1>${common.search}</h1>`, searched: '' }),
    )
  const page = pageOf(request.query)
  const result = await portal.searcher.search({
    text,
    filters,
    offset: (page - 1) * PAGE_SIZE,
    // one more than is shown: is there a next page?
    limit: PAGE_SIZE + 1,
    perSite: filters.site === undefined && !isMostlyOneSite(portal.library) ? PER_SITE : 0,
    clusters: page === 1,
    verbatim: request.query.get('verbatim') === '1',
  })
  const title = text === '' ? common.search : fill(search.resultsFor, { query: text })
  const body =
    result.hits.length === 0 && page === 1
      ? await nothingFound(request, portal, text, result)
      : foundPages(request, portal, result, page)
  const content = markup`<h1 class="unseen">${title}</h1>
${typed === text ? NOTHING : markup`<p class="notice">${search.tooLong}</p>`}
${chosenFilters(request, portal, filters)}
${body}`
  return htmlAnswer(
    layout(request, portal, { title, content, searched: text, filters, kind: 'results', styles: ['lesson.css'] }),
  )
}

/** Where one site is most of the library, folding its pages would hide most of the library. */
function isMostlyOneSite(library: Library): boolean {
  const { pages, builtAt } = library.facts()
  let known = largest.get(library)
  if (known?.builtAt !== builtAt) {
    known = { builtAt, pages: library.sites({ offset: 0, limit: 1 })[0]?.pages ?? 0 }
    largest.set(library, known)
  }
  return known.pages * 2 > pages
}

/** Sites are sorted for it, so it is looked up once per build. */
const largest = new WeakMap<Library, { readonly builtAt: number; readonly pages: number }>()

function foundPages(request: PortalRequest, portal: Portal, result: SearchResult, page: number): Markup {
  const { search } = request.messages
  const hits = result.hits.slice(0, PAGE_SIZE).map(hit => drawHit(request, portal, hit))
  const hasNext = result.hits.length > PAGE_SIZE
  return markup`<div class="columns">
<div class="found">
${aboutSpelling(request, result)}
<p class="count"><span role="status">${totalOf(request, result)}</span> ${linkToFilters(request, portal, result.facets)}</p>
${result.relaxed ? markup`<p class="notice">${search.relaxed}</p>` : NOTHING}
${page === 1 ? exploreLinks(request, result) : NOTHING}
${lessonBar(request, portal)}
<ol class="cards results" start="${(page - 1) * PAGE_SIZE + 1}">${hits}</ol>
${paging(request, page, hasNext)}
</div>
${drawFilters(request, portal, result.facets)}
</div>`
}

function drawHit(request: PortalRequest, portal: Portal, hit: Hit): Markup {
  const { search } = request.messages
  const { page } = hit
  const labels = [
    ...page.topics.slice(0, 2).map(slug => nameOfSlug(portal, slug)),
    ...(page.language === 'und' || isUsual(portal.library, page.language)
      ? []
      : [languageName(request.language, page.language, search.unknownLanguage)]),
    ...(page.type === 'page' ? [] : [typeName(request, page.type)]),
  ].map(label => markup`<li>${label}</li>`)
  const folded = hit.moreFromSite > 0 ? moreFromSite(request, hit) : NOTHING
  const similar =
    hit.duplicates > 0
      ? markup`<span class="similar">${counted(request.language, hit.duplicates, search.similarOne, search.similarMany)}</span>`
      : NOTHING
  const block = blockSiteForm(request, page.site, addressOf(request))
  const below = markup`<p class="snippet" lang="${languageTag(page.language)}" dir="auto">${drawMarked(hit.snippet)}</p><ul class="labels">${labels}</ul>${folded}${similar}${addButton(request, portal, page)}${block}`
  return drawCard(page, below, hit.title, hit.pageNumber > 1 ? `#page=${hit.pageNumber}` : '')
}

function moreFromSite(request: PortalRequest, { page, moreFromSite }: Hit): Markup {
  const text = fill(request.messages.search.moreFromSite, {
    site: readableHost(page.site),
    count: formatNumber(request.language, moreFromSite),
  })
  return markup`<a class="more" href="${withQuery(request, { site: page.site, page: null })}">${text}</a>`
}

function totalOf(request: PortalRequest, { total, exact }: SearchResult): string {
  const { search } = request.messages
  if (!exact) return fill(search.about, { count: formatNumber(request.language, total) })
  return counted(request.language, total, search.resultsOne, search.resultsMany)
}

function exploreLinks(request: PortalRequest, { clusters }: SearchResult): Markup {
  if (clusters.length === 0) return NOTHING
  const links = clusters.map(
    ({ label, query, count }) =>
      markup`<li><a href="${withQuery(request, { q: query, page: null, verbatim: null })}">${label} <span class="count">${formatNumber(request.language, count)}</span></a></li>`,
  )
  return markup`<nav class="explore" aria-label="${request.messages.search.explore}"><h2>${request.messages.search.explore}</h2><ul class="chips">${links}</ul></nav>`
}
