/** /admin/blacklist: what is hidden, by line, with the pages it hides; changes take effect with the answer. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import { readableEntries, type BlacklistEntry } from '../../page/index.js'
import { localPath } from '../server/local-path.js'
import { seeOther, type Answer, type Portal, type PortalRequest, type Route } from '../server/route.js'
import { formatNumber } from '../ui/format.js'
import { fill } from '../ui/messages.js'
import { adminPage, adminRoute, adminTable, saidSaved, today, type AdminTools } from './admin-frame.js'
import { applyBlacklist, mergedWith, problemsOf, withBlocked, withoutPattern } from './blacklist.js'
import { actionForm, downloadAnswer, hidden, token } from './forms.js'
import { mark } from './texts.js'

/** Lines with a button each; all are in the text below. */
const MAX_SHOWN = 200
/** More than a form can bring back: such a list is changed as a file. */
const MAX_EDITED = 300_000

export function blacklistRoutes(tools: AdminTools): readonly Route[] {
  return [
    adminRoute('GET', '/admin/blacklist', tools, (request, portal) => show(request, portal, tools)),
    adminRoute('POST', '/admin/blacklist', tools, save),
    adminRoute('GET', '/admin/blacklist.txt', tools, (_request, _portal, { people }) => {
      const merged = mergedWith(people.rules().blacklist, '') ?? ''
      return downloadAnswer('blacklist', 'txt', 'text/plain; charset=utf-8', merged)
    }),
    adminRoute('POST', '/admin/blacklist/merge', tools, merge),
    adminRoute('POST', '/admin/block', tools, block),
    adminRoute('POST', '/admin/unblock', tools, unblock),
  ]
}

/** What was sent and cannot be kept, and why. */
interface Draft {
  readonly text: string
  readonly problem: Markup
}

async function show(request: PortalRequest, portal: Portal, tools: AdminTools, draft?: Draft): Promise<Answer> {
  const { admin } = request.messages
  const { blacklist } = tools.people.rules()
  const pages = await tools.countHidden(blacklist)
  const entries = [...readableEntries(blacklist)].sort(
    (a, b) => (pages.get(b.pattern) ?? 0) - (pages.get(a.pattern) ?? 0) || (a.pattern < b.pattern ? -1 : 1),
  )
  const text = draft?.text ?? blacklist
  const content = markup`${draft === undefined ? NOTHING : markup`<div class="notice error" role="alert">${draft.problem}</div>`}
<p>${admin.blacklistIntro}</p>
<form class="make" method="post" action="/admin/block">${token(request)}${hidden('back', '/admin/blacklist')}
<label for="what">${admin.whatToBlock}</label>
<input id="what" name="what" required maxlength="2000" autocomplete="off" placeholder="ads.example"><button class="main">${admin.block}</button></form>
${entries.length === 0 ? markup`<p>${admin.nothingBlocked}</p>` : drawEntries(request, entries.slice(0, MAX_SHOWN), pages)}
${entries.length > MAX_SHOWN ? markup`<p>${fill(admin.moreLines, { count: formatNumber(request.language, entries.length - MAX_SHOWN) })}</p>` : NOTHING}
<h2>${admin.asText}</h2>
${text.length > MAX_EDITED ? markup`<p>${admin.tooLongToEdit}</p>` : drawEditor(request, text, blacklist)}
<h2>${admin.exchange}</h2>
<p><a class="button" href="/admin/blacklist.txt">${admin.downloadBlacklist}</a></p>
<form class="make" method="post" action="/admin/blacklist/merge" enctype="multipart/form-data">${token(request)}
<label for="file">${admin.mergeLabel}</label>
<input id="file" type="file" name="file" accept=".txt,text/plain" required><button>${admin.merge}</button></form>`
  return adminPage(request, portal, {
    title: admin.blacklist,
    content,
    said: saidSaved(request),
    status: draft === undefined ? 200 : 409,
  })
}

