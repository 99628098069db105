/** In the bar above an archived page: that it is not the latest, and the dates of what else it said. Works without JavaScript. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { CapturePlace, PageVersion } from '../contracts.js'
import type { Portal, PortalRequest } from '../server/route.js'
import { formatDate, formatNumber } from '../ui/format.js'
import { viewPath } from '../ui/page-list.js'
import { dateInPath } from './address.js'

/** More are not a list that anybody reads; they are reached by their date in the address. */
const MOST_SHOWN = 50

export function pageVersions(request: PortalRequest, portal: Portal, { url, at }: CapturePlace): Markup {
  const versions = portal.library.versions(url)
  const others = versions.filter(({ from, to }) => at < from || at > to)
  if (others.length === 0) return NOTHING
  const texts = request.messages.replay
  const isEarlier = others[0].to > at
  const notice = isEarlier
    ? markup`<p class="earlier">${texts.earlierVersion} <a href="${viewPath(url)}">${texts.latestVersion}</a></p>`
    : NOTHING
  const shown = others.slice(0, MOST_SHOWN)
  const links = shown.map(version => {
    // the latest is at its own address, whatever comes after it
    const path = version === versions[0] ? viewPath(url) : viewPath(dateInPath(version.to) + url)
    return markup`<li><a href="${path}">${nameOf(request, version, shown)}</a></li>`
  })
  const count = formatNumber(request.language, others.length)
  return markup`${notice}<details class="versions"><summary>${texts.otherVersions} (${count})</summary><ul>${links}</ul></details>`
}

/** The day; with the time where another version is of the same day. */
function nameOf({ language }: PortalRequest, { to }: PageVersion, all: readonly PageVersion[]): string {
  const day = formatDate(language, to)
  const isAlone = all.filter(other => formatDate(language, other.to) === day).length === 1
  return isAlone ? day : `${day}, ${new Date(to).toISOString().slice(11, 16)} UTC`
}
