/** Sites: a list, most pages first, and the pages of each. So every page can be reached without a search. */
import { markup } from '../../../markup.js'
import { counted } from '../../../portal/ui/format.js'
import { readableHost } from '../../../portal/ui/page-list.js'
import { OWN, relativeAddress } from '../paths.js'
import { drawCards, numbered, paging, type Desk, type OwnPage } from './frame.js'

const SITES_PER_PAGE = 100
const PAGES_PER_PAGE = 100
/** A list that is read by turning pages: 100,000 sites, 20,000 pages of one. */
const MOST_LISTS = 1_000
const MOST_PAGES = 200

export function sitePath(host: string): string {
  return `${OWN}/site/${host}`
}

export function* sitePages(desk: Desk): Generator<OwnPage> {
  const { library, language, messages } = desk
  const { common } = messages
  const path = `${OWN}/sites`
  for (let page = 1; page <= MOST_LISTS; page++) {
    const from = numbered(path, page)
    const found = library.sites({ offset: (page - 1) * SITES_PER_PAGE, limit: SITES_PER_PAGE + 1 })
    const listed = found.slice(0, SITES_PER_PAGE)
    const hasNext = found.length > SITES_PER_PAGE && page < MOST_LISTS
    const items = listed.map(
      ({ host, pages, title }) =>
        markup`<li class="card"><div class="about"><a class="title" href="${relativeAddress(from, sitePath(host))}">${readableHost(host)}</a> <span class="count">${counted(language, pages, common.pagesOne, common.pagesMany)}</span><p class="snippet" dir="auto">${title}</p></div></li>\n`,
    )
    const content = markup`<h1>${common.sites}</h1>\n<ul class="cards">${items}</ul>\n${paging(desk, path, page, hasNext)}`
    yield { path: from, title: common.sites, isFront: false, content }
    for (const { host, pages } of listed) yield* pagesOf(desk, host, pages)
    if (!hasNext) return
  }
}

function* pagesOf(desk: Desk, host: string, pages: number): Generator<OwnPage> {
  const { library, language, messages } = desk
  const path = sitePath(host)
  for (let page = 1; page <= MOST_PAGES; page++) {
    const from = numbered(path, page)
    const found = library.sitePages(host, { offset: (page - 1) * PAGES_PER_PAGE, limit: PAGES_PER_PAGE + 1 })
    const hasNext = found.length > PAGES_PER_PAGE && page < MOST_PAGES
    const content = markup`<h1>${readableHost(host)}</h1>
<p class="count">${counted(language, pages, messages.common.pagesOne, messages.common.pagesMany)}</p>
${drawCards(desk, from, found.slice(0, PAGES_PER_PAGE))}
${paging(desk, path, page, hasNext)}`
    yield { path: from, title: readableHost(host), isFront: false, content }
    if (!hasNext) return
  }
}