function drawEntries(
  request: PortalRequest,
  entries: readonly BlacklistEntry[],
  pages: ReadonlyMap<string, number>,
): Markup {
  const { admin } = request.messages
  const rows = entries.map(
    ({ pattern, allows, reason, date }) =>
      markup`<tr><td class="pattern">${allows ? '!' : ''}${pattern}</td><td>${formatNumber(request.language, pages.get(pattern) ?? 0)}</td><td>${[date, reason].filter(part => part !== '').join(' ')}</td><td>${actionForm(request, '/admin/unblock', admin.removeLine, { pattern }, pattern)}</td></tr>\n`,
  )
  return adminTable(admin.blacklist, [admin.line, admin.hiddenPages, admin.reason], rows)
}

function drawEditor(request: PortalRequest, text: string, stored: string): Markup {
  const { admin } = request.messages
  return markup`<form class="make" method="post" action="/admin/blacklist" enctype="multipart/form-data">${token(request)}${hidden('was', mark(stored))}
<label for="text">${admin.blacklistLabel}</label>
<textarea id="text" name="text" rows="14" class="code" spellcheck="false">\n${text}</textarea>
<button class="main">${admin.save}</button></form>`
}

function save(request: PortalRequest, portal: Portal, tools: AdminTools): Answer | Promise<Answer> {
  const { admin } = request.messages
  const text = (request.form.get('text') ?? '').replace(/\r\n?/g, '\n')
  const refuse = (problem: Markup) => show(request, portal, tools, { text, problem })
  const problems = problemsOf(text)
  if (problems.length > 0) return refuse(drawProblems(request, problems))
  // somebody blocked a site meanwhile, in another tab perhaps: not to be lost unseen
  if (request.form.get('was') !== mark(tools.people.rules().blacklist))
    return refuse(markup`<p>${admin.changedMeanwhile}</p>`)
  return put(portal, tools, text, '/admin/blacklist?saved=1')
}

function drawProblems(request: PortalRequest, problems: ReturnType<typeof problemsOf>): Markup {
  const { admin } = request.messages
  const rows = problems.map(
    ({ line, text, reason }) =>
      markup`<li>${fill(admin.badLine, { line: formatNumber(request.language, line) })} <code>${text}</code> <span lang="en">${reason}</span></li>`,
  )
  return markup`<p>${admin.badLines}</p><ul>${rows}</ul>`
}

function put(portal: Portal, { people }: AdminTools, text: string, next: string): Answer {
  people.house.setBlacklist(text)
  applyBlacklist(people, portal)
  return seeOther(next)
}

function merge(request: PortalRequest, portal: Portal, tools: AdminTools): Answer | Promise<Answer> {
  const { blacklist } = tools.people.rules()
  const other = Buffer.from(request.files.get('file')?.bytes ?? []).toString('utf8')
  const merged = mergedWith(blacklist, other)
  if (merged !== null && problemsOf(merged).length === 0) return put(portal, tools, merged, '/admin/blacklist?saved=1')
  const problem = drawProblems(request, problemsOf(merged ?? other))
  return show(request, portal, tools, { text: blacklist, problem })
}

/** `what`: a host, a URL, or a pattern of either. */
function block(request: PortalRequest, portal: Portal, tools: AdminTools): Answer | Promise<Answer> {
  const { blacklist } = tools.people.rules()
  const what = (request.form.get('what') ?? '').trim()
  const text = withBlocked(blacklist, what, today(tools.now()))
  if (text !== null && problemsOf(text).length === 0)
    return put(portal, tools, text, localPath(request.form.get('back'), '/admin/blacklist?saved=1'))
  const problem = drawProblems(request, what === '' ? [] : problemsOf(what))
  return show(request, portal, tools, { text: blacklist, problem })
}

function unblock(request: PortalRequest, portal: Portal, tools: AdminTools): Answer {
  const text = withoutPattern(tools.people.rules().blacklist, request.form.get('pattern') ?? '')
  return put(portal, tools, text, localPath(request.form.get('back'), '/admin/blacklist?saved=1'))
}
