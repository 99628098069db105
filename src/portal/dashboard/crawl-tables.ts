/** The lists of a crawl's page: languages, hosts, last pages, troubles. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { HostLine } from '../../collection/index.js'
import { clip } from '../../collection/untrusted.js'
import type { Portal, PortalRequest } from '../server/route.js'
import { languageName } from '../ui/format.js'
import { viewPath } from '../ui/page-list.js'
import { drawTable } from './draw-table.js'
import { unitsOf } from './units.js'
import type { CrawlView, WatchedPage } from './watched-crawl.js'

const LONGEST_ADDRESS = 120

export function languageTable(request: PortalRequest, { languages }: CrawlView): Markup {
  const { dashboard: texts, search } = request.messages
  const { count, share } = unitsOf(request.language)
  const columns = [
    { label: texts.language },
    { label: texts.pages, isNumber: true },
    { label: texts.relevant, isNumber: true },
    { label: texts.harvest, isNumber: true },
  ]
  const rows = languages.map(({ language, pages, relevant }) => [
    languageName(request.language, language, search.unknownLanguage),
    count(pages),
    count(relevant),
    share(relevant / pages),
  ])
  return rows.length === 0 ? nothing(request) : drawTable('languages', texts.languages, columns, rows)
}

export function hostTables(request: PortalRequest, view: CrawlView): Markup {
  const { dashboard: texts } = request.messages
  const { count } = unitsOf(request.language)
  if (view.hostsProblem !== '') return markup`<p lang="en">${view.hostsProblem}</p>`
  if (view.largestHosts.length + view.givenUpHosts.length === 0) return markup`<p>${texts.noHosts}</p>`
  const columns = [
    { label: texts.host },
    { label: texts.pages, isNumber: true },
    { label: texts.relevant, isNumber: true },
    { label: texts.unfetched, isNumber: true },
    { label: texts.reason },
  ]
  const table = (id: string, caption: string, hosts: readonly HostLine[]): Markup =>
    hosts.length === 0
      ? NOTHING
      : drawTable(
          id,
          caption,
          columns,
          hosts.map(({ host, pages, relevant, unfetched, reason }) => {
            return [host, count(pages), count(relevant), count(unfetched), english(reason)]
          }),
        )
  return markup`${table('largest', texts.hostsLargest, view.largestHosts)}${table('given-up', texts.hostsGivenUp, view.givenUpHosts)}`
}

export function recentTable(request: PortalRequest, portal: Portal, { recent }: CrawlView): Markup {
  const { dashboard: texts, search } = request.messages
  const { share, moment } = unitsOf(request.language)
  if (recent.length === 0) return nothing(request)
  // what is in the library can be opened here
  const here = portal.library.has(recent.map(({ url }) => url))
  const columns = [
    { label: texts.page },
    { label: texts.verdict },
    { label: texts.score, isNumber: true },
    { label: texts.language },
    { label: texts.reasons },
  ]
  const rows = recent.map((page, index) => [
    markup`${titleOf(page, here[index])}<span class="quiet address">${readable(page.url)}</span><span class="quiet">${moment(page.at)}${page.status >= 400 ? ` · HTTP ${page.status}` : ''}</span>`,
    page.relevant
      ? markup`<span class="verdict wanted">${texts.wanted}</span>`
      : markup`<span class="verdict">${texts.notWanted}</span>`,
    share(page.score),
    languageName(request.language, page.language, search.unknownLanguage),
    page.reasons.length === 0
      ? markup`<span class="quiet">${texts.noReasons}</span>`
      : markup`<ul lang="en">${page.reasons.map(reason => markup`<li>${reason}</li>`)}</ul>`,
  ])
  return drawTable('recent', texts.recent, columns, rows)
}

function titleOf({ title, url }: WatchedPage, isHere: boolean): Markup {
  if (isHere) return markup`<a href="${viewPath(url)}">${title || url}</a>`
  return title === '' ? NOTHING : markup`<span>${title}</span>`
}

export function troubleTable(request: PortalRequest, { trouble }: CrawlView): Markup {
  const { dashboard: texts } = request.messages
  const { count } = unitsOf(request.language)
  const columns = [
    { label: texts.reason },
    { label: texts.troubleForGood, isNumber: true },
    { label: texts.troubleForNow, isNumber: true },
    { label: texts.example },
  ]
  const rows = trouble.map(({ reason, skipped, later, example }) => {
    return [english(reason), count(skipped), count(later), example === reason ? '' : english(example)]
  })
  return rows.length === 0 ? nothing(request) : drawTable('trouble', texts.trouble, columns, rows)
}

/** Other scripts as people read them, and no longer than a glance. */
function readable(url: string): string {
  let text = url
  try {
    text = decodeURI(url)
  } catch {
    // not UTF-8: shown as it is
  }
  return clip(text, LONGEST_ADDRESS)
}

/** Sentences of the crawler, whatever language the interface speaks. */
function english(text: string): Markup {
  return markup`<span lang="en">${text}</span>`
}

function nothing(request: PortalRequest): Markup {
  return markup`<p>${request.messages.dashboard.nothingYet}</p>`
}
