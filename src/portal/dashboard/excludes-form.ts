/** The form in which the administrator edits exclude.txt of a crawl. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { PortalRequest } from '../server/route.js'
import { fill } from '../ui/messages.js'
import { versionOf, type ExcludeMistake } from './exclude-file.js'
import type { Glance } from './glance.js'
import { crawlPath } from './list-page.js'
import { unitsOf } from './units.js'

const EXAMPLE = 'http://games.example/*\n*/calendar/*\n*?sort=*'
const MOST_MISTAKES = 50

export interface ExcludesForm {
  /** What the file holds; null when it is too large for this. */
  readonly file: string | null
  /** What somebody sent and could not be saved; null: show the file. */
  readonly sent: string | null
  readonly mistakes: readonly ExcludeMistake[]
  readonly outcome: 'saved' | 'changed' | 'large' | null
  /** Of the disk, or ''. */
  readonly problem: string
}

export function drawExcludes(request: PortalRequest, glance: Pick<Glance, 'crawl'>, form: ExcludesForm): Markup {
  const { dashboard: texts } = request.messages
  const { file, sent, mistakes, outcome, problem } = form
  if (file === null)
    return markup`<section id="excludes"><h2>${texts.excludes}</h2><p>${texts.excludesLarge}</p></section>`
  const said =
    outcome === 'saved'
      ? texts.excludesSaved
      : outcome === 'changed'
        ? texts.excludesChanged
        : outcome === 'large'
          ? texts.excludesLarge
          : problem !== ''
            ? fill(texts.notPossible, { message: problem })
            : ''
  const { count } = unitsOf(request.language)
  const wrong =
    mistakes.length === 0
      ? NOTHING
      : markup`<div id="exclude-mistakes" class="note" role="alert"><p>${fill(texts.excludesWrong, { count: count(mistakes.length) })}</p><ul>${mistakes.slice(0, MOST_MISTAKES).map(mistake => markup`<li>${fill(texts.excludesLine, { line: mistake.line, text: mistake.text })} – ${texts[mistake.problem]}</li>`)}</ul></div>`
  const now = outcome === 'changed' ? markup`<p>${texts.excludesNow}:</p><pre class="command">${file}</pre>` : NOTHING
  const described = mistakes.length === 0 ? markup`exclude-help` : markup`exclude-help exclude-mistakes`
  return markup`<section id="excludes"><h2>${texts.excludes}</h2>
${said === '' ? NOTHING : markup`<p class="note" role="status">${said}</p>`}${wrong}${now}
<form method="post" action="${crawlPath(glance)}/excludes">
<input type="hidden" name="token" value="${request.token}"><input type="hidden" name="version" value="${versionOf(file)}">
<p id="exclude-help">${texts.excludesHelp} ${texts.excludesExample}</p><pre class="command">${EXAMPLE}</pre>
<label for="exclude-text">${texts.excludesPatterns}</label>
<textarea id="exclude-text" name="text" rows="10" spellcheck="false" autocomplete="off" dir="ltr" aria-describedby="${described}">
${sent ?? file}</textarea>
<button>${texts.save}</button>
</form></section>`
}
