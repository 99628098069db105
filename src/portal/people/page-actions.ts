/** What can be done with a page while it is read: the bar above archived pages shows it. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import { hostOf } from '../../page/index.js'
import type { Portal, PortalRequest } from '../server/route.js'
import { bookmarkForm } from './bookmark-pages.js'
import { actionForm } from './forms.js'
import { addForm } from './lesson-add.js'

/** Keep it, put it into a lesson; for the administrator also: block it, feature it. Nothing where nothing can be written. */
export function pageActions(
  request: PortalRequest,
  portal: Portal,
  page: { readonly url: string; readonly title: string },
): Markup {
  if (!portal.people.isWritable) return NOTHING
  return markup`${bookmarkForm(request, portal, page)}${addForm(request, portal, page)}${request.isAdmin ? adminActions(request, page.url) : NOTHING}`
}

function adminActions(request: PortalRequest, url: string): Markup {
  const texts = request.messages.admin
  const back = `/web/${url}`
  // folded: on a telephone the page itself would be far below
  return markup`<details class="action"><summary class="button">${request.messages.common.administration}</summary>${blockSiteForm(request, hostOf(url), back)}${actionForm(request, '/admin/block', texts.blockPage, { what: url, back })}${actionForm(request, '/admin/feature', texts.featurePage, { url, back })}</details>`
}

/** For the administrator, also beside search results: never see this site again. */
export function blockSiteForm(request: PortalRequest, host: string, back: string): Markup {
  if (!request.isAdmin) return NOTHING
  return actionForm(request, '/admin/block', request.messages.admin.blockSite, { what: host, back }, host)
}
