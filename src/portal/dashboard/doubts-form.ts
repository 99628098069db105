/** The form in which the administrator says of doubtful paragraphs whether they are in the language that a crawl learned. */
import { createHash } from 'node:crypto'
import type { CrawlDirectory } from '../../collection/index.js'
import { addAnswers, readAnswers, readDoubts, type Doubt } from '../../collection/doubts.js'
import { LongtailError } from '../../errors.js'
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { PortalRequest } from '../server/route.js'
import { fill } from '../ui/messages.js'
import type { Glance } from './glance.js'
import { crawlPath } from './list-page.js'

const MOST_SHOWN = 20

/** Paragraphs of the crawl that nobody has answered about; none where its files are somebody else's and cannot be read. */
function openDoubts({ doubts, answers }: CrawlDirectory): Doubt[] {
  try {
    const settled = new Set(readAnswers(answers).map(({ text }) => text))
    return readDoubts(doubts)
      .filter(({ text }) => !settled.has(text))
      .slice(0, MOST_SHOWN)
  } catch (error) {
    if (error instanceof LongtailError) return []
    throw error
  }
}

/** `problem`: of the disk, or ''. Nothing where nothing is in doubt, and nothing was just saved. */
export function drawDoubts(
  request: PortalRequest,
  glance: Pick<Glance, 'crawl'>,
  directory: CrawlDirectory,
  problem = '',
): Markup {
  const { dashboard: texts } = request.messages
  const open = openDoubts(directory)
  const isSaved = request.query.get('saved') === 'doubts'
  if (open.length === 0 && !isSaved && problem === '') return NOTHING
  const said = problem === '' ? (isSaved ? texts.doubtsSaved : '') : fill(texts.notPossible, { message: problem })
  const rows = open.map(({ text, url, language }) => {
    const name = `answer.${keyOf(text)}`
    const choice = (value: string, label: string, isChosen: boolean): Markup =>
      markup`<label><input type="radio" name="${name}" value="${value}"${isChosen ? markup` checked` : NOTHING}> ${label}</label> `
    return markup`<fieldset><legend>${fill(texts.doubtsAsk, { language })}</legend>
<blockquote dir="auto">${text}</blockquote><p><small dir="ltr">${url}</small></p>
<p>${choice('y', texts.doubtsYes, false)}${choice('n', texts.doubtsNo, false)}${choice('', texts.doubtsSkip, true)}</p></fieldset>\n`
  })
  return markup`<section id="doubts"><h2>${texts.doubts}</h2>
${said === '' ? NOTHING : markup`<p class="note" role="status">${said}</p>`}
${open.length === 0 ? NOTHING : markup`<form method="post" action="${crawlPath(glance)}/doubts"><input type="hidden" name="token" value="${request.token}"><p>${texts.doubtsHelp}</p>\n${rows}<button>${texts.save}</button></form>`}</section>`
}

/** Throws E_DISK. */
export function saveDoubts({ form }: PortalRequest, directory: CrawlDirectory): void {
  const said = openDoubts(directory).flatMap(doubt => {
    const answer = form.get(`answer.${keyOf(doubt.text)}`)
    return answer === 'y' || answer === 'n' ? [{ ...doubt, isOwn: answer === 'y' }] : []
  })
  if (said.length > 0) addAnswers(directory.answers, said)
}

/** The list may be another by the time the answer comes: each belongs to its paragraph, not to its place. */
function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
