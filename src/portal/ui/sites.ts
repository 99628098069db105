/** The sites of the collection: a list that can be narrowed by the beginning of the name, and the pages of one. */
import { markup, NOTHING } from '../../markup.js'
import { Refusal } from '../server/refusal.js'
import { htmlAnswer, type Answer, type Portal, type PortalRequest } from '../server/route.js'
import { counted } from './format.js'
import { layout } from './layout.js'
import { drawIntroduced, readableHost } from './page-list.js'
import { pageOf, paging, withQuery } from './paging.js'
import { searchForm } from './search-form.js'

const SITES_PER_PAGE = 50
const PAGES_PER_PAGE = 20
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789']

export function sitesPage(request: PortalRequest, portal: Portal): Answer {
  const { browse, common } = request.messages
  const startsWith = (request.query.get('begin') ?? '').trim().toLowerCase().slice(0, 100)
  const page = pageOf(request.query)
  const range = { offset: (page - 1) * SITES_PER_PAGE, limit: SITES_PER_PAGE + 1 }
  const found = portal.library.sites(startsWith === '' ? range : { ...range, startsWith })
  const items = found
    .slice(0, SITES_PER_PAGE)
    .map(
      ({ host, pages, title }) =>
        markup`<li class="tile"><div class="about"><a class="name" href="/sites/${encodeURIComponent(host)}">${readableHost(host)}</a><span class="count">${counted(request.language, pages, common.pagesOne, common.pagesMany)}</span><p dir="auto">${title}</p></div></li>\n`,
    )
  const letters = LETTERS.map(letter => {
    const here = letter === startsWith ? markup` aria-current="true"` : NOTHING
    return markup`<li><a href="${withQuery(request, { begin: letter, page: null })}"${here}>${letter.toUpperCase()}</a></li>`
  })
  const content = markup`<h1>${common.sites}</h1>
<form class="line" action="/sites"><label for="begin">${browse.sitesStarting}</label> <input id="begin" name="begin" value="${startsWith}" autocomplete="off" autocapitalize="off" spellcheck="false"> <button>${browse.show}</button></form>
<ul class="chips letters"><li><a href="/sites"${startsWith === '' ? markup` aria-current="true"` : NOTHING}>${browse.allSites}</a></li>${letters}</ul>
${items.length === 0 ? markup`<p>${browse.noSites}</p>` : markup`<ul class="tiles">${items}</ul>`}
${paging(request, page, found.length > SITES_PER_PAGE)}`
  return htmlAnswer(layout(request, portal, { title: common.sites, content }))
}

export function sitePage(request: PortalRequest, portal: Portal): Answer {
  const { host } = request.params
  const site = portal.library.site(host)
  if (site === null) throw new Refusal('not found')
  const { browse, common } = request.messages
  const page = pageOf(request.query)
  const range = { offset: (page - 1) * PAGES_PER_PAGE, limit: PAGES_PER_PAGE + 1 }
  const found = portal.library.sitePages(host, range)
  const cards = found.slice(0, PAGES_PER_PAGE).map(card => drawIntroduced(portal.library, card))
  const content = markup`<h1>${readableHost(site.host)}</h1>
<p class="count">${counted(request.language, site.pages, common.pagesOne, common.pagesMany)}</p>
${searchForm(request, { searched: '', filters: { site: site.host }, label: browse.searchSite })}
${cards.length === 0 ? markup`<p>${browse.noPages}</p>` : markup`<ul class="cards">${cards}</ul>`}
${paging(request, page, found.length > PAGES_PER_PAGE)}`
  return htmlAnswer(layout(request, portal, { title: readableHost(site.host), content, searched: null, kind: 'site' }))
}
