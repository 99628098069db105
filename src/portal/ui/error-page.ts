/** What cannot be answered, said in the reader's language with what to do next. */
import { markup } from '../../markup.js'
import { STATUS_OF, type RefusalReason } from '../server/refusal.js'
import { htmlAnswer, type Answer, type Portal, type PortalRequest } from '../server/route.js'
import { formatNumber } from './format.js'
import { layout } from './layout.js'
import { fill, type Messages } from './messages.js'

type Common = Messages['common']

const TEXTS: Readonly<Record<RefusalReason, readonly [keyof Common, keyof Common]>> = {
  'bad request': ['badRequest', 'badRequestHelp'],
  'bad method': ['badRequest', 'badRequestHelp'],
  'bad type': ['badRequest', 'badRequestHelp'],
  'wrong host': ['badRequest', 'badRequestHelp'],
  'not found': ['notFound', 'notFoundHelp'],
  'too large': ['tooLarge', 'tooLargeHelp'],
  forged: ['forged', 'forgedHelp'],
  'not admin': ['notAdmin', 'notAdminHelp'],
  'too many': ['tooMany', 'tooManyHelp'],
  failed: ['failed', 'failedHelp'],
}

export function errorPage(request: PortalRequest, portal: Portal, reason: RefusalReason, waitSeconds = 0): Answer {
  const { common } = request.messages
  const [title, help] = TEXTS[reason]
  const advice = fill(common[help], { seconds: formatNumber(request.language, waitSeconds) })
  const content = markup`<h1>${common[title]}</h1>\n<p>${advice}</p>\n<p><a href="/">${common.home}</a></p>`
  const page = htmlAnswer(layout(request, portal, { title: common[title], content }), STATUS_OF[reason])
  return waitSeconds > 0 ? { ...page, headers: { ...page.headers, 'Retry-After': String(waitSeconds) } } : page
}
