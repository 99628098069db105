/** /web/…: an archived page in the portal's frame, below a bar that says what it is and what can be done with it. */
import { joined, markup, NOTHING, type Markup } from '../../markup.js'
import { hostOf } from '../../page/url/parts.js'
import type { CapturePlace, PageCard } from '../contracts.js'
import { pageActions } from '../people/page-actions.js'
import { PUPIL_COOKIE } from '../server/cookies.js'
import { htmlAnswer, type Answer, type Portal, type PortalRequest } from '../server/route.js'
import { formatDate } from '../ui/format.js'
import { layout } from '../ui/layout.js'
import { fill } from '../ui/messages.js'
import { languageTag, rawPath, readableAddress } from '../ui/page-list.js'
import { topicName } from '../ui/topic-names.js'
import { dateInPath } from './address.js'
import { SANDBOX } from './headers.js'
import { pageVersions } from './page-versions.js'
import { relatedPages } from './related.js'
import { shownAs } from './types.js'

const NO_BYTES = new Uint8Array(0)

/** `at`: the date that was asked for; undefined: the latest. */
export async function viewPage(
  request: PortalRequest,
  portal: Portal,
  capture: CapturePlace,
  at?: number,
): Promise<Answer> {
  const { url } = capture
  const texts = request.messages.replay
  const page = portal.library.page(url)
  const title = page?.title ?? readableAddress(url)
  portal.people.opened(request.cookies.get(PUPIL_COOKIE) ?? '', url)
  const shown = await kindShown(request, portal, capture, at)
  const isShown = shown !== 'download'
  const raw = rawPath(dateInPath(at) + url)
  const content = markup`<div class="bar">
<h1 lang="${languageTag(page?.language ?? '')}">${title}</h1>
<p class="facts"><span class="address">${readableAddress(url)}</span> <span class="date">${fill(texts.savedOn, { date: formatDate(request.language, capture.at) })}</span>${topics(request, portal, page)}</p>${pageVersions(request, portal, capture)}
<div class="actions"><a href="/sites/${encodeURIComponent(hostOf(url))}">${fill(texts.moreOfSite, { site: hostOf(url) })}</a>${isShown ? markup`<a href="${raw}">${texts.wholeWindow}</a>` : NOTHING}${pageActions(request, portal, { url, title })}</div>
</div>
<div class="columns"><div class="found">${isShown ? frame(texts.archivedPage, title, raw, shown === 'pdf') : download(request, raw)}</div>${await relatedPages(request, portal, page)}</div>`
  return htmlAnswer(
    layout(request, portal, {
      title,
      content,
      kind: 'framed',
      styles: ['replay.css', 'lesson.css'],
      scripts: ['replay.js'],
    }),
  )
}

/** Browsers save what they cannot show, and in a sandbox they do not even do that: then a button stands there. */
async function kindShown(
  request: PortalRequest,
  portal: Portal,
  { url, mime }: CapturePlace,
  at: number | undefined,
): Promise<'page' | 'pdf' | 'download'> {
  const kindOf = (type: string): 'page' | 'pdf' | 'download' => {
    const { kind } = shownAs(type, NO_BYTES, url)
    return kind === 'pdf' || kind === 'download' ? kind : 'page'
  }
  if (!/^(?:|\*\/\*|unk|\w+\/(?:octet-stream|unknown))$/i.test(mime)) return kindOf(mime)
  // the server did not know, so the bytes decide
  const answer = await portal.replay.raw(url, `${request.origin}/raw/`, undefined, at).catch(() => null)
  const { 'Content-Disposition': disposition = '', 'Content-Type': type = '' } = answer?.headers ?? {}
  return disposition.startsWith('attachment') ? 'download' : type === 'application/pdf' ? 'pdf' : 'page'
}

/** The same sandbox as in the answer's own header: two locks on one door. The browser's reader of PDF files starts in none. */
function frame(label: string, title: string, raw: string, isPdf: boolean): Markup {
  const lock = isPdf ? NOTHING : markup` sandbox="${SANDBOX}"`
  return markup`<iframe class="archived" src="${raw}"${lock} referrerpolicy="no-referrer" title="${fill(label, { title })}"></iframe>`
}

function download(request: PortalRequest, raw: string): Markup {
  const texts = request.messages.replay
  return markup`<div class="saved"><p><a class="button" href="${raw}">${texts.download}</a></p><p>${texts.downloadHelp}</p></div>`
}

function topics(request: PortalRequest, portal: Portal, page: PageCard | null): Markup {
  const links = (page?.topics ?? []).slice(0, 5).flatMap(slug => {
    const topic = portal.library.topic(slug)
    return topic === null ? [] : [markup`<a href="/topics/${encodeURIComponent(slug)}">${topicName(portal, topic)}</a>`]
  })
  if (links.length === 0) return NOTHING
  return markup` <span class="topics">${request.messages.replay.topicsOfPage}: ${joined(links, ', ')}</span>`
}
