/** The lists of a crawl's page: languages, hosts, last pages, troubles. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { HostLine } from '../../collection/index.js'
import { clip } from '../../collection/untrusted-values.js'
import type { Portal, PortalRequest } from '../server/route.js'
import { languageName } from '../ui/format.js'
import { viewPath } from '../ui/page-list.js'
import { drawTable, type DashboardColumn } from './draw-table.js'
import { unitsOf } from './units.js'
import type { CrawlView, WatchedPage } from './watched-crawl.js'

const LONGEST_ADDRESS = 120

export function languageTable(request: PortalRequest, { languages }: CrawlView): Markup {
  const { dashboard: texts, search } = request.messages
  const { count, share } = unitsOf(request.language)
  if (languages.length === 0) return nothing(request)
  return drawTable('languages', texts.languages, languages, [
    { label: texts.language, cell: ({ name }) => languageName(request.language, name, search.unknownLanguage) },
    { label: texts.pages, isNumber: true, cell: row => count(row.pages) },
    { label: texts.relevant, isNumber: true, cell: row => count(row.relevant) },
    { label: texts.harvest, isNumber: true, cell: row => share(row.relevant / row.pages) },
  ])
}

export function hostTables(request: PortalRequest, view: CrawlView): Markup {
  const { dashboard: texts } = request.messages
  const { count } = unitsOf(request.language)
  if (view.hostsProblem !== '') return markup`<p lang="en">${view.hostsProblem}</p>`
  if (view.largestHosts.length + view.givenUpHosts.length === 0) return markup`<p>${texts.noHosts}</p>`
  const columns: readonly DashboardColumn<HostLine>[] = [
    { label: texts.host, cell: row => row.host },
    { label: texts.pages, isNumber: true, cell: row => count(row.pages) },
    { label: texts.relevant, isNumber: true, cell: row => count(row.relevant) },
    { label: texts.unfetched, isNumber: true, cell: row => count(row.unfetched) },
    { label: texts.reason, cell: row => english(row.reason) },
  ]
  const table = (id: string, caption: string, hosts: readonly HostLine[]): Markup =>
    hosts.length === 0 ? NOTHING : drawTable(id, caption, hosts, columns)
  return markup`<div class="side-by-side">${table('largest', texts.hostsLargest, view.largestHosts)}${table('given-up', texts.hostsGivenUp, view.givenUpHosts)}</div>`
}

export function recentTable(request: PortalRequest, portal: Portal, { recent }: CrawlView): Markup {
  const { dashboard: texts, search } = request.messages
  const { share, moment } = unitsOf(request.language)
  if (recent.length === 0) return nothing(request)
  // what is in the library can be opened here
  const here = portal.library.has(recent.map(({ url }) => url))
  return drawTable('recent', texts.recent, recent, [
    {
      label: texts.page,
      cell: (page, index) =>
        markup`${titleOf(page, here[index])}<span class="quiet address">${readable(page.url)}</span><span class="quiet">${moment(page.at)}${page.status >= 400 ? ` · HTTP ${page.status}` : ''}</span>`,
    },
    {
      label: texts.verdict,
      cell: ({ relevant }) =>
        relevant
          ? markup`<span class="verdict wanted">${texts.wanted}</span>`
          : markup`<span class="verdict">${texts.notWanted}</span>`,
    },
    { label: texts.score, isNumber: true, cell: page => share(page.score) },
    { label: texts.language, cell: page => languageName(request.language, page.language, search.unknownLanguage) },
    {
      label: texts.reasons,
      cell: ({ reasons }) =>
        reasons.length === 0
          ? markup`<span class="quiet">${texts.noReasons}</span>`
          : markup`<ul lang="en">${reasons.map(reason => markup`<li>${reason}</li>`)}</ul>`,
    },
  ])
}

function titleOf({ title, url }: WatchedPage, isHere: boolean): Markup {
  if (isHere) return markup`<a href="${viewPath(url)}">${title || url}</a>`
  return title === '' ? NOTHING : markup`<span>${title}</span>`
}

export function troubleTable(request: PortalRequest, { trouble }: CrawlView): Markup {
  const { dashboard: texts } = request.messages
  const { count } = unitsOf(request.language)
  if (trouble.length === 0) return nothing(request)
  return drawTable('trouble', texts.trouble, trouble, [
    { label: texts.reason, cell: row => english(row.reason) },
    { label: texts.troubleForGood, isNumber: true, cell: row => count(row.skipped) },
    { label: texts.troubleForNow, isNumber: true, cell: row => count(row.later) },
    { label: texts.example, cell: ({ reason, example }) => (example === reason ? '' : english(example)) },
  ])
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
