/** How to search and read, on one page. */
import { markup } from '../../markup.js'
import { htmlAnswer, type Answer, type Portal, type PortalRequest } from '../server/route.js'
import { layout } from './layout.js'

export function helpPage(request: PortalRequest, portal: Portal): Answer {
  const { browse } = request.messages
  const example = (text: string) =>
    markup` <a href="/search?${new URLSearchParams({ q: text }).toString()}"><code>${text}</code></a>`
  const content = markup`<h1>${browse.helpTitle}</h1>
<ul class="ways">
<li class="panel">${browse.helpWords}</li>
<li class="panel">${browse.helpPhrase}${example(browse.helpPhraseExample)}</li>
<li class="panel">${browse.helpMinus}${example(browse.helpMinusExample)}</li>
<li class="panel">${browse.helpSite}${example(browse.helpSiteExample)}</li>
<li class="panel">${browse.helpFilters}</li>
<li class="panel">${browse.helpLinks}</li>
<li class="panel">${browse.helpBookmarks}</li>
</ul>
<h2>${browse.helpKeyboard}</h2>
<dl class="keys">
<dt><kbd>/</kbd></dt><dd>${browse.helpKeySlash}</dd>
<dt><kbd>↓</kbd> <kbd>↑</kbd></dt><dd>${browse.helpKeyArrows}</dd>
<dt><kbd>Esc</kbd></dt><dd>${browse.helpKeyEscape}</dd>
</dl>`
  return htmlAnswer(layout(request, portal, { title: browse.helpTitle, content, styles: ['home.css'] }))
}
