/**
 * The portal as a browser's HTTP proxy: archived pages under their real addresses. Nothing is ever fetched for a browser; https goes
 * through CONNECT, which the server refuses, so addresses are rewritten to http.
 */
import { canonicalUrl } from '../../page/url/canonical.js'
import type { Answer, Portal, PortalRequest } from '../server/route.js'
import { archiveHeaders, PROXY_SOURCES } from './headers.js'
import { badAddressPage, missingPage } from './missing-page.js'
import { damagedNote } from './notes.js'
import { isMissingFile, replayWords } from './routes.js'

/** What browsers ask for by themselves, and parts of pages: nobody reads an explanation there. */
const NO_PAGE =
  /\/(?:robots\.txt|favicon\.ico|apple-touch-icon[\w-]*\.png)$|\.(?:avif|bmp|css|gif|ico|jpe?g|js|json|m?js|mp[34]|png|svg|ttf|webm|webp|woff2?|xml)$/i

/** `own`: the portal's own origin, as this browser reaches it: http://10.0.0.2:8080. */
export async function answerProxied(
  asked: string,
  request: PortalRequest,
  portal: Portal,
  own: string,
): Promise<Answer> {
  const url = canonicalUrl(asked)
  if (url === null) return ofPortal(badAddressPage(request, portal), own)
  try {
    const answer = await portal.replay.proxied(url, own, replayWords(request))
    if (answer !== null) return answer
  } catch (error) {
    if (!isMissingFile(error)) throw error
    return damagedNote(request, error.message, PROXY_SOURCES)
  }
  const path = url.replace(/[?#].*$/s, '')
  if (NO_PAGE.test(path)) {
    const type = 'text/plain; charset=utf-8'
    return { status: 404, headers: archiveHeaders({ type, sources: PROXY_SOURCES }), body: '' }
  }
  return ofPortal(await missingPage(request, portal, url, true), own)
}

/** A page of the portal under somebody else's address: what it loads and where its links lead is the portal's. */
function ofPortal(answer: Answer, own: string): Answer {
  const origin = /^http:\/\/[a-z0-9.:[\]-]+$/i.test(own) ? own : ''
  const policy = [
    "default-src 'none'",
    `style-src ${origin}`,
    `img-src ${origin}`,
    `form-action ${origin}`,
    `base-uri ${origin}`,
    "frame-ancestors 'none'",
  ].join('; ')
  const html = typeof answer.body === 'string' ? answer.body : ''
  return {
    status: answer.status,
    headers: { ...answer.headers, 'Content-Security-Policy': policy },
    body: html.replace('<head>', `<head><base href="${origin}/">`),
  }
}
