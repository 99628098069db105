/**
 * /web/ADDRESS: an archived page in the portal's frame, or what to do when it is not here.
 * /raw/ADDRESS: the archived bytes, rewritten, in a sandbox.
 * /wish: readers say which page they miss.
 */
import { LongtailError } from '../../errors.js'
import { canonicalUrl } from '../../page/url/canonical.js'
import type { ReplayWords } from '../contracts.js'
import { seeOther, type Answer, type Portal, type PortalRequest, type Route } from '../server/route.js'
import { viewPath } from '../ui/page-list.js'
import { dateInPath, datedAddressIn } from './address.js'
import { sourcesUnder } from './headers.js'
import { badAddressPage, missingPage, wishedPage } from './missing-page.js'
import { damagedNote, missingNote } from './notes.js'
import { viewPage } from './view-page.js'

export const replayRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/raw/*', handle: raw },
  { method: 'GET', pattern: '/web/*', handle: view },
  { method: 'POST', pattern: '/wish', handle: wish },
  { method: 'GET', pattern: '/wish', handle: wished },
]

const RAW = '/raw/'

async function raw(request: PortalRequest, portal: Portal): Promise<Answer> {
  const base = `${request.origin}${RAW}`
  const { url, at } = datedAddressIn(request.rest)
  if (url === null) return missingNote(request, request.rest.slice(0, 200), sourcesUnder(base))
  try {
    const answer = await portal.replay.raw(url, base, replayWords(request), at)
    return answer ?? missingNote(request, url, sourcesUnder(base))
  } catch (error) {
    if (!isMissingFile(error)) throw error
    return damagedNote(request, error.message, sourcesUnder(base))
  }
}

async function view(request: PortalRequest, portal: Portal): Promise<Answer> {
  const { url, at } = datedAddressIn(request.rest)
  if (url === null) return badAddressPage(request, portal)
  const capture = portal.library.capture(url, at)
  if (capture === null) return missingPage(request, portal, url)
  if (capture.url !== url) return leadTo(dateInPath(at) + capture.url)
  const target = capture.status >= 300 && capture.status < 400 ? await redirectOf(request, portal, url, at) : null
  return target === null ? viewPage(request, portal, capture, at) : leadTo(target)
}

/** Where an archived redirect leads; the bar must say the address of what is shown below it. */
async function redirectOf(
  request: PortalRequest,
  portal: Portal,
  url: string,
  at: number | undefined,
): Promise<string | null> {
  try {
    const answer = await portal.replay.raw(url, `${request.origin}${RAW}`, undefined, at)
    const location = answer?.headers.Location ?? ''
    return location.startsWith(RAW) ? location.slice(RAW.length) : null
  } catch (error) {
    if (isMissingFile(error)) return null
    throw error
  }
}

function leadTo(url: string): Answer {
  return { status: 302, headers: { Location: viewPath(url) }, body: '' }
}

function wish(request: PortalRequest, portal: Portal): Answer {
  const url = canonicalUrl(request.form.get('url') ?? '')
  if (url === null) return badAddressPage(request, portal)
  portal.people.missed('page', url)
  return seeOther(`/wish?${new URLSearchParams({ url }).toString()}`)
}

function wished(request: PortalRequest, portal: Portal): Answer {
  const url = canonicalUrl(request.query.get('url') ?? '')
  return url === null ? badAddressPage(request, portal) : wishedPage(request, portal, url)
}

export function replayWords(request: PortalRequest): ReplayWords {
  const { awayLink, formOff } = request.messages.replay
  return { away: awayLink, form: formOff }
}

/** Its message is the name of the file (replay.ts). */
export function isMissingFile(error: unknown): error is LongtailError {
  return error instanceof LongtailError && error.code === 'E_ARCHIVE'
}
