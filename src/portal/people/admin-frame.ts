/** The frame of the administrator's pages: where one can go from here. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { Answer, Portal, PortalRequest, Route } from '../server/route.js'
import type { Sessions } from '../server/sessions.js'
import { peoplePage, unavailablePage, type PageOptions } from './forms.js'
import type { CountHidden } from './hidden-pages.js'
import type { LocalPeople } from './people.js'

/** What the administrator's pages work with. */
export interface AdminTools {
  readonly people: LocalPeople
  readonly sessions: Sessions
  readonly countHidden: CountHidden
  readonly now: () => number
}

export type AdminHandler = (request: PortalRequest, portal: Portal, tools: AdminTools) => Answer | Promise<Answer>

/** For the administrator alone, and only where something can be written. */
export function adminRoute(method: Route['method'], pattern: string, tools: AdminTools, handle: AdminHandler): Route {
  return {
    method,
    pattern,
    admin: true,
    handle: (request, portal) =>
      tools.people.isWritable
        ? handle(request, portal, tools)
        : unavailablePage(request, portal, request.messages.common.administration),
  }
}

export function adminPage(request: PortalRequest, portal: Portal, options: PageOptions): Answer {
  return peoplePage(request, portal, {
    ...options,
    content: markup`${adminNavigation(request)}\n${options.content}`,
  })
}

function adminNavigation(request: PortalRequest): Markup {
  const { admin, common } = request.messages
  const places: [string, string][] = [
    ['/admin', admin.overview],
    ['/admin/look', admin.look],
    ['/admin/blacklist', admin.blacklist],
    ['/admin/wishes', admin.wishes],
    ['/admin/topics', admin.topicNames],
    ['/admin/featured', admin.featured],
    ['/admin/lessons', common.lessons],
    ['/admin/classes', request.messages.classes.classes],
  ]
  const links = places.map(
    ([path, label]) =>
      markup`<li><a href="${path}"${request.path === path ? markup` aria-current="page"` : NOTHING}>${label}</a></li>`,
  )
  return markup`<nav class="admin" aria-label="${common.administration}"><ul>${links}</ul></nav>`
}

/** Each row ends with its buttons, in a column without a head. */
export function adminTable(label: string, heads: readonly string[], rows: readonly Markup[]): Markup {
  const columns = heads.map(head => markup`<th scope="col">${head}</th>`)
  return markup`<div class="wide" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${columns}<td></td></tr></thead><tbody>
${rows}</tbody></table></div>`
}

/** Said after a form that was saved. */
export function saidSaved(request: PortalRequest): string {
  return request.query.has('saved') ? request.messages.admin.saved : ''
}

export function today(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}
