/** What is not here: the page says so, shows what comes nearest, and takes wishes for the next crawl. */
import { joined, markup, NOTHING, type Markup } from '../../markup.js'
import { htmlAnswer, type Answer, type Portal, type PortalRequest } from '../server/route.js'
import { fillMarkup } from '../ui/format.js'
import { layout } from '../ui/layout.js'
import { fill } from '../ui/messages.js'
import { drawCard, viewPath } from '../ui/page-list.js'

const NEAREST = 8

/** `isProxied`: the reader is at the missing page's own address, from which no form can be sent to the portal. */
export async function missingPage(
  request: PortalRequest,
  portal: Portal,
  url: string,
  isProxied = false,
): Promise<Answer> {
  const texts = request.messages.replay
  const isBlocked = portal.library.isHidden(url)
  const words = addressWords(url)
  const nearest = await portal.searcher.nearest(url, '', NEAREST)
  const list =
    nearest.length === 0
      ? markup`<p>${texts.missingNone}</p>`
      : markup`<h2>${texts.missingNearest}</h2><ul class="cards">${joined(nearest.map(page => drawCard(page)))}</ul>`
  const content = markup`<h1>${texts.missingTitle}</h1>
<p>${fillMarkup(isBlocked ? texts.blockedText : texts.missingText, { url: markup`<b class="wanted">${url}</b>` })}</p>
${isBlocked || !portal.people.isWritable ? NOTHING : isProxied ? wayToWish(request, url) : wishForm(request, url)}
${list}
${words === '' ? NOTHING : markup`<p><a href="/search?${new URLSearchParams({ q: words }).toString()}">${texts.searchInstead} “${words}”</a></p>`}`
  return htmlAnswer(
    layout(request, portal, { title: texts.missingTitle, content, searched: words, styles: ['replay.css'] }),
    404,
  )
}

function wishForm(request: PortalRequest, url: string): Markup {
  const texts = request.messages.replay
  return markup`<form class="wish" method="post" action="/wish"><input type="hidden" name="token" value="${request.token}"><input type="hidden" name="url" value="${url}"><button>${texts.wish}</button> <span class="hint">${texts.wishHelp}</span></form>`
}

function wayToWish(request: PortalRequest, url: string): Markup {
  return markup`<p><a class="button" href="${viewPath(url)}">${request.messages.replay.wish}</a></p>`
}

export function wishedPage(request: PortalRequest, portal: Portal, url: string): Answer {
  const texts = request.messages.replay
  const content = markup`<h1>${texts.wished}</h1>
<p role="status">${fillMarkup(texts.wishedText, { url: markup`<b class="wanted">${url}</b>` })}</p>
<p><a href="/">${request.messages.common.home}</a></p>`
  return htmlAnswer(layout(request, portal, { title: texts.wished, content, styles: ['replay.css'] }))
}

export function badAddressPage(request: PortalRequest, portal: Portal): Answer {
  const texts = request.messages.replay
  const example = `${request.origin}/web/http://www.example.org/`
  const content = markup`<h1>${texts.badAddress}</h1>\n<p>${fill(texts.badAddressHelp, { example })}</p>`
  return htmlAnswer(layout(request, portal, { title: texts.badAddress, content }), 400)
}

const MAX_WORDS = 8

/** Words of the address to search for: /maths/linear-algebra_2.html → maths linear algebra. */
export function addressWords(url: string): string {
  const [, path = ''] = /^https?:\/\/[^/]*(.*)$/s.exec(url) ?? []
  let plain = path
  try {
    plain = decodeURIComponent(path)
  } catch {
    // an encoding of some other charset: the words that are left will do
  }
  const words = plain
    .replace(/\.(?:html?|php\d?|aspx?|jsp|cgi|pdf)(?=$|[?/])/gi, ' ')
    .split(/[^\p{L}\p{M}]+/u)
    .filter(word => word.length > 2 && !/^(?:index|default|home|page|view|http|https|www|com|org|net|id)$/i.test(word))
  return [...new Set(words)].slice(0, MAX_WORDS).join(' ').slice(0, 200)
}
